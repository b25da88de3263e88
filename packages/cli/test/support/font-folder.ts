import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRfz } from '@unbake/formats';
import { expect } from 'vitest';
import { glyph, smallFont } from '../../../../test-support/font.ts';
import { buildRfz } from '../../../formats/src/font/build.ts';
import type { FontDescription, GlyphMetrics } from '../../../formats/src/font/types.ts';
import { cli } from './run-cli.ts';
import { tempFolder } from './temp-folder.ts';

/** A DDS page of ARGB4444 whose pixel words count up from `first`. */
export function countingPage(width: number, height: number, first = 0): Uint8Array {
  const bytes = new Uint8Array(128 + width * height * 2);
  const view = new DataView(bytes.buffer);
  const header = [0x20534444, 124, 0x100f, height, width, width * 2];
  const pixelFormat = [32, 0x41, 0, 16, 0xf00, 0xf0, 0xf, 0xf000, 0x1000];
  for (const [i, word] of header.entries()) view.setUint32(4 * i, word, true);
  for (const [i, word] of pixelFormat.entries()) view.setUint32(76 + 4 * i, word, true);
  for (let i = 0; i < width * height; i++) view.setUint16(128 + 2 * i, (first + 257 * i) & 0xffff, true);
  return bytes;
}

/** A font of A, B and a space; pages of 16 by 16 texels. */
export function smallRfz(more: Partial<FontDescription> = {}, pageCount = 2, glyphs?: GlyphMetrics[]): Uint8Array {
  const font = smallFont(
    glyphs ?? [glyph(0x20, { x1: 0, y1: 0, x2: 0, y2: 0 }), glyph(0x41), glyph(0x42, { page: 1 })],
  );
  const pages = Array.from({ length: pageCount }, (_, i) => countingPage(16, 16, 5000 * i));
  return buildRfz({ ...font, pageCount, ...more }, pages);
}

/** The decompressed stream of an RFZ file. */
export function streamOf(path: string): Buffer {
  return Buffer.from(readRfz(new Uint8Array(readFileSync(path))).stream);
}

export interface Unpacked {
  /** The folder above. */
  root: string;
  dir: string;
  /** The original, and where `pack` writes. */
  rfz: string;
  output: string;
  read: (name: string) => Buffer;
  write: (name: string, data: Uint8Array | string) => void;
  /** Replaces text in a file, which must be there. */
  edit: (name: string, from: string | RegExp, to: string) => void;
  pack: (...options: string[]) => ReturnType<typeof cli>;
}

/** Unpacks a font into a folder of its own. */
export async function unpacked(rfz: Uint8Array): Promise<Unpacked> {
  const root = tempFolder({ 'f.rfz': rfz });
  const dir = join(root, 'dir');
  const output = join(root, 'new.rfz');
  const result = await cli(['font', 'unpack', join(root, 'f.rfz'), '-o', dir]);
  expect(result.stderr).toMatch(/^\d+ files written/);
  expect(result.code).toBe(0);
  const read = (name: string) => readFileSync(join(dir, name));
  const write = (name: string, data: Uint8Array | string) => writeFileSync(join(dir, name), data);
  return {
    root,
    dir,
    rfz: join(root, 'f.rfz'),
    output,
    read,
    write,
    edit: (name, from, to) => {
      const text = read(name).toString();
      expect(text.replace(from, to)).not.toBe(text);
      write(name, text.replace(from, to));
    },
    pack: (...options) => cli(['font', 'pack', dir, '-o', output, ...options]),
  };
}
