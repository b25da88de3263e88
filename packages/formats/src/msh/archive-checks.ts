import { Report } from '../diagnostics/diagnostic.ts';
import { readMat0 } from '../mat0/read.ts';
import { MAT0_TYPE } from '../mat0/types.ts';
import { isNres, readNres } from '../nres/read.ts';
import type { Nres, NresFile } from '../nres/types.ts';
import { isTexm, readTexm } from '../texm/read.ts';
import { TEXM_TYPE } from '../texm/types.ts';
import { readWear, WEAR_TYPE } from '../wear/read.ts';
import { checkModel } from './checks.ts';
import { readMsh } from './read.ts';
import { isModelName, looksLikeModel, MESH_TYPE } from './recognise.ts';

/**
 * Bytes of contents checked for each byte of the outermost archive at most: entries that share their bytes could
 * otherwise nest without end.
 */
const WORK_FACTOR = 8;

interface Waiting {
  nres: Nres;
  path: string;
}

/** Every rule for what an archive holds: models, textures, materials, and archives inside it. */
export function checkContents(archive: Nres, report: Report): void {
  let budget = (archive.totalSize + archive.trailing.length) * WORK_FACTOR;
  const waiting: Waiting[] = [{ nres: archive, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const entry of next.nres.entries) {
      // What is out of range is reported as such.
      if (entry.data.length !== entry.size) continue;
      budget -= entry.size;
      if (budget < 0) return;
      const path = `${next.path}entries[${entry.index}]`;
      const findings = new Report();
      const nested = findings.attempt(() => checkEntry(entry, next.nres.base + entry.offset, findings));
      report.addAll(findings, path);
      if (nested) waiting.push({ nres: nested, path: `${path}.` });
    }
  }
}

/** Checks an entry by its type, its bytes or its name; an archive inside is given back. */
function checkEntry(entry: NresFile, base: number, report: Report): Nres | undefined {
  const { data, type, name } = entry;
  if (type === WEAR_TYPE) readWear(data, { report, base });
  else if (type === MAT0_TYPE) readMat0(data, { version: entry.attr2, report, base });
  else if (type === TEXM_TYPE || isTexm(data)) readTexm(data, { report, base });
  else if (type === MESH_TYPE || isModelName(name) || looksLikeModel(data))
    checkModel(readMsh(data, { report, base }), report);
  else if (isNres(data)) return readNres(data, { report, base });
  return undefined;
}
