import type { Document, Material, Texture } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength, KHRMaterialsSpecular, KHRMaterialsUnlit } from '@gltf-transform/extensions';
import type { LossList, Scene, SceneMaterial, TextureSlot } from '@unbake/formats';
import { unbakeExtras } from './extras.ts';
import { setSampler } from './texture.ts';

/** What the material asks of the vertices that it is on. */
export interface MaterialNeeds {
  /** UV sets that its textures use. */
  uvSets: number;
  /** UV set of the normal map, when it has one: then tangents are needed. */
  normalUv?: number;
}

/** Roughness for a Blinn-Phong exponent (0 and up): sqrt(2 / (exponent + 2)), 1 down to 0. */
export function roughnessOf(shininess: number): number {
  return Math.sqrt(2 / (Math.max(0, shininess) + 2));
}

/** The inverse of `roughnessOf`; undefined for roughness 0, which has no finite exponent. */
export function shininessOf(roughness: number): number | undefined {
  return roughness > 0 ? 2 / (roughness * roughness) - 2 : undefined;
}

/** A material; `pictures` by image index. */
export function exportMaterial(
  m: SceneMaterial,
  scene: Scene,
  document: Document,
  pictures: readonly (Texture | undefined)[],
  losses: LossList,
): { material: Material; needs: MaterialNeeds } {
  const clamp = new Clamp(losses);
  const material = document
    .createMaterial(m.name)
    .setBaseColorFactor(clamp.unit(m.baseColor, 'base colour'))
    .setMetallicFactor(0)
    .setRoughnessFactor(m.shininess === undefined ? 1 : clamp.one(roughnessOf(m.shininess)))
    .setDoubleSided(m.doubleSided);
  if (m.shininess !== undefined) {
    losses.add('approximated', 'shininess', 'as roughness sqrt(2 / (exponent + 2)); the exponent is in extras');
  }
  if ([...m.baseColor.slice(0, 3), ...m.emissive].some((c) => c !== 0 && c !== 1)) {
    losses.add(
      'approximated',
      'colour factors',
      'numbers as stored; glTF takes them as linear light, games of the time did not',
    );
  }

  const needs: MaterialNeeds = { uvSets: 0 };
  const attach = (slot: TextureSlot | undefined): Texture | undefined => {
    const texture = slot && scene.textures[slot.texture];
    const picture = texture && pictures[texture.image];
    if (picture) needs.uvSets = Math.max(needs.uvSets, slot.uv + 1);
    return picture;
  };
  const base = attach(m.baseColorTexture);
  if (base) {
    material.setBaseColorTexture(base);
    setSampler(
      material.getBaseColorTextureInfo()!,
      scene.textures[m.baseColorTexture!.texture]!,
      m.baseColorTexture!.uv,
    );
  }
  const normal = attach(m.normalTexture);
  if (normal) {
    material.setNormalTexture(normal);
    setSampler(material.getNormalTextureInfo()!, scene.textures[m.normalTexture!.texture]!, m.normalTexture!.uv);
    needs.normalUv = m.normalTexture!.uv;
  }
  const emissive = attach(m.emissiveTexture);
  if (emissive) {
    material.setEmissiveTexture(emissive);
    setSampler(material.getEmissiveTextureInfo()!, scene.textures[m.emissiveTexture!.texture]!, m.emissiveTexture!.uv);
  }

  setAlpha(m, material, losses);
  setEmissive(m, material, document, clamp);
  if (m.unlit) {
    material.setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit());
    if (m.specular) losses.add('extras', 'specular colours', 'glTF allows none on unlit materials');
  } else if (m.specular) {
    const specular = document.createExtension(KHRMaterialsSpecular).createSpecular();
    material.setExtension(
      'KHR_materials_specular',
      specular.setSpecularColorFactor(clamp.unit(m.specular, 'specular colour')),
    );
    losses.add(
      'approximated',
      'specular colours',
      'as the colour of KHR_materials_specular; the numbers are in extras',
    );
  }
  material.setExtras(
    unbakeExtras(m.raw, {
      blend: m.blend === 'opaque' || m.blend === 'alpha' ? undefined : m.blend,
      alphaCutoff: m.blend === 'opaque' ? undefined : m.alphaCutoff,
      specular: m.specular,
      shininess: m.shininess,
      baseColor: clamp.changed.has('base colour') ? m.baseColor : undefined,
      emissive: clamp.changed.has('emissive') ? m.emissive : undefined,
    }),
  );
  return { material, needs };
}

function setAlpha(m: SceneMaterial, material: Material, losses: LossList): void {
  if (m.blend === 'opaque') {
    if (m.alphaCutoff === undefined) return;
    material.setAlphaMode('MASK').setAlphaCutoff(Number.isFinite(m.alphaCutoff) ? Math.max(0, m.alphaCutoff) : 0.5);
    return;
  }
  material.setAlphaMode('BLEND');
  if (m.blend !== 'alpha') {
    losses.add('extras', `${m.blend} blending`, 'shown as plain alpha blending; the mode is in extras');
  }
  if (m.alphaCutoff !== undefined) {
    losses.add('extras', 'alpha tests', 'glTF has none on blended materials; the threshold is in extras');
  }
}

function setEmissive(m: SceneMaterial, material: Material, document: Document, clamp: Clamp): void {
  // Beside KHR_materials_unlit no other extension is portable.
  const strength = m.unlit ? 1 : Math.max(1, ...m.emissive.filter(Number.isFinite));
  if (strength > 1) {
    const extension = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
    material.setExtension('KHR_materials_emissive_strength', extension.setEmissiveStrength(strength));
  }
  material.setEmissiveFactor(clamp.unit(m.emissive, 'emissive', strength));
}

/** Brings colours into 0..1 and remembers which were outside. */
class Clamp {
  readonly changed = new Set<string>();
  readonly #losses: LossList;

  constructor(losses: LossList) {
    this.#losses = losses;
  }

  one(value: number): number {
    return value >= 0 ? Math.min(1, value) : 0;
  }

  unit<T extends [number, number, number] | [number, number, number, number]>(color: T, what: string, scale = 1): T {
    const inside = color.map((c) => this.one(c / scale)) as T;
    if (color.some((c, i) => c / scale !== inside[i])) {
      this.changed.add(what);
      this.#losses.add('approximated', `${what} values`, 'outside 0..1, clamped; the numbers are in extras');
    }
    return inside;
  }
}
