/** Type of a MAT0 entry in an archive: "MAT0". */
export const MAT0_TYPE = 0x3054414d;

/** A MAT0 material (msh.md §4), every byte represented. */
export interface Mat0 {
  /** attr2 of the directory entry: says which of the fields a to d are there. */
  readonly version: number;
  /** As stored; `phases` may hold fewer. */
  readonly phaseCount: number;
  /** As stored; `blocks` may hold fewer. */
  readonly blockCount: number;
  /** u8, version >= 2. */
  readonly a: number | undefined;
  /** u8, version >= 2. */
  readonly b: number | undefined;
  /** The bits of an f32 as u32, version >= 3. */
  readonly c: number | undefined;
  /** u32, version >= 4. */
  readonly d: number | undefined;
  readonly phases: readonly Mat0Phase[];
  readonly blocks: readonly Mat0Block[];
  /** Bytes behind what could be read. */
  readonly rest: Uint8Array;
}

/** One look of the material, 34 bytes. */
export interface Mat0Phase {
  /** 18 bytes: ambient, diffuse, specular, emissive as r, g, b, a% each; specular power; sub-image. */
  readonly params: Uint8Array;
  /** 16 bytes, what follows the NUL included. */
  readonly nameField: Uint8Array;
  /** The texture's name for display and lookup; empty for none. */
  readonly texture: string;
}

/** How the phases follow each other. */
export interface Mat0Block {
  readonly head: number;
  /** The low 3 bits of `head`. */
  readonly mode: number;
  /** Three u16 each. */
  readonly keys: readonly (readonly [number, number, number])[];
}

export interface Mat0Colours {
  /** r, g, b /255 and alpha per cent /100 each. */
  readonly ambient: [number, number, number, number];
  readonly diffuse: [number, number, number, number];
  readonly specular: [number, number, number, number];
  readonly emissive: [number, number, number, number];
  readonly specularPower: number;
  /** Page rectangle of the texture; -1 for the whole picture. */
  readonly subImage: number;
}

/** The fields of a phase in their units. */
export function phaseColours(phase: Mat0Phase): Mat0Colours {
  const p = phase.params;
  const colour = (at: number): [number, number, number, number] => [
    p[at]! / 255,
    p[at + 1]! / 255,
    p[at + 2]! / 255,
    p[at + 3]! / 100,
  ];
  return {
    ambient: colour(0),
    diffuse: colour(4),
    specular: colour(8),
    emissive: colour(12),
    specularPower: p[16]!,
    subImage: (p[17]! << 24) >> 24,
  };
}

/** How a material draws, from attr1 of its directory entry (msh.md §4). */
export type Mat0Blend = 'opaque' | 'alpha' | 'additive' | 'source-colour' | 'destination-colour' | 'unknown';

const BLENDS: readonly Mat0Blend[] = ['opaque', 'alpha', 'additive', 'source-colour', 'destination-colour'];

/** Blend mode, and whether pixels are alpha-tested: every mode but opaque is. */
export function mat0Drawing(attr1: number): { mode: number; blend: Mat0Blend; alphaTest: boolean } {
  const mode = (attr1 >>> 2) & 15;
  return { mode, blend: BLENDS[mode] ?? 'unknown', alphaTest: mode !== 0 };
}

/** A black diffuse means unlit (msh.md §4). */
export function isUnlit(colours: Mat0Colours): boolean {
  return colours.diffuse[0] === 0 && colours.diffuse[1] === 0 && colours.diffuse[2] === 0;
}
