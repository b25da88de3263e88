import { messages } from '../messages.ts';

export const hex = messages({
  'hex.label': { en: 'Bytes of the file', zh: '文件字节', ru: 'Байты файла', ja: 'ファイルのバイト列' },
  'hex.goto': { en: 'Go to offset', zh: '跳到偏移', ru: 'Перейти к смещению', ja: 'オフセットへ移動' },
  'hex.offset': {
    en: 'Offset, such as 0x1A2C',
    zh: '偏移，例如 0x1A2C',
    ru: 'Смещение, например 0x1A2C',
    ja: 'オフセット（例: 0x1A2C）',
  },
  'hex.go': { en: 'Go', zh: '跳转', ru: 'Перейти', ja: '移動' },
  'hex.outside': {
    en: 'The file ends at {end}.',
    zh: '文件在 {end} 处结束。',
    ru: 'Файл кончается на {end}.',
    ja: 'ファイルは {end} で終わります。',
  },
  'hex.coverage': { en: 'Explained bytes', zh: '已解释的字节', ru: 'Объяснённые байты', ja: '説明済みのバイト' },
  'hex.explained': {
    en: '{percent} explained',
    zh: '已解释 {percent}',
    ru: 'объяснено {percent}',
    ja: '{percent} 説明済み',
  },
  'hex.unexplained': { en: 'unexplained', zh: '未解释', ru: 'не объяснено', ja: '未説明' },
  'hex.nextGap': {
    en: 'Next unexplained bytes',
    zh: '下一处未解释的字节',
    ru: 'Следующие необъяснённые байты',
    ja: '次の未説明バイト',
  },
  'hex.noGaps': {
    en: 'Every byte is explained.',
    zh: '所有字节都已解释。',
    ru: 'Объяснён каждый байт.',
    ja: 'すべてのバイトが説明されています。',
  },
  'hex.field': { en: 'Field', zh: '字段', ru: 'Поле', ja: 'フィールド' },
  'hex.fields': { en: 'Fields', zh: '字段', ru: 'Поля', ja: 'フィールド一覧' },
  'hex.select': {
    en: 'Select a byte to see its field.',
    zh: '选择一个字节以查看其字段。',
    ru: 'Выберите байт, чтобы увидеть его поле.',
    ja: 'バイトを選ぶとフィールドが表示されます。',
  },
  'hex.noTrace': {
    en: 'The file is too large to be explained whole. Open its entries.',
    zh: '文件太大，无法整体解释。请打开其条目。',
    ru: 'Файл слишком велик, чтобы объяснить его целиком. Откройте его записи.',
    ja: 'ファイルが大きすぎて全体を説明できません。エントリを開いてください。',
  },
  'hex.unreadable': {
    en: 'These bytes cannot be read: the file was moved, changed or deleted.',
    zh: '无法读取这些字节：文件已被移动、更改或删除。',
    ru: 'Эти байты не читаются: файл перемещён, изменён или удалён.',
    ja: 'これらのバイトを読めません。ファイルが移動・変更・削除されました。',
  },
});
