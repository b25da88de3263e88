import type { Asset, FormatId } from './asset.ts';
import type { Limits } from './binary/limits.ts';

export interface OpenOptions {
  /** File name: decides where the bytes do not. */
  name?: string;
  /** Position of the bytes in the outer file, for messages. */
  base?: number;
  limits?: Limits;
  /** The directory entry that the bytes come from: some formats keep a version or flags there. */
  entry?: EntryAttributes;
  /** The archive that the bytes come from: where a model finds its materials first. */
  archive?: Asset;
}

/** What an archive's directory says of an entry beside its name. */
export interface EntryAttributes {
  type: number;
  attr1: number;
  attr2: number;
}

/** What the project knows of a format: one row of `FORMATS`, exported by the format's own `asset.ts`. */
export interface FormatRow {
  readonly id: FormatId;
  /** For people, such as `SVO model or font texture`. */
  readonly label: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Type of an archive's entry that is of this format, where the bytes alone do not tell. */
  readonly entryType?: number;
  /** Whether the bytes are of this format, by their content alone. Never throws, for any bytes. */
  sniff(bytes: Uint8Array): boolean;
  /** Throws FormatError only when nothing can be read. */
  open(bytes: Uint8Array, options: OpenOptions): Asset;
}
