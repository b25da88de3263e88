import { objectGraph } from '../../lib/object-graph.ts';
import { openRef } from '../../lib/open-ref.ts';
import type { FileRef, ObjectGraph } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';

export async function graph(_: WorkContext, ref: FileRef): Promise<ObjectGraph> {
  return objectGraph(await openRef(ref));
}
