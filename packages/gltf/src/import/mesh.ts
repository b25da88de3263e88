import type { Material, Mesh, Primitive } from '@gltf-transform/core';
import { type LossList, type SceneMesh, type ScenePrimitive, stripToList, wholeTriangles } from '@unbake/formats';
import { colors, floats } from './accessor-values.ts';
import { UnbakeExtras } from './extras.ts';

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** A mesh with triangle lists; points and lines are left out. */
export function importMesh(mesh: Mesh, materialIndex: ReadonlyMap<Material, number>, losses: LossList): SceneMesh {
  const primitives: ScenePrimitive[] = [];
  let targetCount = 0;
  for (const primitive of mesh.listPrimitives()) {
    const imported = importPrimitive(primitive, materialIndex, losses);
    if (!imported) continue;
    targetCount = Math.max(targetCount, imported.targets.length);
    primitives.push(imported);
  }
  for (const p of primitives) {
    while (p.targets.length < targetCount) p.targets.push({ positions: new Float32Array(p.vertexCount * 3) });
  }
  const names = mesh.getExtras().targetNames;
  const given = Array.isArray(names) ? names : [];
  const targetNames = Array.from({ length: targetCount }, (_, i) => (typeof given[i] === 'string' ? given[i] : ''));
  return { name: mesh.getName(), primitives, targetNames, raw: new UnbakeExtras(mesh).raw };
}

function importPrimitive(
  primitive: Primitive,
  materialIndex: ReadonlyMap<Material, number>,
  losses: LossList,
): ScenePrimitive | undefined {
  const position = primitive.getAttribute('POSITION');
  const mode = primitive.getMode();
  if (!position || mode < TRIANGLES || mode > TRIANGLE_FAN) {
    losses.add('left-out', 'mesh parts', 'points, lines, or without positions');
    return undefined;
  }
  const vertexCount = position.getCount();
  const attribute = (semantic: string) => {
    const accessor = primitive.getAttribute(semantic);
    return accessor?.getCount() === vertexCount ? accessor : undefined;
  };
  const p: ScenePrimitive = {
    vertexCount,
    indices: triangleList(primitive, vertexCount),
    positions: floats(position, 3),
    uvs: [],
    targets: primitive.listTargets().map((target) => {
      const positions = target.getAttribute('POSITION');
      const normals = target.getAttribute('NORMAL');
      return {
        positions: positions?.getCount() === vertexCount ? floats(positions, 3) : new Float32Array(vertexCount * 3),
        ...(normals?.getCount() === vertexCount ? { normals: floats(normals, 3) } : {}),
      };
    }),
    raw: new UnbakeExtras(primitive).raw,
  };
  const material = primitive.getMaterial();
  if (material) p.material = materialIndex.get(material)!;
  const normals = attribute('NORMAL');
  if (normals) p.normals = floats(normals, 3);
  const tangents = attribute('TANGENT');
  if (tangents) p.tangents = floats(tangents, 4);
  const color = attribute('COLOR_0');
  if (color) p.colors = colors(color);
  for (let set = 0; ; set++) {
    const uv = attribute(`TEXCOORD_${set}`);
    if (!uv) break;
    p.uvs.push(floats(uv, 2));
  }
  importInfluences(primitive, p, losses);
  return p;
}

function triangleList(primitive: Primitive, vertexCount: number): Uint32Array {
  const indices = primitive.getIndices()?.getArray();
  const list = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: vertexCount }, (_, i) => i);
  if (primitive.getMode() === TRIANGLE_STRIP) return stripToList(list);
  if (primitive.getMode() === TRIANGLE_FAN) {
    const fan = new Uint32Array(Math.max(0, list.length - 2) * 3);
    for (let i = 0; i * 3 < fan.length; i++) fan.set([list[i + 1]!, list[i + 2]!, list[0]!], i * 3);
    return fan;
  }
  return wholeTriangles(list);
}

/** Joints and weights; of more than 4 a vertex the largest 4, in their order, with the sum 1 again. */
function importInfluences(primitive: Primitive, p: ScenePrimitive, losses: LossList): void {
  const sets: { joints: ArrayLike<number>; weights: Float32Array }[] = [];
  for (let set = 0; ; set++) {
    const joints = primitive.getAttribute(`JOINTS_${set}`);
    const weights = primitive.getAttribute(`WEIGHTS_${set}`);
    if (!joints || !weights || joints.getCount() !== p.vertexCount || weights.getCount() !== p.vertexCount) break;
    sets.push({ joints: joints.getArray()!, weights: floats(weights, 4) });
  }
  const [first] = sets;
  if (!first) return;
  p.joints = Uint16Array.from(first.joints);
  p.weights = first.weights;
  if (sets.length === 1) return;
  let cut = 0;
  for (let v = 0; v < p.vertexCount; v++) {
    const all: { joint: number; weight: number }[] = [];
    for (const s of sets) {
      for (let k = v * 4; k < v * 4 + 4; k++) all.push({ joint: s.joints[k]!, weight: s.weights[k]! });
    }
    const largest = all.sort((a, b) => b.weight - a.weight).slice(0, 4);
    const sum = largest.reduce((total, influence) => total + influence.weight, 0);
    if (all[4]!.weight > 0) cut++;
    largest.forEach(({ joint, weight }, k) => {
      p.joints![v * 4 + k] = joint;
      p.weights![v * 4 + k] = sum > 0 ? weight / sum : 0;
    });
  }
  losses.add('approximated', 'weights', 'more than 4 a vertex, the largest 4 kept', cut);
}
