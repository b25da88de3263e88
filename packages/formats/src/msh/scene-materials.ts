import { mat0Json } from '../mat0/json.ts';
import { isUnlit, mat0Drawing, phaseColours } from '../mat0/types.ts';
import type { LossList } from '../scene/losses.ts';
import type { BlendMode, JsonValue, RgbaImage, Scene, SceneMaterial } from '../scene/scene.ts';
import { decodeTexm } from '../texm/decode.ts';
import { texmFormatLabel, texmJson } from '../texm/json.ts';
import { rectInside } from '../texm/read.ts';
import type { Texm, TexmRect } from '../texm/types.ts';
import type { MaterialResolver, ResolvedMaterial, ResolvedTexture } from './materials.ts';
import type { MshBatch } from './types.ts';

const BLENDS: Readonly<Record<ReturnType<typeof mat0Drawing>['blend'], BlendMode>> = {
  opaque: 'opaque',
  alpha: 'alpha',
  additive: 'additive',
  'source-colour': 'multiply',
  'destination-colour': 'other',
  unknown: 'other',
};

/** Inferred: the alpha test of blended materials lets every pixel through that is not fully transparent. */
export function alphaTestCutoff(): number {
  return 1 / 255;
}

/** Makes the scene's materials, textures and images for batches; equal ones once. */
export class SceneMaterials {
  readonly #scene: Scene;
  readonly #losses: LossList;
  readonly #resolver: MaterialResolver;
  readonly #materials = new Map<number, number>();
  readonly #textures = new Map<string, number>();

  constructor(scene: Scene, resolver: MaterialResolver, losses: LossList) {
    this.#scene = scene;
    this.#resolver = resolver;
    this.#losses = losses;
  }

  /** Index of the material of a batch. */
  materialOf(batch: MshBatch): number {
    let index = this.#materials.get(batch.wear);
    if (index === undefined) {
      const resolved = this.#resolver.resolve(batch);
      for (const piece of resolved.missing)
        this.#losses.add('left-out', 'materials', `warning: ${piece}; shown without`);
      if (resolved.fallback) {
        this.#losses.add('approximated', 'materials', `warning: "${resolved.entry?.name}" stands in for a missing one`);
      }
      index = this.#scene.materials.push(this.#material(resolved, batch.wear)) - 1;
      this.#materials.set(batch.wear, index);
    }
    return index;
  }

  /** Name of the batch's lightmap, which the scene has no place for. */
  lightmapOf(batch: MshBatch): string | undefined {
    const name = this.#resolver.lightmap(batch);
    if (name) this.#losses.add('extras', 'lightmaps', 'the name is in extras; its UVs are the second set');
    return name;
  }

  #material(resolved: ResolvedMaterial, wear: number): SceneMaterial {
    const { mat0, entry, row } = resolved;
    const name = row ?? entry?.name ?? `material_${wear}`;
    const phase = mat0?.phases[0];
    const raw: { [key: string]: JsonValue } = { wear };
    if (row !== undefined) raw.row = row;
    if (!mat0 || !phase || !entry) return { ...plainMaterial(name), raw: { msh: raw } };

    const colours = phaseColours(phase);
    const drawing = mat0Drawing(entry.attr1);
    const unlit = isUnlit(colours);
    const alpha = Math.min(1, colours.diffuse[3]);
    raw.material = { name: entry.name, attr1: entry.attr1, blendMode: drawing.mode, ...mat0Json(mat0) };
    if (mat0.phases.length > 1) this.#losses.add('extras', 'material phases', 'the first is shown; all are in extras');
    const material: SceneMaterial = {
      ...plainMaterial(name),
      baseColor: unlit ? [1, 1, 1, alpha] : [colours.diffuse[0], colours.diffuse[1], colours.diffuse[2], alpha],
      emissive: [colours.emissive[0], colours.emissive[1], colours.emissive[2]],
      specular: [colours.specular[0], colours.specular[1], colours.specular[2]],
      shininess: colours.specularPower,
      blend: BLENDS[drawing.blend],
      unlit,
      raw: { msh: raw },
    };
    if (drawing.alphaTest) material.alphaCutoff = alphaTestCutoff();
    if (resolved.texture) {
      material.baseColorTexture = { texture: this.#texture(resolved.texture, colours.subImage), uv: 0 };
    }
    return material;
  }

  #texture(found: ResolvedTexture, subImage: number): number {
    const { entry, texm } = found;
    const rect = subImageRect(texm, subImage);
    if (subImage >= 0 && !rect) {
      this.#losses.add('approximated', 'sub-images', 'warning: no such page rectangle; the whole picture is shown');
    }
    const key = `${entry.library}#${entry.index}#${rect ? subImage : -1}`;
    let index = this.#textures.get(key);
    if (index !== undefined) return index;
    const name = rect ? `${entry.name}#${subImage}` : entry.name;
    const { width, height } = rect ? { width: rect.w, height: rect.h } : texm;
    const image =
      this.#scene.images.push({
        name,
        width,
        height,
        format: texmFormatLabel(texm.format),
        decode: () => (rect ? crop(decodeTexm(texm), rect) : decodeTexm(texm)),
        raw: { msh: { library: entry.library, entry: entry.index, ...texmJson(texm) } },
      }) - 1;
    index =
      this.#scene.textures.push({
        name,
        image,
        wrapU: 'repeat',
        wrapV: 'repeat',
        minFilter: 'linear',
        magFilter: 'linear',
        mipFilter: texm.levels.length > 1 ? 'linear' : 'none',
        raw: {},
      }) - 1;
    this.#textures.set(key, index);
    return index;
  }
}

/** A material of which nothing is known. */
export function plainMaterial(name: string): SceneMaterial {
  return {
    name,
    baseColor: [1, 1, 1, 1],
    emissive: [0, 0, 0],
    blend: 'opaque',
    doubleSided: false,
    unlit: false,
    raw: {},
  };
}

/** Inferred: a material with a sub-image shows that page rectangle as if it were the picture: UVs 0 to 1 span it. */
export function subImageRect(texm: Texm, subImage: number): TexmRect | undefined {
  const rect = subImage >= 0 ? texm.page?.rects[subImage] : undefined;
  return rect && rect.w > 0 && rect.h > 0 && rectInside(rect, texm) ? rect : undefined;
}

function crop(image: RgbaImage, rect: TexmRect): RgbaImage {
  const rgba = new Uint8Array(rect.w * rect.h * 4);
  for (let row = 0; row < rect.h; row++) {
    const from = ((rect.y + row) * image.width + rect.x) * 4;
    rgba.set(image.rgba.subarray(from, from + rect.w * 4), row * rect.w * 4);
  }
  return { width: rect.w, height: rect.h, rgba };
}
