import type { Document, Texture, TextureInfo } from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import {
  FileNames,
  FormatError,
  type JsonValue,
  type LossList,
  pictureStem,
  type Scene,
  type SceneImage,
  type SceneTexture,
  type WrapMode,
} from '@unbake/formats';
import { DDS_MIME_TYPE, MsftTextureDds } from '../extensions/msft-texture-dds.ts';
import { ByteMap } from './byte-map.ts';
import { unbakeExtras } from './extras.ts';
import type { ExportOptions } from './options.ts';

interface Picture {
  mimeType: string;
  bytes: Uint8Array;
}

const EXTENSION: { [mimeType: string]: string } = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  [DDS_MIME_TYPE]: 'dds',
};

/**
 * The pictures of the scene in the document, each once however many images have its bytes. By image index; undefined
 * where there is none: textures are off, or the picture cannot be decoded.
 */
export async function exportImages(
  scene: Scene,
  document: Document,
  options: ExportOptions,
  losses: LossList,
): Promise<(Texture | undefined)[]> {
  const format = options.textures ?? 'png';
  if (format === 'none') {
    losses.add('left-out', 'textures', 'switched off', scene.textures.length);
    return scene.images.map(() => undefined);
  }
  const sources = new ByteMap<number>();
  const pictures = new ByteMap<Texture>();
  const fileNames = new FileNames();
  const made: (Texture | undefined)[] = [];
  const namesOf = new Map<Texture, { name: string; raw: JsonValue }[]>();

  for (const [index, image] of scene.images.entries()) {
    const source = image.dds ?? image.encoded?.bytes;
    const twin = source && sources.getOrSet(source, index);
    let texture = twin !== undefined && twin !== index ? made[twin] : undefined;
    if (twin === undefined || twin === index) {
      const picture = await encode(image, format, options, losses);
      texture = picture && pictures.get(picture.bytes);
      if (picture && !texture) {
        const file = fileNames.take(pictureStem(image.name), EXTENSION[picture.mimeType] ?? 'bin', 'image');
        // The library derives a media type from the URI; ours comes after.
        texture = document
          .createTexture(image.name)
          .setURI(encodeURIComponent(file))
          .setMimeType(picture.mimeType)
          .setImage(new Uint8Array(picture.bytes));
        pictures.getOrSet(picture.bytes, texture);
        namesOf.set(texture, []);
      }
    }
    made.push(texture);
    if (texture) namesOf.get(texture)!.push({ name: image.name, raw: image.raw });
  }
  for (const [texture, images] of namesOf) {
    if (images.length > 1)
      losses.add('exact', 'images', 'equal bytes, stored once; all names in extras', images.length);
    const [first, ...others] = images;
    texture.setExtras(
      unbakeExtras(first!.raw as SceneImage['raw'], {
        name: first!.name,
        format: scene.images[made.indexOf(texture)]!.format,
        sameAs: others.length > 0 ? (others as unknown as JsonValue) : undefined,
        unusedTextures: unusedTextures(scene, made, texture),
      }),
    );
  }
  useExtensions(document, namesOf.keys());
  return made;
}

/** Sampler state, name and raw values of a texture, on the slot of a material that uses it. */
export function setSampler(info: TextureInfo, texture: SceneTexture, uv: number): void {
  info
    .setTexCoord(uv)
    .setWrapS(WRAP[texture.wrapU])
    .setWrapT(WRAP[texture.wrapV])
    .setMagFilter(FILTER[texture.magFilter])
    .setMinFilter(MIP_FILTER[texture.mipFilter][texture.minFilter])
    .setExtras(unbakeExtras(texture.raw, { name: texture.name }));
}

const WRAP: Record<WrapMode, 10497 | 33648 | 33071> = { repeat: 10497, mirror: 33648, clamp: 33071 };
const FILTER = { point: 9728, linear: 9729 } as const;
/** By mip filter, then by filter within a level. */
const MIP_FILTER = {
  none: FILTER,
  point: { point: 9984, linear: 9985 },
  linear: { point: 9986, linear: 9987 },
} as const;

async function encode(
  image: SceneImage,
  format: 'png' | 'webp' | 'dds',
  options: ExportOptions,
  losses: LossList,
): Promise<Picture | undefined> {
  if (format === 'dds' && image.dds) {
    losses.add('exact', 'images', 'DDS files as they are (MSFT_texture_dds); few programs show them');
    return { mimeType: DDS_MIME_TYPE, bytes: image.dds };
  }
  const wanted = format === 'webp' ? 'webp' : 'png';
  const given = image.encoded;
  if (given && (wanted === 'png' ? /^image\/(png|jpeg)$/ : /^image\/webp$/).test(given.mimeType)) {
    losses.add('exact', 'images', 'picture files as they are');
    return given;
  }
  if (!options.encodeImage) {
    throw new TypeError(`exporting the image "${image.name}" as ${wanted} needs options.encodeImage`);
  }
  let rgba: ReturnType<SceneImage['decode']>;
  try {
    rgba = image.decode();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    losses.add('left-out', 'images', `"${image.name}" cannot be decoded: ${error.message}`);
    return undefined;
  }
  losses.add('exact', 'images', `decoded to RGBA, 8 bits a channel, and written as ${wanted.toUpperCase()}`);
  if (image.dds && mipLevels(image.dds) > 1) {
    losses.add('left-out', 'mip levels', 'only the largest is stored; programs build the others themselves');
  }
  return { mimeType: `image/${wanted}`, bytes: await options.encodeImage(rgba, wanted) };
}

/** Textures of a picture that no material slot uses; a glTF texture exists only through a slot. */
function unusedTextures(scene: Scene, made: (Texture | undefined)[], picture: Texture): JsonValue | undefined {
  const used = new Set<number>();
  for (const m of scene.materials) {
    for (const slot of [m.baseColorTexture, m.normalTexture, m.emissiveTexture]) if (slot) used.add(slot.texture);
  }
  const unused = scene.textures.filter((t, index) => made[t.image] === picture && !used.has(index));
  if (unused.length === 0) return undefined;
  return unused.map(({ image: _, ...texture }) => texture as unknown as JsonValue);
}

function useExtensions(document: Document, textures: Iterable<Texture>): void {
  for (const texture of textures) {
    if (texture.getMimeType() === 'image/webp') document.createExtension(EXTTextureWebP).setRequired(true);
    if (texture.getMimeType() === DDS_MIME_TYPE) document.createExtension(MsftTextureDds).setRequired(true);
  }
}

/** dwMipMapCount of a DDS header. */
function mipLevels(dds: Uint8Array): number {
  return dds.length < 32 ? 1 : dds[28]! | (dds[29]! << 8);
}
