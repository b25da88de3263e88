import { messages } from '../messages.ts';

export const shortcuts = messages({
  'keys.title': { en: 'Keyboard shortcuts', zh: '键盘快捷键', ru: 'Горячие клавиши', ja: 'キーボードショートカット' },
  'keys.close': { en: 'Close', zh: '关闭', ru: 'Закрыть', ja: '閉じる' },
  'keys.help': { en: 'Show this list', zh: '显示此列表', ru: 'Показать этот список', ja: 'この一覧を表示' },
  'keys.open': { en: 'Open files', zh: '打开文件', ru: 'Открыть файлы', ja: 'ファイルを開く' },
  'keys.next': { en: 'Next file', zh: '下一个文件', ru: 'Следующий файл', ja: '次のファイル' },
  'keys.previous': { en: 'Previous file', zh: '上一个文件', ru: 'Предыдущий файл', ja: '前のファイル' },
  'keys.undo': { en: 'Undo', zh: '撤销', ru: 'Отменить', ja: '元に戻す' },
  'keys.redo': { en: 'Redo', zh: '重做', ru: 'Повторить', ja: 'やり直す' },
  'keys.save': {
    en: 'Download the edited file',
    zh: '下载修改后的文件',
    ru: 'Скачать изменённый файл',
    ja: '編集したファイルをダウンロード',
  },
  'keys.frame': { en: 'Frame the model', zh: '将模型居中显示', ru: 'Показать модель целиком', ja: 'モデル全体を表示' },
  'keys.tab': {
    en: 'Open a tab by its number',
    zh: '按编号打开标签页',
    ru: 'Открыть вкладку по номеру',
    ja: '番号でタブを開く',
  },
  'keys.texel': {
    en: 'In a picture: read the next texel',
    zh: '图片中：读取相邻纹素',
    ru: 'В картинке: следующий тексель',
    ja: '画像内：隣のテクセルを読む',
  },
  'keys.zoom': {
    en: 'In a picture: nearer, further, whole',
    zh: '图片中：放大、缩小、全图',
    ru: 'В картинке: ближе, дальше, целиком',
    ja: '画像内：拡大、縮小、全体',
  },
});
