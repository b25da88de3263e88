import { bytesEqual } from '../binary/bytes.ts';
import { formatText } from '../dds/asset.ts';
import { decodeDds } from '../dds/decode.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { LossList } from '../scene/losses.ts';
import type { JsonValue, Scene, SceneImage, SceneMaterial, TextureSlot } from '../scene/scene.ts';
import { type SvoImage, svoImages } from './images.ts';
import {
  alphaCutoffOf,
  blendModeOf,
  CULL_MODES,
  colorOf,
  filterModeOf,
  isDoubleSided,
  materialParameters,
  numberOf,
  rawMaterial,
  textureRole,
  wrapModeOf,
} from './material.ts';
import type { Svo } from './open.ts';
import { rawFields } from './raw.ts';
import type { State, Texture } from './stevia-types.ts';

/** UV sets that glTF readers take at least; a texture on a later one is shown on the first. */
const MAX_UV_SETS = 8;

/** Puts images, textures and materials into the scene; gives the material of each State by its id. */
export function addMaterials(svo: Svo, scene: Scene, report: Report, losses: LossList): Map<number, number> {
  const imageOf = addImages(svo, scene, report, losses);
  const textureOf = addTextures(svo, scene, imageOf, losses);
  const materialOf = new Map<number, number>();
  for (const state of svo.stevia.all('State')) {
    materialOf.set(state.id, scene.materials.length);
    scene.materials.push(materialFrom(svo, state, textureOf, losses));
  }
  return materialOf;
}

/** One image for each different texture: chunks with the same bytes are stored once. */
function addImages(svo: Svo, scene: Scene, report: Report, losses: LossList): Map<number, number> {
  const imageOf = new Map<number, number>();
  const kept: { image: SvoImage; index: number }[] = [];
  for (const image of svoImages(svo, report)) {
    const { data } = image.chunk;
    if (image.dds.problem) {
      losses.add('left-out', 'images', `the texture cannot be decoded: ${image.dds.problem.detail}`);
      continue;
    }
    let index = kept.find((k) => bytesEqual(k.image.chunk.data, data))?.index;
    if (index === undefined) {
      index = scene.images.length;
      kept.push({ image, index });
      scene.images.push(sceneImage(image));
    } else losses.add('extras', 'image names', 'images with the same bytes are stored once', image.sources.length);
    const names = scene.images[index]!.raw.sources as JsonValue[];
    for (const source of image.sources) {
      imageOf.set(source.id, index);
      names.push({ id: source.id, ...rawFields(source.object) });
    }
    if (image.dds.truncated) losses.add('approximated', 'images', 'missing bytes of the texture count as zero');
    if (image.dds.faces > 1 || image.dds.layers > 1) {
      losses.add('left-out', 'cube faces and array layers', 'only the first surface is shown');
    }
  }
  return imageOf;
}

function sceneImage({ name, chunk, dds }: SvoImage): SceneImage {
  return {
    name,
    width: dds.width,
    height: dds.height,
    format: formatText(dds),
    dds: chunk.data,
    decode: () => decodeDds(dds),
    raw: { chunk: chunk.entry.name, sources: [] },
  };
}

function addTextures(svo: Svo, scene: Scene, imageOf: Map<number, number>, losses: LossList): Map<number, number> {
  const textureOf = new Map<number, number>();
  for (const texture of svo.stevia.all('Texture')) {
    const image = texture.image === undefined ? undefined : imageOf.get(texture.image);
    if (image === undefined) {
      losses.add('left-out', 'textures', 'there is no image that could be read');
      continue;
    }
    textureOf.set(texture.id, scene.textures.length);
    scene.textures.push({
      name: texture.name ?? '',
      image,
      wrapU: wrapModeOf(texture.wrapU),
      wrapV: wrapModeOf(texture.wrapV),
      minFilter: filterModeOf(texture.minFilter),
      magFilter: filterModeOf(texture.magFilter),
      mipFilter: filterModeOf(texture.mipFilter),
      raw: { id: texture.id, ...rawFields(texture.object) },
    });
    if (texture.lodBias) losses.add('extras', 'LOD bias', 'there is no place for it in glTF');
    if ((texture.anisoNumber ?? 0) > 1) losses.add('extras', 'anisotropy', 'there is no place for it in glTF');
  }
  return textureOf;
}

function materialFrom(svo: Svo, state: State, textureOf: Map<number, number>, losses: LossList): SceneMaterial {
  const parameters = materialParameters(svo.stevia, state);
  const diffuse = colorOf(parameters, 'diffuse') ?? [1, 1, 1, 1];
  const emissive = colorOf(parameters, 'emissive') ?? [0, 0, 0];
  const specular = colorOf(parameters, 'specular');
  const shininess = numberOf(parameters, 'shininess');
  const opacity = numberOf(parameters, 'opacity') ?? diffuse[3] ?? 1;
  const blend = blendModeOf(state);
  const alphaCutoff = alphaCutoffOf(state);
  for (const color of [diffuse, emissive, specular ?? []]) {
    if (color.some((c) => c < 0 || c > 1))
      losses.add('approximated', 'colours', 'clamped to 0..1; raw values in extras');
  }
  const known = new Set(['diffuse', 'emissive', 'specular', 'shininess', 'opacity']);
  const others = parameters.filter((p) => !known.has(p.parameter.name ?? '')).length;
  losses.add('extras', 'material parameters', 'no counterpart in the scene', others);
  if (blend === 'other') losses.add('approximated', 'blending', 'blend factors without a name; raw values in extras');
  if (CULL_MODES[state.cullMode ?? 2] === 'front') {
    losses.add('approximated', 'culling', 'front faces are culled in the source, back faces in the output');
  }
  const material: SceneMaterial = {
    name: state.name ?? '',
    baseColor: [clamp01(diffuse[0]!), clamp01(diffuse[1]!), clamp01(diffuse[2]!), clamp01(opacity)],
    emissive: [clamp01(emissive[0]!), clamp01(emissive[1]!), clamp01(emissive[2]!)],
    blend,
    doubleSided: isDoubleSided(state, blend),
    unlit: false,
    raw: rawMaterial(state, parameters),
  };
  if (specular) material.specular = [clamp01(specular[0]!), clamp01(specular[1]!), clamp01(specular[2]!)];
  if (shininess !== undefined) material.shininess = Math.max(0, shininess);
  if (alphaCutoff !== undefined) material.alphaCutoff = alphaCutoff;
  assignTextures(svo, state, material, textureOf, losses);
  return material;
}

function assignTextures(
  svo: Svo,
  state: State,
  material: SceneMaterial,
  textureOf: Map<number, number>,
  losses: LossList,
): void {
  let fallback: TextureSlot | undefined;
  let unplaced = 0;
  for (const id of state.texture ?? []) {
    const source = svo.stevia.get('Texture', id);
    const texture = textureOf.get(id);
    if (!source || texture === undefined) continue;
    const slot: TextureSlot = { texture, uv: uvSetOf(source, losses) };
    const role = textureRole(source);
    if (role === 'base' && !material.baseColorTexture) material.baseColorTexture = slot;
    else if (role === 'normal' && !material.normalTexture) material.normalTexture = slot;
    else if (role === 'emissive' && !material.emissiveTexture) material.emissiveTexture = slot;
    else {
      fallback ??= slot;
      unplaced++;
    }
  }
  if (!material.baseColorTexture && fallback) {
    material.baseColorTexture = fallback;
    unplaced--;
  }
  losses.add('extras', 'further textures of a material', 'their role is unknown; named in extras', unplaced);
}

function uvSetOf(texture: Texture, losses: LossList): number {
  const set = texture.uvSetIndex ?? 0;
  if (set < MAX_UV_SETS) return set;
  losses.add('approximated', 'UV sets', 'a texture on a UV set past the eighth is shown on the first');
  return 0;
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
