import type { Asset, FormatId } from './asset.ts';
import type { Limits } from './binary/limits.ts';

export interface OpenOptions {
  /** File name: decides where the bytes do not. */
  name?: string;
  /** Position of the bytes in the outer file, for messages. */
  base?: number;
  limits?: Limits;
}

/** What the project knows of a format: one row of `FORMATS`, exported by the format's own `asset.ts`. */
export interface FormatRow {
  readonly id: FormatId;
  /** For people, such as `SVO model or font texture`. */
  readonly label: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Whether the bytes are of this format, by their content alone. Never throws, for any bytes. */
  sniff(bytes: Uint8Array): boolean;
  /** Throws FormatError only when nothing can be read. */
  open(bytes: Uint8Array, options: OpenOptions): Asset;
}
