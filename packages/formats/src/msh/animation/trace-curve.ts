/** The curve of a node as points for LINEAR channels (msh.md §5). */
import { f32AtLeast, f32AtMost, nextDown, nextUp } from '../../binary/float32.ts';
import { NONE } from '../tables.ts';
import { angleBetween, slerpUnit } from './channel.ts';
import { type Convention, toSceneRotation, toSceneTranslation } from './convention.ts';
import { curveAt, type Run, runLine, runsOf } from './curve.ts';
import { trackRange } from './tracks.ts';
import { type Animation, SAMPLE_SIZE } from './types.ts';

/** What the conversion did, for the loss report. */
export interface ChannelNotes {
  /** Points that are no keys of the engine. */
  extraKeys: number;
  /** Places where the engine jumps: keys as close as f32 allows. */
  jumps: number;
  /** Zero rotations exported as identity. */
  zeroRotations: number;
  /** Times without a finite pose, left out. */
  notFinite: number;
  /** Keys before time 0, which the engine never reaches. */
  clippedKeys: number;
  /** Stretches that turn too fast to be followed within the tolerance. */
  tooFast: number;
}

export function emptyNotes(): ChannelNotes {
  return { extraKeys: 0, jumps: 0, zeroRotations: 0, notFinite: 0, clippedKeys: 0, tooFast: 0 };
}

/** A key to be. */
export interface CurvePoint {
  /** An f32. */
  readonly seconds: number;
  /** Position x, y, z, then a unit rotation x, y, z, w, as the scene has them. */
  readonly value: Float64Array;
  /** Not needed by the translation, which is straight here. */
  readonly rotationOnly: boolean;
}

/** Half-angle that a pair of rotation keys spans at most: a slerp takes the short way round only below pi/2. */
const WIDEST = Math.PI / 4;
/** Pieces of one stretch of a run at most, so that keys close to each other cannot ask for millions. */
const MOST_PIECES = 256;
const DEEPEST = 10;

interface Tracer {
  readonly anim: Animation;
  readonly node: number;
  readonly runs: readonly Run[];
  readonly convention: Convention;
  readonly fps: number;
  /** Length units and radians. */
  readonly tolerance: number;
  readonly notes: ChannelNotes;
  readonly points: CurvePoint[];
  readonly sample: Float64Array;
}

/**
 * Points where the engine has keys or changes its rule, two where it jumps (four where only the value at the time itself
 * differs), more where a slerp between the points would stray by more than `tolerance`. Seconds may repeat after rounding.
 * One point, or none, for a node that does not move.
 */
export function traceCurve(
  anim: Animation,
  node: number,
  convention: Convention,
  fps: number,
  tolerance: number,
  notes: ChannelNotes,
): CurvePoint[] {
  const tracer = tracerOf(anim, node, convention, fps, tolerance, notes);
  const { runs, points } = tracer;
  let from: { time: number; value: Float64Array } | undefined;
  for (let r = 0; r < runs.length; r++) {
    const run = runs[r]!;
    from = stopAt(tracer, run.start, r > 0 ? runs[r - 1] : undefined, run, from);
    for (const time of keyTimesInside(anim, run)) from = stopAt(tracer, time, run, run, from);
  }
  notes.clippedKeys += countClipped(anim, node);
  return points;
}

/** A point every 1/rate frame, up to where the curve stays. */
export function bakeCurve(
  anim: Animation,
  node: number,
  convention: Convention,
  fps: number,
  rate: number,
  notes: ChannelNotes,
): CurvePoint[] {
  const tracer = tracerOf(anim, node, convention, fps, 0, notes);
  const { runs, points } = tracer;
  const end = runs[runs.length - 1]!.start;
  for (let i = 0; end > 0 && i <= Math.ceil(end * rate); i++) {
    const value = valueAt(tracer, i / rate);
    if (value) points.push({ seconds: Math.fround(i / rate / fps), value, rotationOnly: false });
  }
  return points;
}

function tracerOf(
  anim: Animation,
  node: number,
  convention: Convention,
  fps: number,
  tolerance: number,
  notes: ChannelNotes,
): Tracer {
  const sample = new Float64Array(SAMPLE_SIZE);
  return { anim, node, runs: runsOf(anim, node), convention, fps, tolerance, notes, points: [], sample };
}

/**
 * Adds the points at `time`, where `left` ends and `right` begins; returns where the curve goes on from. Where it jumps,
 * the time of the value is rounded away from the side of the jump, so that a player at exactly that frame shows what the
 * engine does; the key of the other side is the next f32, with the value that the curve has there.
 */
function stopAt(
  tracer: Tracer,
  time: number,
  left: Run | undefined,
  right: Run,
  from: { time: number; value: Float64Array } | undefined,
): { time: number; value: Float64Array } | undefined {
  const { anim, fps, notes, points } = tracer;
  const into = left && limitAt(tracer, left, time, -1);
  const out = limitAt(tracer, right, time, 1);
  const value = valueAt(tracer, time) ?? into ?? out;
  if (!value) return undefined;
  if (left && left.key >= 0 && from && into) follow(tracer, left, from.time, from.value, time, into);
  const jumpsIn = into !== undefined && differs(tracer, into, value);
  const jumpsOut = out !== undefined && differs(tracer, value, out);
  const seconds = time / fps;
  const rotationOnly = false;
  if (jumpsIn) {
    const first = f32AtMost(seconds);
    const before = first > 0 ? nextDown(first) : 0;
    points.push({ seconds: before, value: limitAt(tracer, left!, before * fps, -1) ?? into, rotationOnly });
    points.push({ seconds: first, value, rotationOnly });
  }
  if (jumpsOut) {
    const last = f32AtLeast(seconds);
    const after = nextUp(last);
    points.push({ seconds: last, value, rotationOnly });
    points.push({ seconds: after, value: limitAt(tracer, right, after * fps, 1) ?? out, rotationOnly });
  }
  if (!jumpsIn && !jumpsOut) points.push({ seconds: Math.fround(seconds), value, rotationOnly });
  if (jumpsIn || jumpsOut) notes.jumps++;
  const isKey = hasKeyAt(anim, right, time) || (left !== undefined && hasKeyAt(anim, left, time));
  notes.extraKeys += Number(jumpsIn) + Number(jumpsOut) + Number(jumpsIn && jumpsOut) + Number(!isKey && time > 0);
  return { time, value: out ?? value };
}

/** Adds rotation points between two points of a run until a slerp from point to point follows the engine. */
function follow(tracer: Tracer, run: Run, t0: number, v0: Float64Array, t1: number, v1: Float64Array): void {
  const turns = turnsIn(tracer.anim, run, t1 - t0);
  const count = turns > 1 ? Math.min(MOST_PIECES, Math.ceil(turns)) : 1;
  const depth = turns > MOST_PIECES ? DEEPEST : 0;
  let time = t0;
  let value = v0;
  for (let i = 1; i <= count; i++) {
    const nextTime = i < count ? f32Frame(tracer, t0 + ((t1 - t0) * i) / count) : t1;
    const next = i < count ? lineAt(tracer, run, nextTime) : v1;
    if (!next) continue;
    refine(tracer, run, time, value, nextTime, next, depth);
    if (i < count) addBetween(tracer, nextTime, next);
    time = nextTime;
    value = next;
  }
}

/** The frame that the f32 seconds of `time` stand for. */
function f32Frame({ fps }: Tracer, time: number): number {
  return Math.fround(time / fps) * fps;
}

function refine(
  tracer: Tracer,
  run: Run,
  t0: number,
  v0: Float64Array,
  t1: number,
  v1: Float64Array,
  depth: number,
): void {
  if (!strays(tracer, run, t0, v0, t1, v1)) return;
  const time = f32Frame(tracer, (t0 + t1) / 2);
  const value = depth < DEEPEST ? lineAt(tracer, run, time) : undefined;
  if (!value) {
    tracer.notes.tooFast++;
    return;
  }
  refine(tracer, run, t0, v0, time, value, depth + 1);
  addBetween(tracer, time, value);
  refine(tracer, run, time, value, t1, v1, depth + 1);
}

function addBetween(tracer: Tracer, time: number, value: Float64Array): void {
  tracer.points.push({ seconds: Math.fround(time / tracer.fps), value, rotationOnly: true });
  tracer.notes.extraKeys++;
}

/** How far a run turns in `span` frames, in units of what one pair of keys may span. */
function turnsIn({ times, rotations: q }: Animation, run: Run, span: number): number {
  const a = 4 * run.key;
  const dot = q[a]! * q[a + 4]! + q[a + 1]! * q[a + 5]! + q[a + 2]! * q[a + 6]! + q[a + 3]! * q[a + 7]!;
  const theta = Math.acos(Math.min(1, Math.abs(dot)));
  return (theta * span) / Math.abs(times[run.key + 1]! - times[run.key]!) / WIDEST;
}

const straight = new Float64Array(4);

/** Whether the engine leaves the slerp from `v0` to `v1` by more than the tolerance. */
function strays(tracer: Tracer, run: Run, t0: number, v0: Float64Array, t1: number, v1: Float64Array): boolean {
  for (const weight of [0.25, 0.5, 0.75]) {
    const value = lineAt(tracer, run, t0 + (t1 - t0) * weight);
    if (!value) continue;
    slerpUnit(v0, 3, v1, 3, weight, straight);
    if (angleBetween(value, 3, straight, 0) > tracer.tolerance) return true;
  }
  return false;
}

function valueAt(tracer: Tracer, time: number): Float64Array | undefined {
  const { anim, node, runs, sample, notes } = tracer;
  if (!curveAt(anim, node, runs, time, sample)) {
    notes.notFinite++;
    return undefined;
  }
  const { value, turned } = sceneValue(tracer);
  if (!turned) notes.zeroRotations++;
  return value;
}

function lineAt(tracer: Tracer, run: Run, time: number): Float64Array | undefined {
  return runLine(tracer.anim, tracer.node, run, time, tracer.sample) ? sceneValue(tracer).value : undefined;
}

/** What a run tends to at `time`; looked for a little inside where its rotation vanishes exactly there. */
function limitAt(tracer: Tracer, run: Run, time: number, inside: 1 | -1): Float64Array | undefined {
  if (!runLine(tracer.anim, tracer.node, run, time, tracer.sample)) return undefined;
  const { value, turned } = sceneValue(tracer);
  return turned ? value : (lineAt(tracer, run, time + inside * 2 ** -12) ?? value);
}

/** The sample in the scene's terms; `turned` is false for a zero rotation, which becomes identity. */
function sceneValue({ sample, convention }: Tracer): { value: Float64Array; turned: boolean } {
  const value = new Float64Array(SAMPLE_SIZE);
  toSceneTranslation(sample, 4, convention.axis, value, 0);
  return { value, turned: toSceneRotation(sample, 0, convention, value, 3) };
}

function differs({ tolerance }: Tracer, a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < 3; i++) if (Math.abs(a[i]! - b[i]!) > tolerance) return true;
  return angleBetween(a, 3, b, 3) > tolerance;
}

function keyTimesInside(anim: Animation, run: Run): number[] {
  if (run.key < 0) return [];
  const times = [anim.times[run.key]!, anim.times[run.key + 1]!].sort((a, b) => a - b);
  return times.filter((time, i) => time > run.start && time < run.end && time !== times[i - 1]);
}

function hasKeyAt(anim: Animation, run: Run, time: number): boolean {
  return run.key >= 0 && (anim.times[run.key] === time || anim.times[run.key + 1] === time);
}

function countClipped(anim: Animation, node: number): number {
  if (anim.mapStarts[node] === NONE) return 0;
  const { first, last } = trackRange(anim, node);
  return anim.times.subarray(first, last + 1).filter((time) => time < 0).length;
}
