import { dataView } from '../binary/bytes.ts';
import type { Trace } from '../binary/trace.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { ClassLayout, FieldLayout } from './layouts.ts';
import type { YabxClass, YabxField, YabxObject, YabxValue } from './types.ts';
import { decodeValueAt, FIRST_ID, isKnownId, type ValueContext } from './values.ts';

/** Bytes before the body of an object: class index and body size. */
export const OBJECT_HEADER = 6;

const NO_BYTES = new Uint8Array(0);

/** The part of the stream that holds the objects. */
export interface ObjectTable {
  /** From the magic to the end of the payload. */
  readonly bytes: Uint8Array;
  /** Of the first object in `bytes`. */
  readonly start: number;
  /** Position of `bytes` in the outer file. */
  readonly base: number;
  /** Objects to read at most. */
  readonly count: number;
  readonly classes: readonly YabxClass[];
  readonly layouts: readonly (ClassLayout | undefined)[];
  readonly context: ValueContext;
  readonly report: Report;
  readonly trace: Trace | undefined;
}

/** Objects up to the first that does not fit, and where they end. */
export interface ReadObjects {
  readonly objects: YabxObject[];
  /** Offset behind the last object in the table's `bytes`. */
  readonly end: number;
  /** What did not fit, when an object did not. */
  readonly missing: { readonly needed: number; readonly left: number; readonly inBody: boolean } | undefined;
}

/** Reads objects (svo.md §2). Each turn consumes an object's header, so the count cannot cost more than the bytes. */
export function readObjects(table: ObjectTable): ReadObjects {
  const { bytes, base, layouts, trace, report } = table;
  const view = dataView(bytes);
  const little = !table.context.bigEndian;
  const objects: YabxObject[] = [];
  let at = table.start;
  while (objects.length < table.count) {
    const left = bytes.length - at;
    if (left < OBJECT_HEADER) return { objects, end: at, missing: { needed: OBJECT_HEADER, left, inBody: false } };
    const bodySize = view.getUint32(at + 2, little);
    if (bodySize > left - OBJECT_HEADER) {
      return { objects, end: at, missing: { needed: bodySize, left: left - OBJECT_HEADER, inBody: true } };
    }
    const classIndex = view.getInt16(at, little);
    const layout = layouts[classIndex - 1];
    const body = at + OBJECT_HEADER;
    const end = body + bodySize;
    const index = objects.length;
    if (trace !== undefined) {
      trace.open(`objects[${index}]`, base + at);
      trace.field('classIndex', base + at, base + at + 2, classIndex);
      trace.field('bodySize', base + at + 2, base + body, bodySize);
    }
    if (classIndex < 1 || classIndex > layouts.length) {
      const args = { index: classIndex, classes: layouts.length };
      report.add('yabx/class-index', args, { start: base + at, end: base + at + 2 }, `objects[${index}].classIndex`);
    }
    const object: YabxObject = {
      id: FIRST_ID + index,
      classIndex,
      className: table.classes[classIndex - 1]?.name.text,
      offset: base + body,
      bodySize,
      fields: [],
      leftover: NO_BYTES,
    };
    const used = layout === undefined ? body : readBody(table, view, layout, body, end, object.fields, index);
    if (used < end) object.leftover = bytes.subarray(used, end);
    if (trace !== undefined) {
      if (used < end) trace.field('leftover', base + used, base + end, object.leftover);
      trace.close(base + end);
    }
    objects.push(object);
    at = end;
  }
  return { objects, end: at, missing: undefined };
}

/** Reads the fields of one body into `fields`; gives the offset behind the last whole one. */
function readBody(
  table: ObjectTable,
  view: DataView,
  layout: ClassLayout,
  start: number,
  end: number,
  fields: YabxField[],
  index: number,
): number {
  const { bytes, base, context, trace } = table;
  const little = !context.bigEndian;
  let at = start;
  for (let level: ClassLayout | undefined = layout; level !== undefined; level = level.next) {
    const own = level.own;
    for (let i = 0; i < own.length; i++) {
      const field = own[i]!;
      let content = at;
      let size = field.size;
      if (!field.fixed) {
        content = at + 4;
        size = content <= end ? view.getUint32(at, little) : 0;
      }
      if (content + size > end) {
        reportBodySize(
          table,
          index,
          { declared: end - start, used: at - start, field: field.name },
          base + at,
          base + end,
        );
        return at;
      }
      const raw = bytes.subarray(content, content + size);
      const value = decodeValueAt(raw, view, content, field.size, field.known, context);
      fields.push({ name: field.name, declaredIn: field.declaredIn, size: field.size, offset: base + at, raw, value });
      if (field.known !== undefined) checkValue(table, field, value, raw, base + content, index);
      if (trace !== undefined) traceField(trace, field, base + at, base + content, raw, value);
      at = content + size;
    }
  }
  if (at < end) reportBodySize(table, index, { declared: end - start, used: at - start }, base + at, base + end);
  return at;
}

function reportBodySize(
  table: ObjectTable,
  index: number,
  args: { declared: number; used: number; field?: string },
  start: number,
  end: number,
): void {
  const path = args.field === undefined ? `objects[${index}]` : `objects[${index}].${args.field}`;
  table.report.add('yabx/body-size', args, { start, end }, path, args.field === undefined ? 'warning' : 'error');
}

/** Reports ids outside the table, ids of legacy libraries, and known fields whose content does not have their form. */
function checkValue(
  table: ObjectTable,
  field: FieldLayout,
  value: YabxValue,
  raw: Uint8Array,
  at: number,
  index: number,
): void {
  if (value.kind === 'ref') {
    if (value.value < 0 || !isKnownId(value.value, table.context.objectCount)) {
      reportId(table, value.value, at, `objects[${index}].${field.name}`);
    }
    return;
  }
  if (value.kind === 'refs') {
    const ids = value.value;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      if (id < 0 || !isKnownId(id, table.context.objectCount)) {
        reportId(table, id, at + 4 + 2 * i, `objects[${index}].${field.name}[${i}]`);
      }
    }
    return;
  }
  const kind = field.known?.kinds[0];
  if (field.fixed || (kind !== 'refs' && kind !== 'str')) return;
  const range = { start: at, end: at + raw.length };
  const path = `objects[${index}].${field.name}`;
  const view = dataView(raw);
  const little = !table.context.bigEndian;
  if (kind === 'refs' && value.kind !== 'strs') {
    const count = raw.length < 4 ? 0 : view.getUint32(0, little);
    table.report.add('yabx/list-size', { count, size: raw.length }, range, path);
  } else if (kind === 'str' && value.kind !== 'str') {
    const length = raw.length < 2 ? 2 : view.getInt16(0, little);
    table.report.add('yabx/string-length', { length, most: Math.max(0, raw.length - 2) }, range, path);
  } else if (value.kind === 'str') {
    const length = raw.length - 2 - value.padding.length;
    if (length > 0 && length !== value.bytes.length + 1) table.report.add('yabx/string-nul', { length }, range, path);
    else if (length > 0 && raw[1 + length] !== 0) table.report.add('yabx/string-nul', { length }, range, path);
  }
}

function reportId(table: ObjectTable, id: number, at: number, path: string): void {
  const range = { start: at, end: at + 2 };
  if (id < 0) table.report.add('yabx/external-reference', { id }, range, path);
  // The field must point at an object: what hangs on it cannot be read.
  else table.report.add('yabx/reference', { id, count: table.context.objectCount }, range, path, 'error');
}

/** Traces one field: a leaf, or a group of the size prefix and the parts of the content. */
function traceField(
  trace: Trace,
  field: FieldLayout,
  start: number,
  content: number,
  raw: Uint8Array,
  value: YabxValue,
): void {
  const end = content + raw.length;
  if (field.fixed) {
    trace.field(field.name, start, end, value.value);
    return;
  }
  trace.open(field.name, start);
  trace.field('size', start, content, raw.length);
  if (value.kind === 'str') {
    const textEnd = end - value.padding.length;
    trace.field('length', content, content + 2, textEnd - content - 2);
    if (textEnd > content + 2) trace.field('text', content + 2, textEnd, value.value);
    if (end > textEnd) trace.field('padding', textEnd, end, value.padding);
  } else if (value.kind === 'refs') {
    trace.field('count', content, content + 4, value.value.length);
    for (let i = 0; i < value.value.length; i++) {
      trace.field(`[${i}]`, content + 4 + 2 * i, content + 6 + 2 * i, value.value[i]);
    }
  } else if (end > content) {
    trace.field('content', content, end, value.value);
  }
  trace.close(end);
}
