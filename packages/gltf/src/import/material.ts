import type { Document, Material, Texture, TextureInfo } from '@gltf-transform/core';
import type { EmissiveStrength, Specular } from '@gltf-transform/extensions';
import {
  type BlendMode,
  type FilterMode,
  FormatError,
  type LossList,
  pictureStem,
  type RgbaImage,
  type SceneImage,
  type SceneMaterial,
  type SceneTexture,
  type TextureSlot,
  type WrapMode,
} from '@unbake/formats';
import { roughnessOf, shininessOf } from '../export/material.ts';
import { DDS_MIME_TYPE } from '../extensions/msft-texture-dds.ts';
import { decodedUri } from './container.ts';
import { UnbakeExtras } from './extras.ts';

/** Decodes a picture file. Called once a picture while importing. */
export type DecodeImage = (bytes: Uint8Array, mimeType: string) => Promise<RgbaImage>;

const BLENDS: ReadonlySet<string> = new Set<BlendMode>(['alpha', 'premultiplied', 'additive', 'multiply', 'other']);

/** Materials with the textures and images that they use, and the images that nothing uses. */
export async function importMaterials(document: Document, decodeImage: DecodeImage | undefined, losses: LossList) {
  const pictures = document.getRoot().listTextures();
  const images: SceneImage[] = [];
  for (const picture of pictures) images.push(await importImage(picture, decodeImage));
  const imageIndex = new Map(pictures.map((picture, index) => [picture, index]));
  const textures: SceneTexture[] = [];
  const known = new Map<string, number>();

  const slot = (picture: Texture | null, info: TextureInfo | null): TextureSlot | undefined => {
    if (!picture || !info) return undefined;
    if (info.getExtension('KHR_texture_transform')) {
      losses.add('left-out', 'texture transforms', 'the scene has none');
    }
    const texture = importTexture(picture, info, imageIndex.get(picture)!);
    const key = JSON.stringify(texture);
    let index = known.get(key);
    if (index === undefined) {
      index = textures.push(texture) - 1;
      known.set(key, index);
    }
    return { texture: index, uv: info.getTexCoord() };
  };
  const materials = document
    .getRoot()
    .listMaterials()
    .map((material) => importMaterial(material, slot, losses));
  return { materials, textures, images };
}

type MakeSlot = (picture: Texture | null, info: TextureInfo | null) => TextureSlot | undefined;

function importMaterial(m: Material, slot: MakeSlot, losses: LossList): SceneMaterial {
  const extras = new UnbakeExtras(m);
  const strength = m.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength() ?? 1;
  const emissive = m.getEmissiveFactor().map((c) => c * strength) as [number, number, number];
  const out: SceneMaterial = {
    name: m.getName(),
    baseColor: unclamped(m.getBaseColorFactor(), extras.numbers('baseColor', 4)),
    emissive: unclamped(emissive, extras.numbers('emissive', 3)),
    blend: 'opaque',
    doubleSided: m.getDoubleSided(),
    unlit: m.getExtension('KHR_materials_unlit') !== null,
    raw: extras.raw,
  };
  const base = slot(m.getBaseColorTexture(), m.getBaseColorTextureInfo());
  if (base) out.baseColorTexture = base;
  const normal = slot(m.getNormalTexture(), m.getNormalTextureInfo());
  if (normal) out.normalTexture = normal;
  const glow = slot(m.getEmissiveTexture(), m.getEmissiveTextureInfo());
  if (glow) out.emissiveTexture = glow;

  if (m.getAlphaMode() === 'MASK') out.alphaCutoff = m.getAlphaCutoff();
  if (m.getAlphaMode() === 'BLEND') {
    const blend = extras.text('blend');
    out.blend = blend !== undefined && BLENDS.has(blend) ? (blend as BlendMode) : 'alpha';
    const cutoff = extras.number('alphaCutoff');
    if (cutoff !== undefined) out.alphaCutoff = cutoff;
  }
  const specular = m.getExtension<Specular>('KHR_materials_specular');
  const storedSpecular = extras.numbers('specular', 3) as [number, number, number] | undefined;
  if (specular) {
    const factor = specular.getSpecularFactor();
    out.specular = unclamped(
      specular.getSpecularColorFactor().map((c) => c * factor) as [number, number, number],
      storedSpecular,
    );
  } else if (out.unlit && storedSpecular) out.specular = storedSpecular;

  const stored = extras.number('shininess');
  if (stored !== undefined && Math.abs(roughnessOf(stored) - m.getRoughnessFactor()) < 1e-4) out.shininess = stored;
  else if (m.getRoughnessFactor() < 1) {
    const shininess = shininessOf(m.getRoughnessFactor());
    if (shininess !== undefined) out.shininess = shininess;
    losses.add('approximated', 'roughness', 'as the Blinn-Phong exponent 2 / roughness^2 - 2');
  }
  if (m.getMetallicFactor() > 0) losses.add('left-out', 'metalness', 'the scene has none');
  if (m.getMetallicRoughnessTexture() || m.getOcclusionTexture()) {
    losses.add('left-out', 'material textures', 'metalness, roughness and occlusion have no place in the scene');
  }
  return out;
}

/** The stored numbers where the ones of the file are still their clamped form. */
function unclamped<T extends number[]>(now: T, stored: number[] | undefined): T {
  const same = stored?.every(
    (c, i) => Math.abs(Math.min(1, Math.max(0, c)) - now[i]!) < 1e-6 || Math.abs(c - now[i]!) < 1e-6,
  );
  return same ? (stored as T) : now;
}

function importTexture(picture: Texture, info: TextureInfo, image: number): SceneTexture {
  const extras = new UnbakeExtras(info);
  const min = info.getMinFilter();
  return {
    name: extras.text('name') ?? picture.getName(),
    image,
    wrapU: wrapMode(info.getWrapS()),
    wrapV: wrapMode(info.getWrapT()),
    // Filters that a file leaves open are the viewer's choice; nearly all take the best.
    minFilter: min === 9728 || min === 9984 || min === 9986 ? 'point' : 'linear',
    magFilter: info.getMagFilter() === 9728 ? 'point' : 'linear',
    mipFilter: mipFilter(min),
    raw: extras.raw,
  };
}

function wrapMode(value: number): WrapMode {
  return value === 33071 ? 'clamp' : value === 33648 ? 'mirror' : 'repeat';
}

function mipFilter(min: number | null): FilterMode | 'none' {
  if (min === 9728 || min === 9729) return 'none';
  return min === 9984 || min === 9985 ? 'point' : 'linear';
}

async function importImage(picture: Texture, decodeImage: DecodeImage | undefined): Promise<SceneImage> {
  const extras = new UnbakeExtras(picture);
  const bytes: Uint8Array = picture.getImage() ?? new Uint8Array();
  const mimeType = picture.getMimeType();
  const uri = decodedUri(picture.getURI());
  const name = extras.text('name') ?? (picture.getName() || pictureStem(uri.replace(/^.*[/\\]/, '')));
  let problem = bytes.length > 0 ? 'no decoder was given' : `its file${uri && ` ${uri}`} is missing`;
  let decoded: RgbaImage | undefined;
  if (decodeImage && bytes.length > 0) {
    try {
      decoded = await decodeImage(bytes, mimeType);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  const [width, height] = decoded ? [decoded.width, decoded.height] : sizeOf(picture);
  return {
    name,
    width,
    height,
    format: extras.text('format') ?? mimeType,
    ...(mimeType === DDS_MIME_TYPE ? { dds: bytes } : bytes.length > 0 ? { encoded: { mimeType, bytes } } : {}),
    decode() {
      if (!decoded) throw new FormatError('gltf/picture', { name, problem }, 0, '');
      return decoded;
    },
    raw: extras.raw,
  };
}

function sizeOf(picture: Texture): [number, number] {
  try {
    return picture.getSize() ?? [0, 0];
  } catch {
    return [0, 0];
  }
}
