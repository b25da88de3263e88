import { messages } from '../messages.ts';

export const folder = messages({
  'folder.assets': { en: 'Assets', zh: '资源', ru: 'Ресурсы', ja: 'アセット' },
  'folder.name': { en: 'Filter by name', zh: '按名称筛选', ru: 'Фильтр по имени', ja: '名前で絞り込む' },
  'folder.kind': { en: 'Kind', zh: '类型', ru: 'Вид', ja: '種類' },
  'folder.kind.all': { en: 'All kinds', zh: '所有类型', ru: 'Все виды', ja: 'すべての種類' },
  'folder.kind.model': { en: 'Model', zh: '模型', ru: 'Модель', ja: 'モデル' },
  'folder.kind.texture': { en: 'Texture', zh: '纹理', ru: 'Текстура', ja: 'テクスチャ' },
  'folder.kind.font': { en: 'Font', zh: '字体', ru: 'Шрифт', ja: 'フォント' },
  'folder.kind.archive': { en: 'Archive', zh: '归档', ru: 'Архив', ja: 'アーカイブ' },
  'folder.kind.material': { en: 'Material', zh: '材质', ru: 'Материал', ja: 'マテリアル' },
  'folder.kind.data': { en: 'Data', zh: '数据', ru: 'Данные', ja: 'データ' },
  'folder.kind.unknown': { en: 'Unknown', zh: '未知', ru: 'Неизвестно', ja: '不明' },
  'folder.findings': { en: 'Diagnostics', zh: '诊断', ru: 'Диагностика', ja: '診断' },
  'folder.findings.all': {
    en: 'With any diagnostics',
    zh: '不限诊断',
    ru: 'С любой диагностикой',
    ja: '診断を問わない',
  },
  'folder.findings.error': { en: 'With errors', zh: '有错误', ru: 'С ошибками', ja: 'エラーあり' },
  'folder.findings.warning': { en: 'With warnings', zh: '有警告', ru: 'С предупреждениями', ja: '警告あり' },
  'folder.findings.clean': { en: 'Without findings', zh: '无问题', ru: 'Без замечаний', ja: '問題なし' },
  'folder.findings.codes': { en: 'By code', zh: '按代码', ru: 'По коду', ja: 'コード別' },
  'folder.count': {
    en: '{n} of {total} files',
    zh: '{n} / {total} 个文件',
    ru: 'файлов: {n} из {total}',
    ja: 'ファイル {n} / {total}',
  },
  'folder.checked': {
    en: 'checked {n} of {total}',
    zh: '已检查 {n} / {total}',
    ru: 'проверено {n} из {total}',
    ja: '検査済み {n} / {total}',
  },
  'folder.none': {
    en: 'No file fits the filters.',
    zh: '没有符合筛选条件的文件。',
    ru: 'Ни один файл не подходит под фильтры.',
    ja: '条件に合うファイルはありません。',
  },
});
