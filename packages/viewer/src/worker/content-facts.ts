import type { BlendMode, FontDescription, FormatId, JsonValue, Mat0Blend, Mat0Colours } from '@unbake/formats';
import type { Pixels } from './protocol.ts';

/** What a file is for, as a list of files sorts them. */
export type AssetKind = 'model' | 'texture' | 'font' | 'archive' | 'material' | 'data' | 'unknown';

/** A file in a list of many. */
export interface Survey {
  kind: AssetKind;
  /** Undefined for a file of no known format. */
  format: FormatId | undefined;
  /** Findings of every check; 0 where `unchecked`. */
  errors: number;
  warnings: number;
  /** Codes of the findings of any severity, each once; the reason of a file that cannot be opened first. */
  codes: string[];
  /** It cannot be opened. */
  failed: boolean;
  /** It is too large to be read whole just for a list. */
  unchecked: boolean;
}

/** A font, without the texels of its pages. */
export interface FontFacts {
  description: FontDescription;
  /** By glyph: its object, and how many pairs it is kerned with. */
  glyphs: readonly { object: number; kerning: number }[];
  /** By the number in a glyph's `page`. */
  pages: readonly FontPageFacts[];
}

export interface FontPageFacts {
  name: string;
  width: number;
  height: number;
  /** Among the pictures of the file; undefined when the page cannot be read. */
  picture: number | undefined;
}

export type MaterialFacts = SvoMaterials | GameMaterials;

/** States of an SVO, whose fields are in the object graph. */
export interface SvoMaterials {
  kind: 'svo';
  states: readonly SvoMaterial[];
}

export interface SvoMaterial {
  /** Object id of the State. */
  id: number;
  /** What its fields mean together. */
  blend: BlendMode;
  doubleSided: boolean;
  /** 0..1; undefined without an alpha test. */
  alphaCutoff: number | undefined;
  parameters: readonly SvoParameter[];
  samplers: readonly SvoSampler[];
}

export interface SvoParameter {
  list: '_lighting' | '_userParameter';
  /** Object ids; `variant` is undefined when there is none. */
  id: number;
  variant: number | undefined;
  name: string;
  /** What counts of the Variant's values. */
  value: JsonValue;
}

export interface SvoSampler {
  /** Object ids. */
  id: number;
  image: number | undefined;
  role: 'base' | 'normal' | 'emissive' | 'other';
  /** Among the pictures of the file. */
  picture: number | undefined;
}

/** Materials of a Parkan model, or of a file of materials. */
export interface GameMaterials {
  kind: 'msh';
  materials: readonly GameMaterial[];
  /** Rows of the second list of a WEAR. */
  lightmaps: readonly { legacyId: number; name: string }[];
}

export interface GameMaterial {
  /** Row of the WEAR list; undefined for a MAT0 file. */
  row: number | undefined;
  /** As the list names it. */
  name: string;
  legacyId: number | undefined;
  /** Batches of the model that are drawn with it; undefined where there is no model. */
  batches: number | undefined;
  /** Where the MAT0 was found. */
  source: ArchiveEntry | undefined;
  /** It stands in for one that was not found. */
  fallback: boolean;
  /** A sentence for each piece that was not found. */
  missing: readonly string[];
  drawing: { attr1: number; mode: number; blend: Mat0Blend; alphaTest: boolean } | undefined;
  mat0: Mat0Facts | undefined;
}

/** An entry of another file of the page. */
export interface ArchiveEntry {
  /** File name of the archive. */
  library: string;
  entry: number;
  name: string;
}

export interface Mat0Facts {
  version: number;
  a: number | undefined;
  b: number | undefined;
  c: number | undefined;
  d: number | undefined;
  phases: readonly MaterialPhase[];
  blocks: readonly { head: number; mode: number; keys: readonly (readonly [number, number, number])[] }[];
}

export interface MaterialPhase extends Mat0Colours {
  /** Name of the texture; empty for none. */
  texture: string;
  unlit: boolean;
  found: (ArchiveEntry & { width: number; height: number; format: string; small: Pixels | undefined }) | undefined;
}
