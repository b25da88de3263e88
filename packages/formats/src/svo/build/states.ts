import type { LossList } from '../../scene/losses.ts';
import type { BlendMode, Scene, SceneMaterial, TextureSlot } from '../../scene/scene.ts';
import { alphaCutoffOf, blendModeOf, isDoubleSided, type TextureRole } from '../material.ts';
import { Draft, type DraftValue } from './drafts.ts';
import { applyMaterial, defaultParameters, parameterDrafts, parametersFromRaw } from './parameters.ts';
import type { Profile } from './profile.ts';
import { RawObject } from './raw-values.ts';
import { resourceValues } from './resource.ts';
import type { NewTextures } from './textures.ts';

/** Source and destination factor of each way to blend (svo.md §6). */
const BLEND_FACTORS: { readonly [mode in BlendMode]: readonly [number, number] } = {
  opaque: [1, 0],
  alpha: [4, 5],
  premultiplied: [1, 5],
  additive: [4, 1],
  multiply: [0, 2],
  other: [4, 5],
};

/**
 * Inferred: the shader of a material that comes from nowhere: the samples', skinned or not. Each game has its own; a
 * template names them.
 */
export function defaultShader(skinned: boolean): string {
  return skinned ? 'seaSkin' : 'seaStandard';
}

/** A State and what the parts with it ask for. */
interface StateUse {
  readonly draft: Draft;
  influences: number;
  uvSets: number;
}

/** Makes a State for each material, two where skinned and other parts share one: `_maxInfluence` is the State's. */
export class NewStates {
  readonly #scene: Scene;
  readonly #profile: Profile;
  readonly #textures: NewTextures;
  readonly #losses: LossList;
  readonly #uses = new Map<string, StateUse>();

  constructor(scene: Scene, profile: Profile, textures: NewTextures, losses: LossList) {
    this.#scene = scene;
    this.#profile = profile;
    this.#textures = textures;
    this.#losses = losses;
  }

  /** Notes that a part uses a material. `influences` is 0 for a part without a skin. */
  note(material: number | undefined, influences: number, uvSets: number): void {
    const key = keyOf(material, influences > 0);
    let use = this.#uses.get(key);
    if (!use) {
      use = { draft: this.#make(material, influences > 0), influences: 0, uvSets: 0 };
      this.#uses.set(key, use);
    }
    use.influences = Math.max(use.influences, influences);
    use.uvSets = Math.max(use.uvSets, uvSets);
  }

  /** The State of a part that was noted. */
  of(material: number | undefined, skinned: boolean): Draft {
    return this.#uses.get(keyOf(material, skinned))!.draft;
  }

  /** Joints a vertex of the parts with this material, 0 without a skin. */
  influencesOf(material: number | undefined, skinned: boolean): number {
    return this.#uses.get(keyOf(material, skinned))!.influences;
  }

  /** Every State in the order of the materials, those that no part uses included; the default one last. */
  finish(): Draft[] {
    for (const index of this.#scene.materials.keys()) {
      if (!this.#uses.has(keyOf(index, false)) && !this.#uses.has(keyOf(index, true))) this.note(index, 0, 0);
    }
    const all: Draft[] = [];
    for (const material of [...this.#scene.materials.keys(), undefined]) {
      for (const skinned of [false, true]) {
        const use = this.#uses.get(keyOf(material, skinned));
        if (!use) continue;
        const { values } = use.draft;
        values._maxInfluence = use.influences;
        values._uvSet = Math.max(use.uvSets, material === undefined ? 0 : uvSetsOf(this.#scene.materials[material]!));
        all.push(use.draft);
      }
    }
    return all;
  }

  #make(index: number | undefined, skinned: boolean): Draft {
    if (index === undefined) {
      this.#losses.add('approximated', 'materials', 'parts without one get a white one called "default"');
    }
    const m = index === undefined ? DEFAULT_MATERIAL : this.#scene.materials[index]!;
    const place = index === undefined ? 'the default material' : `materials[${index}]`;
    const own = new RawObject(m.raw);
    const isOwn = !own.object('state').isEmpty;
    const source = isOwn ? own : this.#fromTemplate(m.name, skinned);
    const raw = (source ?? own).object('state');
    const parameters = source ? applyMaterial(parametersFromRaw(source), m) : applyMaterial(defaultParameters(m), m);
    if (m.unlit) this.#losses.add('left-out', 'unlit materials', 'shaders decide about light; the file has no switch');
    return new Draft('State', place, {
      _fillType: raw.u32('_fillType') ?? 0,
      ...this.#alphaTest(raw, m),
      _depthBias: raw.u32('_depthBias') ?? 0,
      _depthBiasSlope: raw.u32('_depthBiasSlope') ?? 0,
      ...this.#blending(raw, m),
      _lighting: parameterDrafts(parameters, '_lighting', place),
      _shaderName: raw.text('_shaderName') ?? defaultShader(skinned),
      _texture: this.#texturesOf(m, isOwn ? raw : undefined),
      _userParameter: parameterDrafts(parameters, '_userParameter', place),
      ...resourceValues(m.name, isOwn ? raw : new RawObject(undefined)),
    });
  }

  /** The template's material of that name, else its first for the same kind of vertices. */
  #fromTemplate(name: string, skinned: boolean): RawObject | undefined {
    const states = this.#profile.states.map((state) => new RawObject(state));
    const ofName = states.find((s) => s.object('state').text('_name') === name);
    const alike = states.find((s) => (s.object('state').u32('_maxInfluence') ?? 0) > 0 === skinned);
    return ofName ?? alike ?? states[0];
  }

  #alphaTest(raw: RawObject, m: SceneMaterial): Record<string, DraftValue> {
    const stored = raw.u32('_alphaRef');
    const wanted = m.alphaCutoff === undefined ? 0 : m.alphaCutoff;
    const shown = alphaCutoffOf({ alphaRef: stored }) ?? 0;
    if (stored !== undefined && Math.abs(shown - wanted) < 1e-6) return { _alphaRef: stored };
    if (wanted > 1) this.#losses.add('approximated', 'alpha tests', 'thresholds above 1 are stored as 1');
    const ref = wanted > 0 ? Math.max(1, Math.min(255, Math.round(wanted * 255))) : 0;
    if (Math.abs(ref / 255 - wanted) > 1e-6)
      this.#losses.add('approximated', 'alpha tests', 'thresholds in steps of 1/255');
    return { _alphaRef: ref };
  }

  #blending(raw: RawObject, m: SceneMaterial): Record<string, DraftValue> {
    let operation = raw.u32('_blendOperation') ?? 0;
    let src = raw.u32('_blendFactorSrc');
    let dst = raw.u32('_blendFactorDst');
    if (
      blendModeOf({ blendOperation: operation, blendFactorSrc: src, blendFactorDst: dst }) !== m.blend ||
      src === undefined
    ) {
      if (m.blend === 'other')
        this.#losses.add('approximated', 'blending', 'unknown blend factors, stored as plain alpha');
      operation = 0;
      [src, dst] = BLEND_FACTORS[m.blend];
    }
    let cullMode = raw.u32('_cullMode') ?? 2;
    let transparentDoubleSide = (raw.u32('_transparentDoubleSide') ?? 0) & 0xff;
    if (isDoubleSided({ cullMode, transparentDoubleSide }, m.blend) !== m.doubleSided) {
      transparentDoubleSide = 0;
      cullMode = m.doubleSided ? 0 : 2;
    }
    return {
      _cullMode: cullMode,
      _transparentDoubleSide: transparentDoubleSide,
      _blendOperation: operation,
      _blendFactorSrc: src,
      _blendFactorDst: dst ?? 0,
    };
  }

  /** Base, normal and emissive texture, then those of an earlier export whose role is not known. */
  #texturesOf(m: SceneMaterial, raw: RawObject | undefined): Draft[] {
    const slots: [TextureSlot | undefined, TextureRole][] = [
      [m.baseColorTexture, 'base'],
      [m.normalTexture, 'normal'],
      [m.emissiveTexture, 'emissive'],
    ];
    const used = new Set(slots.map(([slot]) => slot?.texture));
    for (const id of raw?.list('_texture') ?? []) {
      const found = this.#textures.byId(id);
      if (found && !used.has(found.texture)) slots.push([found, 'other']);
    }
    return slots.flatMap(([slot, role]) => (slot && this.#textures.use(slot, role)) ?? []);
  }
}

function keyOf(material: number | undefined, skinned: boolean): string {
  return `${material ?? 'default'} ${skinned}`;
}

/** UV sets that the textures of a material use. */
export function uvSetsOf(m: SceneMaterial): number {
  return Math.max(
    0,
    ...[m.baseColorTexture, m.normalTexture, m.emissiveTexture].map((slot) => (slot ? slot.uv + 1 : 0)),
  );
}

const DEFAULT_MATERIAL: SceneMaterial = {
  name: 'default',
  baseColor: [1, 1, 1, 1],
  emissive: [0, 0, 0],
  blend: 'opaque',
  doubleSided: false,
  unlit: false,
  raw: {},
};
