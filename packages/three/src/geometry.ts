import type { ScenePrimitive } from '@unbake/formats';
import { BufferAttribute, BufferGeometry, Color, SRGBColorSpace } from 'three';
import { UV_SETS } from './texture.ts';

/** Attribute names of the UV sets. */
const UV_NAMES = ['uv', 'uv1', 'uv2', 'uv3'];

/** The vertices of a part. The arrays of the scene are used as they are, but for colours, which become linear. */
export function makeGeometry(part: ScenePrimitive, targetNames: readonly string[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(part.indices, 1));
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3));
  if (part.normals) geometry.setAttribute('normal', new BufferAttribute(part.normals, 3));
  if (part.tangents) geometry.setAttribute('tangent', new BufferAttribute(part.tangents, 4));
  if (part.colors) geometry.setAttribute('color', new BufferAttribute(linearColors(part.colors), 4));
  for (const [set, uvs] of part.uvs.slice(0, UV_SETS).entries()) {
    geometry.setAttribute(UV_NAMES[set]!, new BufferAttribute(uvs, 2));
  }
  if (part.joints && part.weights) {
    geometry.setAttribute('skinIndex', new BufferAttribute(part.joints, 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(part.weights, 4));
  }
  if (part.targets.length > 0) addTargets(geometry, part, targetNames);
  return geometry;
}

function addTargets(geometry: BufferGeometry, part: ScenePrimitive, names: readonly string[]): void {
  const attribute = (array: Float32Array, index: number) => {
    const made = new BufferAttribute(array, 3);
    made.name = names[index] ?? '';
    return made;
  };
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = part.targets.map((target, i) => attribute(target.positions, i));
  if (!part.normals || part.targets.every((target) => !target.normals)) return;
  // Every target has normals, or none.
  const still = new Float32Array(part.vertexCount * 3);
  geometry.morphAttributes.normal = part.targets.map((target, i) => attribute(target.normals ?? still, i));
}

/**
 * Colours as the game multiplied them: three.js multiplies light, so they become linear. White and black are the same in
 * both: such colours are not copied.
 */
function linearColors(colors: Float32Array): Float32Array {
  let plain = true;
  for (let i = 0; plain && i < colors.length; i++) plain = i % 4 === 3 || colors[i] === 0 || colors[i] === 1;
  if (plain) return colors;
  const linear = Float32Array.from(colors);
  const color = new Color();
  for (let i = 0; i < linear.length; i += 4) {
    color.setRGB(linear[i]!, linear[i + 1]!, linear[i + 2]!, SRGBColorSpace);
    linear[i] = color.r;
    linear[i + 1] = color.g;
    linear[i + 2] = color.b;
  }
  return linear;
}
