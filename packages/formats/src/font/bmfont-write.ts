import type { BmChar, BmFont } from './bmfont.ts';

type Fields = readonly (readonly [name: string, value: string | number])[];

/** The BMFont as a text .fnt file. A quote inside a name becomes an apostrophe: the form has no way to write it. */
export function bmFontText(font: BmFont): string {
  const kernings = font.kernings ?? [];
  return [
    textLine('info', infoFields(font)),
    textLine('common', commonFields(font)),
    ...font.pages.map((file, id) => textLine('page', pageFields(file, id))),
    `chars count=${font.chars.length}`,
    ...font.chars.map((char) => textLine('char', charFields(char))),
    ...(kernings.length > 0 ? [`kernings count=${kernings.length}`] : []),
    ...kernings.map((k) => textLine('kerning', Object.entries(k))),
    '',
  ].join('\n');
}

/** The BMFont as an XML .fnt file. */
export function bmFontXml(font: BmFont): string {
  const kernings = font.kernings ?? [];
  return [
    '<?xml version="1.0"?>',
    '<font>',
    `  ${element('info', infoFields(font))}`,
    `  ${element('common', commonFields(font))}`,
    '  <pages>',
    ...font.pages.map((file, id) => `    ${element('page', pageFields(file, id))}`),
    '  </pages>',
    `  <chars count="${font.chars.length}">`,
    ...font.chars.map((char) => `    ${element('char', charFields(char))}`),
    '  </chars>',
    ...(kernings.length > 0 ? [`  <kernings count="${kernings.length}">`] : []),
    ...kernings.map((k) => `    ${element('kerning', Object.entries(k))}`),
    ...(kernings.length > 0 ? ['  </kernings>'] : []),
    '</font>',
    '',
  ].join('\n');
}

function infoFields({ info }: BmFont): Fields {
  return [
    ['face', info.face ?? ''],
    ['size', info.size],
    ['bold', info.bold ?? 0],
    ['italic', info.italic ?? 0],
    ['charset', info.charset ?? ''],
    ['unicode', info.unicode ?? 1],
    ['stretchH', info.stretchH ?? 100],
    ['smooth', info.smooth ?? 1],
    ['aa', info.aa ?? 1],
    ['padding', (info.padding ?? [0, 0, 0, 0]).join(',')],
    ['spacing', (info.spacing ?? [0, 0]).join(',')],
    ['outline', info.outline ?? 0],
  ];
}

function commonFields({ common, pages }: BmFont): Fields {
  return [
    ['lineHeight', common.lineHeight],
    ['base', common.base],
    ['scaleW', common.scaleW],
    ['scaleH', common.scaleH],
    ['pages', pages.length],
    ['packed', 0],
  ];
}

function pageFields(file: string, id: number): Fields {
  return [
    ['id', id],
    ['file', file],
  ];
}

function charFields(char: BmChar): Fields {
  return [
    ['id', char.id],
    ['x', char.x],
    ['y', char.y],
    ['width', char.width],
    ['height', char.height],
    ['xoffset', char.xoffset],
    ['yoffset', char.yoffset],
    ['xadvance', char.xadvance],
    ['page', char.page],
    ['chnl', char.chnl ?? 15],
  ];
}

/** Names are quoted, lists of numbers are not. */
const QUOTED = new Set(['face', 'charset', 'file']);

function textLine(tag: string, fields: Fields): string {
  const values = fields.map(([name, value]) => {
    const text = String(value).replace(/[\r\n]/g, ' ');
    return QUOTED.has(name) ? `${name}="${text.replaceAll('"', "'")}"` : `${name}=${text}`;
  });
  return `${tag} ${values.join(' ')}`;
}

function element(tag: string, fields: Fields): string {
  return `<${tag} ${fields.map(([name, value]) => `${name}="${xmlText(String(value))}"`).join(' ')}/>`;
}

/** Characters that XML cannot hold at all are left out. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}
