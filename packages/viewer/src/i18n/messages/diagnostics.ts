import { messages } from '../messages.ts';

export const diagnostics = messages({
  'diag.list': { en: 'Findings', zh: '检查结果', ru: 'Находки', ja: '検査結果' },
  'diag.none': {
    en: 'Nothing is wrong with this file.',
    zh: '此文件没有问题。',
    ru: 'С этим файлом всё в порядке.',
    ja: 'このファイルに問題はありません。',
  },
  'diag.checking': { en: 'Checking…', zh: '检查中…', ru: 'Проверка…', ja: '検査中…' },
  'diag.error': { en: 'Error', zh: '错误', ru: 'Ошибка', ja: 'エラー' },
  'diag.warning': { en: 'Warning', zh: '警告', ru: 'Предупреждение', ja: '警告' },
  'diag.info': { en: 'Note', zh: '提示', ru: 'Заметка', ja: '情報' },
  'diag.filter': { en: 'Search findings', zh: '搜索检查结果', ru: 'Поиск по находкам', ja: '検査結果を検索' },
  'diag.toHex': { en: 'Show bytes', zh: '显示字节', ru: 'Показать байты', ja: 'バイトを表示' },
  'diag.toStructure': { en: 'Show field', zh: '显示字段', ru: 'Показать поле', ja: 'フィールドを表示' },
  'diag.advice': { en: 'What to do', zh: '处理方法', ru: 'Что делать', ja: '対処方法' },
  'diag.more': { en: '{n} more of these', zh: '另有 {n} 个同类结果', ru: 'ещё таких: {n}', ja: '同種がほかに {n} 件' },
  'diag.about': { en: 'About this file', zh: '关于此文件', ru: 'Об этом файле', ja: 'このファイルについて' },
  'diag.inferred': { en: 'Inferred', zh: '推断', ru: 'Предположено', ja: '推定' },
});
