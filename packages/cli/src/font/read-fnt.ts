import { hexBytes, isRfz } from '@unbake/formats';
import { malformed } from '../malformed.ts';
import { decodeText } from './decode-text.ts';
import { readFntBinary } from './fnt-binary.ts';
import { bmFontFromRows, type ReadFnt } from './fnt-rows.ts';
import { fntTextRows } from './fnt-text.ts';
import { fntXmlRows } from './fnt-xml.ts';

const FORMS = 'A .fnt is a BMFont: text, XML, or binary of version 3.';

/**
 * A .fnt file of any form, told by its contents.
 * @param file for messages
 * @throws Failure when it cannot be understood.
 */
export async function readFnt(bytes: Uint8Array, file: string): Promise<ReadFnt> {
  if (bytes[0] === 0x42 && bytes[1] === 0x4d && bytes[2] === 0x46) return readFntBinary(bytes, file);
  if (isRfz(bytes)) throw malformed(file, 'it is an RFZ font already, not a BMFont', 'font unpack takes it apart.');
  const { text, guessed } = decodeText(bytes, file);
  const start = text.trimStart();
  let read: ReadFnt;
  if (start.startsWith('<')) read = bmFontFromRows(await fntXmlRows(start, file), file);
  else if (/^(?:info|common|page|chars?|kernings?)\b/.test(start)) read = bmFontFromRows(fntTextRows(text, file), file);
  else if (start.startsWith('{')) throw malformed(file, 'a BMFont in JSON form, which is not read', FORMS);
  else throw malformed(file, `not a BMFont: it starts with ${hexBytes(bytes.subarray(0, 8)) || 'nothing'}`, FORMS);
  if (guessed) read.warnings.unshift(`${file}: its text is not UTF-8; read as ${guessed}`);
  return read;
}
