import { dataView } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import { decodeCp1251, untilNul } from '../binary/text.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { Mat0, Mat0Block, Mat0Phase } from './types.ts';

export interface ReadMat0Options {
  /** attr2 of the directory entry; without it the version whose fields fit the size is taken. */
  version?: number | undefined;
  report?: Report;
  trace?: Trace | undefined;
  base?: number;
}

const PARAMS_SIZE = 18;
const NAME_SIZE = 16;
const PHASE_SIZE = PARAMS_SIZE + NAME_SIZE;
/** Block counts from here on are not believed. */
const BLOCK_LIMIT = 20;

/**
 * Reads a MAT0 material (msh.md §4), as far as it goes.
 * @throws FormatError `mat0/truncated` for less than the two counts.
 */
export function readMat0(bytes: Uint8Array, options: ReadMat0Options = {}): Mat0 {
  const report = options.report ?? new Report();
  const version = options.version ?? inferMat0Version(bytes);
  const c = Cursor.over(bytes, { truncated: 'mat0/truncated', trace: options.trace, base: options.base ?? 0 });
  const phaseCount = c.u16('phaseCount');
  const blockCount = c.u16('blockCount');
  const believed = blockCount < BLOCK_LIMIT;
  if (!believed) report.add('mat0/block-count', { declared: blockCount }, c.behind(2), 'blockCount');
  const phases: Mat0Phase[] = [];
  const blocks: Mat0Block[] = [];
  let fields: Pick<Mat0, 'a' | 'b' | 'c' | 'd'> = { a: undefined, b: undefined, c: undefined, d: undefined };
  const whole = believed
    ? report.attempt(() => {
        fields = readFields(c, version);
        for (let i = 0; i < phaseCount; i++) phases.push(c.group(`phases[${i}]`, () => readPhase(c, report)));
        for (let i = 0; i < blockCount; i++) blocks.push(c.group(`blocks[${i}]`, () => readBlock(c)));
        return true;
      })
    : undefined;
  const start = c.position;
  const rest = c.bytes.subarray(c.offset);
  if (rest.length > 0) {
    c.rest('rest');
    if (whole) report.add('mat0/tail', { left: rest.length }, { start, end: c.position }, 'rest');
  }
  return { version, phaseCount, blockCount, ...fields, phases, blocks, rest };
}

function readFields(c: Cursor, version: number): Pick<Mat0, 'a' | 'b' | 'c' | 'd'> {
  const needed = version >= 4 ? 10 : version >= 3 ? 6 : version >= 2 ? 2 : 0;
  c.require('fields', needed);
  return {
    a: version >= 2 ? c.u8('a') : undefined,
    b: version >= 2 ? c.u8('b') : undefined,
    c: version >= 3 ? c.u32('c') : undefined,
    d: version >= 4 ? c.u32('d') : undefined,
  };
}

function readPhase(c: Cursor, report: Report): Mat0Phase {
  c.require('', PHASE_SIZE);
  const params = c.take('params', PARAMS_SIZE);
  const nameField = c.take('texture', NAME_SIZE);
  if (!nameField.includes(0)) report.add('mat0/name', { length: NAME_SIZE }, c.behind(NAME_SIZE), c.pathOf('texture'));
  return { params, nameField, texture: decodeCp1251(untilNul(nameField)) };
}

function readBlock(c: Cursor): Mat0Block {
  c.require('', 6);
  // The whole block or none of it, so that a cut one stays together in `rest`.
  c.require('keys', 6 + 6 * dataView(c.bytes).getUint16(c.offset + 4, true));
  const head = c.u32('head');
  const count = c.u16('keyCount');
  const keys: [number, number, number][] = [];
  for (let i = 0; i < count; i++) keys.push([c.u16(`keys[${i}][0]`), c.u16(`keys[${i}][1]`), c.u16(`keys[${i}][2]`)]);
  return { head, mode: head & 7, keys };
}

/**
 * Inferred: the version of a material without its directory entry is the highest of 4, 3, 2, 0 whose fields, phases and
 * blocks fill the bytes exactly; 4 when none does.
 */
export function inferMat0Version(bytes: Uint8Array): number {
  for (const version of [4, 3, 2, 0]) {
    const report = new Report();
    report.attempt(() => readMat0(bytes, { version, report }));
    if (!report.has('mat0/truncated') && !report.has('mat0/tail')) return version;
  }
  return 4;
}
