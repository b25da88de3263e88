/**
 * The sampler of §3.2 seen as a curve over time: stretches on which one rule holds, with the points where the rule
 * changes. A frame f holds for f < t < f + 1; at a whole t the even of the two neighbouring frames holds, since t - 0.5
 * is rounded to even. So the curve can leave its segment, and jump, at whole frames.
 */
import { NONE } from '../tables.ts';
import { copyKey, interpolateKeys } from './sample.ts';
import type { Animation, SampleArray } from './types.ts';

/** Whole frames `[start, end)` with one rule. */
export interface Run {
  readonly start: number;
  /** Infinity for the last. */
  readonly end: number;
  /** The key before, which is interpolated to the next; -1 where the fallback key holds. */
  readonly key: number;
}

/** The runs of a node from frame 0 on. Frames whose word lies outside the map count as outside the animation. */
export function runsOf(anim: Animation, node: number): Run[] {
  const runs: Run[] = [];
  const mapStart = anim.mapStarts[node]!;
  const frames = mapStart === NONE ? 0 : Math.min(anim.frameCount, anim.frameMap.length - mapStart);
  let start = 0;
  let key = -1;
  for (let frame = 0; frame < frames; frame++) {
    const next = keyAt(anim, node, mapStart + frame);
    if (next === key) continue;
    if (frame > start) runs.push({ start, end: frame, key });
    start = frame;
    key = next;
  }
  if (key >= 0) {
    runs.push({ start, end: frames, key });
    start = frames;
  }
  runs.push({ start, end: Number.POSITIVE_INFINITY, key: -1 });
  return runs;
}

function keyAt(anim: Animation, node: number, index: number): number {
  const word = anim.frameMap[index]!;
  return word < anim.fallbackKeys[node]! && word + 1 < anim.keyCount ? word : -1;
}

/** The rule of a run at `time`, as a limit: keys that lie exactly there are not looked for. False without a pose. */
export function runLine(anim: Animation, node: number, run: Run, time: number, out: SampleArray): boolean {
  if (run.key >= 0) interpolateKeys(anim, run.key, Math.fround(time), true, out, 0);
  else if (anim.fallbackKeys[node]! < anim.keyCount) copyKey(anim, anim.fallbackKeys[node]!, true, out, 0);
  else return false;
  return isFinite7(out);
}

/** The curve of a node at `time` >= 0 in profile x87. Never throws; false where there is no finite pose. */
export function curveAt(anim: Animation, node: number, runs: readonly Run[], time: number, out: SampleArray): boolean {
  const run = runs[runIndexAt(runs, time)]!;
  if (run.key >= 0) {
    if (time === anim.times[run.key]) {
      copyKey(anim, run.key, true, out, 0);
      return isFinite7(out);
    }
    if (time === anim.times[run.key + 1]) {
      copyKey(anim, run.key + 1, true, out, 0);
      return isFinite7(out);
    }
  }
  return runLine(anim, node, run, time, out);
}

/** The run that holds at `time`: at a whole time that of the even frame of the two that meet. */
function runIndexAt(runs: readonly Run[], time: number): number {
  const whole = Math.floor(time);
  const frame = whole === time && whole % 2 !== 0 ? whole - 1 : whole;
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (runs[middle]!.start <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isFinite7(sample: SampleArray): boolean {
  let sum = 0;
  for (let i = 0; i < 7; i++) sum += sample[i]!;
  return sum - sum === 0;
}
