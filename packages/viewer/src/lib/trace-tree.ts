import type { PackedTrace } from '../worker/protocol.ts';
import { ByteIndex } from './byte-index.ts';

/** A packed trace with what walking and searching it needs. Nodes are numbers; 0 is the root. */
export class TraceTree {
  readonly trace: PackedTrace;
  /** First node behind the subtree of each node. */
  readonly next: Int32Array;
  readonly bytes: ByteIndex;

  constructor(trace: PackedTrace) {
    this.trace = trace;
    const { count, parent } = trace;
    this.next = new Int32Array(count);
    for (let node = count - 1; node >= 0; node--) {
      const own = Math.max(this.next[node]!, node + 1);
      this.next[node] = own;
      const above = parent[node]!;
      if (above >= 0) this.next[above] = Math.max(this.next[above]!, own);
    }
    const leaves: number[] = [];
    for (let node = 1; node < count; node++) {
      if (this.isLeaf(node) && trace.end[node]! > trace.start[node]!) leaves.push(node);
    }
    this.bytes = new ByteIndex(leaves, trace.start, trace.end);
  }

  isLeaf(node: number): boolean {
    return this.next[node] === node + 1;
  }

  name(node: number): string {
    return this.trace.texts[this.trace.name[node]!] ?? '';
  }

  /** For display; undefined for groups and long values. */
  value(node: number): string | undefined {
    return this.trace.texts[this.trace.value[node]!];
  }

  children(node: number): number[] {
    const found: number[] = [];
    for (let at = node + 1; at < this.next[node]!; at = this.next[at]!) found.push(at);
    return found;
  }

  /** Such as `entries[1].name`; empty for the root. */
  path(node: number): string {
    const names: string[] = [];
    for (let at = node; at > 0; at = this.trace.parent[at]!) names.push(this.name(at));
    let path = '';
    for (const name of names.reverse()) path += path && !name.startsWith('[') ? `.${name}` : name;
    return path;
  }

  /** The node of a path, or the deepest one whose path it starts with; 0 when none does. */
  find(path: string): number {
    let node = 0;
    let rest = path;
    for (;;) {
      const child = rest === '' ? undefined : this.#childNamed(node, rest);
      if (!child) return node;
      node = child.node;
      rest = child.rest;
    }
  }

  #childNamed(node: number, path: string): { node: number; rest: string } | undefined {
    const rest = path.startsWith('.') ? path.slice(1) : path;
    let best: { node: number; rest: string } | undefined;
    for (let at = node + 1; at < this.next[node]!; at = this.next[at]!) {
      const name = this.name(at);
      if (name === '' || !rest.startsWith(name)) continue;
      const after = rest[name.length];
      if (after !== undefined && after !== '.' && after !== '[') continue;
      if (!best || rest.length - name.length < best.rest.length) best = { node: at, rest: rest.slice(name.length) };
    }
    return best;
  }

  /** The smallest node that holds a range. */
  covering(start: number, end: number): number {
    let node = 0;
    for (;;) {
      const inside = this.children(node).find((c) => this.trace.start[c]! <= start && this.trace.end[c]! >= end);
      if (inside === undefined) return node;
      node = inside;
    }
  }
}
