import type { Profile } from '@unbake/formats';
import { usageError } from '../failure.ts';

/** Times that one command takes. */
const MOST_TIMES = 1_000_000;
const FORMS = 'Give frames: 2.5, a list 0,1,2.5, or a range 0:24:0.5 (start:end:step, the end included).';

/**
 * The times of `--time`, in the order asked: numbers and ranges `start:end[:step]`, separated by commas. A range holds
 * its end when the steps meet it; its step is 1 unless given, and may be negative.
 * @throws Failure for anything else, and for times that `profile` cannot hold.
 */
export function parseTimes(text: string, profile: Profile): number[] {
  const times: number[] = [];
  for (const part of text.split(',')) {
    const numbers = part.split(':');
    if (numbers.length > 3) throw usageError(`"${part}" is not a time`, FORMS);
    const [start, end, step = 1] = numbers.map((number) => parseFrame(number, profile));
    if (end === undefined) times.push(start!);
    else addRange(times, start!, end, step, fractionDigits(numbers), part);
    if (times.length > MOST_TIMES) throw tooMany(text);
  }
  return times;
}

/** A time or weight on the command line. @throws Failure for text that is no finite number of the profile. */
export function parseFrame(text: string, profile: Profile, what = 'time'): number {
  const value = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(profile === 'x87' ? Math.fround(value) : value)) {
    throw usageError(`"${text}" is not a ${what}: a finite number is needed`, FORMS);
  }
  return value;
}

function addRange(times: number[], start: number, end: number, step: number, digits: number, text: string): void {
  const steps = (end - start) / step;
  if (!(steps >= 0)) throw usageError(`the range "${text}" never reaches its end`, FORMS);
  if (steps + times.length >= MOST_TIMES) throw tooMany(text);
  // The tolerance takes in an end that rounding puts just out of reach.
  const count = Math.floor(steps * (1 + Number.EPSILON * 4) + 1e-9) + 1;
  for (let i = 0; i < count; i++) times.push(Number((start + i * step).toFixed(digits)) + 0);
}

/** Decimals that a range's times have at most: 0:1:0.1 then gives 0.3, not 0.30000000000000004. */
function fractionDigits(numbers: readonly string[]): number {
  if (numbers.some((number) => /e/i.test(number))) return 100;
  return Math.min(100, Math.max(...numbers.map((number) => /\.(\d*)/.exec(number)?.[1]?.length ?? 0)));
}

function tooMany(text: string) {
  return usageError(`"${text}" asks for more than 1,000,000 times`, 'Take a larger step.');
}
