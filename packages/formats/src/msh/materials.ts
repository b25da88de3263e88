import { asciiLower } from '../binary/text.ts';
import { FormatError } from '../diagnostics/format-error.ts';
import { readMat0 } from '../mat0/read.ts';
import { MAT0_TYPE, type Mat0 } from '../mat0/types.ts';
import { readTexm } from '../texm/read.ts';
import { TEXM_TYPE, type Texm } from '../texm/types.ts';
import type { Wear } from '../wear/read.ts';
import type { MshBatch } from './types.ts';

/** An archive entry, as far as materials need it. */
export interface LibraryEntry {
  /** Name of the archive, for messages. */
  readonly library: string;
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly attr1: number;
  readonly attr2: number;
  readonly data: Uint8Array;
}

/** Where the materials of a model come from: its own WEAR, and the archives in the order in which they are searched. */
export interface MaterialSources {
  readonly wear: Wear | undefined;
  readonly libraries: readonly (readonly LibraryEntry[])[];
}

/** A batch's material (msh.md §4); what is undefined was not found, and `missing` says so. */
export interface ResolvedMaterial {
  /** Name of the WEAR row; undefined without a row. */
  readonly row: string | undefined;
  readonly entry: LibraryEntry | undefined;
  readonly mat0: Mat0 | undefined;
  /** The row's own material was not found: `DEFAULT`, or the first material of the archives, stands in. */
  readonly fallback: boolean;
  readonly texture: ResolvedTexture | undefined;
  /** A sentence for each missing piece. */
  readonly missing: readonly string[];
}

export interface ResolvedTexture {
  readonly entry: LibraryEntry;
  readonly texm: Texm;
}

/** `MshBatch.lightmap` of a batch that no lightmap lights. */
export const UNLIT_BY_MAP = 0xff;

/** The name of the material that stands in for a missing one. */
const DEFAULT_MATERIAL = 'DEFAULT';

/** Finds and reads materials and textures by name, ASCII letters in any case; each is read once. */
export class MaterialResolver {
  readonly #wear: Wear | undefined;
  readonly #byName: Map<number, Map<string, LibraryEntry>>;
  readonly #firstMaterial: LibraryEntry | undefined;
  readonly #rows = new Map<number, ResolvedMaterial>();
  readonly #textures = new Map<LibraryEntry, ResolvedTexture | string>();

  constructor(sources: MaterialSources) {
    this.#wear = sources.wear;
    this.#byName = new Map([
      [MAT0_TYPE, new Map()],
      [TEXM_TYPE, new Map()],
    ]);
    for (const library of sources.libraries) {
      for (const entry of library) {
        const names = this.#byName.get(entry.type);
        const name = asciiLower(entry.name);
        if (names && !names.has(name)) names.set(name, entry);
        if (entry.type === MAT0_TYPE) this.#firstMaterial ??= entry;
      }
    }
  }

  /** batch byte 4 -> WEAR row -> MAT0 of that name -> `DEFAULT` -> entry 0; its phase-0 texture -> Texm. */
  resolve(batch: MshBatch): ResolvedMaterial {
    let resolved = this.#rows.get(batch.wear);
    if (!resolved) {
      resolved = this.#resolveRow(batch.wear);
      this.#rows.set(batch.wear, resolved);
    }
    return resolved;
  }

  /** Name of the lightmap that lights a batch; undefined for one that none lights. */
  lightmap(batch: MshBatch): string | undefined {
    return batch.lightmap === UNLIT_BY_MAP ? undefined : this.#wear?.lightmaps?.[batch.lightmap]?.name;
  }

  /** The texture of this name; the reason as a sentence where there is none. */
  texture(name: string): ResolvedTexture | string {
    const entry = this.#find(TEXM_TYPE, name);
    if (!entry) return `no texture "${name}"`;
    let texture = this.#textures.get(entry);
    if (!texture) {
      texture = attempt(`texture "${name}"`, () => ({ entry, texm: readTexm(entry.data) }));
      this.#textures.set(entry, texture);
    }
    return texture;
  }

  #resolveRow(index: number): ResolvedMaterial {
    const missing: string[] = [];
    const row = this.#wear?.rows[index]?.name;
    if (!this.#wear) missing.push('no WEAR list');
    else if (row === undefined) missing.push(`no row ${index} in the WEAR list`);
    const own = row === undefined ? undefined : this.#find(MAT0_TYPE, row);
    if (row !== undefined && !own) missing.push(`no material "${row}"`);
    const entry = own ?? this.#find(MAT0_TYPE, DEFAULT_MATERIAL) ?? this.#firstMaterial;
    if (!entry) return { row, entry, mat0: undefined, fallback: false, texture: undefined, missing };

    const mat0 = attempt(`material "${entry.name}"`, () => readMat0(entry.data, { version: entry.attr2 }));
    if (typeof mat0 === 'string') {
      missing.push(mat0);
      return { row, entry, mat0: undefined, fallback: own === undefined, texture: undefined, missing };
    }
    if (mat0.phases.length === 0) missing.push(`material "${entry.name}" has no phase`);
    const name = mat0.phases[0]?.texture;
    const texture = name ? this.texture(name) : undefined;
    if (typeof texture === 'string') missing.push(texture);
    const found = typeof texture === 'string' ? undefined : texture;
    return { row, entry, mat0, fallback: own === undefined, texture: found, missing };
  }

  #find(type: number, name: string): LibraryEntry | undefined {
    return this.#byName.get(type)?.get(asciiLower(name));
  }
}

/** What `read` gives, or why it could not: a damaged piece is as good as a missing one. */
function attempt<T>(what: string, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return `${what} cannot be read (${error.code})`;
  }
}
