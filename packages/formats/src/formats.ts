import { ddsFormat } from './dds/asset.ts';
import { rfzFormat } from './font/asset.ts';
import type { FormatRow } from './format-row.ts';
import { svoFormat } from './svo/asset.ts';
import { yabxFormat } from './yabx/asset.ts';

/** Every format, in the order in which bytes are tried. */
export const FORMATS: readonly FormatRow[] = [svoFormat, ddsFormat, rfzFormat, yabxFormat];
