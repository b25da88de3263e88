import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDds, encodeDds, openAsset, readAvts, readDds } from '@unbake/formats';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { decodePng } from '../support/decode-png.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder, treeOf } from '../support/temp-folder.ts';
import { tga } from '../support/tga.ts';

const stage = new Uint8Array(readFileSync(`${sampleDir('svo')}/oracle_stage.svo`));
const [BASE, GLOW] = ['oracle_stage_base', 'oracle_stage_glow'] as const;

/** RGBA of a picture without two equal neighbours. */
function pixels(width: number, height: number, alpha = (_: number) => 255): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) rgba.set([(i * 29) & 255, (i * 53) & 255, (i * 97) & 255, alpha(i)], 4 * i);
  return rgba;
}

const png = (width: number, height: number, alpha?: (i: number) => number) =>
  sharp(pixels(width, height, alpha), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

function workplace(files: { [name: string]: Uint8Array }) {
  const folder = tempFolder({ 'a.svo': stage, ...files });
  const path = (name: string) => join(folder, name);
  return {
    folder,
    path,
    open: (name: string) => openAsset(new Uint8Array(readFileSync(path(name))), { name }),
    replace: (name: string, image: string, ...options: string[]) =>
      cli([
        'texture',
        'replace',
        path('a.svo'),
        name,
        image === '-' ? '-' : path(image),
        '-o',
        path('b.svo'),
        ...options,
      ]),
  };
}

describe('texture list', () => {
  test('a line for each texture, and JSON', async () => {
    const { path } = workplace({});
    expect((await cli(['texture', 'list', path('a.svo')])).stdout).toBe(
      [
        ' #  name                size  format    mips  bytes',
        '#0  oracle_stage_base  16x16  DXT1         5    312',
        '#1  oracle_stage_glow   16x8  A4R4G4B4     1    384',
        '',
      ].join('\n'),
    );
    const json = JSON.parse((await cli(['texture', 'list', path('a.svo'), '--json'])).stdout);
    expect(json).toMatchObject({ schema: 'unbake-texture-list-v1', format: 'svo' });
    expect(json.textures[1]).toMatchObject({ index: 1, name: GLOW, width: 16, height: 8, format: 'A4R4G4B4', mips: 1 });
  });

  test('fonts, archives, single textures; a file without textures', async () => {
    for (const [kind, name, lines] of [
      ['font', 'oracle_mix_20pt.rfz', 3],
      ['nres', 'objects.rlb', 3],
      ['texm', 'fmt565.texm', 2],
    ] as const) {
      const { code, stdout } = await cli(['texture', 'list', `${sampleDir(kind)}/${name}`]);
      expect({ code, lines: stdout.trimEnd().split('\n').length }, name).toEqual({ code: 0, lines });
    }
    const none = await cli(['texture', 'list', `${sampleDir('yabx')}/oracle_graph_le.yabx`]);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('has no textures') });
  });
});

describe('texture replace', () => {
  test.each(samplesIn('svo', '.svo'))(
    '$name: every texture by its own extracted PNG gives the original bytes',
    async ({ path: sample, bytes }) => {
      const folder = tempFolder();
      await cli(['extract', sample, '--png', '-o', folder]);
      const names = Object.keys(treeOf(folder)).filter((name) => name.endsWith('.png'));
      for (const name of names) {
        const out = join(folder, `${name}.svo`);
        const { code, stderr } = await cli(['texture', 'replace', sample, name, join(folder, name), '-o', out]);
        expect({ name, code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^nothing changes/) });
        expect(readFileSync(out).equals(bytes), name).toBe(true);
      }
    },
  );

  test('another size: fields and directory follow, every other chunk stays, the export shows the new picture', async () => {
    const { replace, path, open } = workplace({ 'n.png': await png(64, 32) });
    const { code, stderr } = await replace(GLOW, 'n.png', '--format', 'argb8888');
    expect(code).toBe(0);
    expect(stderr).toMatch(/_height: 8 -> 32\n.*_width: 16 -> 64\n.*_dataSize: 384 -> 8320\n/);
    expect(stderr).toContain(
      'textures[1] oracle_stage_glow: 16x8 A4R4G4B4, 1 mip level -> 64x32 A8R8G8B8, 1 mip level\n',
    );
    expect((await cli(['validate', path('b.svo'), '--fail-on', 'warning'])).code).toBe(0);
    const [before, after] = [stage, open('b.svo').bytes].map((bytes) => readAvts(bytes));
    const changed = after!.chunks.filter((c, i) => !Buffer.from(c.data).equals(before!.chunks[i]!.data));
    expect(changed.map((c) => c.class).sort()).toEqual(['dds', 'yabx']);
    await cli(['extract', path('b.svo'), '--png', '-o', path('out')]);
    const shown = await decodePng(readFileSync(path('out/oracle_stage_glow.png')));
    expect(shown).toEqual({ width: 64, height: 32, rgba: pixels(64, 32) });
    await cli(['export', path('b.svo'), '--sidecar', '-o', path('gltf/b.gltf'), '--to', 'gltf']);
    const exported = Object.keys(treeOf(path('gltf'))).find((name) => name.includes('glow') && name.endsWith('.png'));
    expect(await decodePng(readFileSync(path(`gltf/${exported}`)))).toEqual(shown);
  });

  test('PNG, WebP, TGA and DDS exactly, JPEG nearly; from standard input too', async () => {
    const raw = sharp(pixels(16, 8), { raw: { width: 16, height: 8, channels: 4 } });
    const image = { width: 16, height: 8, rgba: pixels(16, 8) };
    const files = {
      'n.png': await raw.clone().png().toBuffer(),
      'n.webp': await raw.clone().webp({ lossless: true, exact: true }).toBuffer(),
      'n.jpg': await raw.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      'n.tga': tga(image, { bits: 32, topDown: true, rle: true }),
      // TGA has no magic: it is known by its header when the name does not tell.
      'n.bin': tga(image, { bits: 24 }),
      'n.dds': encodeDds(image, { format: 'A8B8G8R8' }),
    };
    const { replace, open } = workplace(files);
    for (const name of [...Object.keys(files), '-']) {
      const { code, stderr } =
        name === '-'
          ? await cli(['texture', 'replace', '-', GLOW, join(tempFolder(files), 'n.png'), '-o', '-'], { stdin: stage })
          : await replace(GLOW, name, '--format', 'argb8888', '--overwrite');
      expect({ name, code, stderr }).toMatchObject({ code: 0 });
      if (name === '-') continue;
      const shown = open('b.svo').images!()[1]!.decode();
      const worst = shown.rgba.reduce((most, value, i) => Math.max(most, Math.abs(value - image.rgba[i]!)), 0);
      if (name === 'n.jpg') expect(worst).toBeLessThan(30);
      else expect(worst, name).toBe(0);
    }
  });

  test('the format and the chain of levels stay; --format, --mips and --resize change them', async () => {
    const { replace, open } = workplace({ 'n.png': await png(32, 32) });
    for (const [options, expected] of [
      [[], { width: 32, height: 32, format: 'DXT1', mips: 6 }],
      [['--mips', 'none'], { format: 'DXT1', mips: 1 }],
      [['--format', 'rgb888', '--mips', 'full', '--resize', '8x4'], { width: 8, height: 4, format: 'R8G8B8', mips: 4 }],
      [['--format', 'bc5', '--mip-space', 'linear'], { format: 'ATI2', mips: 6 }],
      [['--format', 'l8'], { format: 'L8' }],
    ] as const) {
      expect((await replace(BASE, 'n.png', ...options, '--overwrite')).code, options.join(' ')).toBe(0);
      expect(open('b.svo').images!()[0]).toMatchObject(expected);
    }
  });

  test('--resize scales colours and alpha apart', async () => {
    const flat = await sharp(
      Uint8Array.from({ length: 16 * 16 * 4 }, (_, i) => (i % 4 === 3 ? 0 : 200)),
      { raw: { width: 16, height: 16, channels: 4 } },
    )
      .png()
      .toBuffer();
    const { replace, open } = workplace({ 'n.png': flat });
    expect((await replace(GLOW, 'n.png', '--resize', '4x4', '--format', 'argb8888')).code).toBe(0);
    const { rgba } = open('b.svo').images!()[1]!.decode();
    expect(new Set(rgba.filter((_, i) => i % 4 === 3))).toEqual(new Set([0]));
    expect(new Set(rgba.filter((_, i) => i % 4 < 3))).toEqual(new Set([200]));
  });

  test('notes: transparency that the format does not keep, sides that are no powers of two', async () => {
    const { replace } = workplace({
      'soft.png': await png(16, 16, (i) => i & 255),
      'hard.png': await png(16, 16, (i) => (i & 8 ? 255 : 0)),
      'odd.png': await png(20, 16),
    });
    const notes = async (...args: Parameters<typeof replace>) =>
      (await replace(...args)).stderr.split('\n').filter((line) => line.startsWith('note'));
    expect(await notes(BASE, 'hard.png', '--format', 'rgb565')).toEqual([
      expect.stringContaining('keeps no transparency'),
    ]);
    expect(await notes(BASE, 'soft.png', '--overwrite')).toEqual([expect.stringContaining('fully opaque or fully')]);
    expect(await notes(BASE, 'hard.png', '--overwrite')).toEqual([]);
    expect(await notes(BASE, 'odd.png', '--overwrite')).toEqual([
      expect.stringContaining('20x16 are no powers of two'),
    ]);
  });

  test('pages of a font, textures of an archive, a texture alone; in place', async () => {
    const folder = tempFolder({ 'n.png': await png(256, 256, (i) => i & 255), 's.png': await png(8, 4) });
    const at = (name: string) => join(folder, name);
    for (const [kind, name, texture, image] of [
      ['font', 'oracle_mix_20pt.rfz', '#1', 'n.png'],
      ['font', 'RFO_ORACLE_MARU_18pt.svo', '#3', 'n.png'],
      ['nres', 'objects.rlb', '#1', 's.png'],
      ['texm', 'fmt8888.texm', '#0', 's.png'],
      ['dds', 'dxt5_16x16_m3.dds', '#0', 's.png'],
      ['dds', 'cube.dds', '#0', ''],
    ] as const) {
      const source = `${sampleDir(kind)}/${name}`;
      if (image === '') {
        const { code, stderr } = await cli(['texture', 'replace', source, texture, at('s.png'), '-o', at('c.dds')]);
        expect({ code, stderr }).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('one of an array or cube map'),
        });
        continue;
      }
      const { code, stderr } = await cli(['texture', 'replace', source, texture, at(image), '-o', at(name)]);
      expect({ name, code, stderr }).toMatchObject({ code: 0 });
      expect((await cli(['validate', at(name)])).code, name).toBe(0);
      expect((await cli(['diff', source, at(name)])).stdout, name).toMatch(/textures\[\d\]/);
    }
    const target = at('fmt8888.texm');
    expect((await cli(['texture', 'replace', target, '#0', at('n.png'), '--in-place'])).code).toBe(0);
    expect(existsSync(`${target}.bak`)).toBe(true);
  });

  test('a DDS file: as it is in its own format, or with --format source; else encoded in the old one', async () => {
    const image = { width: 8, height: 8, rgba: pixels(8, 8) };
    const dds = { dxt1: encodeDds(image, { format: 'DXT1', mips: 2 }), dxt5: encodeDds(image, { format: 'DXT5' }) };
    const { replace, open } = workplace({ '1.dds': dds.dxt1, '5.dds': dds.dxt5 });
    const stored = () => Buffer.from(readAvts(open('b.svo').bytes).chunks[1]!.data);
    await replace(BASE, '1.dds');
    expect(stored().equals(dds.dxt1)).toBe(true);
    await replace(BASE, '5.dds', '--overwrite');
    expect(readDds(new Uint8Array(stored())).format?.name).toBe('DXT1');
    await replace(BASE, '5.dds', '--format', 'source', '--overwrite');
    expect(stored().equals(dds.dxt5)).toBe(true);
    expect(decodeDds(readDds(new Uint8Array(stored()))).width).toBe(8);
  });

  test.each([
    [
      'nothing',
      'n.png',
      [],
      2,
      /nothing: there is no such texture\n {2}Expected #0 oracle_stage_base, #1 oracle_stage_glow/,
    ],
    ['#7', 'n.png', [], 2, /#7: there is no such texture/],
    [BASE, 'none.png', [], 3, /none\.png: no such file/],
    [BASE, 'cut.png', [], 4, /cut\.png: the picture cannot be decoded/],
    [BASE, 'empty.png', [], 4, /empty\.png: the file is empty\n {2}Give a PNG, JPEG, WebP, TGA or DDS file/],
    [BASE, 'text.png', [], 4, /text\.png: it is no picture that is read/],
    [BASE, 'cut.tga', [], 4, /cut\.tga: the TGA file is cut off: its texels need 1024 bytes/],
    [BASE, 'huge.tga', [], 4, /huge\.tga: the TGA header says 65535x65535 texels/],
    [BASE, 'cut.dds', ['--format', 'source'], 2, /the DDS file is cut off/],
    [BASE, 'n.png', ['--format', 'source'], 2, /not a DDS file/],
    [BASE, 'n.png', ['--format', 'bc7'], 2, /Allowed choices are keep, source, argb8888, rgb888, rgb565/],
    [BASE, 'n.png', ['--mips', '3'], 2, /Allowed choices are keep, full, none/],
    [BASE, 'n.png', ['--resize', '0x4'], 2, /"0x4" is not a size/],
    [BASE, 'n.png', ['--resize', '20000x4'], 2, /"20000x4" is not a size\n {2}Give it as 256x128, 1 to 16384/],
    [BASE, 'n.png', ['--resize', 'big'], 2, /"big" is not a size/],
  ] as const)('%s by %s %j is refused, and nothing is written', async (name, image, options, code, message) => {
    const good = await png(16, 16);
    const cut = tga({ width: 16, height: 16, rgba: pixels(16, 16) }, { bits: 32 }).subarray(0, 300);
    const huge = cut.slice();
    huge.set([255, 255, 255, 255], 12);
    const { replace, folder } = workplace({
      'n.png': good,
      'cut.png': good.subarray(0, 200),
      'empty.png': new Uint8Array(0),
      'text.png': new TextEncoder().encode('this is no picture, whatever its name says'),
      'cut.tga': cut,
      'huge.tga': huge,
      'cut.dds': encodeDds({ width: 16, height: 16, rgba: pixels(16, 16) }).subarray(0, 400),
    });
    const before = Object.keys(treeOf(folder));
    const result = await replace(name, image, ...options);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringMatching(message) });
    expect(Object.keys(treeOf(folder))).toEqual(before);
  });
});
