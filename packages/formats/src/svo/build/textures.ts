import type { LossList } from '../../scene/losses.ts';
import type { FilterMode, Scene, SceneTexture, TextureSlot, WrapMode } from '../../scene/scene.ts';
import { filterModeOf, type TextureRole, textureRole, wrapModeOf } from '../material.ts';
import { Draft } from './drafts.ts';
import type { NewImages } from './images.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';

const WRAPS: { readonly [mode in WrapMode]: number } = { repeat: 0, mirror: 1, clamp: 2 };
const FILTERS: { readonly [mode in FilterMode | 'none']: number } = { point: 0, none: 0, linear: 1 };

/** Makes a Texture for each way in which a scene texture is used: UV set and kind belong to it in the file. */
export class NewTextures {
  readonly #scene: Scene;
  readonly #images: NewImages;
  readonly #losses: LossList;
  readonly #made = new Map<string, Draft>();

  constructor(scene: Scene, images: NewImages, losses: LossList) {
    this.#scene = scene;
    this.#images = images;
    this.#losses = losses;
  }

  get all(): readonly Draft[] {
    return [...this.#made.values()];
  }

  /** Undefined for a texture that the scene does not have. */
  use({ texture: index, uv }: TextureSlot, role: TextureRole): Draft | undefined {
    const texture = this.#scene.textures[index];
    if (!texture || !this.#scene.images[texture.image]) {
      this.#losses.add('left-out', 'textures', 'that the file refers to and does not have');
      return undefined;
    }
    const raw = new RawObject(texture.raw);
    const type = typeFor(raw, role);
    const key = `${index} ${uv} ${type}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = this.#make(texture, index, uv, type, raw);
    this.#made.set(key, made);
    return made;
  }

  /** The texture of an earlier export that had this id. */
  byId(id: unknown): { texture: number; uv: number } | undefined {
    const texture = this.#scene.textures.findIndex((t) => t.raw.id === id);
    if (texture < 0) return undefined;
    return { texture, uv: new RawObject(this.#scene.textures[texture]!.raw).u32('_uvSetIndex') ?? 0 };
  }

  #make(texture: SceneTexture, index: number, uv: number, type: string, raw: RawObject): Draft {
    const place = `textures[${index}]`;
    const image = this.#images.use(texture.image);
    return new Draft('Texture', place, {
      _wrapU: kept(raw.u32('_wrapU'), wrapModeOf, texture.wrapU, WRAPS),
      _wrapV: kept(raw.u32('_wrapV'), wrapModeOf, texture.wrapV, WRAPS),
      _minFilter: kept(raw.u32('_minFilter'), filterModeOf, texture.minFilter, FILTERS),
      _magFilter: kept(raw.u32('_magFilter'), filterModeOf, texture.magFilter, FILTERS),
      _mipFilter: kept(raw.u32('_mipFilter'), filterModeOf, texture.mipFilter, FILTERS),
      _anisoNumber: raw.u32('_anisoNumber') ?? 1,
      _lodBias: raw.number('_lodBias') ?? 0,
      _id: raw.u32('_id') ?? 0,
      _uvSetIndex: uv,
      _uvSetName: raw.text('_uvSetName') ?? '',
      _attributeName: raw.text('_attributeName') ?? '',
      _textureType: type,
      _image: image,
      ...resourceValues(texture.name || (image.values._name as string), raw),
    });
  }
}

/** The stored number while it still means the same, else the number of the mode. */
function kept<M extends string>(
  stored: number | undefined,
  modeOf: (stored: number | undefined) => M,
  mode: M | 'none',
  numbers: { readonly [mode in M | 'none']?: number },
): number {
  return stored !== undefined && modeOf(stored) === mode ? stored : numbers[mode]!;
}

/** The inverse of `textureRole`: an earlier export's own type where it gives the role; `base` is the only known one. */
function typeFor(raw: RawObject, role: TextureRole): string {
  const stored = raw.text('_textureType');
  const storedRole = stored === undefined ? undefined : textureRole({ textureType: stored });
  // A material whose textures are all of unknown kinds shows the first as its base.
  if (stored !== undefined && (storedRole === role || (role === 'base' && storedRole === 'other'))) return stored;
  return role === 'other' ? (stored ?? '') : role;
}
