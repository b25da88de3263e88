import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/samples.ts';
import { readAvts } from '../../src/avts/read.ts';
import { decodeDds } from '../../src/dds/decode.ts';
import { encodeDds } from '../../src/dds/encode.ts';
import { readDds } from '../../src/dds/read.ts';
import { type ReplacementOptions, replacementFor } from '../../src/edit/replacement.ts';
import { editAsset } from '../../src/edit/session.ts';
import { findTexture } from '../../src/edit/texture.ts';
import { readNres } from '../../src/nres/read.ts';
import { openAsset } from '../../src/open.ts';
import type { RgbaImage } from '../../src/scene/scene.ts';
import { SvoEdit } from '../../src/svo/edit.ts';
import { openSvo } from '../../src/svo/open.ts';
import { EditError } from '../../src/yabx/edit-error.ts';
import { edited, refusal, same, sample } from './editable.ts';

const svoSamples = [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo')];
const parkan = [...samplesIn('texm', '.texm'), ...samplesIn('nres', '.rlb')];

/** A picture in which no two rows or columns are alike. */
function picture(width: number, height: number): RgbaImage {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = Math.floor(i / width);
    rgba.set([(x * 37) & 255, (y * 61) & 255, (x * y * 7) & 255, 255 - ((x + y) & 127)], 4 * i);
  }
  return { width, height, rgba };
}

function replaced(
  bytes: Uint8Array,
  index: number,
  source: RgbaImage | ReturnType<typeof readDds>,
  o?: ReplacementOptions,
) {
  return edited(bytes, (s) => {
    const texture = s.textures()[index]!;
    s.replaceTexture(texture, replacementFor(texture, source, o));
  });
}

const texturesOf = (bytes: Uint8Array) => editAsset(openAsset(bytes, { name: '' })).textures();

describe.each([...svoSamples, ...samplesIn('font', '.rfz'), ...samplesIn('dds', '.dds'), ...parkan])(
  'textures of $name',
  ({ bytes }) => {
    test('each replaced by its own decoded pixels gives the original bytes', () => {
      const images = openAsset(bytes, { name: '' }).images!();
      for (const [i, texture] of texturesOf(bytes).entries()) {
        if (texture.stored.kind === 'dds' && texture.stored.dds.problem) continue;
        if (/BC6H|BC7|BC[45]S|S$/.test(texture.format) && !canDecode(images[i]!)) continue;
        for (const mips of ['keep', texture.mips > 1 ? 'full' : 'none'] as const) {
          if (mips === 'full' && texture.mips !== fullCount(texture)) continue;
          expect(same(replaced(bytes, i, images[i]!.decode(), { mips }), bytes), `#${i} ${mips}`).toBe(true);
        }
      }
    });
  },
);

function fullCount({ width, height }: { width: number; height: number }): number {
  return 32 - Math.clz32(Math.max(width, height));
}

function canDecode(image: { decode(): unknown }): boolean {
  try {
    return image.decode() !== undefined;
  } catch {
    return false;
  }
}

describe.each(svoSamples)('another picture in $name', ({ bytes }) => {
  const before = readAvts(bytes);
  const images = openAsset(bytes, { name: '' }).images!();
  const path = (index: number) => `#${new SvoEdit(openSvo(bytes)).images[index]!.sources[0]!.id}`;

  test.each([
    ['larger', 2],
    ['smaller', 0.5],
    ['of another shape', 3],
  ])('%s: every other chunk stays, the file validates, fields follow, the picture is shown', (_, factor) => {
    for (const [i, image] of images.entries()) {
      const width = Math.max(1, Math.floor(image.width * factor));
      const height = factor === 3 ? image.height : Math.max(1, Math.floor(image.height * factor));
      const next = picture(width, height);
      const changed = replaced(bytes, i, next, { format: 'A8R8G8B8' });
      const asset = openAsset(changed, { name: '' });
      const after = readAvts(changed);
      const owners = after.chunks.filter((c, n) => c.class !== 'yabx' && !same(c.data, before.chunks[n]!.data));
      expect(owners).toHaveLength(1);
      const [chunk] = owners;
      expect(asset.check().diagnostics.filter((d) => d.severity !== 'info' && !/truncated/.test(d.code))).toEqual([]);
      const shown = asset.images!()[i]!.decode();
      expect([shown.width, shown.height]).toEqual([width, height]);
      expect(same(shown.rgba, next.rgba)).toBe(true);
      expect(['_width', '_height', '_dataSize'].map((n) => asset.find!(`${path(i)}.${n}`).value)).toEqual([
        width,
        height,
        chunk!.data.length,
      ]);
      const mips =
        image.mips === fullCount(image) && image.mips > 1 ? fullCount(next) : Math.min(image.mips, fullCount(next));
      expect(asset.find!(`${path(i)}._maxMipmapLevel`).value).toBe(mips);
      expect(asset.images!()[i]!.mips).toBe(mips);
      // And back: the DDS file as it was gives the file as it was, but for a chunk that was cut.
      const original = readDds(image.dds!);
      if (!original.truncated) expect(same(replaced(changed, i, original, { format: 'source' }), bytes)).toBe(true);
    }
  });

  test.each(['A8R8G8B8', 'R8G8B8', 'R5G6B5', 'A4R4G4B4', 'A1R5G5B5', 'L8', 'DXT1', 'DXT3', 'DXT5', 'ATI1', 'ATI2'])(
    'in format %s with each choice of mips',
    (format) => {
      for (const [mips, count] of [
        ['full', 5],
        ['none', 1],
      ] as const) {
        const changed = replaced(bytes, 0, picture(16, 8), { format, mips });
        const [texture] = texturesOf(changed);
        expect({ ...texture, stored: 0, bytes: 0 }).toMatchObject({ format, mips: count, width: 16, height: 8 });
        expect(openAsset(changed, { name: '' }).check().totals.error).toBe(0);
      }
    },
  );
});

describe('fault 071: replacing one of two textures', () => {
  const bytes = sample('oracle_stage.svo');

  test('the other texture keeps its bytes, own bytes change nothing, edits of both add up', () => {
    const [base, glow] = texturesOf(bytes);
    const changed = replaced(bytes, 0, picture(8, 8));
    expect(same(texturesOf(changed)[1]!.bytes, glow!.bytes)).toBe(true);
    expect(texturesOf(changed)[0]).toMatchObject({ format: base!.format, mips: 4, width: 8, height: 8 });
    expect(same(replaced(bytes, 0, readDds(base!.bytes), { format: 'source' }), bytes)).toBe(true);
    const both = replaced(changed, 1, picture(4, 4));
    expect(same(texturesOf(both)[0]!.bytes, texturesOf(changed)[0]!.bytes)).toBe(true);
  });

  test('one painted block changes that block and the levels below, no other block of level 0', () => {
    const [base] = texturesOf(bytes);
    const image = openAsset(bytes, { name: '' }).images!()[0]!.decode();
    const rgba = image.rgba.slice();
    rgba.set([255, 0, 255, 255], 0);
    const next = texturesOf(replaced(bytes, 0, { ...image, rgba }))[0]!;
    expect(same(next.bytes.subarray(0, 128), base!.bytes.subarray(0, 128))).toBe(true);
    const size = (image.width * image.height) / 2;
    expect(same(next.bytes.subarray(128 + 8, 128 + size), base!.bytes.subarray(128 + 8, 128 + size))).toBe(true);
    expect(same(next.bytes.subarray(128, 136), base!.bytes.subarray(128, 136))).toBe(false);
  });
});

describe('a font', () => {
  const { bytes } = samplesIn('font', '.rfz')[0]!;

  test('a page of another height: the last one tells tex_last_h, the other page and every glyph stay', () => {
    const old = texturesOf(bytes);
    const changed = replaced(bytes, 1, picture(256, 512));
    const next = texturesOf(changed);
    expect(next[1]).toMatchObject({ width: 256, height: 512, format: 'A4R4G4B4' });
    expect(same(next[0]!.bytes, old[0]!.bytes)).toBe(true);
    const asset = openAsset(changed, { name: '' });
    expect(asset.check().diagnostics).toEqual([]);
    const font = asset.info().font as { tex_last_h?: number };
    expect(JSON.stringify(font)).toContain('512');
    expect(same(replaced(changed, 1, readDds(old[1]!.bytes)), bytes)).toBe(true);
  });
});

describe('finding a texture by name', () => {
  const textures = texturesOf(sample('oracle_stage.svo'));

  test.each([
    ['#1', 1],
    ['oracle_stage_glow', 1],
    ['ORACLE_STAGE_GLOW', 1],
    ['oracle_stage_glow.DDS', 1],
    ['oracle_stage_base.png', 0],
    ['__HndToSvo__oracle_stage_base.dds', 0],
  ])('%s', (name, index) => expect(findTexture(textures, name)).toBe(textures[index]));

  test.each([
    ['#2', /#0 oracle_stage_base, #1 oracle_stage_glow/],
    ['oracle', /#0 oracle_stage_base, #1 oracle_stage_glow/],
  ])('%s is none, and those that are there are listed', (name, expected) => {
    expect(() => findTexture(textures, name)).toThrow(expected);
    expect(() => findTexture([], name)).toThrow(/the file has no textures/);
  });

  test('several of one name are told apart by number', () => {
    expect(() => findTexture([textures[0]!, textures[0]!], 'oracle_stage_base')).toThrow(/2 textures .* one of #0/);
  });
});

describe('what does not fit is refused', () => {
  const bytes = sample('oracle_stage.svo');
  const [texture] = texturesOf(bytes);
  const refused = (source: RgbaImage | ReturnType<typeof readDds>, options?: ReplacementOptions) => {
    try {
      replacementFor(texture!, source, options);
    } catch (error) {
      if (error instanceof EditError) return error;
      throw error;
    }
    throw new Error('it was taken');
  };

  test('a picture too large for any texture', () => {
    const error = refused({ width: 16385, height: 1, rgba: new Uint8Array(0) });
    expect(error).toMatchObject({ path: 'oracle_stage_base', reason: 'the picture is 16385x1' });
    expect(error.expected).toBe('1 to 16384 texels a side');
    expect(refused({ width: 0, height: 1, rgba: new Uint8Array(0) }).reason).toBe('the picture is 0x1');
  });

  test('a format that is not written, and a picture as it is', () => {
    expect(refused(picture(4, 4), { format: 'BC7' }).reason).toMatch(/BC7.*not a format that is written/);
    expect(refused(picture(4, 4), { format: 'source' }).reason).toMatch(/not a DDS file/);
  });

  test('a cut DDS file, and one with more pictures', () => {
    const dds = encodeDds(picture(16, 16), { format: 'DXT5' });
    expect(refused(readDds(dds.subarray(0, 200)), { format: 'source' }).reason).toMatch(/cut off/);
    expect(refused(readDds(sample('cube.dds')), { format: 'source' }).reason).toMatch(/holds 6 pictures/);
  });

  test('a face of a cube map of another size or format', () => {
    const cube = sample('cube.dds');
    const face = texturesOf(cube)[2]!;
    expect(() => replacementFor(face, picture(face.width * 2, face.height * 2))).toThrow(EditError);
    expect(() => replacementFor(face, picture(face.width, face.height), { format: 'L8' })).toThrow(EditError);
    const painted = replaced(cube, 2, picture(face.width, face.height));
    for (const [i, other] of texturesOf(cube).entries()) {
      const [a, b] = [other, texturesOf(painted)[i]!].map(
        (t) => openAsset(t.bytes, { name: '' }).images!()[i]!.decode().rgba,
      );
      expect(same(a!, b!)).toBe(i !== 2);
    }
  });

  test('a picture whose width does not fit the byte that a file gives it', () => {
    const document = openAsset(bytes, { name: '' }).toJson() as never as {
      yabx: { classes: { fields: { name: string; size: number }[] }[] };
    };
    for (const { fields } of document.yabx.classes) for (const f of fields) if (f.name === '_width') f.size = 1;
    const narrow = edited(bytes, (s) => s.apply(document as never, 'data'));
    const error = refusal(narrow, (s) => {
      const [first] = s.textures();
      s.replaceTexture(first!, encodeDds({ width: 300, height: 1, rgba: new Uint8Array(1200) }));
    });
    expect(error.path).toMatch(/_width$/);
    expect(error.expected).toMatch(/0 to 255/);
  });

  test('a graph has no textures', () => {
    expect(texturesOf(sample('oracle_graph_le.yabx'))).toEqual([]);
    expect(refusal(sample('oracle_graph_le.yabx'), (s) => s.replaceTexture(texture!, texture!.bytes)).reason).toMatch(
      /no chunks/,
    );
  });
});

describe('Texm', () => {
  test.each(['keep', '0', '565', '556', '4444', '88', '888', '8888'])('another picture in format %s', (format) => {
    for (const { bytes, name } of samplesIn('texm', '.texm')) {
      const [texture] = texturesOf(bytes);
      if (texture!.stored.kind !== 'texm' || texture!.mips === 0) continue;
      const changed = replaced(bytes, 0, picture(16, 16), { format });
      const [next] = texturesOf(changed);
      expect(next, name).toMatchObject({ width: 16, height: 16 });
      if (format === 'keep') expect(next!.format).toBe(texture!.format);
      expect(openAsset(changed, { name: '' }).check().totals.error).toBe(0);
      const back = openAsset(changed, { name: '' }).images!()[0]!.decode();
      if (format === '8888') expect(same(back.rgba, picture(16, 16).rgba)).toBe(true);
      const page = texture!.stored.texm.page;
      const after = next!.stored.kind === 'texm' ? next!.stored.texm.page : undefined;
      expect(after).toEqual(page);
    }
  });

  test('in an archive: the other entries stay', () => {
    const { bytes } = samplesIn('nres', '.rlb').filter((s) => s.name === 'objects.rlb')[0]!;
    const [texture] = texturesOf(bytes);
    const changed = readNres(replaced(bytes, 0, picture(64, 32)));
    for (const entry of readNres(bytes).entries) {
      expect(same(changed.entries[entry.index]!.data, entry.data), entry.name).toBe(entry.index !== texture!.owner);
    }
  });

  test('more than 256 colours do not fit a palette; rectangles of a page do not leave the picture', () => {
    const indexed = samplesIn('texm', '.texm').find((s) => s.name === 'fmt0.texm')!.bytes;
    expect(() => replacementFor(texturesOf(indexed)[0]!, picture(64, 64))).toThrow(/colours, its format has a palette/);
    const page = samplesIn('texm', '.texm').find((s) => s.name === 'fmt565.texm')!.bytes;
    expect(() => replacementFor(texturesOf(page)[0]!, picture(2, 2))).toThrow(/rectangle 0 of its Page block leaves/);
    expect(() => replacementFor(texturesOf(page)[0]!, picture(8, 8), { format: 'DXT1' })).toThrow(/no format "DXT1"/);
  });
});

test('a DDS file as source: as it is in its own format, else decoded', () => {
  const bytes = sample('oracle_stage.svo');
  const dxt1 = readDds(encodeDds(picture(32, 32), { format: 'DXT1', mips: 3 }));
  expect(texturesOf(replaced(bytes, 0, dxt1))[0]).toMatchObject({ format: 'DXT1', mips: 3, width: 32 });
  expect(texturesOf(replaced(bytes, 0, dxt1, { mips: 'full' }))[0]).toMatchObject({ format: 'DXT1', mips: 6 });
  const other = replaced(bytes, 1, dxt1);
  expect(texturesOf(other)[1]).toMatchObject({ format: 'A4R4G4B4', mips: 1, width: 32 });
  expect(texturesOf(replaced(bytes, 1, dxt1, { format: 'source' }))[1]).toMatchObject({ format: 'DXT1', mips: 3 });
  const shown = decodeDds(readDds(texturesOf(other)[1]!.bytes));
  expect(shown.rgba.length).toBe(32 * 32 * 4);
});
