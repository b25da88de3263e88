import type { BmFont } from '../packages/formats/src/font/bmfont.ts';

/** Values of a line or tag as the samples and our own writers make them; numbers where they are numbers. */
function fields(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, quoted, bare] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) found[name!] = quoted ?? bare!;
  return found;
}

const unescapeXml = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** A BMFont from the text or XML form: just enough of a parser for tests of the mapping. */
export function parseFnt(text: string): BmFont {
  const isXml = text.startsWith('<');
  const rows = (tag: string) =>
    Array.from(text.matchAll(isXml ? new RegExp(`<${tag} ([^>]*)>`, 'g') : new RegExp(`^${tag} (.*)$`, 'gm')), (m) => {
      const row = fields(m[1]!.replace(/\/$/, ''));
      for (const key of Object.keys(row)) row[key] = unescapeXml(row[key]!);
      return row;
    });
  const numbers = (row: Record<string, string>): Record<string, number> =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)]));
  const list = (value: string | undefined) => (value ?? '').split(',').map(Number);
  const [info] = rows('info');
  const [common] = rows('common');
  return {
    info: {
      ...(numbers(info!) as unknown as BmFont['info']),
      face: info!.face!,
      charset: info!.charset!,
      padding: list(info!.padding),
      spacing: list(info!.spacing),
    },
    common: numbers(common!) as unknown as BmFont['common'],
    pages: rows('page').map((page) => page.file!),
    chars: rows('char').map((char) => numbers(char) as unknown as BmFont['chars'][number]),
    kernings: rows('kerning').map((k) => numbers(k) as unknown as NonNullable<BmFont['kernings']>[number]),
  };
}
