/** Bytes of a file that nothing explains. */
export interface Gap {
  start: number;
  /** Exclusive. */
  end: number;
}

/**
 * From a byte to the field that explains it, by binary search. Fields may overlap in a damaged file: the one that starts
 * last wins, then the shorter one.
 */
export class ByteIndex {
  /** Fields by start, then from the longest to the shortest. */
  readonly fields: Int32Array;
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  /** The largest end of this and every earlier field. */
  readonly #reached: Float64Array;

  /** `fields`: nodes, whose ranges are `start[node]` to `end[node]`. */
  constructor(fields: readonly number[], start: Float64Array, end: Float64Array) {
    this.#start = start;
    this.#end = end;
    this.fields = Int32Array.from(fields).sort((a, b) => start[a]! - start[b]! || end[b]! - end[a]!);
    this.#reached = new Float64Array(fields.length);
    let reached = 0;
    for (let i = 0; i < this.fields.length; i++) {
      reached = Math.max(reached, end[this.fields[i]!]!);
      this.#reached[i] = reached;
    }
  }

  /** Place in `fields` of the field of a byte; -1 when nothing explains it. */
  place(offset: number): number {
    for (let i = this.#last(offset); i >= 0 && this.#reached[i]! > offset; i--) {
      if (this.#end[this.fields[i]!]! > offset) return i;
    }
    return -1;
  }

  /** The field of a byte; -1 when nothing explains it. */
  at(offset: number): number {
    const place = this.place(offset);
    return place < 0 ? -1 : this.fields[place]!;
  }

  /** What nothing explains of a file of `size` bytes, in order. */
  gaps(size: number): Gap[] {
    const gaps: Gap[] = [];
    let reached = 0;
    for (const field of this.fields) {
      const start = Math.min(size, this.#start[field]!);
      if (start > reached) gaps.push({ start: reached, end: start });
      reached = Math.max(reached, Math.min(size, this.#end[field]!));
    }
    if (reached < size) gaps.push({ start: reached, end: size });
    return gaps;
  }

  /** The last field that starts at or before a byte. */
  #last(offset: number): number {
    let low = 0;
    let high = this.fields.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#start[this.fields[middle]!]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
