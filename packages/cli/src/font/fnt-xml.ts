import { malformed } from '../malformed.ts';
import type { FntRow } from './fnt-rows.ts';

/**
 * The elements of a BMFont in XML form, wherever they stand below `<font>`. Entities that the file defines are not
 * followed.
 * @throws Failure when it is not well-formed, or its root is another element.
 */
export async function fntXmlRows(text: string, file: string): Promise<FntRow[]> {
  const { SaxesParser } = await import('saxes');
  const rows: FntRow[] = [];
  const parser = new SaxesParser();
  let root: string | undefined;
  parser.on('error', (error) => {
    // The message begins with line and column.
    throw malformed(`${file} line ${parser.line}`, `not well-formed XML: ${error.message.replace(/^[\d:]*\s*/, '')}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (root !== 'font') throw malformed(file, `the XML is a <${root.slice(0, 40)}>, not a <font>`);
    rows.push({ kind: name, place: `${file} line ${parser.line}`, fields: new Map(Object.entries(attributes)) });
  });
  parser.write(text).close();
  return rows;
}
