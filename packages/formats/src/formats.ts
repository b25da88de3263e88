import { ddsFormat } from './dds/asset.ts';
import { rfzFormat } from './font/asset.ts';
import type { FormatRow } from './format-row.ts';
import { mat0Format } from './mat0/asset.ts';
import { nresFormat } from './msh/archive-asset.ts';
import { mshFormat } from './msh/asset.ts';
import { svoFormat } from './svo/asset.ts';
import { texmFormat } from './texm/asset.ts';
import { wearFormat } from './wear/asset.ts';
import { yabxFormat } from './yabx/asset.ts';

/** Every format, in the order in which bytes are tried. */
export const FORMATS: readonly FormatRow[] = [
  svoFormat,
  ddsFormat,
  rfzFormat,
  yabxFormat,
  mshFormat,
  nresFormat,
  texmFormat,
  wearFormat,
  mat0Format,
];
