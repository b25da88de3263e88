import { type Asset, detectFormat, FormatError, type FormatId, type Report } from '@unbake/formats';
import { forget, openRef } from '../../lib/open-ref.ts';
import { readSlice } from '../../lib/read-slice.ts';
import { sizeOf } from '../../lib/source-size.ts';
import type { AssetKind, Survey } from '../content-facts.ts';
import type { FileRef } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { failureOf } from './failure.ts';

/** Larger files are listed by their first bytes and not checked: a list of files reads them all. */
export const SURVEY_MAX = 64 * 1024 * 1024;
/** Files of no known format are not read on behind it. */
const HEAD = 64;
/** Larger ones are not kept for their preview: a folder has many. */
const KEEP_MAX = 4 * 1024 * 1024;

const KINDS: Readonly<Record<FormatId, AssetKind>> = {
  svo: 'model',
  msh: 'model',
  rfz: 'font',
  dds: 'texture',
  texm: 'texture',
  nres: 'archive',
  mat0: 'material',
  wear: 'material',
  yabx: 'data',
};

export async function survey(context: WorkContext, ref: FileRef): Promise<Survey> {
  const size = sizeOf(ref.source);
  const head = await readSlice(ref.source, 0, Math.min(HEAD, size));
  const format = detectFormat(head, ref.name, ref.entryOf?.attributes)?.id;
  const kind = format ? KINDS[format] : 'unknown';
  const known: Survey = { kind, format, errors: 0, warnings: 0, codes: [], failed: false, unchecked: true };
  if (!format || size > SURVEY_MAX) return known;
  try {
    const asset = await openRef(ref);
    await context.breathe();
    const counts = countsOf(asset.check());
    return { ...known, ...counts, kind: kindOf(asset), format: asset.format, unchecked: false };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // Whatever is wrong with one file, the list goes on.
    return {
      ...known,
      errors: 1,
      codes: [failureOf(error).code],
      failed: error instanceof FormatError,
      unchecked: false,
    };
  } finally {
    if (size > KEEP_MAX) forget([ref.key]);
  }
}

function kindOf(asset: Asset): AssetKind {
  if (asset.format !== 'svo') return KINDS[asset.format];
  const info = asset.info();
  if ((info.meshes ?? 0) > 0) return 'model';
  return (info.textures?.length ?? 0) > 0 ? 'texture' : 'data';
}

function countsOf({ diagnostics }: Report): Pick<Survey, 'errors' | 'warnings' | 'codes'> {
  const codes = new Set<string>();
  let errors = 0;
  let warnings = 0;
  for (const { code, severity } of diagnostics) {
    codes.add(code);
    if (severity === 'error') errors++;
    else if (severity === 'warning') warnings++;
  }
  return { errors, warnings, codes: [...codes] };
}
