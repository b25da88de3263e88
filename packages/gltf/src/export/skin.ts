import type { Document, Node, Skin } from '@gltf-transform/core';
import type { LossList, SceneSkin } from '@unbake/formats';
import { accessor } from './mesh.ts';

/** A skin; undefined when one of its joints is not in the document. Inverse bind matrices get the last row 0, 0, 0, 1. */
export function exportSkin(
  skin: SceneSkin,
  document: Document,
  nodes: readonly (Node | undefined)[],
  losses: LossList,
): Skin | undefined {
  const joints = skin.joints.map((joint) => nodes[joint]);
  if (joints.length === 0 || joints.includes(undefined)) {
    losses.add('left-out', 'skins', 'without joints, or with joints outside the exported nodes');
    return undefined;
  }
  const out = document.createSkin(skin.name);
  for (const joint of joints) out.addJoint(joint!);
  out.setInverseBindMatrices(accessor(document, affine(skin, losses), 'MAT4'));
  losses.add('exact', 'joints', 'with inverse bind matrices', joints.length);
  return out;
}

function affine(skin: SceneSkin, losses: LossList): Float32Array {
  const matrices = new Float32Array(skin.joints.length * 16);
  let replaced = 0;
  for (let at = 0; at < matrices.length; at += 16) {
    const source = skin.inverseBindMatrices.subarray(at, at + 16);
    if (source.length === 16 && source.every(Number.isFinite)) matrices.set(source, at);
    else {
      matrices[at] = matrices[at + 5] = matrices[at + 10] = 1;
      replaced++;
    }
    matrices[at + 3] = matrices[at + 7] = matrices[at + 11] = 0;
    matrices[at + 15] = 1;
  }
  losses.add('approximated', 'inverse bind matrices', 'missing or not finite, replaced by the identity', replaced);
  return matrices;
}
