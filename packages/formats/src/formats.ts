import { ddsFormat } from './dds/asset.ts';
import type { FormatRow } from './format-row.ts';

/** Every format, in the order in which bytes are tried. */
export const FORMATS: readonly FormatRow[] = [ddsFormat];
