import { messages } from '../messages.ts';

export const edit = messages({
  'edit.undo': { en: 'Undo', zh: '撤销', ru: 'Отменить', ja: '元に戻す' },
  'edit.redo': { en: 'Redo', zh: '重做', ru: 'Повторить', ja: 'やり直す' },
  'edit.download': {
    en: 'Download edited file',
    zh: '下载修改后的文件',
    ru: 'Скачать изменённый файл',
    ja: '編集したファイルをダウンロード',
  },
  'edit.change': { en: 'Change {field}', zh: '修改 {field}', ru: 'Изменить {field}', ja: '{field} を変更' },
  'edit.apply': { en: 'Apply', zh: '应用', ru: 'Применить', ja: '適用' },
  'edit.expected': { en: 'Expected: {what}', zh: '应为：{what}', ru: 'Ожидается: {what}', ja: '期待される値: {what}' },
  'edit.none': {
    en: 'Nothing was changed yet. Change a value in the Structure tab, or replace a texture.',
    zh: '尚未做任何修改。可在“结构”标签页中修改值，或替换纹理。',
    ru: 'Пока ничего не изменено. Измените значение на вкладке «Структура» или замените текстуру.',
    ja: 'まだ変更はありません。「構造」タブで値を変えるか、テクスチャを差し替えてください。',
  },
  'edit.notEdited': {
    en: 'Files of this kind are shown, not edited.',
    zh: '此类文件只能查看，不能修改。',
    ru: 'Файлы этого вида только показываются.',
    ja: 'この種類のファイルは表示のみで、編集できません。',
  },
  'edit.history': { en: 'Steps', zh: '步骤', ru: 'Шаги', ja: '手順' },
  'edit.original': { en: 'As opened', zh: '打开时的状态', ru: 'Как при открытии', ja: '開いたとき' },
  'edit.differences': {
    en: 'Differences to the opened file',
    zh: '与打开的文件的差异',
    ru: 'Отличия от открытого файла',
    ja: '開いたファイルとの違い',
  },
  'edit.same': { en: 'No difference.', zh: '没有差异。', ru: 'Отличий нет.', ja: '違いはありません。' },
  'edit.before': { en: 'Before', zh: '之前', ru: 'Было', ja: '変更前' },
  'edit.after': { en: 'After', zh: '之后', ru: 'Стало', ja: '変更後' },
  'edit.place': { en: 'Place', zh: '位置', ru: 'Место', ja: '場所' },
  'edit.replace': { en: 'Replace {name}', zh: '替换 {name}', ru: 'Заменить {name}', ja: '{name} を差し替え' },
  'edit.textures': { en: 'Replace a texture', zh: '替换纹理', ru: 'Заменить текстуру', ja: 'テクスチャの差し替え' },
  'edit.pixels': {
    en: '{n} of {total} texels, by {largest} at most',
    zh: '{total} 个纹素中有 {n} 个，最大相差 {largest}',
    ru: 'текселей: {n} из {total}, самое большее на {largest}',
    ja: '{total} テクセル中 {n}、最大差 {largest}',
  },
  'edit.discard': {
    en: 'There are edits that were not downloaded. Discard them?',
    zh: '有尚未下载的修改。要放弃吗？',
    ru: 'Есть правки, которые не были скачаны. Отбросить их?',
    ja: 'ダウンロードしていない編集があります。破棄しますか？',
  },
  'edit.failed': {
    en: 'Not changed: {why}',
    zh: '未修改：{why}',
    ru: 'Не изменено: {why}',
    ja: '変更できません: {why}',
  },
});
