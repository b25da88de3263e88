import type { Accessor, Document, Material, Mesh, Primitive, TypedArray } from '@gltf-transform/core';
import type { LossList, SceneMesh } from '@unbake/formats';
import { unbakeExtras } from './extras.ts';
import type { MaterialNeeds } from './material.ts';
import { type CleanPrimitive, cleanPrimitive } from './primitive.ts';

export interface ExportedMaterial {
  material: Material;
  needs: MaterialNeeds;
}

const NO_NEEDS: MaterialNeeds = { uvSets: 0 };

/**
 * A mesh, for a skin with `jointCount` joints or, when undefined, without one. Undefined when it has no triangle: glTF
 * has no empty meshes.
 */
export function exportMesh(
  mesh: SceneMesh,
  document: Document,
  materials: readonly ExportedMaterial[],
  jointCount: number | undefined,
  losses: LossList,
): Mesh | undefined {
  let targetCount = mesh.targetNames.length;
  for (const p of mesh.primitives) targetCount = Math.max(targetCount, p.targets.length);
  const made: Primitive[] = [];
  let triangles = 0;
  for (const p of mesh.primitives) {
    const material = p.material === undefined ? undefined : materials[p.material];
    const clean = cleanPrimitive(p, material?.needs ?? NO_NEEDS, jointCount, targetCount, losses);
    if (!clean) {
      losses.add('left-out', 'mesh parts', 'without a triangle');
      continue;
    }
    triangles += clean.indices.length / 3;
    const primitive = exportPrimitive(clean, document, mesh.targetNames);
    if (material) primitive.setMaterial(material.material);
    made.push(primitive.setExtras(unbakeExtras(p.raw)));
  }
  if (made.length === 0) {
    losses.add('left-out', 'meshes', 'without a triangle; their nodes stay');
    return undefined;
  }
  const out = document.createMesh(mesh.name).setExtras(unbakeExtras(mesh.raw));
  for (const primitive of made) out.addPrimitive(primitive);
  if (targetCount > 0) out.setWeights(new Array(targetCount).fill(0));
  losses.add('exact', 'triangles', '', triangles);
  losses.add('exact', 'morph targets', 'as differences, names in targetNames', targetCount);
  return out;
}

function exportPrimitive(p: CleanPrimitive, document: Document, targetNames: readonly string[]): Primitive {
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, p.indices, 'SCALAR'))
    .setAttribute('POSITION', accessor(document, p.positions, 'VEC3'));
  if (p.normals) primitive.setAttribute('NORMAL', accessor(document, p.normals, 'VEC3'));
  if (p.tangents) primitive.setAttribute('TANGENT', accessor(document, p.tangents, 'VEC4'));
  p.uvs.forEach((uv, set) => {
    primitive.setAttribute(`TEXCOORD_${set}`, accessor(document, uv, 'VEC2'));
  });
  if (p.colors) primitive.setAttribute('COLOR_0', accessor(document, p.colors, 'VEC4'));
  if (p.joints && p.weights) {
    primitive.setAttribute('JOINTS_0', accessor(document, p.joints, 'VEC4'));
    primitive.setAttribute('WEIGHTS_0', accessor(document, p.weights, 'VEC4'));
  }
  p.targets.forEach((t, index) => {
    // The writer makes mesh.extras.targetNames of the targets' names.
    const target = document.createPrimitiveTarget(targetNames[index] ?? '');
    target.setAttribute('POSITION', accessor(document, t.positions, 'VEC3'));
    if (t.normals) target.setAttribute('NORMAL', accessor(document, t.normals, 'VEC3'));
    primitive.addTarget(target);
  });
  return primitive;
}

/** An accessor over these values, in the document's one buffer. The values are not copied. */
export function accessor(
  document: Document,
  values: Float32Array | Uint16Array | Uint32Array,
  type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
): Accessor {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  return document
    .createAccessor('', buffer)
    .setArray(values as TypedArray)
    .setType(type);
}
