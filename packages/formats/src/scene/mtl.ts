import { encodeUtf8 } from '../binary/text.ts';
import type { LossList } from './losses.ts';
import { plainNumber } from './obj-words.ts';
import type { Scene } from './scene.ts';

/**
 * The MTL file: `names` are the materials' words in the OBJ, `textureFiles` the picture names by image index. A material
 * `none` stands for parts without one.
 */
export function materialLibrary(
  scene: Scene,
  names: readonly string[],
  textureFiles: readonly (string | undefined)[],
  losses: LossList,
): Uint8Array {
  const lines: string[] = [];
  const color = (key: string, c: readonly number[]) =>
    lines.push(`${key} ${plainNumber(c[0]!)} ${plainNumber(c[1]!)} ${plainNumber(c[2]!)}`);
  const file = (texture: number | undefined) =>
    texture === undefined ? undefined : textureFiles[scene.textures[texture]?.image ?? -1];
  scene.materials.forEach((m, index) => {
    lines.push(`newmtl ${names[index]}`);
    color('Kd', m.baseColor);
    if (m.specular) color('Ks', m.specular);
    color('Ke', m.emissive);
    if (m.shininess !== undefined) lines.push(`Ns ${plainNumber(m.shininess)}`);
    lines.push(`d ${plainNumber(m.baseColor[3])}`, `illum ${m.unlit ? 0 : m.specular ? 2 : 1}`);
    const base = file(m.baseColorTexture?.texture);
    if (base) {
      lines.push(`map_Kd ${base}`);
      if (m.blend !== 'opaque' || m.alphaCutoff !== undefined) lines.push(`map_d -imfchan m ${base}`);
    }
    const normal = file(m.normalTexture?.texture);
    if (normal) lines.push(`norm ${normal}`);
    const emissive = file(m.emissiveTexture?.texture);
    if (emissive) lines.push(`map_Ke ${emissive}`);
    if (m.blend !== 'opaque' && m.blend !== 'alpha') losses.add('left-out', `${m.blend} blending`, 'MTL has none');
    if (m.doubleSided) losses.add('left-out', 'double sides', 'MTL has none');
  });
  lines.push('newmtl none', 'Kd 1 1 1');
  losses.add('exact', 'materials', 'as MTL', scene.materials.length);
  return encodeUtf8(`${lines.join('\n')}\n`);
}
