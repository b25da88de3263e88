import type { Asset, AssetInfo } from '../asset.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { mat0Json } from './json.ts';
import { readMat0 } from './read.ts';
import { isUnlit, MAT0_TYPE, type Mat0, mat0Drawing, phaseColours } from './types.ts';
import { writeMat0 } from './write.ts';

/** MAT0 materials (msh.md §4): without a magic, so only the name or the entry's type tells. */
export const mat0Format: FormatRow = {
  id: 'mat0',
  label: 'MAT0 material',
  extensions: ['.mat0'],
  entryType: MAT0_TYPE,
  sniff: () => false,
  open: openMat0,
};

function openMat0(bytes: Uint8Array, options: OpenOptions): Asset {
  const report = new Report();
  const base = options.base ?? 0;
  const version = options.entry?.attr2;
  const mat0 = readMat0(bytes, { version, report, base });
  return {
    format: 'mat0',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      return all;
    },
    info: () => infoOf(mat0, options),
    entries: () => [],
    toJson: () => mat0Json(mat0),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readMat0(bytes, { version: mat0.version, trace, base });
      return trace;
    },
    write: () => writeMat0(mat0),
  };
}

function infoOf(mat0: Mat0, options: OpenOptions): AssetInfo {
  const { entry, name } = options;
  const first = mat0.phases[0];
  const info: AssetInfo = {
    kind: 'MAT0 material',
    ...(name ? { name } : {}),
    materials: mat0.phases.map((phase) => phase.texture).filter((texture) => texture !== ''),
    details: {
      version: mat0.version,
      phases: mat0.phases.length,
      blocks: mat0.blocks.length,
      unlit: first ? isUnlit(phaseColours(first)) : null,
      ...(entry ? { ...mat0Drawing(entry.attr1) } : {}),
    },
  };
  if (!entry) {
    info.inferred = [
      { what: 'version', value: `${mat0.version}`, why: 'no directory entry: its fields fill the file' },
    ];
  }
  return info;
}
