import type { Asset, AssetInfo } from '../asset.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { checkYabx } from './checks.ts';
import { findInYabx } from './find.ts';
import { yabxToJson } from './json.ts';
import { isYabx, readYabx } from './read.ts';
import type { Yabx } from './types.ts';
import { referencesAreUnsigned } from './values.ts';
import { writeYabx } from './write.ts';

/** Bare object graphs: not inside an SVO file, such as the stream unpacked from a font. */
export const yabxFormat: FormatRow = {
  id: 'yabx',
  label: 'YABX object graph',
  extensions: ['.yabx'],
  sniff: isYabx,
  open: openYabx,
};

function openYabx(bytes: Uint8Array, options: OpenOptions): Asset {
  const base = options.base ?? 0;
  const read = (report: Report, trace?: Trace) =>
    readYabx(bytes, { report, trace, base, ...(options.limits ? { limits: options.limits } : {}) });
  const report = new Report();
  const model = read(report);
  return {
    format: 'yabx',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      checkYabx(model, all, { start: base, end: base + bytes.length });
      return all;
    },
    info: () => infoOf(model),
    entries: () => [],
    toJson: () => yabxToJson(model),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      read(new Report(), trace);
      return trace;
    },
    find: (path) => findInYabx(model, path),
    write: () => writeYabx(model),
    ...(model.objects.length === model.objectCount ? { canonical: () => writeYabx(model, { canonical: true }) } : {}),
  };
}

function infoOf(model: Yabx): AssetInfo {
  return {
    kind: 'YABX object graph',
    name: model.name.text,
    byteOrder: model.bigEndian ? 'big' : 'little',
    classes: classCounts(model),
    objects: model.objects.length,
    inferred: inferredIn(model),
    details: {
      version: model.version,
      libraries: model.libraries.map((l) => `${l.name.text} ${l.version}`),
      legacyLibraries: model.legacyLibraries.map((l) => l.name.text),
    },
  };
}

/** How many objects each class has, in schema order, classes without objects left out. */
export function classCounts(model: Yabx): { name: string; objects: number }[] {
  const counts = new Map<number, number>();
  for (const { classIndex } of model.objects) counts.set(classIndex, (counts.get(classIndex) ?? 0) + 1);
  return model.classes
    .map((c, i) => ({ name: c.name.text, objects: counts.get(i + 1) ?? 0 }))
    .filter((row) => row.objects > 0);
}

/** Which readings of this graph rest on hypotheses of svo.md §2. */
export function inferredIn(model: Yabx): NonNullable<AssetInfo['inferred']> {
  const inferred: NonNullable<AssetInfo['inferred']> = [];
  const kinds = new Set<string>();
  for (const object of model.objects) for (const field of object.fields) kinds.add(field.value.kind);
  if (kinds.has('strs')) {
    inferred.push({ what: 'string lists', value: 'u32 count, long strings', why: 'the content fits exactly' });
  }
  if (kinds.has('mats')) {
    inferred.push({ what: 'matrix lists', value: 'u32 count, 12 f32 each', why: 'the content fits exactly' });
  }
  if (referencesAreUnsigned(model.objectCount)) {
    inferred.push({ what: 'ids', value: 'u16', why: 'the last id of the table does not fit an i16' });
  }
  return inferred;
}
