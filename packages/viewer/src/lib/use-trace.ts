import type { OpenFile } from '../state/files.ts';
import { traceOf } from '../state/session.ts';
import type { PackedTrace } from '../worker/protocol.ts';
import { TraceTree } from './trace-tree.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

const trees = new WeakMap<PackedTrace, TraceTree>();

/** The trace of a file as a tree, shared by the panels that show it. */
export function useTrace(file: OpenFile): Loaded<TraceTree> {
  return useLoaded(file, async () => {
    const trace = await traceOf(file);
    let tree = trees.get(trace);
    if (!tree) {
      tree = new TraceTree(trace);
      trees.set(trace, tree);
    }
    return tree;
  });
}
