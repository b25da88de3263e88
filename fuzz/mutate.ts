/** Numbers from a seed, the same on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer in 0..n-1. */
  below(n: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** Values that break sums, signs and comparisons. */
const NUMBERS = [
  0, 1, 2, 3, 4, 5, 7, 8, 16, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
  0xfffffffe, 0xffffffff, 0x7fc00000, 0x7f800000, 0xff800000,
];

const MAX_SIZE = 1 << 18;

type Mutation = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

const flipBit: Mutation = (bytes, random) => {
  bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
  return bytes;
};

const setByte: Mutation = (bytes, random) => {
  bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
};

/** A 16- or 32-bit number of either byte order, at an aligned place more often than not. */
const setNumber: Mutation = (bytes, random) => {
  const size = random.pick([2, 4, 4]);
  if (bytes.length < size) return bytes;
  const at = random.below(bytes.length - size + 1);
  const place = random.below(4) === 0 ? at : at - (at % size);
  const near = bytes.length - 2 + random.below(5);
  const value = random.below(4) === 0 ? near : random.pick(NUMBERS);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = random.below(4) !== 0;
  if (size === 2) view.setUint16(place, value & 0xffff, little);
  else view.setUint32(place, value >>> 0, little);
  return bytes;
};

/** A number that is there, changed by a little. */
const nudgeNumber: Mutation = (bytes, random) => {
  if (bytes.length < 4) return bytes;
  const at = random.below(bytes.length - 3);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint32(at, (view.getUint32(at, true) + random.below(9) - 4) >>> 0, true);
  return bytes;
};

const cut: Mutation = (bytes, random) => bytes.slice(0, random.below(bytes.length + 1));

const grow: Mutation = (bytes, random) => {
  const grown = new Uint8Array(bytes.length + 1 + random.below(256));
  grown.fill(random.pick([0, 0xff, 0x41]));
  grown.set(bytes);
  return grown;
};

const remove: Mutation = (bytes, random) => {
  const [start, end] = span(bytes, random);
  return joined(bytes.subarray(0, start), bytes.subarray(end));
};

const repeat: Mutation = (bytes, random) => {
  const [start, end] = span(bytes, random);
  return joined(bytes.subarray(0, end), bytes.subarray(start));
};

/** A piece of this file, or of another, over other bytes. */
const copy: Mutation = (bytes, random, others) => {
  const from = random.below(3) === 0 ? random.pick(others) : bytes;
  if (from.length === 0) return bytes;
  const [start, end] = span(from, random);
  const at = random.below(bytes.length);
  bytes.set(from.slice(start, Math.min(end, start + bytes.length - at)), at);
  return bytes;
};

const fill: Mutation = (bytes, random) => {
  const [start, end] = span(bytes, random);
  return bytes.fill(random.pick([0, 0xff, random.below(256)]), start, end);
};

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  flipBit,
  setByte,
  setByte,
  setNumber,
  setNumber,
  setNumber,
  setNumber,
  nudgeNumber,
  nudgeNumber,
  cut,
  grow,
  remove,
  repeat,
  copy,
  fill,
];

/** A damaged copy of one of `seeds`, by one to six mutations. */
export function mutate(seeds: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes: Uint8Array = random.pick(seeds).slice();
  for (let left = 1 + random.below(6); left > 0; left--) {
    if (bytes.length === 0) return bytes;
    bytes = random.pick(MUTATIONS)(bytes, random, seeds);
    if (bytes.length > MAX_SIZE) bytes = bytes.slice(0, MAX_SIZE);
  }
  return bytes;
}

/** A piece, short ones more often than long ones. */
function span(bytes: Uint8Array, random: Random): [start: number, end: number] {
  const start = random.below(bytes.length);
  const most = Math.min(bytes.length - start, random.pick([4, 16, 64, 1024, bytes.length]));
  return [start, start + 1 + random.below(most)];
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
