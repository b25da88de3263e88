import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/samples.ts';
import { readAvts } from '../../src/avts/read.ts';
import { buildAvts } from '../../src/avts/write.ts';
import { encodeDds } from '../../src/dds/encode.ts';
import { diffAssets } from '../../src/edit/diff.ts';
import { applyPatch, makePatch, type Patch } from '../../src/edit/patch.ts';
import { replacementFor } from '../../src/edit/replacement.ts';
import { editAsset } from '../../src/edit/session.ts';
import { openAsset } from '../../src/open.ts';
import { edited, graphSamples, same, sample } from './editable.ts';

const open = (bytes: Uint8Array) => openAsset(bytes, { name: '' });
const grey = (width: number, height: number, level: number) => ({
  width,
  height,
  rgba: new Uint8Array(width * height * 4).fill(level),
});

function withTexture(bytes: Uint8Array, index: number, width: number, height: number, level = 90): Uint8Array {
  return edited(bytes, (s) => {
    const texture = s.textures()[index]!;
    s.replaceTexture(texture, replacementFor(texture, grey(width, height, level)));
  });
}

describe('diffAssets', () => {
  const hero = sample('oracle_hero.svo');

  test('a file and itself do not differ', () => {
    for (const { bytes } of graphSamples()) expect(diffAssets(open(bytes), open(bytes.slice()))).toEqual([]);
  });

  test('fields by path with both values, and nothing that follows from them', () => {
    const changed = edited(hero, (s) => {
      s.set('State[0]._cullMode', 1);
      s.set('Node[1]._translation.y', 4.5);
      s.set('Database[0]._name', 'a much longer name than before');
    });
    expect(diffAssets(open(hero), open(changed))).toEqual([
      { kind: 'field', path: 'Database[0]._name', a: 'oracle_hero', b: 'a much longer name than before' },
      { kind: 'field', path: 'State[0]._cullMode', a: 2, b: 1 },
      expect.objectContaining({ kind: 'field', path: 'Node[1]._translation' }),
    ]);
  });

  test('a texture: size, format, and how far pixels are', () => {
    const changed = withTexture(hero, 0, 32, 32);
    const [difference] = diffAssets(open(hero), open(changed)).filter((d) => d.kind === 'texture');
    expect(difference).toMatchObject({ path: 'textures[0]', pixels: { total: 1024 } });
    expect(difference!.pixels!.different).toBeGreaterThan(500);
    const larger = diffAssets(open(hero), open(withTexture(hero, 0, 64, 64)));
    expect(larger.map((d) => d.path)).toEqual(
      expect.arrayContaining(['Image[0]._width', 'Image[0]._height', 'Image[0]._dataSize', 'textures[0]']),
    );
    expect(larger.every((d) => d.kind === 'field' || d.pixels === undefined)).toBe(true);
  });

  test('geometry by its chunk, with the position of the first difference', () => {
    const avts = readAvts(hero);
    const vbo = avts.chunks.find((c) => c.class === 'vbo')!;
    const changed = hero.slice();
    changed[vbo.entry.offset + 17]! ^= 0xff;
    const at = vbo.entry.offset + 17;
    expect(diffAssets(open(hero), open(changed))).toEqual([
      {
        kind: 'chunk',
        path: `chunks[${vbo.entry.index}]`,
        a: expect.objectContaining({ at }),
        b: expect.objectContaining({ at }),
      },
    ]);
  });

  test('every byte that differs is said, whatever it is', () => {
    for (let at = 0; at < hero.length; at += 331) {
      const changed = hero.slice();
      changed[at]! ^= 0x01;
      let other: ReturnType<typeof open>;
      try {
        other = open(changed);
      } catch {
        continue;
      }
      expect(diffAssets(open(hero), other).length, `byte ${at}`).toBeGreaterThan(0);
    }
  });

  test('chunks that only one file has, objects of another class, other kinds of files', () => {
    const avts = readAvts(hero);
    const chunks = avts.chunks.map(({ entry, data }) => {
      const { kind, sequence, nameField } = entry;
      return { name: nameField.subarray(0, nameField.indexOf(0)), kind, sequence, data };
    });
    const shorter = buildAvts(chunks.slice(0, -1), true);
    expect(diffAssets(open(hero), open(shorter))).toContainEqual(
      expect.objectContaining({ kind: 'chunk', b: undefined }),
    );
    expect(diffAssets(open(hero), open(sample('oracle_stage.svo'))).some((d) => d.kind === 'object')).toBe(true);
    expect(diffAssets(open(hero), open(sample('dxt1_alpha.dds')))).toEqual([
      { kind: 'format', path: '', a: 'svo', b: 'dds' },
    ]);
  });

  test('inside the SVO of a font', () => {
    const { bytes } = samplesIn('font', '.rfz')[0]!;
    const changed = edited(bytes, (s) => s.set('TextureResource[0].file.Image[0]._name', 'x'));
    expect(diffAssets(open(bytes), open(changed)).map((d) => d.path)).toEqual([
      'TextureResource[0].file.Image[0]._name',
    ]);
  });
});

describe('patches', () => {
  const applied = (bytes: Uint8Array, patch: Patch) => edited(bytes, (s) => applyPatch(s, patch));
  const hero = sample('oracle_hero.svo');
  const { bytes: font } = samplesIn('font', '.rfz')[0]!;
  const archive = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!.bytes;
  const vboChanged = (() => {
    const changed = hero.slice();
    const { entry } = readAvts(hero).chunks.find((c) => c.class === 'vbo')!;
    for (const at of [0, 5, 6, 7, entry.size - 1]) changed[entry.offset + at]! ^= 0x5a;
    return changed;
  })();

  test.each<[string, Uint8Array, Uint8Array]>([
    ['nothing', hero, hero],
    ['a field', hero, edited(hero, (s) => s.set('State[0]._cullMode', 1))],
    ['a longer text', hero, edited(hero, (s) => s.set('State[0]._name', 'x'.repeat(999)))],
    ['the name of the database', hero, edited(hero, (s) => s.setJson('name', 'x'))],
    ['a texture of the same size', hero, withTexture(hero, 0, 32, 32)],
    ['a texture of another size', hero, withTexture(hero, 0, 64, 16)],
    ['geometry', hero, vboChanged],
    ['a font page', font, withTexture(font, 1, 256, 512)],
    ['a font glyph', font, edited(font, (s) => s.set('Glyph[3].cell_inc_x', 99))],
    ['a DDS file', sample('dxt1_alpha.dds'), encodeDds(grey(8, 8, 3))],
    ['a texture of an archive', archive, withTexture(archive, 0, 16, 16)],
    [
      'a graph alone',
      sample('oracle_graph_be.yabx'),
      edited(sample('oracle_graph_be.yabx'), (s) => s.set('State[0]._name', 'é')),
    ],
  ])('%s: made from two files, it gives the second from the first', (_, a, b) => {
    const patch = makePatch(open(a), open(b));
    expect(same(applied(a, patch), b)).toBe(true);
    const viaJson: Patch = { fields: JSON.parse(JSON.stringify(patch.fields)), chunks: patch.chunks };
    expect(same(applied(a, viaJson), b)).toBe(true);
  });

  test('of a chunk of the same size only the changed bytes are held', () => {
    const { chunks, fields } = makePatch(open(hero), open(vboChanged));
    expect(fields).toEqual([]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]!.data).toHaveLength(5);
    expect(chunks[0]!.runs!.slice(0, 4)).toEqual([0, 1, 4, 3]);
    for (const { runs, data } of makePatch(open(hero), open(withTexture(hero, 0, 32, 32))).chunks) {
      expect(runs!.reduce((sum, n, i) => sum + (i % 2 ? n : 0), 0)).toBe(data.length);
    }
  });

  test('holds only fields that changed', () => {
    const changed = edited(hero, (s) => s.set('State[0]._name', 'mine'));
    expect(makePatch(open(hero), open(changed))).toEqual({
      fields: [{ path: 'State[0]._name', value: 'mine' }],
      chunks: [],
    });
  });

  test('files that differ in more are refused', () => {
    expect(() => makePatch(open(hero), open(font))).toThrow(/from svo to rfz/);
    expect(() => makePatch(open(hero), open(sample('oracle_stage.svo')))).toThrow(/no such difference \(object\)/);
    const residue = hero.slice();
    residue[8] = 1;
    expect(() => makePatch(open(hero), open(residue))).toThrow(/header|more than values and chunks/);
  });

  test('runs that do not fit the chunk are refused, and nothing changes', () => {
    const patch = makePatch(open(hero), open(vboChanged));
    for (const runs of [[0], [0, 4], [99999, 5], [-1, 5], [0, 1, 4, 5]]) {
      const session = editAsset(open(hero));
      const broken = { fields: [], chunks: [{ ...patch.chunks[0]!, runs }] };
      expect(() => applyPatch(session, broken)).toThrow(/runs do not fit/);
      expect(same(session.save(), hero)).toBe(true);
    }
  });
});
