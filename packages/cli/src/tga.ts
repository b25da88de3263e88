import type { RgbaImage } from '@unbake/formats';
import { malformed } from './malformed.ts';

const HEADER_SIZE = 18;
const LARGEST_SIDE = 16384;

/** Whether the header could be that of a TGA file, which has no magic: every field holds one of its few values. */
export function looksLikeTga(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_SIZE) return false;
  const colourMap = bytes[1]!;
  const type = bytes[2]!;
  const bits = bytes[16]!;
  const kind = type & 7;
  if (![1, 2, 3, 9, 10, 11].includes(type) || colourMap > 1 || (kind === 1 && colourMap !== 1)) return false;
  const depths = kind === 2 ? [15, 16, 24, 32] : [8, 16];
  return depths.includes(bits) && (bytes[17]! & 0xc0) === 0;
}

/**
 * A TGA file as straight RGBA: true colour of 15 to 32 bits, grey with or without alpha, or with a colour map; run-length
 * encoded or not, rows and columns in any direction. Alpha of 32 bits counts in a file that says it has none, too, unless
 * all of it is 0: many programs leave that header field at 0.
 * @param file for messages
 * @throws Failure when it is damaged.
 */
export function decodeTga(bytes: Uint8Array, file: string): RgbaImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = bytes[2]! & 7;
  const width = view.getUint16(12, true);
  const height = view.getUint16(14, true);
  const bits = bytes[16]!;
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw malformed(file, `the TGA header says ${width}x${height} texels`, `1 to ${LARGEST_SIDE} a side are read.`);
  }
  const mapBits = bytes[7]!;
  const mapStart = HEADER_SIZE + bytes[0]!;
  const mapSize = bytes[1] === 1 ? view.getUint16(5, true) * Math.ceil(mapBits / 8) : 0;
  if (kind === 1 && ![15, 16, 24, 32].includes(mapBits)) throw malformed(file, `its colour map has ${mapBits} bits`);
  const unit = Math.ceil(bits / 8);
  const cells = cellsOf(bytes, mapStart + mapSize, width * height, unit, bytes[2]! >= 8, file);
  const map = kind === 1 ? bytes.subarray(mapStart, mapStart + mapSize) : undefined;
  const rgba = new Uint8Array(width * height * 4);
  const write = map
    ? mapWriter(map, mapBits, view.getUint16(3, true), unit, file)
    : texelWriter(kind, bits, bytes[17]!);
  const fromLeft = (bytes[17]! & 0x10) === 0;
  const fromTop = (bytes[17]! & 0x20) !== 0;
  for (let i = 0; i < width * height; i++) {
    const column = i % width;
    const row = (i - column) / width;
    const x = fromLeft ? column : width - 1 - column;
    const y = fromTop ? row : height - 1 - row;
    write(cells, i * unit, rgba, 4 * (y * width + x));
  }
  const colourBits = map ? mapBits : bits;
  if (colourBits === 32 && (bytes[17]! & 15) === 0) makeOpaqueIfAllClear(rgba);
  return { width, height, rgba };
}

/** The texels in file order, unpacked. Packets may go on over the ends of rows. */
function cellsOf(bytes: Uint8Array, start: number, count: number, unit: number, packed: boolean, file: string) {
  const size = count * unit;
  const cut = () =>
    malformed(file, `the TGA file is cut off: its texels need ${size} bytes${packed ? ' unpacked' : ''}`);
  if (!packed) {
    if (start + size > bytes.length) throw cut();
    return bytes.subarray(start, start + size);
  }
  // A packet of 1 + unit bytes gives at most 128 texels: nothing is allocated for a size that cannot be.
  if (Math.ceil(count / 128) * (1 + unit) > bytes.length - start) throw cut();
  const cells = new Uint8Array(size);
  let at = start;
  for (let to = 0; to < size; ) {
    const head = bytes[at++];
    if (head === undefined) throw cut();
    const length = Math.min(((head & 0x7f) + 1) * unit, size - to);
    const stored = head & 0x80 ? unit : length;
    if (at + stored > bytes.length) throw cut();
    for (let i = 0; i < length; i++) cells[to + i] = bytes[at + (i % stored)]!;
    at += stored;
    to += length;
  }
  return cells;
}

type TexelWriter = (from: Uint8Array, at: number, rgba: Uint8Array, to: number) => void;

function texelWriter(kind: number, bits: number, descriptor: number): TexelWriter {
  if (kind === 3) {
    return (from, at, rgba, to) => {
      rgba.fill(from[at]!, to, to + 3);
      rgba[to + 3] = bits === 16 ? from[at + 1]! : 255;
    };
  }
  if (bits >= 24) {
    return (from, at, rgba, to) => {
      rgba[to] = from[at + 2]!;
      rgba[to + 1] = from[at + 1]!;
      rgba[to + 2] = from[at]!;
      rgba[to + 3] = bits === 32 ? from[at + 3]! : 255;
    };
  }
  const hasAlpha = bits === 16 && (descriptor & 15) > 0;
  const five = (value: number) => Math.floor(((value & 31) * 510 + 31) / 62);
  return (from, at, rgba, to) => {
    const word = from[at]! | (from[at + 1]! << 8);
    rgba[to] = five(word >> 10);
    rgba[to + 1] = five(word >> 5);
    rgba[to + 2] = five(word);
    rgba[to + 3] = hasAlpha && word < 0x8000 ? 0 : 255;
  };
}

/** Numbers below `first`, or beyond the map, have no colour. */
function mapWriter(map: Uint8Array, bits: number, first: number, unit: number, file: string): TexelWriter {
  const size = Math.ceil(bits / 8);
  const write = texelWriter(2, bits, 0);
  return (from, at, rgba, to) => {
    const index = (unit === 2 ? from[at]! | (from[at + 1]! << 8) : from[at]!) - first;
    if (index < 0 || (index + 1) * size > map.length)
      throw malformed(file, `colour ${index + first} is not in its colour map`);
    write(map, index * size, rgba, to);
  };
}

function makeOpaqueIfAllClear(rgba: Uint8Array): void {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return;
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
}
