import type { BmChar, BmFont } from '@unbake/formats';
import { malformed } from '../malformed.ts';
import { type ReadFnt, refusePacked } from './fnt-rows.ts';

const VERSION = 3;
/** Block types, in the order in which they are written. */
const BLOCK = { info: 1, common: 2, pages: 3, chars: 4, kernings: 5 } as const;
const CHAR_SIZE = 20;
const KERNING_SIZE = 10;

/**
 * A BMFont in binary form, version 3: "BMF" 03, then blocks of a type byte, a u32 size and so many bytes, little-endian.
 * @throws Failure for another version, a cut file or block.
 */
export function readFntBinary(bytes: Uint8Array, file: string): ReadFnt {
  const advice = 'Export it with BMFont 1.10 or later, or as text or XML.';
  if (bytes.length < 4) throw malformed(file, 'the binary BMFont ends after 3 bytes', advice);
  if (bytes[3] !== VERSION) {
    throw malformed(file, `binary BMFont of version ${bytes[3]}, only version ${VERSION} is read`, advice);
  }
  const blocks = blocksOf(bytes, file);
  const block = (type: number, least: number, name: string): DataView => {
    const found = blocks.get(type);
    if (!found) throw malformed(file, `the ${name} block (${type}) is missing`, advice);
    if (found.byteLength < least) {
      throw malformed(file, `the ${name} block has ${found.byteLength} bytes, at least ${least} are needed`, advice);
    }
    return found;
  };
  const info = block(BLOCK.info, 14, 'info');
  const common = block(BLOCK.common, 11, 'common');
  const pages = stringsOf(block(BLOCK.pages, 0, 'pages'));
  const [face] = stringsOf(new DataView(info.buffer, info.byteOffset + 14, info.byteLength - 14));
  const bmfont: BmFont = {
    info: { face: face ?? '', size: info.getInt16(0, true), padding: [7, 8, 9, 10].map((at) => info.getUint8(at)) },
    common: {
      lineHeight: common.getUint16(0, true),
      base: common.getUint16(2, true),
      scaleW: common.getUint16(4, true),
      scaleH: common.getUint16(6, true),
    },
    pages,
    chars: recordsOf(blocks.get(BLOCK.chars), CHAR_SIZE, file, 'chars', charAt),
    kernings: recordsOf(blocks.get(BLOCK.kernings), KERNING_SIZE, file, 'kernings', (view, at) => ({
      first: view.getUint32(at, true),
      second: view.getUint32(at + 4, true),
      amount: view.getInt16(at + 8, true),
    })),
  };
  // One bit of this byte says that characters are packed in channels; the others are zero.
  refusePacked(bmfont, common.getUint8(10) !== 0, file);
  const declared = common.getUint16(8, true);
  const warnings =
    declared === pages.length ? [] : [`${file}: common counts ${declared} pages, ${pages.length} are named`];
  return { bmfont, warnings };
}

function blocksOf(bytes: Uint8Array, file: string): Map<number, DataView> {
  const blocks = new Map<number, DataView>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 4; at < bytes.length; ) {
    const left = bytes.length - at - 5;
    if (left < 0) throw malformed(file, `${bytes.length - at} bytes at 0x${at.toString(16)} are no block`);
    const size = view.getUint32(at + 1, true);
    if (size > left) {
      throw malformed(file, `block ${bytes[at]} at 0x${at.toString(16)} needs ${size} bytes, ${left} left`);
    }
    blocks.set(bytes[at]!, new DataView(bytes.buffer, bytes.byteOffset + at + 5, size));
    at += 5 + size;
  }
  return blocks;
}

/** Strings with a NUL at the end; the NUL of the last may be missing. */
function stringsOf(view: DataView): string[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const text = new TextDecoder().decode(bytes);
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0').filter((name) => name !== '');
}

function recordsOf<T>(
  view: DataView | undefined,
  size: number,
  file: string,
  name: string,
  read: (view: DataView, at: number) => T,
): T[] {
  if (!view) return [];
  if (view.byteLength % size !== 0) {
    throw malformed(file, `the ${name} block has ${view.byteLength} bytes, not a multiple of ${size}`);
  }
  return Array.from({ length: view.byteLength / size }, (_, i) => read(view, i * size));
}

function charAt(view: DataView, at: number): BmChar {
  return {
    id: view.getUint32(at, true),
    x: view.getUint16(at + 4, true),
    y: view.getUint16(at + 6, true),
    width: view.getUint16(at + 8, true),
    height: view.getUint16(at + 10, true),
    xoffset: view.getInt16(at + 12, true),
    yoffset: view.getInt16(at + 14, true),
    xadvance: view.getInt16(at + 16, true),
    page: view.getUint8(at + 18),
    chnl: view.getUint8(at + 19),
  };
}
