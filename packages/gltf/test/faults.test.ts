import { formatLosses, type Loss } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { exportGlb, exportGltf, glbToScene } from '../src/index.ts';
import {
  decodeImage,
  encodeImage,
  identities,
  material,
  mesh,
  node,
  picture,
  quad,
  sceneOf,
  texture,
  triangle,
} from './scenes.ts';
import { expectClean, readGlb } from './validate.ts';

const loss = (losses: Loss[], what: string, detail: RegExp) =>
  losses.find((l) => l.what === what && detail.test(l.detail));

/** The values of an accessor, read without the code under test; all views here are tightly packed. */
function values({ json, bin }: ReturnType<typeof readGlb>, index: number): number[] {
  const accessor = json.accessors[index];
  const view = json.bufferViews[accessor.bufferView];
  const at = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[accessor.type as 'SCALAR'];
  const data = new DataView(bin.buffer, bin.byteOffset, bin.byteLength);
  return Array.from({ length: accessor.count * size }, (_, i) => {
    if (accessor.componentType === 5123) return data.getUint16(at + i * 2, true);
    if (accessor.componentType === 5125) return data.getUint32(at + i * 4, true);
    return data.getFloat32(at + i * 4, true);
  });
}

describe('known faults of exporters', () => {
  test('fault 029: zero and off normals, and a degenerate triangle only', async () => {
    const normals = Float32Array.of(0, 0, 0, 1.0002, 0, 0, 2, 0, 0);
    const degenerate = triangle({ indices: Uint32Array.of(0, 1, 1), normals: new Float32Array(9) });
    const { bytes, losses } = await exportGlb(
      sceneOf({ meshes: [mesh('a', [triangle({ normals })]), mesh('b', [degenerate])] }),
    );
    expect([...(await expectClean(bytes))]).toEqual(['ACCESSOR_INDEX_TRIANGLE_DEGENERATE']);
    const glb = readGlb(bytes);
    expect(values(glb, glb.json.meshes[0].primitives[0].attributes.NORMAL)).toEqual([0, 0, 1, 1, 0, 0, 1, 0, 0]);
    expect(values(glb, glb.json.meshes[1].primitives[0].attributes.NORMAL)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(loss(losses, 'normals', /unit length/)?.count).toBe(2);
    expect(loss(losses, 'normals', /faces around/)?.count).toBe(1);
    expect(loss(losses, 'normals', /set to \+Z/)?.count).toBe(3);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'fault 030: a position of %s',
    async (bad) => {
      const positions = Float32Array.of(5, 5, 5, bad, 0, 0, 7, 8, 9, 6, 6, 6);
      const part = quad({ positions, indices: Uint32Array.of(0, 1, 2, 0, 2, 3), uvs: [new Float32Array(8).fill(bad)] });
      const scene = sceneOf({ meshes: [mesh('m', [part])], nodes: [node('n', { mesh: 0, translation: [bad, 0, 0] })] });
      const { bytes, losses } = await exportGlb(scene);
      await expectClean(bytes);
      const glb = readGlb(bytes);
      expect(JSON.stringify(glb.json)).not.toContain('null');
      const position = glb.json.accessors[glb.json.meshes[0].primitives[0].attributes.POSITION];
      expect([position.min, position.max]).toEqual([
        [5, 5, 5],
        [7, 8, 9],
      ]);
      expect(values(glb, glb.json.meshes[0].primitives[0].indices)).toEqual([0, 2, 3]);
      expect(loss(losses, 'triangles', /not a finite/)).toMatchObject({ kind: 'left-out', count: 1 });
      expect(loss(losses, 'node transforms', /not finite/)?.count).toBe(1);
    },
  );

  test('fault 032: parts without triangles leave the node and no mesh', async () => {
    const scene = sceneOf({
      meshes: [
        mesh('empty', [
          triangle({ indices: new Uint32Array() }),
          triangle({ vertexCount: 0, positions: new Float32Array(), indices: new Uint32Array() }),
        ]),
      ],
      animations: [
        {
          name: 'a',
          raw: {},
          channels: [
            { node: 0, path: 'weights', times: Float32Array.of(0), values: Float32Array.of(1), interpolation: 'STEP' },
          ],
        },
      ],
    });
    const { bytes, losses } = await exportGlb(scene);
    await expectClean(bytes);
    const { json, chunks } = readGlb(bytes);
    expect(json.nodes).toEqual([{ name: 'empty' }]);
    for (const key of ['meshes', 'accessors', 'bufferViews', 'buffers', 'animations'])
      expect(json[key]).toBeUndefined();
    expect(chunks.length).toBe(1);
    expect(loss(losses, 'meshes', /without a triangle/)?.count).toBe(1);
  });

  test('fault 033: 65,535 vertices have 16-bit indices, one more has 32', async () => {
    for (const [vertexCount, type] of [
      [65535, 5123],
      [65536, 5125],
    ] as const) {
      const part = triangle({
        vertexCount,
        positions: new Float32Array(vertexCount * 3),
        indices: Uint32Array.of(0, 1, vertexCount - 1),
      });
      const { bytes } = await exportGlb(sceneOf({ meshes: [mesh('m', [part])] }));
      await expectClean(bytes);
      const glb = readGlb(bytes);
      expect(glb.json.accessors[glb.json.meshes[0].primitives[0].indices].componentType).toBe(type);
      expect(values(glb, glb.json.meshes[0].primitives[0].indices)).toEqual([0, 1, vertexCount - 1]);
    }
    const outside = await exportGlb(
      sceneOf({ meshes: [mesh('m', [triangle({ indices: Uint32Array.of(0, 1, 2, 0, 1, 0xffff) })])] }),
    );
    await expectClean(outside.bytes);
    expect(loss(outside.losses, 'triangles', /outside/)?.count).toBe(1);
  });

  test('fault 035: a list of 5 indices gives one triangle', async () => {
    const { bytes } = await exportGlb(
      sceneOf({ meshes: [mesh('m', [triangle({ indices: Uint32Array.of(0, 1, 2, 0, 1) })])] }),
    );
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(values(glb, glb.json.meshes[0].primitives[0].indices)).toEqual([0, 1, 2]);
  });

  test.each([0, 1, 2, 3])('fault 038 and 039: chunk padding and alignment, name %# letters longer', async (extra) => {
    const scene = sceneOf({ meshes: [mesh(`テスト${'x'.repeat(extra)}`, [triangle()])] });
    const { bytes } = await exportGlb(scene);
    await expectClean(bytes);
    const { json, bin, chunks } = readGlb(bytes);
    expect(chunks.map((c) => [c.type, c.start % 4, c.length % 4])).toEqual([
      [0x4e4f534a, 0, 0],
      [0x004e4942, 0, 0],
    ]);
    const text = new TextEncoder().encode(JSON.stringify(json));
    const padding = bytes.subarray(20 + text.length, chunks[0]!.start + chunks[0]!.length);
    expect(padding.length).toBeLessThan(4);
    expect([...padding].every((b) => b === 0x20)).toBe(true);
    expect(json.buffers[0].byteLength).toBeLessThanOrEqual(bin.length);
    expect([...bin.subarray(json.buffers[0].byteLength)].every((b) => b === 0)).toBe(true);
    for (const accessor of json.accessors) {
      expect((json.bufferViews[accessor.bufferView].byteOffset + (accessor.byteOffset ?? 0)) % 4).toBe(0);
    }
  });

  test('fault 040: one picture for two samplers and for images of equal bytes, names kept', async () => {
    const scene = sceneOf({
      meshes: [mesh('m', [quad({ material: 0 }), quad({ material: 1 }), quad({ material: 2 })])],
      materials: [0, 1, 2].map((t) => material(`m${t}`, { baseColorTexture: { texture: t, uv: 0 } })),
      textures: [texture('repeat', 0), texture('clamp', 0, { wrapU: 'clamp', wrapV: 'clamp' }), texture('twin', 1)],
      images: [picture('Ha.dds', 5), { ...picture('ha.dds', 5), raw: { id: 2 } }],
    });
    const { bytes } = await exportGlb(scene, { encodeImage });
    await expectClean(bytes);
    const { json } = readGlb(bytes);
    expect(json.images.length).toBe(1);
    expect(json.samplers.length).toBe(2);
    expect(json.textures.length).toBe(2);
    expect(json.images[0].extras.unbake).toMatchObject({
      name: 'Ha.dds',
      sameAs: [{ name: 'ha.dds', raw: { id: 2 } }],
    });
    expect(json.materials[2].pbrMetallicRoughness.baseColorTexture.extras.unbake.name).toBe('twin');
  });

  test('fault 044 and 045: weights sum to 1, zero weights follow the first joint, joints occur once', async () => {
    const part = quad({
      joints: Uint16Array.of(1, 0, 1, 1, /**/ 2, 2, 1, 0, /**/ 2, 1, 0, 0, /**/ 1, 9, 0, 0),
      weights: Float32Array.of(
        100 / 255,
        100 / 255,
        50 / 255,
        4 / 255,
        /**/ 0,
        0,
        0,
        0,
        /**/ 0.5,
        0.4,
        0,
        0,
        /**/ 0.5,
        0.5,
        Number.NaN,
        -1,
      ),
    });
    const scene = sceneOf({
      nodes: [node('a', { children: [1, 2] }), node('b'), node('c'), node('body', { mesh: 0, skin: 0 })],
      roots: [0, 3],
      meshes: [mesh('m', [part])],
      skins: [{ name: '', joints: [0, 1, 2], inverseBindMatrices: identities(3) }],
    });
    const { bytes, losses } = await exportGlb(scene);
    await expectClean(bytes);
    const glb = readGlb(bytes);
    const { JOINTS_0, WEIGHTS_0 } = glb.json.meshes[0].primitives[0].attributes;
    expect(values(glb, JOINTS_0)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0]);
    const weights = values(glb, WEIGHTS_0);
    expect(weights.slice(4, 8)).toEqual([1, 0, 0, 0]);
    expect(weights.slice(12)).toEqual([1, 0, 0, 0]);
    expect(weights[0]).toBeCloseTo(154 / 254, 6);
    for (let v = 0; v < 4; v++) {
      expect(Math.abs(weights.slice(v * 4, v * 4 + 4).reduce((a, b) => a + b) - 1)).toBeLessThan(2e-7 * 4);
    }
    expect(loss(losses, 'weights', /first joint/)?.count).toBe(1);
    expect(loss(losses, 'weights', /does not have/)?.count).toBe(1);
  });

  test('fault 047: the last row of inverse bind matrices is 0, 0, 0, 1, and there is one for each joint', async () => {
    const sheared = Float32Array.of(1, 0.5, 0, 0.25, 0, 1, 0, 1e-8, 0, 0, 1, 0, 4, 5, 6, 1.0001);
    const scene = sceneOf({
      nodes: [node('a', { children: [1] }), node('b'), node('body', { mesh: 0, skin: 0 })],
      roots: [0, 2],
      meshes: [mesh('m', [quad()])],
      skins: [{ name: '', joints: [0, 1], inverseBindMatrices: sheared }],
    });
    const { bytes } = await exportGlb(scene);
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(values(glb, glb.json.skins[0].inverseBindMatrices)).toEqual([
      ...[1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1],
      ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    ]);
  });

  test.each([false, true])(
    'fault 048: all parts of a mesh have the same targets, order swapped: %s',
    async (swapped) => {
      const delta = () => ({ positions: new Float32Array(12).fill(0.5), normals: new Float32Array(12).fill(0.25) });
      const parts = [quad({ targets: [delta(), delta()] }), triangle()];
      const { bytes } = await exportGlb(
        sceneOf({ meshes: [mesh('m', swapped ? parts.reverse() : parts, ['a', 'b'])] }),
      );
      await expectClean(bytes);
      const glb = readGlb(bytes);
      const [m] = glb.json.meshes;
      expect(m.primitives.map((p: { targets: object[] }) => p.targets.length)).toEqual([2, 2]);
      expect(m.weights).toEqual([0, 0]);
      expect(m.extras.targetNames).toEqual(['a', 'b']);
      const bare = m.primitives[swapped ? 0 : 1].targets[0];
      expect(Object.keys(bare)).toEqual(['POSITION']);
      expect(values(glb, bare.POSITION)).toEqual(new Array(9).fill(0));
    },
  );

  test('fault 049: target names as they are, in order, beside extras.unbake', async () => {
    const names = ['あ', 'a', 'a', '', 'b.c'];
    const targets = names.map((_, i) => ({ positions: new Float32Array(12).fill(i) }));
    const m = { ...mesh('m', [quad({ targets })], names), raw: { shape: 1 } };
    const { bytes } = await exportGlb(sceneOf({ meshes: [m] }));
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(glb.json.meshes[0].extras).toEqual({ unbake: { version: 1, raw: { shape: 1 } }, targetNames: names });
    expect((await glbToScene(bytes)).meshes[0]!.targetNames).toEqual(names);
    expect(values(glb, glb.json.meshes[0].primitives[0].targets[4].POSITION)[0]).toBe(4);
  });

  test('fault 050: rotations of length 2 and 0', async () => {
    const scene = sceneOf({
      nodes: [node('long', { rotation: [0, 2, 0, 0] }), node('none', { rotation: [0, 0, 0, 0] })],
    });
    const { bytes, losses } = await exportGlb(scene);
    await expectClean(bytes);
    const { json } = readGlb(bytes);
    expect(json.nodes).toEqual([{ name: 'long', rotation: [0, 1, 0, 0] }, { name: 'none' }]);
    expect(loss(losses, 'node transforms', /identity/)?.count).toBe(1);
  });

  test('fault 051: neighbouring keys take the short way', async () => {
    const q = (degrees: number, sign: number) => [
      0,
      0,
      sign * Math.sin((degrees * Math.PI) / 360),
      sign * Math.cos((degrees * Math.PI) / 360),
    ];
    const channel = {
      node: 0,
      path: 'rotation',
      times: Float32Array.of(0, 1, 2),
      values: Float32Array.from([q(10, 1), q(20, -1), q(30, 1)].flat()),
      interpolation: 'LINEAR',
    } as const;
    const { bytes } = await exportGlb(
      sceneOf({ nodes: [node('n')], animations: [{ name: '', raw: {}, channels: [channel] }] }),
    );
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(values(glb, glb.json.animations[0].samplers[0].output)).toEqual(
      [...Float32Array.from([q(10, 1), q(20, 1), q(30, 1)].flat())].map((v) => v + 0),
    );
    expect(channel.values[7]).toBeLessThan(0);
  });

  test('fault 054 and 055: times from 0 on, strictly increasing; other keys are dropped and counted', async () => {
    const times = Float32Array.of(-1, 0, 1, 1, 0.5, 2, Number.NaN, 3);
    const values8 = new Float32Array(24).map((_, i) => Math.floor(i / 3));
    values8[5 * 3] = Number.POSITIVE_INFINITY;
    const channel = { node: 0, path: 'scale', times, values: values8, interpolation: 'LINEAR' } as const;
    const { bytes, losses } = await exportGlb(
      sceneOf({ nodes: [node('n')], animations: [{ name: '', raw: {}, channels: [channel, channel] }] }),
    );
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(glb.json.animations[0].channels.length).toBe(1);
    expect(values(glb, glb.json.animations[0].samplers[0].input)).toEqual([0, 1, 3]);
    expect(values(glb, glb.json.animations[0].samplers[0].output)).toEqual([1, 1, 1, 2, 2, 2, 7, 7, 7]);
    expect(loss(losses, 'animation keys', /not later/)?.count).toBe(5);
  });

  test('fault 057: channels bind by node, whatever the names', async () => {
    const names = ['arm', 'arm', 'root', 'a.b[0]:c/d'];
    const channels = names.map((_, i) => ({
      node: i,
      path: 'translation' as const,
      times: Float32Array.of(0),
      values: Float32Array.of(i, 0, 0),
      interpolation: 'STEP' as const,
    }));
    const { bytes } = await exportGlb(
      sceneOf({ nodes: names.map((name) => node(name)), animations: [{ name: 'all', raw: {}, channels }] }),
    );
    await expectClean(bytes);
    const glb = readGlb(bytes);
    expect(glb.json.nodes.map((n: { name: string }) => n.name)).toEqual(names);
    const [animation] = glb.json.animations;
    for (const { sampler, target } of animation.channels) {
      expect(values(glb, animation.samplers[sampler].output)[0]).toBe(target.node);
    }
    expect((await glbToScene(bytes)).animations[0]!.channels.map((c) => [c.node, c.values[0]])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  test('fault 058: plain names on disk, encoded once in the file', async () => {
    const scene = sceneOf({
      meshes: [mesh('m', [quad({ material: 0 }), quad({ material: 1 }), quad({ material: 2 })])],
      materials: [0, 1, 2].map((t) => material(`m${t}`, { baseColorTexture: { texture: t, uv: 0 } })),
      textures: [0, 1, 2].map((i) => texture(`t${i}`, i)),
      images: [picture('10% #1 テ.dds', 1), picture('../../evil.dds', 2), picture('10% #1 テ.DDS', 3)],
    });
    const { files } = await exportGltf(scene, { encodeImage, baseName: 'my model%20' });
    expect([...files.keys()].sort()).toEqual(
      ['my model%20.gltf', 'my model%20.bin', '10% #1 テ.png', '10% #1 テ-2.png', '___.._evil.png'].sort(),
    );
    const text = new TextDecoder().decode([...files.values()][0]);
    const json = JSON.parse(text);
    expect(json.buffers[0].uri).toBe('my%20model%2520.bin');
    expect(json.images.map((i: { uri: string }) => i.uri)).toEqual([
      '10%25%20%231%20%E3%83%86.png',
      '___.._evil.png',
      '10%25%20%231%20%E3%83%86-2.png',
    ]);
    await expectClean([...files.values()][0]!, files);
  });

  test('fault 096: a picture above 256 KB, 200,000 vertices and 200,000 indices', async () => {
    const vertexCount = 200_000;
    const size = 320;
    const noise = new Uint8Array(size * size * 4);
    let state = 1;
    for (let i = 0; i < noise.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      noise[i] = state >>> 24;
    }
    const indices = new Uint32Array(199_998).map((_, i) => i);
    const positions = new Float32Array(vertexCount * 3).map((_, i) => i % 1000);
    const scene = sceneOf({
      meshes: [
        mesh('m', [
          triangle({ vertexCount, positions, indices, material: 0, uvs: [new Float32Array(vertexCount * 2)] }),
        ]),
      ],
      materials: [material('m', { baseColorTexture: { texture: 0, uv: 0 } })],
      textures: [texture('t', 0)],
      images: [
        { ...picture('noise'), width: size, height: size, decode: () => ({ width: size, height: size, rgba: noise }) },
      ],
    });
    const { bytes } = await exportGlb(scene, { encodeImage });
    const again = await glbToScene(bytes, { decodeImage });
    expect(again.images[0]!.encoded!.bytes.length).toBeGreaterThan(256 * 1024);
    expect(Buffer.compare(again.images[0]!.decode().rgba, noise)).toBe(0);
    expect(
      Buffer.compare(
        new Uint8Array(again.meshes[0]!.primitives[0]!.positions.buffer),
        new Uint8Array(positions.buffer),
      ),
    ).toBe(0);
  });
});

test('the loss report is a table in a fixed order, equal rows summed', async () => {
  const scene = sceneOf({
    nodes: [node('a', { mesh: 0 })],
    meshes: [
      mesh('m', [
        triangle({ material: 0, normals: new Float32Array(9) }),
        triangle({ material: 1, indices: new Uint32Array() }),
      ]),
    ],
    materials: [material('glow', { blend: 'additive' }), material('fire', { blend: 'additive' })],
  });
  scene.losses = [{ kind: 'left-out', what: 'collision hulls', detail: 'ask for them', count: 3 }];
  const { losses } = await exportGlb(scene);
  expect(formatLosses(losses)).toBe(
    [
      'exact         2  materials',
      'exact         1  triangles',
      'exact         1  nodes',
      'approximated  3  normals            zero or not finite, taken from the faces around',
      'extras        2  additive blending  shown as plain alpha blending; the mode is in extras',
      'left-out      3  collision hulls    ask for them',
      'left-out      1  mesh parts         without a triangle',
    ].join('\n'),
  );
});
