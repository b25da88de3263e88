import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Sample, samplesIn } from '../../../test-support/samples.ts';
import { bytesEqual, concatBytes } from '../src/binary/bytes.ts';
import { coverageOf } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { FormatError } from '../src/diagnostics/format-error.ts';
import { openAsset } from '../src/open.ts';
import { compose, transpose } from '../src/scene/math.ts';
import type { Scene, ScenePrimitive } from '../src/scene/scene.ts';
import { nodeWorldMatrices } from '../src/scene/world.ts';
import type { SvoAsset } from '../src/svo/asset.ts';
import { geometryOf } from '../src/svo/geometry.ts';
import { chooseVariantValue, materialParameters } from '../src/svo/material.ts';
import { detectMatrixLayout, matrixFrom12 } from '../src/svo/matrix-layout.ts';
import { morphTargets } from '../src/svo/morph.ts';
import { nodeGraph } from '../src/svo/node-graph.ts';
import { completeWeights } from '../src/svo/skin.ts';
import { ELEMENT_TYPES } from '../src/svo/vertex-layout.ts';

const samples = samplesIn('svo', '.svo');

const open = (sample: Sample) => openAsset(sample.bytes, { name: sample.name }) as SvoAsset;

/** Equal within a relative tolerance, shape and all. */
function expectNear(actual: unknown, expected: unknown, tolerance: number, where = ''): void {
  if (typeof expected === 'number') {
    const near =
      typeof actual === 'number' && Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected));
    if (!near) expect.fail(`${where}: ${actual} is not ${expected}`);
  } else if (Array.isArray(expected)) {
    const list = Array.from(actual as ArrayLike<unknown>);
    expect(list.length, where).toBe(expected.length);
    for (let i = 0; i < expected.length; i++) expectNear(list[i], expected[i], tolerance, `${where}[${i}]`);
  } else expect(actual, where).toEqual(expected);
}

function rows(values: ArrayLike<number>, width: number): number[][] {
  const all: number[][] = [];
  for (let i = 0; i < values.length; i += width) all.push(Array.from({ length: width }, (_, c) => values[i + c]!));
  return all;
}

/** The primitive of the scene that shows this shape. */
function primitiveOf(scene: Scene, shape: number): ScenePrimitive {
  const all = scene.meshes.flatMap((m) => m.primitives);
  return all.find((p) => (p.raw.shape as { id: number }).id === shape)!;
}

describe.each(samples)('$name', (sample) => {
  const asset = open(sample);
  const { svo } = asset;
  const { stevia } = svo;
  const geometry = geometryOf(svo, new Report());
  const truth = sample.expected.scene;
  const scene = asset.scene!();
  const layout = detectMatrixLayout(stevia.all('Node'));

  test('every part of the expected scene is tested here', () => {
    const tested =
      'vertexBuffers indexBuffers batches meshes matrixLayout nodes matrixConvention skins morphs materials textures images';
    expect(Object.keys(truth).sort()).toEqual(tested.split(' ').sort());
  });

  test('the check finds no error', () => {
    expect(asset.check().diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  });

  test('vertex buffers', () => {
    expect(stevia.all('VertexBuffer').length).toBe(truth.vertexBuffers.length);
    for (const t of truth.vertexBuffers) {
      const buffer = geometry.vertexBuffer(t.id)!;
      expect({
        id: buffer.source.id,
        chunk: buffer.chunk.entry.name,
        vertices: buffer.vertexCount,
        stride: buffer.layout.stride,
        billboard: buffer.source.billboardType,
        declaration: buffer.source.vertexDeclaration,
        elements: buffer.layout.elements.map(({ usage, semantics, type, index, offset }) => ({
          usage,
          semantics,
          type,
          index,
          offset,
        })),
        strideMatches: buffer.layout.sum === buffer.layout.stride,
      }).toEqual({ ...t, streams: undefined });
      expect(buffer.layout.elements.map((e) => e.size)).toEqual(
        t.elements.map((e: { type: number }) => ELEMENT_TYPES[e.type]!.size),
      );
      expect(buffer.streams.map(({ usage, index }) => ({ usage, index }))).toEqual(
        t.streams.map(({ usage, index }: { usage: string; index: number }) => ({ usage, index })),
      );
      for (const [i, stream] of buffer.streams.entries()) {
        expectNear(rows(stream.values, stream.components), t.streams[i].values, 1e-5, stream.usage);
      }
    }
  });

  test('index buffers', () => {
    expect(stevia.all('IndexBuffer').length).toBe(truth.indexBuffers.length);
    for (const t of truth.indexBuffers) {
      const { source, chunk, values } = geometry.indexBuffer(t.id)!;
      expect({
        id: source.id,
        chunk: chunk.entry.name,
        type: source.indexType,
        count: values.length,
        values: Array.from(values),
      }).toEqual(t);
    }
  });

  test('batches', () => {
    expect(stevia.all('Batch').length).toBe(truth.batches.length);
    for (const t of truth.batches) {
      const { source, primitive, triangles } = geometry.batch(stevia.get('Batch', t.id)!)!;
      expect({
        id: source.id,
        primitive,
        vertexBuffers: source.vertexBufferList,
        indexBuffer: source.indexBuffer,
        indexStart: source.indexStart,
        indexNumber: source.indexNumber,
        vertexRange: [source.startNumber, source.endNumber],
        triangles: rows(triangles, 3),
      }).toEqual(t);
    }
  });

  test('meshes and shapes', () => {
    expect(stevia.all('Mesh').length).toBe(truth.meshes.length);
    for (const t of truth.meshes) {
      const mesh = stevia.get('Mesh', t.id)!;
      expect({ id: mesh.id, name: mesh.name, sortGroup: mesh.sortGroup }).toEqual({ ...t, shapes: undefined });
      const shapes = mesh.shape!.map((id) => {
        const shape = stevia.get('Shape', id)!;
        return {
          id: shape.id,
          name: shape.name,
          state: shape.state,
          batch: shape.batch,
          sphere: shape.boundingSphere,
          boxCenter: shape.boundingBoxCenter,
          boxSize: shape.boundingBoxSize,
          sortDistanceOffset: shape.sortDistanceOffset,
          targetNames: shape.blendTargetName,
        };
      });
      expect(shapes).toEqual(t.shapes);
    }
  });

  test('matrix layout', () => {
    const { compared: _, agreeing: __, ...decided } = layout;
    expect(decided).toEqual(truth.matrixLayout);
  });

  test('nodes in Tree order, with local, world and bind matrices', () => {
    const report = new Report();
    const graph = nodeGraph(stevia, report);
    expect(report.diagnostics).toEqual([]);
    const worlds = nodeWorldMatrices(scene);
    expect(graph.nodes.length).toBe(truth.nodes.length);
    for (const [i, t] of truth.nodes.entries()) {
      const node = graph.nodes[i]!;
      const shown = scene.nodes[i]!;
      const local = compose(shown.translation, shown.rotation, shown.scale);
      const parent = graph.parents[i]!;
      expect(shown.name).toBe(t.name);
      expect(shown.children.map((c) => graph.nodes[c]!.id)).toEqual(t.children);
      const found = {
        id: node.id,
        name: node.name,
        mesh: node.mesh,
        parent: parent === -1 ? 0 : graph.nodes[parent]!.id,
        children: graph.children[i]!.map((c) => graph.nodes[c]!.id),
        blendIndex: node.blendIndex,
        translation: node.translation,
        quaternionStored: node.quaternion,
        scale: node.scale,
        rotation: node.rotation,
      };
      const { local: tLocal, world: tWorld, bind: tBind, ...rest } = t;
      expect(found).toEqual(rest);
      expectNear(transpose(local), tLocal, 1e-4, `${t.name}.local`);
      expectNear(transpose(worlds[i]!), tWorld, 1e-4, `${t.name}.world`);
      expectNear(transpose(matrixFrom12(node.mtxBind!, layout.layout)), tBind, 1e-4, `${t.name}.bind`);
    }
    expect(scene.roots.filter((r) => r < truth.nodes.length).map((r) => graph.nodes[r]!.id)).toEqual(
      truth.nodes.filter((n: { parent: number }) => n.parent === 0).map((n: { id: number }) => n.id),
    );
  });

  test('skins', () => {
    expect(scene.skins.length).toBe(truth.skins.length > 0 ? 1 : 0);
    const skinned = scene.meshes.flatMap((m) => m.primitives).filter((p) => p.joints);
    expect(skinned.length).toBe(truth.skins.length);
    for (const t of truth.skins) {
      const shape = stevia.get('Shape', t.shape)!;
      const buffer = geometry.batch(stevia.get('Batch', shape.batch)!)!.vertexBuffers[0]!;
      const influences = stevia.get('State', shape.state)!.maxInfluence;
      expect(influences).toBe(t.influences);
      const joints = stevia.all('Tree')[0]!.node!.length;
      const skin = completeWeights(buffer.streams, 0, buffer.vertexCount, influences, joints)!;
      expect(rows(skin.joints, 4)).toEqual(t.joints);
      expectNear(rows(skin.weights, 4), t.weights, 1e-5, 'weights');
      const primitive = primitiveOf(scene, t.shape);
      expect(primitive.raw.firstVertex).toBe(0);
      expectNear(byJoint(primitive.joints!, primitive.weights!), byJoint(t.joints.flat(), t.weights.flat()), 1e-5);
    }
    for (const skin of scene.skins) {
      expect(skin.joints).toEqual(truth.nodes.map((_: unknown, i: number) => i));
      for (const [i, t] of truth.nodes.entries()) {
        const matrix = skin.inverseBindMatrices.subarray(i * 16, i * 16 + 16);
        expectNear(transpose(matrix), t.bind, 1e-4, `${t.name}.inverseBind`);
        expect([3, 7, 11, 15].map((k) => matrix[k])).toEqual([0, 0, 0, 1]);
      }
    }
  });

  test('morph targets', () => {
    const shapes = stevia.all('Shape').filter((s) => (s.blendTargetName ?? []).length > 0);
    expect(shapes.length).toBe(truth.morphs.length);
    for (const t of truth.morphs) {
      const shape = stevia.get('Shape', t.shape)!;
      const targets = morphTargets(shape, geometry.batch(stevia.get('Batch', shape.batch)!)!)!;
      expect(targets.map((x) => x.name)).toEqual(t.names);
      expect(targets !== undefined).toBe(t.active);
      const primitive = primitiveOf(scene, t.shape);
      for (const [i, target] of targets.entries()) {
        expect(target.buffer).toBe(t.targets[i].buffer);
        expectNear(rows(target.positions, 3), t.targets[i].positionDeltas, 1e-5, 'positions');
        expectNear(rows(target.normals!, 3), t.targets[i].normalDeltas, 1e-5, 'normals');
        expect(primitive.targets[i]).toEqual({ positions: target.positions, normals: target.normals });
      }
      expect(scene.meshes.find((m) => m.primitives.includes(primitive))!.targetNames).toEqual(t.names);
    }
  });

  test('triangles and positions of the scene are those of the batches', () => {
    for (const mesh of truth.meshes) {
      for (const t of mesh.shapes) {
        const batch = truth.batches.find((b: { id: number }) => b.id === t.batch);
        const buffer = truth.vertexBuffers.find((v: { id: number }) => v.id === batch.vertexBuffers[0]);
        const primitive = primitiveOf(scene, t.id);
        const first = primitive.raw.firstVertex as number;
        expect(rows(primitive.indices, 3).map((tri) => tri.map((i) => i + first))).toEqual(batch.triangles);
        const positions = buffer.streams[0].values.slice(first, first + primitive.vertexCount);
        expectNear(rows(primitive.positions, 3), positions, 1e-5, 'positions');
        for (const [x, y, z] of rows(primitive.normals!, 3)) expect(Math.hypot(x!, y!, z!)).toBeCloseTo(1, 5);
      }
    }
  });

  test('materials', () => {
    expect(stevia.all('State').length).toBe(truth.materials.length);
    for (const t of truth.materials) {
      const state = stevia.get('State', t.id)!;
      const parameters = materialParameters(stevia, state);
      expect({
        id: state.id,
        name: state.name,
        fillType: state.fillType,
        alphaRef: state.alphaRef,
        cullMode: state.cullMode,
        transparentDoubleSide: state.transparentDoubleSide,
        maxInfluence: state.maxInfluence,
        uvSet: state.uvSet,
        blendOperation: state.blendOperation,
        blendFactorSrc: state.blendFactorSrc,
        blendFactorDst: state.blendFactorDst,
        shaderName: state.shaderName,
        textures: state.texture,
        parameters: parameters.map(({ parameter, list, variant }) => ({
          id: parameter.id,
          list,
          name: parameter.name,
          userID: parameter.userID,
          variant: {
            variantType: variant!.variantType,
            valueF32: variant!.valueF32,
            valueS32: variant!.valueS32,
            valueColor: variant!.valueColor,
            valueString: variant!.valueString,
          },
        })),
      }).toEqual(t);
      for (const { variant, value } of parameters) expect(value).toEqual(chooseVariantValue(variant!));
      const material = scene.materials.find((m) => m.raw.id === t.id)!;
      expect(material.name).toBe(t.name);
      const raw = material.raw as { state: object; parameters: { _name: string; variant: object }[] };
      expect(Object.keys(raw.state).sort()).toEqual(state.object.fields.map((f) => f.name).sort());
      expect(raw.parameters.map((p) => p._name)).toEqual(t.parameters.map((p: { name: string }) => p.name));
    }
  });

  test('textures', () => {
    expect(stevia.all('Texture').length).toBe(truth.textures.length);
    for (const t of truth.textures) {
      const x = stevia.get('Texture', t.id)!;
      expect({
        id: x.id,
        name: x.name,
        wrapU: x.wrapU,
        wrapV: x.wrapV,
        minFilter: x.minFilter,
        magFilter: x.magFilter,
        mipFilter: x.mipFilter,
        anisoNumber: x.anisoNumber,
        lodBias: x.lodBias,
        uvSetIndex: x.uvSetIndex,
        textureType: x.textureType,
        image: x.image,
      }).toEqual(t);
    }
  });

  test('images, with the pixels of level 0', () => {
    expect(stevia.all('Image').length).toBe(truth.images.length);
    expect(asset.images!().length).toBe(truth.images.length);
    for (const [i, t] of truth.images.entries()) {
      const source = stevia.get('Image', t.id)!;
      const shown = scene.images.find((x) => (x.raw.sources as { id: number }[]).some((s) => s.id === t.id))!;
      const at = stevia.all('Image').findIndex((x) => x.id === t.id);
      const { decode, ...facts } = asset.images!()[at]!;
      expect(source.width, `image ${i}`).toBe(t.imageWidth);
      expect(source.height).toBe(t.imageHeight);
      expect(source.format).toBe(t.formatCode);
      expect(shown.raw.chunk).toBe(t.chunk);
      expect(facts).toMatchObject({ width: t.dds.width, height: t.dds.height, format: t.dds.format, mips: t.dds.mips });
      for (const image of [decode(0), shown.decode()]) {
        expect(createHash('sha256').update(image.rgba).digest('hex')).toBe(t.dds.rgba8Sha256);
      }
    }
  });

  test('written back from its records, and as a window on a larger buffer, byte for byte', () => {
    expect(bytesEqual(asset.write(), sample.bytes)).toBe(true);
    const dirty = concatBytes([new Uint8Array(5).fill(0xcc), sample.bytes, new Uint8Array(3).fill(0xdd)]);
    const window = openAsset(dirty.subarray(5, 5 + sample.bytes.length), { name: sample.name });
    expect(bytesEqual(window.write(), sample.bytes)).toBe(true);
    expect(window.toJson()).toEqual(asset.toJson());
    expect(plain(window.scene!())).toEqual(plain(scene));
  });

  test('the trace explains every byte but gaps that are not zero, once', () => {
    const coverage = coverageOf(asset.trace().root, sample.bytes.length);
    const unexplained = sample.expected.avts.gaps
      .filter((g: { zero: boolean }) => !g.zero)
      .map((g: { offset: number; size: number }) => ({ start: g.offset, end: g.offset + g.size }));
    expect(coverage.gaps).toEqual(unexplained);
    expect(coverage.overlaps).toEqual([]);
  });

  test('positions of findings and traces count from the outer file', () => {
    const embedded = openAsset(sample.bytes, { name: sample.name, base: 0x1000 });
    const places = (a: SvoAsset | typeof embedded) => a.check().diagnostics.map((d) => d.offset);
    expect(places(embedded)).toEqual(places(asset).map((at) => at + 0x1000));
    const end = 0x1000 + sample.bytes.length;
    const { gaps, overlaps } = coverageOf(embedded.trace().root, end, 0x1000);
    expect(overlaps).toEqual([]);
    expect(gaps.length).toBe(coverageOf(asset.trace().root, sample.bytes.length).gaps.length);
  });

  test('truncated at every 64 bytes: a FormatError at most, and no error of another kind', () => {
    for (let length = 0; length < sample.bytes.length; length += 64) {
      const cut = sample.bytes.slice(0, length);
      try {
        const short = openAsset(cut, { name: sample.name }) as SvoAsset;
        short.check();
        expect(bytesEqual(short.write(), cut)).toBe(true);
        if (length % 1024 !== 0) continue;
        short.info();
        short.toJson();
        short.trace();
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        expect(error.code).toBe('avts/truncated');
      }
    }
  }, 60_000);
});

/** Without the functions, which are never equal. */
function plain(scene: Scene): unknown {
  return { ...scene, images: scene.images.map(({ decode: _, ...rest }) => rest) };
}

/** Weight of each joint, vertex by vertex, as sorted pairs. */
function byJoint(joints: ArrayLike<number>, weights: ArrayLike<number>): number[][][] {
  return rows(joints, 4).map((slots, v) => {
    const sums = new Map<number, number>();
    for (const [i, joint] of slots.entries()) {
      const weight = weights[v * 4 + i]!;
      if (weight > 0) sums.set(joint, (sums.get(joint) ?? 0) + weight);
    }
    return [...sums].sort((a, b) => a[0] - b[0]);
  });
}
