import { expect } from 'vitest';
import type { Asset } from '../packages/formats/src/asset.ts';
import { coverageOf } from '../packages/formats/src/binary/trace.ts';
import { FormatError } from '../packages/formats/src/diagnostics/format-error.ts';
import { openAsset } from '../packages/formats/src/open.ts';
import type { Scene, ScenePrimitive } from '../packages/formats/src/scene/scene.ts';

/** What every format promises for any bytes: only FormatError, every finding inside the file, and the same bytes back. */
export function checkAsset(bytes: Uint8Array, name: string): void {
  const asset = attempt(() => openAsset(bytes, { name }));
  if (!asset) return;
  for (const { offset, length } of asset.check().diagnostics) {
    if (!(offset >= 0 && length >= 0)) throw new Error(`a finding at ${offset}+${length}`);
  }
  asset.info();
  expectSameBytes(asset.write(), bytes);
  JSON.stringify(asset.toJson());
  checkTrace(asset);
  const entries = asset.entries();
  for (const { data } of entries.slice(0, 16)) attempt(() => openAsset(data, { name: 'entry' }).check());
  for (const image of asset.images?.() ?? []) {
    attempt(() => {
      const { width, height, rgba } = image.decode();
      if (rgba.length !== width * height * 4) throw new Error('a picture of another size than it says');
    });
  }
  const scene = attempt(() => asset.scene?.());
  if (scene) checkScene(scene);
}

/** The result, or undefined for a FormatError; anything else goes on. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

export function expectSameBytes(written: Uint8Array, bytes: Uint8Array): void {
  if (Buffer.compare(written, bytes) === 0) return;
  expect(written.length, 'size of what is written').toBe(bytes.length);
  const at = bytes.findIndex((byte, i) => written[i] !== byte);
  throw new Error(`byte ${at} is written as ${written[at]}, was ${bytes[at]}`);
}

function checkTrace(asset: Asset): void {
  const { root } = asset.trace();
  for (const { start, end, path } of coverageOf(root, root.end, root.start).covered) {
    if (start < root.start || end > root.end) throw new Error(`${path} lies outside the file: ${start}..${end}`);
  }
}

/** What exporters rely on (scene.ts). */
function checkScene(scene: Scene): void {
  const parents = new Map<number, number>();
  for (const [i, node] of scene.nodes.entries()) {
    expectFinite([...node.translation, ...node.rotation, ...node.scale], `node ${i}`);
    const length = Math.hypot(...node.rotation);
    if (Math.abs(length - 1) > 1e-5) throw new Error(`node ${i} has a rotation of length ${length}`);
    for (const child of node.children) {
      if (parents.has(child)) throw new Error(`node ${child} has two parents`);
      if (!scene.nodes[child]) throw new Error(`node ${child} is not there`);
      parents.set(child, i);
    }
    if (node.mesh !== undefined && !scene.meshes[node.mesh]) throw new Error(`mesh ${node.mesh} is not there`);
    if (node.skin !== undefined && !scene.skins[node.skin]) throw new Error(`skin ${node.skin} is not there`);
  }
  let reached = 0;
  const stack = [...scene.roots];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (++reached > scene.nodes.length) throw new Error('the nodes are no tree');
    for (const child of scene.nodes[at]!.children) stack.push(child);
  }
  for (const mesh of scene.meshes) {
    for (const primitive of mesh.primitives) {
      if (primitive.targets.length !== mesh.targetNames.length) throw new Error('targets and their names differ');
      checkPrimitive(primitive);
      if (primitive.material !== undefined && !scene.materials[primitive.material]) {
        throw new Error(`material ${primitive.material} is not there`);
      }
    }
  }
  for (const { image } of scene.textures) if (!scene.images[image]) throw new Error(`image ${image} is not there`);
  for (const { joints, inverseBindMatrices } of scene.skins) {
    if (inverseBindMatrices.length !== joints.length * 16) throw new Error('not one matrix a joint');
    expectFinite(inverseBindMatrices, 'inverse bind matrices');
  }
}

function checkPrimitive(primitive: ScenePrimitive): void {
  const { vertexCount, indices } = primitive;
  if (indices.length % 3 !== 0) throw new Error(`${indices.length} indices are no triangles`);
  for (const index of indices) if (index >= vertexCount) throw new Error(`index ${index} of ${vertexCount} vertices`);
  const attributes: [string, ArrayLike<number> | undefined, number][] = [
    ['positions', primitive.positions, 3],
    ['normals', primitive.normals, 3],
    ['tangents', primitive.tangents, 4],
    ['colors', primitive.colors, 4],
    ['joints', primitive.joints, 4],
    ['weights', primitive.weights, 4],
    ...primitive.uvs.map((uv): [string, Float32Array, number] => ['uvs', uv, 2]),
    ...primitive.targets.map(({ positions }): [string, Float32Array, number] => ['targets', positions, 3]),
  ];
  for (const [name, values, size] of attributes) {
    if (!values) continue;
    if (values.length !== vertexCount * size) throw new Error(`${name}: ${values.length} of ${vertexCount} vertices`);
    expectFinite(values, name);
  }
}

function expectFinite(values: ArrayLike<number>, what: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new Error(`${what}: ${values[i]} at ${i}`);
  }
}
