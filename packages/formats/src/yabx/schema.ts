import type { Cursor } from '../binary/cursor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { type KnownField, knownField, type ValueKind } from './known-fields.ts';
import { type ClassLayout, layoutsOf } from './layouts.ts';
import { readCompact, readLong } from './strings.ts';
import type { Yabx, YabxString } from './types.ts';

/** Everything of the payload before the object count. */
export type YabxSchema = Pick<Yabx, 'legacyLibraries' | 'name' | 'libraries' | 'classes' | 'localIds' | 'objectNames'>;

/**
 * Reads the lists before the objects, in file order (svo.md §2), with the layout of each class: undefined for one whose
 * base classes make no sense (`yabx/class-parent`). Throws FormatError when a list cannot be read.
 */
export function readSchema(c: Cursor, report: Report): { schema: YabxSchema; layouts: (ClassLayout | undefined)[] } {
  const legacyLibraries = readList(c, 'legacyLibraries', () => {
    const flags = c.u8('flags');
    return flags === 0 ? undefined : { flags, name: readLong(c, 'name', report) };
  });
  const name = readCompact(c, 'name', report);
  const libraries = readNamed(c, 'libraries', report, (library) => ({ name: library, version: c.u32('version') }));
  const parentPositions: number[] = [];
  const classes = readNamed(c, 'classes', report, (className) => {
    const flags = c.u8('flags');
    parentPositions.push(c.position);
    const parent = c.i16('parent');
    const fields = readNamed(c, 'fields', report, (field) => {
      const fieldFlags = c.u8('flags');
      const size = c.i16('size');
      const usual = usualSize(knownField(className.text, field.text), size);
      if (usual !== undefined) report.add('yabx/field-size', { size, usual }, c.behind(2), c.pathOf('size'));
      return { name: field, flags: fieldFlags, size };
    });
    return { name: className, flags, parent, fields };
  });
  const localIds = readNamed(c, 'localIds', report, (local) => ({ name: local, id: c.i16('id') }));
  const objectNames = readNamed(c, 'objectNames', report, (object) => object);

  const layouts = layoutsOf(classes);
  layouts.forEach((layout, i) => {
    if (layout !== undefined) return;
    const start = parentPositions[i]!;
    const { name: className, parent } = classes[i]!;
    const args = { name: className.text, parent, classes: classes.length };
    report.add('yabx/class-parent', args, { start, end: start + 2 }, `classes[${i}].parent`);
  });
  return { schema: { legacyLibraries, name, libraries, classes, localIds, objectNames }, layouts };
}

const SIZES: { readonly [kind in ValueKind]?: readonly number[] } = {
  u8: [1],
  u16: [2],
  s16: [2],
  ref: [2],
  u32: [4],
  s32: [4],
  f32: [4],
  vec3: [12],
  vec4: [16],
  mat: [48],
  blob: [24],
};

/** The usual storage size in words, where the file's is another one; undefined where there is nothing to say. */
function usualSize(known: KnownField | undefined, size: number): string | undefined {
  if (known === undefined) return size < 0 ? '0 or more' : undefined;
  const sizes = SIZES[known.kinds[0]!] ?? [0];
  return sizes.includes(size) ? undefined : sizes.join(' or ');
}

/** Items up to the one that says stop; what says so is traced as the last item. */
function readList<T>(c: Cursor, name: string, item: () => T | undefined): T[] {
  const items: T[] = [];
  for (;;) {
    const read = c.group(`${name}[${items.length}]`, item);
    if (read === undefined) return items;
    items.push(read);
  }
}

/** Items that start with a compact name, up to an empty one. */
function readNamed<T>(c: Cursor, name: string, report: Report, item: (name: YabxString) => T): T[] {
  return readList(c, name, () => {
    const itemName = readCompact(c, 'name', report);
    return itemName.bytes.length === 0 ? undefined : item(itemName);
  });
}
