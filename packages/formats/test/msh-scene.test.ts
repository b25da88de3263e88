import { describe, expect, test } from 'vitest';
import { type Sample, samplesIn } from '../../../test-support/samples.ts';
import type { Asset } from '../src/asset.ts';
import { encodeCp1251 } from '../src/binary/text.ts';
import { MAT0_TYPE } from '../src/mat0/types.ts';
import { MaterialResolver, type MaterialSources } from '../src/msh/materials.ts';
import { readMsh } from '../src/msh/read.ts';
import { INDICES, NORMALS, POSITIONS } from '../src/msh/tables.ts';
import { mshToScene } from '../src/msh/to-scene.ts';
import type { Msh } from '../src/msh/types.ts';
import { canonicalNres, editNres } from '../src/nres/layout.ts';
import { readNres } from '../src/nres/read.ts';
import { writeNres } from '../src/nres/write.ts';
import { openAsset, openEntry } from '../src/open.ts';
import type { Scene } from '../src/scene/scene.ts';
import { nodeWorldMatrices } from '../src/scene/world.ts';
import { encodeTexm } from '../src/texm/encode.ts';
import { TEXM_TYPE } from '../src/texm/types.ts';
import { writeTexm } from '../src/texm/write.ts';
import { formatWear } from '../src/wear/read.ts';

const samples = samplesIn('msh', '.msh');
const sample = (name: string) => samples.find((s) => s.name === `${name}.msh`)!;
const model = (name: string) => readMsh(sample(name).bytes);
const objects = samplesIn('nres', '.rlb').find((s) => s.name === 'objects.rlb')!;

/** Row-major to column-major. */
const columns = (m: number[]) => Array.from({ length: 16 }, (_, i) => m[(i % 4) * 4 + (i >> 2)]!);

const animated = samples.filter((s) => s.expected.restWorld);

describe.each(animated)('scene of $name', ({ bytes, expected }: Sample) => {
  const msh = readMsh(bytes);

  test('without a change of axes, nodes stand where the engine puts them', () => {
    const scene = mshToScene(msh, { axis: 'none' });
    const found = nodeWorldMatrices(scene);
    expected.restWorld.forEach((matrix: number[], i: number) => {
      columns(matrix).forEach((value, k) => {
        expect(Math.abs(found[i]![k]! - value)).toBeLessThan(1e-3);
      });
    });
    expect(scene.nodes.map((n) => n.name)).toEqual(
      expected.nodes.map((n: { name: string }, i: number) => n.name || `node_${i}`),
    );
  });

  test('baked axes and a root node put every vertex at the same place', () => {
    const posed = (scene: Scene) => {
      const world = nodeWorldMatrices(scene);
      return scene.nodes.flatMap((node, i) =>
        node.mesh === undefined
          ? []
          : scene.meshes[node.mesh]!.primitives.flatMap(({ positions }) => {
              const m = world[i]!;
              return Array.from({ length: positions.length / 3 }, (_, v) => {
                const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
                return [0, 1, 2].map((r) => m[r]! * x + m[r + 4]! * y + m[r + 8]! * z + m[r + 12]!);
              });
            }),
      );
    };
    const none = posed(mshToScene(msh, { axis: 'none' })).map(([x, y, z]) => [x, z, -y!]);
    for (const axis of ['bake', 'root'] as const) {
      const turned = posed(mshToScene(msh, { axis }));
      expect(turned.length).toBe(none.length);
      turned.forEach((point, i) => {
        point.forEach((value, k) => {
          expect(Math.abs(value - none[i]![k]!)).toBeLessThan(1e-5);
        });
      });
    }
  });

  test('each batch that is drawn has its triangles, unit normals and UVs', () => {
    const scene = mshToScene(msh, { axis: 'none', winding: 'keep' });
    for (const { primitives } of scene.meshes) {
      for (const p of primitives) {
        const { batch } = p.raw.msh as { batch: number };
        const corners = Array.from(p.indices, (i) => [...p.positions.subarray(i * 3, i * 3 + 3)]);
        const uvs = Array.from(p.indices, (i) => [...p.uvs[0]!.subarray(i * 2, i * 2 + 2)]);
        const vertices = expected.trianglesByBatch[batch].flat() as number[];
        expect(corners).toEqual(vertices.map((v) => expected.positions[v]));
        expect(uvs).toEqual(vertices.map((v) => expected.uvs[v]));
        for (let i = 0; i < p.vertexCount; i++) {
          expect(Math.abs(Math.hypot(...p.normals!.subarray(i * 3, i * 3 + 3)) - 1)).toBeLessThan(1e-6);
        }
      }
    }
  });
});

describe('levels, states and hulls', () => {
  const meshSlots = (scene: Scene) =>
    scene.nodes.map((n) => (n.mesh === undefined ? null : (scene.meshes[n.mesh]!.raw.msh as { slot: number }).slot));

  test('a node draws the slot of the chosen state and level, else nothing', () => {
    const turret = model('turret');
    expect(meshSlots(mshToScene(turret))).toEqual([0, 3, 5, 6, 8]);
    expect(meshSlots(mshToScene(turret, { lod: 1 }))).toEqual([1, 4, null, 6, null]);
    expect(meshSlots(mshToScene(turret, { state: 1 }))).toEqual([2, null, null, 7, null]);
    expect(() => mshToScene(turret, { lod: 5 })).toThrow(RangeError);
    expect(() => mshToScene(turret, { state: 3 })).toThrow(RangeError);
  });

  test('all levels hang on a node of their own, so that children stay and move', () => {
    const scene = mshToScene(model('turret'), { allLods: true });
    const holder = scene.nodes[0]!.children.map((i) => scene.nodes[i]!).find((n) => n.name === 'base_lod0')!;
    expect(scene.nodes[0]!.mesh).toBeUndefined();
    expect(holder.lods!.map((i) => scene.nodes[i]!.name)).toEqual(['base_lod1']);
    // barrel names the same slot twice: no second level.
    expect(scene.nodes[3]!.mesh).toBeDefined();
    expect(scene.nodes[3]!.children).toEqual([]);
  });

  test('hulls and collision levels are left out unless asked for', () => {
    const odd = model('odd');
    const collision: Msh = {
      ...odd,
      nodes: odd.nodes.map((n) => ({
        ...n,
        slots: Uint16Array.from(n.slots, (slot, i) => (i === 4 ? n.slots[0]! : slot)),
      })),
    };
    const plain = mshToScene(collision);
    expect(plain.losses).toContainEqual(expect.objectContaining({ what: 'collision geometry', count: 2 }));
    expect(plain.nodes.length).toBe(4);
    const names = mshToScene(collision, { hulls: true }).nodes.map((n) => n.name);
    expect(names).toEqual(['first', 'above', 'still', 'shared', 'first_collision', 'above_collision']);

    const hull: Msh = { ...odd, nodes: odd.nodes.map((n, i) => (i === 0 ? { ...n, flags: 0x20 } : n)) };
    expect(meshSlots(mshToScene(hull))).toEqual([null, 0, null, null]);
    expect(meshSlots(mshToScene(hull, { hulls: true })).slice(0, 4)).toEqual([0, 0, null, null]);
  });

  test('nodes that draw one slot share its mesh', () => {
    const scene = mshToScene(model('walker'));
    expect(scene.meshes.length).toBe(3);
    expect(scene.nodes[1]!.mesh).toBe(scene.nodes[3]!.mesh);
  });

  test('a legacy model shows every slot, unposed; its records are kept elsewhere', () => {
    const scene = mshToScene(model('legacy24'));
    expect(scene.nodes.map((n) => [n.name, n.mesh])).toEqual([
      ['slot_0', 0],
      ['slot_1', 1],
    ]);
    expect(scene.animations).toEqual([]);
  });
});

/** A model with some tables changed: their bytes, cut out of its own file. */
function changed(name: string, edit: (tables: Map<number, Uint8Array>) => void): Msh {
  const nres = readNres(sample(name).bytes.slice());
  const tables = new Map(nres.entries.map((e) => [e.type, e.data.slice()]));
  edit(tables);
  return readMsh(
    writeNres(
      editNres(
        nres,
        nres.entries.map((e) => ({ index: e.index, data: tables.get(e.type)! })),
      ),
    ),
  );
}

describe('odd geometry', () => {
  test('fault 037: normals beyond -127 are clamped, zero ones come from the faces, all are of unit length', () => {
    const scene = mshToScene(model('static'), { axis: 'none' });
    expect(scene.losses).toContainEqual(
      expect.objectContaining({ what: 'normals', detail: 'zero ones replaced by the faces around', count: 1 }),
    );
    // In order of use: vertex 2 (0.504 each), vertex 1 (zero: its face, after the batch was turned), vertex 0 (0x80).
    const { normals } = scene.meshes[0]!.primitives[0]!;
    const found = [...normals!.subarray(0, 9)].map((c) => Math.round(c * 1e6) / 1e6);
    const unit = Math.round(1e6 / Math.sqrt(3)) / 1e6;
    expect(found).toEqual([unit, unit, -unit, 1, 0, 0, -1, 0, 0]);
    expect(normals!.every(Number.isFinite)).toBe(true);
  });

  test('a position that is no number takes its triangles out, not the batch', () => {
    const msh = changed('odd', (tables) => {
      new DataView(tables.get(POSITIONS)!.buffer).setFloat32(0, Number.NaN, true);
    });
    const scene = mshToScene(msh);
    const [primitive] = scene.meshes[0]!.primitives;
    expect(primitive!.indices.length / 3).toBe(10);
    expect(primitive!.positions.every(Number.isFinite)).toBe(true);
    expect(scene.losses).toContainEqual(expect.objectContaining({ what: 'triangles', kind: 'left-out', count: 2 }));
  });

  test('a batch out of range is left out with its code; its node stays', () => {
    const msh = changed('odd', (tables) => {
      new DataView(tables.get(INDICES)!.buffer).setUint16(0, 24, true);
    });
    const scene = mshToScene(msh);
    expect(scene.meshes).toEqual([]);
    expect(scene.nodes.length).toBe(4);
    expect(scene.losses).toContainEqual(
      expect.objectContaining({ what: 'batches', detail: 'warning: msh/vertex-range' }),
    );
  });

  test('winding: auto turns a batch round that disagrees with its normals; keep and flip do what they say', () => {
    const inverted = changed('odd', (tables) => {
      const normals = tables.get(NORMALS)!;
      for (let i = 0; i < normals.length; i++) normals[i] = -normals[i]!;
    });
    const order = (msh: Msh, winding: 'auto' | 'keep' | 'flip') => [
      ...mshToScene(msh, { winding }).meshes[0]!.primitives[0]!.indices.subarray(0, 3),
    ];
    expect(order(model('odd'), 'auto')).toEqual([0, 1, 2]);
    expect(order(inverted, 'auto')).toEqual([0, 2, 1]);
    expect(order(inverted, 'keep')).toEqual([0, 1, 2]);
    expect(order(model('odd'), 'flip')).toEqual([0, 2, 1]);
  });

  test('fault 024: UVs are /1024, negative and above 1 kept, textures repeat', () => {
    const msh = changed('odd', (tables) => {
      const view = new DataView(tables.get(5)!.buffer);
      [1024, -512, 0, 2048, -32768, 32767].forEach((value, i) => {
        view.setInt16(2 * i, value, true);
      });
    });
    expect([...mshToScene(msh).meshes[0]!.primitives[0]!.uvs[0]!.subarray(0, 6)]).toEqual([
      1,
      -0.5,
      0,
      2,
      -32,
      Math.fround(32767 / 1024),
    ]);
  });

  test('a landscape is recognised, listed and not drawn', () => {
    const nres = readNres(sample('odd').bytes);
    const terrain = { name: Uint8Array.of(0x52), attr1: 0, attr2: 0, attr3: 0, data: Uint8Array.of(1, 2, 3) };
    const kept = nres.entries.filter((e) => e.type !== INDICES && e.type !== 13);
    const bytes = writeNres(
      canonicalNres(
        editNres({ ...nres, entries: kept.map((e, index) => ({ ...e, index })) }, [], [{ ...terrain, type: 21 }]),
      ),
    );
    const asset = openAsset(bytes, {});
    expect(asset.format).toBe('msh');
    expect(asset.info().kind).toBe('MSH landscape');
    expect(asset.check().diagnostics.map((d) => d.code)).toContain('msh/landscape');
    expect(asset.check().has('msh/table-missing')).toBe(false);
    const scene = asset.scene!();
    expect(scene.meshes).toEqual([]);
    expect(scene.losses).toContainEqual(expect.objectContaining({ kind: 'left-out', what: 'landscape' }));
  });

  test('slots that name the same batches again and again end', () => {
    const odd = model('odd');
    const batches = new Array(20000).fill(odd.batches[0]!);
    const slots = Array.from({ length: 100 }, () => ({ ...odd.slots[0]!, batchStart: 0, batchCount: 20000 }));
    const nodes = slots.map((_, i) => ({ ...odd.nodes[0]!, slots: new Uint16Array(15).fill(i) }));
    const scene = mshToScene({ ...odd, batches, slots, nodes });
    expect(scene.losses).toContainEqual(expect.objectContaining({ what: 'batches', kind: 'left-out' }));
  });

  test('fault 073: parents that form a circle give a finite tree', () => {
    for (const name of ['parent-cycle.msh', 'parent-after.msh']) {
      const { bytes } = samplesIn('msh/bad', '.msh').find((s) => s.name === name)!;
      const scene = mshToScene(readMsh(bytes));
      expect(nodeWorldMatrices(scene).filter(Boolean).length).toBe(scene.nodes.length);
    }
    const odd = model('odd');
    const far: Msh = { ...odd, nodes: odd.nodes.map((n) => ({ ...n, parent: 0xfffe })) };
    expect(mshToScene(far).roots).toEqual([0, 1, 2, 3]);
  });
});

describe('materials', () => {
  const archive = openAsset(objects.bytes, { name: objects.name });
  const sources: MaterialSources = {
    wear: formatWear(
      (openEntry(archive, archive.entries()[1]!).toJson() as { rows: { legacyId: number; name: string }[] }).rows.map(
        (row) => ({ ...row, nameBytes: encodeCp1251(row.name)! }),
      ),
    ),
    libraries: [
      archive.entries().map(({ index, name, data, more }) => {
        const { type, attr1, attr2 } = more as { type: number; attr1: number; attr2: number };
        return { library: objects.name, index, name, data, type, attr1, attr2 };
      }),
    ],
  };

  test('each batch resolves to the row, material and texture of the expectation', () => {
    const resolver = new MaterialResolver(sources);
    const msh = readMsh(archive.entries()[0]!.data);
    expect(
      msh.batches.map((batch, i) => {
        const { row, entry, mat0, fallback, texture } = resolver.resolve(batch);
        return {
          batch: i,
          wear: batch.wear,
          row,
          material: entry?.name,
          materialEntry: entry?.index,
          fallback,
          texture: mat0?.phases[0]?.texture,
          textureEntry: texture?.entry.index,
        };
      }),
    ).toEqual(objects.expected.materials);
  });

  test('a model opened from its archive finds them by itself, textures decode', () => {
    const scene = openEntry(archive, archive.entries()[0]!).scene!();
    expect(scene.name).toBe('turret');
    expect(scene.materials.map((m) => m.name)).toEqual(['Броня', 'STEEL']);
    for (const material of scene.materials) {
      const image = scene.images[scene.textures[material.baseColorTexture!.texture]!.image]!;
      const { width, height, rgba } = image.decode();
      expect([width, height, rgba.length]).toEqual([image.width, image.height, width * height * 4]);
    }
    expect(scene.losses.filter((l) => l.what === 'materials')).toEqual([]);
  });

  test('without an archive, models are untextured and the losses warn', () => {
    const scene = openAsset(sample('turret').bytes, { name: 'turret.msh' }).scene!();
    expect(scene.materials.map((m) => [m.name, m.baseColorTexture])).toEqual([
      ['material_1', undefined],
      ['material_0', undefined],
    ]);
    expect(scene.losses).toContainEqual({
      kind: 'left-out',
      what: 'materials',
      detail: 'warning: no WEAR list; shown without',
      count: 2,
    });
  });

  const rows = (...names: string[]) =>
    formatWear(names.map((name, legacyId) => ({ legacyId, name, nameBytes: encodeCp1251(name)! })));
  /** One phase of version 0 with this diffuse, sub-image and texture. */
  const mat0 = (texture: string, diffuse: number[] = [255, 255, 255, 100], subImage = 255) => {
    const name = new Uint8Array(16);
    name.set(encodeCp1251(texture)!);
    return Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, ...diffuse, 0, 0, 0, 0, 0, 0, 0, 0, 12, subImage, ...name]);
  };
  const red = { width: 2, height: 1, rgba: Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 255]) };
  const page = { declared: 1, rects: [{ x: 1, w: 1, y: 0, h: 1 }] };
  const texm = (withPage = false) => {
    const made = encodeTexm([red], { format: 8888 });
    return writeTexm(withPage ? { ...made, page } : made);
  };
  const entry = (index: number, type: number, name: string, data: Uint8Array, attr1 = 0) => {
    return { library: 'test.lib', index, name, type, attr1, attr2: 0, data };
  };
  const shown = (wear: MaterialSources['wear'], ...library: MaterialSources['libraries'][number]) =>
    mshToScene(model('odd'), {}, { wear, libraries: [library] });

  test('fault 023: byte 4 of the batch chooses the row, not bytes 2 and 3', () => {
    const msh = model('odd');
    const batch = { ...msh.batches[0]!, material: 1, wear: 2, lightmap: 7 };
    const resolver = new MaterialResolver({
      wear: rows('a', 'b', 'c'),
      libraries: [['a', 'b', 'c'].map((name, i) => entry(i, MAT0_TYPE, name, mat0(`t_${name}`)))],
    });
    expect(resolver.resolve(batch).entry?.name).toBe('c');
    const scene = mshToScene({ ...msh, batches: [batch] });
    expect(scene.meshes[0]!.primitives[0]!.raw.msh).toMatchObject({ material: 1, wear: 2, lightmap: 7 });
  });

  test('fault 066: names are found in any ASCII case', () => {
    const scene = shown(rows('Steel'), entry(0, MAT0_TYPE, 'STEEL', mat0('Tex')), entry(1, TEXM_TYPE, 'tEX', texm()));
    expect(scene.images.map((i) => i.name)).toEqual(['tEX']);
    expect(scene.losses.filter((l) => l.what === 'materials')).toEqual([]);
  });

  test('a missing material falls back to DEFAULT, then to the first one, and warns', () => {
    const other = entry(0, MAT0_TYPE, 'other', mat0('', [255, 0, 0, 100]));
    const standIn = entry(1, MAT0_TYPE, 'Default', mat0('', [0, 255, 0, 100]));
    expect(shown(rows('x'), other, standIn).materials[0]!.baseColor).toEqual([0, 1, 0, 1]);
    const scene = shown(rows('x'), other);
    expect(scene.materials[0]!.baseColor).toEqual([1, 0, 0, 1]);
    expect(scene.losses.filter((l) => l.what === 'materials').map((l) => l.detail)).toEqual([
      'warning: "other" stands in for a missing one',
      'warning: no material "x"; shown without',
    ]);
  });

  test('a damaged material or texture is a missing one', () => {
    const cut = shown(rows('x'), entry(0, MAT0_TYPE, 'x', new Uint8Array(2)));
    expect(cut.losses).toContainEqual(expect.objectContaining({ detail: expect.stringContaining('mat0/truncated') }));
    const bad = shown(rows('x'), entry(0, MAT0_TYPE, 'x', mat0('t')), entry(1, TEXM_TYPE, 't', new Uint8Array(40)));
    expect(bad.losses).toContainEqual(expect.objectContaining({ detail: expect.stringContaining('texm/magic') }));
    expect(bad.materials[0]!.baseColorTexture).toBeUndefined();
    const empty = shown(rows('x'), entry(0, MAT0_TYPE, 'x', new Uint8Array(4)));
    expect(empty.losses).toContainEqual(
      expect.objectContaining({ detail: 'warning: material "x" has no phase; shown without' }),
    );
  });

  test('attr1 gives the blend mode and the alpha test, a black diffuse is unlit', () => {
    const material = (attr1: number, diffuse?: number[]) =>
      shown(rows('x'), entry(0, MAT0_TYPE, 'x', mat0('', diffuse), attr1)).materials[0]!;
    expect([0, 4, 8, 12, 16].map((attr1) => material(attr1).blend)).toEqual([
      'opaque',
      'alpha',
      'additive',
      'multiply',
      'other',
    ]);
    expect(material(0).alphaCutoff).toBeUndefined();
    expect(material(4).alphaCutoff).toBeGreaterThan(0);
    expect(material(0).unlit).toBe(false);
    expect(material(0, [0, 0, 0, 50])).toMatchObject({ unlit: true, baseColor: [1, 1, 1, 0.5] });
  });

  test('a lightmap is named in the raw values, with its UVs as second set', () => {
    const list = rows('x').rows;
    const lightmaps = formatWear(list, rows('lm_a', 'lm_b').rows);
    const turret = model('turret');
    const batches = turret.batches.map((batch) => ({ ...batch, lightmap: 1 }));
    const scene = mshToScene({ ...turret, batches }, {}, { wear: lightmaps, libraries: [] });
    const [primitive] = scene.meshes[0]!.primitives;
    expect(primitive!.raw.msh).toMatchObject({ lightmap: 1, lightmapName: 'lm_b' });
    expect([...primitive!.uvs[1]!.subarray(0, 2)]).toEqual([...turret.lightmapUv.subarray(0, 2)].map((c) => c / 1024));
    expect(mshToScene(turret).meshes[0]!.primitives[0]!.uvs.length).toBe(1);
  });

  test('a sub-image is cut out of the picture', () => {
    const scene = shown(
      rows('x'),
      entry(0, MAT0_TYPE, 'x', mat0('t', undefined, 0)),
      entry(1, TEXM_TYPE, 't', texm(true)),
    );
    expect(scene.images[0]!.decode()).toEqual({ width: 1, height: 1, rgba: Uint8Array.from([0, 0, 255, 255]) });
    const whole = shown(
      rows('x'),
      entry(0, MAT0_TYPE, 'x', mat0('t', undefined, 1)),
      entry(1, TEXM_TYPE, 't', texm(true)),
    );
    expect(whole.images[0]!.width).toBe(2);
    expect(whole.losses).toContainEqual(expect.objectContaining({ what: 'sub-images' }));
  });

  test('archives and the WEAR file are asked for by name', () => {
    const asked: string[] = [];
    const findAsset = (name: string): Asset | undefined => {
      asked.push(name);
      if (name === 'turret.wea') return openEntry(archive, archive.entries()[1]!);
      return name === 'Material.lib' ? archive : undefined;
    };
    const scene = openAsset(sample('turret').bytes, { name: 'turret.msh' }).scene!({ findAsset });
    expect(asked.sort()).toEqual(['LightMap.lib', 'Material.lib', 'Textures.lib', 'palettes.lib', 'turret.wea']);
    expect(scene.materials.map((m) => m.name)).toEqual(['Броня', 'STEEL']);
  });
});
