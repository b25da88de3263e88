/** A named byte range of a file: a field, or a group of fields. Positions are from the start of the outer file. */
export interface TraceNode {
  name: string;
  start: number;
  /** Exclusive. */
  end: number;
  /** The decoded value of a field; undefined for a group. */
  value?: unknown;
  children: TraceNode[];
}

/** Records what a cursor reads, as a tree. A cursor without one records nothing. */
export class Trace {
  readonly root: TraceNode;
  #open: TraceNode[];

  constructor(name = 'file', start = 0, end = 0) {
    this.root = { name, start, end, children: [] };
    this.#open = [this.root];
  }

  field(name: string, start: number, end: number, value: unknown): void {
    this.#top().children.push({ name, start, end, value, children: [] });
  }

  open(name: string, start: number): void {
    const node: TraceNode = { name, start, end: start, children: [] };
    this.#top().children.push(node);
    this.#open.push(node);
  }

  /** Ends the innermost open group at `end`. */
  close(end: number): void {
    const node = this.#open.pop();
    if (node) node.end = end;
  }

  #top(): TraceNode {
    return this.#open[this.#open.length - 1]!;
  }
}

/** A byte range with what explains it. */
export interface CoveredRange {
  start: number;
  end: number;
  /** Path of the field, such as `entries[1].name`. */
  path: string;
}

/** What of a file the fields of a trace explain, and what nothing explains. Overlaps are listed apart. */
export interface Coverage {
  covered: CoveredRange[];
  gaps: { start: number; end: number }[];
  overlaps: { start: number; end: number; paths: [string, string] }[];
}

/** Path of a child below its parent's path: `a.b`, or `a[3]` when the child's name is an index. */
export function joinPath(parent: string, name: string): string {
  if (!parent) return name;
  return name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`;
}

/** A field of a trace with its path from the root. */
export interface TraceLeaf {
  node: TraceNode;
  /** Such as `entries[1].name`. */
  path: string;
}

/** The fields of a trace, groups left out, in file order. */
export function leavesOf(root: TraceNode): TraceLeaf[] {
  const leaves: TraceLeaf[] = [];
  const stack: TraceLeaf[] = [{ node: root, path: '' }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, path } = top;
    if (node.children.length === 0 && node !== root) leaves.push(top);
    else for (const child of node.children) stack.push({ node: child, path: joinPath(path, child.name) });
  }
  return leaves.sort((a, b) => a.node.start - b.node.start || a.node.end - b.node.end);
}

/** What of `[start, end)` the leaves of the trace explain, with the gaps between them. */
export function coverageOf(root: TraceNode, end: number, start = 0): Coverage {
  const covered: CoveredRange[] = [];
  for (const { node, path } of leavesOf(root)) {
    if (node.end > node.start) covered.push({ start: node.start, end: node.end, path });
  }
  const gaps: Coverage['gaps'] = [];
  const overlaps: Coverage['overlaps'] = [];
  let reached = start;
  let last: CoveredRange | undefined;
  for (const range of covered) {
    if (range.start > reached) gaps.push({ start: reached, end: range.start });
    else if (range.start < reached && last) {
      overlaps.push({ start: range.start, end: Math.min(reached, range.end), paths: [last.path, range.path] });
    }
    if (range.end > reached) {
      reached = range.end;
      last = range;
    }
  }
  if (reached < end) gaps.push({ start: reached, end });
  return { covered, gaps, overlaps };
}
