import {
  type BuildSvoOptions,
  buildSvo,
  bytesEqual,
  decodeDds,
  openAsset,
  type RawValues,
  readDds,
  type Scene,
  type SvoAsset,
} from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { exportGlb, glbToScene } from '../src/index.ts';
import { expectDrawnAlike, expectSameNodes, SVO_TOLERANCES, svoOwners } from './drawn.ts';
import { decodeImage, encodeImage } from './scenes.ts';
import { alphaTest, largeGrid, MODELS, morphedFace, skinnedTube, texturedBox, vertexColors } from './svo-models.ts';
import { expectClean } from './validate.ts';

/** Builds, and checks what holds for every file that is built: no finding, written back byte for byte. */
function built(scene: Scene, options: Partial<BuildSvoOptions> = {}): SvoAsset {
  const { bytes } = buildSvo(scene, { baseName: 'model', ...options });
  const asset = openAsset(bytes, { name: 'model.svo' }) as SvoAsset;
  expect(asset.check().diagnostics).toEqual([]);
  expect(bytesEqual(asset.write(), bytes)).toBe(true);
  return asset;
}

/** Through GLB, which the validator finds nothing in. */
async function throughGlb(scene: Scene, textures: 'png' | 'dds' = 'png'): Promise<Scene> {
  const { bytes } = await exportGlb(scene, { encodeImage, textures });
  if (textures === 'png') await expectClean(bytes);
  return await glbToScene(bytes, { decodeImage });
}

describe('glTF to SVO to glTF', () => {
  test.each(Object.entries(MODELS))('%s comes back the same', async (_, make) => {
    const source = await (await make()).read();
    const asset = built(source, { textureFormat: 'A8R8G8B8' });
    const read = await throughGlb(asset.scene!());
    const count = asset.svo.stevia.all('Node').length;
    expectSameNodes(read, source, count);
    // Nodes that the scene does not show come last in these models.
    expectDrawnAlike(read, { ...source, nodes: source.nodes.slice(0, count) }, SVO_TOLERANCES);
    for (const image of source.images) {
      expect(read.images.find((found) => found.name === image.name)!.decode()).toEqual(image.decode());
    }
  });

  test('more vertices than 16-bit indices reach', async () => {
    const source = await (await largeGrid()).read();
    const asset = built(source);
    expect(asset.svo.stevia.all('IndexBuffer')[0]).toMatchObject({ indexType: 4, indexNumber: 299 * 299 * 6 });
    expectDrawnAlike(asset.scene!(), source, SVO_TOLERANCES);
  }, 30_000);
});

describe.each(samplesIn('svo', '.svo'))('$name, exported and built again', ({ bytes, name }) => {
  const original = openAsset(bytes, { name }) as SvoAsset;
  const source = original.scene!();

  test.each(['png', 'dds'] as const)('draws the same, textures as %s', async (textures) => {
    const asset = built(await throughGlb(source, textures), { baseName: name.replace('.svo', '') });
    const read = asset.scene!();
    const owners = { read: svoOwners(read), source: svoOwners(source) };
    expectDrawnAlike(read, source, SVO_TOLERANCES, owners);
    expectSameNodes(read, source);
    for (const image of source.images) {
      const stored = readDds(read.images.find((found) => found.name === image.name)!.dds!);
      expect({ format: stored.format!.name, mips: stored.mips }).toEqual({
        format: readDds(image.dds!).format!.name,
        mips: readDds(image.dds!).mips,
      });
      // A texture that was compressed once more is near; any other is the same.
      const most = textures === 'png' && stored.format!.name === 'DXT5' ? 24 : 0;
      expect(largest(decodeDds(stored).rgba, image.decode().rgba)).toBeLessThanOrEqual(most);
    }
  });

  test('has the raw values of the original: states, parameters, samplers, sort data, names', async () => {
    const read = built(await throughGlb(source), { baseName: name.replace('.svo', '') }).scene!();
    expect(read.materials.map((m) => withoutIds(m.raw))).toEqual(source.materials.map((m) => withoutIds(m.raw)));
    const samplers = (scene: Scene) => new Map(scene.textures.map((t) => [t.name, withoutIds(t.raw)]));
    expect(samplers(read)).toEqual(samplers(source));
    const sorted = (scene: Scene) =>
      scene.meshes.map(({ name: mesh, raw, primitives }) => {
        const shapes = primitives.map((p) => p.raw.shape as RawValues);
        return [mesh, raw._sortGroup, shapes.map((s) => [s._name, s._sortDistanceOffset])];
      });
    expect(sorted(read)).toEqual(sorted(source));
    expect(read.nodes.map((n) => n.raw._blendIndex)).toEqual(source.nodes.map((n) => n.raw._blendIndex));
  });

  test('has the bounds of the original, object for object in its order', async () => {
    const asset = built(await throughGlb(source), { baseName: name.replace('.svo', '') });
    const kinds = (of: SvoAsset) => of.svo.yabx!.objects.map((o) => o.className);
    // The sample with one index buffer for two declarations gets one for each.
    if (!name.includes('golem')) expect(kinds(asset)).toEqual(kinds(original));
    const bounds = (of: SvoAsset) =>
      of.svo.stevia.all('Shape').map((s) => [...s.boundingSphere!, ...s.boundingBoxCenter!, ...s.boundingBoxSize!]);
    for (const [i, shape] of bounds(asset).entries()) {
      shape.forEach((value, k) => {
        expect(value).toBeCloseTo(bounds(original)[i]![k]!, 5);
      });
    }
  });
});

function largest(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

/** Raw values without ids, which may shift. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const ids = new Set(['id', '_value', '_texture', '_lighting', '_userParameter', '_image']);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ids.has(key))
      .map(([key, item]) => [key, withoutIds(item)]),
  );
}

describe('what is written', () => {
  test('a box: schema of 17 classes, chunks, ids, declaration and vertices', async () => {
    const { svo } = built(await (await texturedBox()).read(), { baseName: 'crate' });
    expect(svo.yabx!.classes).toHaveLength(17);
    expect(svo.avts.chunks.map((c) => [c.entry.name, c.entry.kind, c.entry.sequence, c.entry.size])).toEqual([
      ['__HndToSvo__crate.svo', 0, 0, svo.graphChunk!.data.length],
      // 16x16 DXT1, five levels: 128 + 32 blocks of 8 bytes, 8 for each of the last.
      ['__HndToSvo__planks.dds', 1, 1, 128 + (16 + 4 + 1 + 1 + 1) * 8],
      ['__HndToSvo__crate__PNT_0000.VBO', 2, 1, 24 * 24],
      ['__HndToSvo__crate__PNT.IBO', 3, 1, 36 * 2],
    ]);
    expect(svo.avts.chunks.every((c) => c.entry.offset % 0x80 === 0)).toBe(true);
    expect(svo.bytes.length % 0x80).toBe(0);
    expect(svo.yabx!.objects.map((o) => o.className!.replace('stevia::', ''))).toEqual([
      'Database',
      'State',
      'Texture',
      'Image',
      ...Array(4).fill(['Parameter', 'Variant']).flat(),
      'Mesh',
      'Shape',
      'Batch',
      'VertexBuffer',
      'VertexDeclaration',
      'VertexElement',
      'VertexElement',
      'VertexElement',
      'IndexBuffer',
      'Tree',
      'Node',
    ]);
    const [state] = svo.stevia.all('State');
    expect(state).toMatchObject({ cullMode: 2, blendFactorSrc: 1, blendFactorDst: 0, maxInfluence: 0, uvSet: 1 });
    expect(svo.stevia.all('Texture')[0]).toMatchObject({
      wrapU: 2,
      wrapV: 0,
      magFilter: 0,
      minFilter: 1,
      mipFilter: 1,
    });
    const [shape] = svo.stevia.all('Shape');
    expect(shape).toMatchObject({ boundingSphere: [0, 0, 0, Math.fround(Math.sqrt(3))], boundingBoxSize: [2, 2, 2] });
    // First corner: (1, -1, -1), normal +x as bytes, UV (0, 1).
    const vbo = svo.avts.chunks[2]!.data;
    const view = new DataView(vbo.buffer, vbo.byteOffset);
    expect([0, 4, 8, 16, 20].map((at) => view.getFloat32(at, true))).toEqual([1, -1, -1, 0, 1]);
    expect([...vbo.subarray(12, 16)]).toEqual([255, 128, 128, 255]);
  });

  test('a skin: one weight less than joints a vertex, blend indices by place in the Tree, inverse bind matrices', async () => {
    const { svo } = built(await (await skinnedTube()).read());
    expect(svo.stevia.all('State')[0]!.maxInfluence).toBe(3);
    const [buffer] = svo.stevia.all('VertexBuffer');
    expect(buffer).toMatchObject({ name: 'PNBWW', stride: 12 + 4 + 4 + 4 + 4, vertexNumber: 10 });
    const names = svo.stevia.all('Tree')[0]!.node!.map((id) => svo.stevia.get('Node', id)!.name);
    expect(names).toEqual(['hip', 'spine', 'head', 'Armature', 'Body']);
    const vbo = svo.avts.chunks[1]!.data;
    const view = new DataView(vbo.buffer, vbo.byteOffset);
    const skinOf = (v: number) => [
      ...vbo.subarray(v * 28 + 16, v * 28 + 20),
      view.getFloat32(v * 28 + 20, true),
      view.getFloat32(v * 28 + 24, true),
    ];
    expect(skinOf(0)).toEqual([0, 0, 0, 0, 1, 0]);
    expect(skinOf(4)).toEqual([0, 1, 2, 0, 0.5, 0.375]);
    expect(skinOf(6)).toEqual([1, 2, 0, 0, 0.5, 0.5]);
    expect(skinOf(8)).toEqual([2, 0, 0, 0, 1, 0]);
    const spine = svo.stevia.all('Node')[1]!;
    expect(spine.mtxBind).toEqual([1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1, 0]);
    expect(spine.mtxWorld).toEqual([1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1, 0]);
  });

  test('packed weights: four bytes with the sum 255, exact to 1/255', async () => {
    const source = await (await skinnedTube()).read();
    const asset = built(source, { weights: 'packed' });
    expect(asset.svo.stevia.all('VertexBuffer')[0]).toMatchObject({ name: 'PNBW', stride: 24 });
    const vbo = asset.svo.avts.chunks[1]!.data;
    for (let v = 0; v < 10; v++) {
      expect([0, 1, 2, 3].reduce((sum, c) => sum + vbo[v * 24 + 20 + c]!, 0)).toBe(255);
    }
    expectDrawnAlike(asset.scene!(), source, { ...SVO_TOLERANCES, weight: 1 / 255 });
  });

  test('morph targets: absolute positions in a buffer each, names, number of targets', async () => {
    const { svo } = built(await (await morphedFace()).read());
    const [shape] = svo.stevia.all('Shape');
    expect(shape!.blendTargetName).toEqual(['smile', '笑']);
    expect(shape!.blendTargetBindMatrix).toHaveLength(2);
    expect(svo.stevia.all('Batch')[0]!.vertexBufferList).toHaveLength(3);
    expect(svo.stevia.all('Tree')[0]!.blendTargetNumber).toBe(2);
    expect(svo.stevia.all('Node').map((n) => [n.name, n.blendIndex])).toEqual([
      ['Face', 0],
      ['笑', 1],
    ]);
    const smile = svo.avts.chunks.find((c) => c.entry.name.endsWith('PN_0001.VBO'))!.data;
    const view = new DataView(smile.buffer, smile.byteOffset);
    expect([0, 4, 8].map((at) => view.getFloat32(4 * 16 + at, true))).toEqual([1, 1.5, 0]);
    // (0.6, 0, 0.8) as bytes.
    expect([...smile.subarray(4 * 16 + 12, 4 * 16 + 16)]).toEqual([204, 128, 230, 255]);
  });

  test('vertex colours: RGBA bytes; an alpha test in steps of 1/255', async () => {
    const colours = built(await (await vertexColors()).read()).svo;
    const vbo = colours.avts.chunks[1]!.data;
    expect(colours.stevia.all('VertexBuffer')[0]!.name).toBe('PNC');
    expect([...vbo.subarray(3 * 20 + 16, 3 * 20 + 20)]).toEqual([128, 64, 32, 255]);
    const leaves = built(await (await alphaTest()).read()).svo;
    expect(leaves.stevia.all('State')[0]).toMatchObject({ alphaRef: 102, cullMode: 0, blendFactorSrc: 1 });
    expect(leaves.stevia.all('Image')[0]).toMatchObject({ maxMipmapLevel: 1, width: 16, fileName: 'leaf.dds' });
    expect(readDds(leaves.avts.chunks[1]!.data).format!.name).toBe('DXT5');
  });

  test('everything that has no place is in the losses', async () => {
    const { losses } = buildSvo(await (await skinnedTube()).read(), { baseName: 'x' });
    expect(losses).toContainEqual({ kind: 'left-out', what: 'animations', detail: 'the format has none', count: 1 });
    const scenes = buildSvo(await (await MODELS.severalScenes!()).read(), { baseName: 'x' }).losses;
    expect(scenes.map((l) => [l.kind, l.what, l.count])).toContainEqual(['left-out', 'scenes', 1]);
    const modes = buildSvo(await (await MODELS.primitiveModes!()).read(), { baseName: 'x' }).losses;
    expect(modes.map((l) => [l.kind, l.what, l.count])).toContainEqual(['left-out', 'mesh parts', 1]);
  });
});
