import { messages } from '../messages.ts';

export const structure = messages({
  'structure.objects': { en: 'Objects', zh: '对象', ru: 'Объекты', ja: 'オブジェクト' },
  'structure.bytes': { en: 'By bytes', zh: '按字节', ru: 'По байтам', ja: 'バイト順' },
  'structure.search': {
    en: 'Search names and values',
    zh: '搜索名称和值',
    ru: 'Поиск по именам и значениям',
    ja: '名前と値を検索',
  },
  'structure.none': {
    en: 'Nothing fits.',
    zh: '没有匹配项。',
    ru: 'Ничего не найдено.',
    ja: '該当するものはありません。',
  },
  'structure.tree': { en: 'Structure of the file', zh: '文件结构', ru: 'Структура файла', ja: 'ファイルの構造' },
  'structure.fields': { en: 'Fields of {path}', zh: '{path} 的字段', ru: 'Поля {path}', ja: '{path} のフィールド' },
  'structure.field': { en: 'Field', zh: '字段', ru: 'Поле', ja: 'フィールド' },
  'structure.kind': { en: 'Kind', zh: '类型', ru: 'Тип', ja: '型' },
  'structure.value': { en: 'Value', zh: '值', ru: 'Значение', ja: '値' },
  'structure.choose': {
    en: 'Choose an object to see its fields.',
    zh: '选择一个对象以查看其字段。',
    ru: 'Выберите объект, чтобы увидеть его поля.',
    ja: 'オブジェクトを選ぶとフィールドが表示されます。',
  },
  'structure.referredBy': { en: 'Referred to by', zh: '被引用于', ru: 'На него ссылаются', ja: '参照元' },
  'structure.nowhere': { en: 'nothing', zh: '无', ru: 'никто', ja: 'なし' },
  'structure.count': { en: '{n} objects', zh: '{n} 个对象', ru: 'объектов: {n}', ja: 'オブジェクト {n} 個' },
  'structure.streamBytes': {
    en: 'Positions are in the unpacked stream of the font.',
    zh: '位置指字体解包后的数据流。',
    ru: 'Позиции указаны в распакованном потоке шрифта.',
    ja: '位置はフォントの展開後ストリーム内のものです。',
  },
});
