import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { glyph } from '../../../../test-support/font.ts';
import { decodePng } from '../support/decode-png.ts';
import { countingPage, smallRfz, streamOf } from '../support/font-folder.ts';
import { shellBlocks } from '../support/guide.ts';
import { shell } from '../support/spawn-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { polygon, ttf } from '../support/tiny-font.ts';

const CHARS = 'New game\n1234';

test('docs/guides/make-a-font.md: every command does what it says', async () => {
  const codes = [...new Set(Array.from(CHARS, (char) => char.charCodeAt(0)))].filter((code) => code !== 10).sort();
  const box = polygon([50, 0], [50, 600], [450, 600], [450, 0]);
  const folder = tempFolder({
    'menu.rfz': smallRfz(
      {},
      1,
      codes.sort((a, b) => a - b).map((code) => glyph(code)),
    ),
    'Menu.ttf': ttf(codes.map((code) => ({ code, advance: 500, outline: code === 0x20 ? [] : box }))),
    'chars.txt': CHARS,
    'page0.dds': countingPage(16, 16),
    'title.fnt': [
      'info face="T" size=16',
      'common lineHeight=16 base=12 scaleW=16 scaleH=16 pages=1',
      'page id=0 file="page0.dds"',
      'char id=65 x=0 y=0 width=5 height=5 xoffset=0 yoffset=0 xadvance=6 page=0',
    ].join('\r\n'),
  });
  const blocks = shellBlocks('make-a-font.md');
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    const { status, stderr } = shell(`set -e\n${block}`, folder);
    expect({ block, status, stderr: status === 0 ? '' : stderr }).toEqual({ block, status: 0, stderr: '' });
    expect(stderr).not.toMatch(/not in the font/);
  }
  expect(streamOf(join(folder, 'menu-new.rfz')).equals(streamOf(join(folder, 'menu.rfz')))).toBe(true);
  const before = await decodePng(readFileSync(join(folder, 'before.png')));
  const after = await decodePng(readFileSync(join(folder, 'after.png')));
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  // The pen after eight characters of 12 texels.
  expect((await decodePng(readFileSync(join(folder, 'menu24.png')))).width).toBe(96);
});
