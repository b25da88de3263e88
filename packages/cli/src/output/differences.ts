import type { Difference, JsonValue } from '@unbake/formats';
import { plural } from './table.ts';

/** Longest shown text of a value. */
const SHOWN_LENGTH = 100;

/** One line a difference, for people. */
export function differenceLines(differences: readonly Difference[]): string[] {
  return differences.map(lineOf);
}

function lineOf({ kind, path, a, b, pixels }: Difference): string {
  switch (kind) {
    case 'texture':
      return `${path} ${textureLine(a, b, pixels)}`;
    case 'chunk':
      return `${path} ${chunkLine(a, b)}`;
    case 'bytes':
      return `${path || 'file'}: ${placed(a)} -> ${placed(b)}, bytes without a name`;
    case 'format':
      return `file: ${shown(a)} -> ${shown(b)}`;
    case 'object':
      return `${path}: object of class ${shown(a)} -> ${shown(b)}`;
    case 'field':
      return `${path}: ${shown(a)} -> ${shown(b)}`;
  }
}

function textureLine(a: JsonValue | undefined, b: JsonValue | undefined, pixels: Difference['pixels']): string {
  const before = membersOf(a);
  const after = membersOf(b);
  const name = String((before ?? after)?.name ?? '');
  const facts = (of: Members | undefined) =>
    of ? `${of.width}x${of.height} ${of.format}, ${plural(Number(of.mips), 'mip level')}` : 'nothing';
  const change = facts(before) === facts(after) ? facts(before) : `${facts(before)} -> ${facts(after)}`;
  if (!pixels) return `${name}: ${change}`;
  const { different, total, largest } = pixels;
  return `${name}: ${change}; ${different} of ${plural(total, 'texel')} differ${different === 1 ? 's' : ''}, by ${largest} at most`;
}

function chunkLine(a: JsonValue | undefined, b: JsonValue | undefined): string {
  const name = String((membersOf(a) ?? membersOf(b))?.name ?? '');
  return `${name}: ${placed(a)} -> ${placed(b)}`;
}

type Members = { [key: string]: JsonValue };

function membersOf(value: JsonValue | undefined): Members | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

/** Size, and where the first difference is. */
function placed(value: JsonValue | undefined): string {
  const { size, at } = membersOf(value) ?? {};
  if (size === undefined) return value === undefined ? 'nothing' : shown(value);
  return `${plural(Number(size), 'byte')}${at === undefined ? '' : ` (from 0x${Number(at).toString(16)} on)`}`;
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}..` : text;
}
