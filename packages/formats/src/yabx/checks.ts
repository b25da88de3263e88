import type { ByteRange, Report } from '../diagnostics/diagnostic.ts';
import type { Yabx } from './types.ts';
import { isKnownId } from './values.ts';

/** A rule beyond what reading itself reports. */
type Rule = (model: Yabx, report: Report, file: ByteRange) => void;

const RULES: readonly Rule[] = [classNames, localIds];

/** Runs the rules on a graph. `file` is the range of the stream in the outer file: the findings are about lists of it. */
export function checkYabx(model: Yabx, report: Report, file: ByteRange): void {
  for (const rule of RULES) rule(model, report, file);
}

/** `yabx/class-duplicate`: a class name twice. */
function classNames(model: Yabx, report: Report, file: ByteRange): void {
  const seen = new Map<string, number>();
  model.classes.forEach((c, i) => {
    const other = seen.get(c.name.text);
    if (other === undefined) seen.set(c.name.text, i + 1);
    else report.add('yabx/class-duplicate', { name: c.name.text, other }, file, `classes[${i}].name`);
  });
}

/** `yabx/reference`: a local id outside the table. */
function localIds(model: Yabx, report: Report, file: ByteRange): void {
  model.localIds.forEach(({ id }, i) => {
    if (isKnownId(id, model.objectCount)) return;
    report.add('yabx/reference', { id, count: model.objectCount }, file, `localIds[${i}].id`);
  });
}
