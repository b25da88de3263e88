import type { JsonValue } from '@unbake/formats';
import type { OpenFile } from '../state/files.ts';
import { type Selection, selection } from '../state/selection.ts';
import type { SceneData } from './scene-data.ts';

/** Type of the table of nodes of a Parkan model. */
const NODES = 1;

/** Where a scene node is in its file: an object of the graph, or a record of the table of nodes. */
export function placeOfNode({ asset, scene, engine }: SceneData, node: number): Partial<Selection> {
  const raw = scene.nodes[node]?.raw ?? {};
  const id = raw.id ?? raw.skinOf ?? raw.unreferenced;
  if (typeof id === 'number') return { object: id };
  if (asset.format !== 'msh') return {};
  const index = objectOf(raw.msh).node;
  const table = engine?.msh.tables.get(NODES);
  if (typeof index !== 'number' || !engine || !table) return {};
  const start = engine.msh.nres.base + table.offset + index * engine.msh.nodeStride;
  return { start, end: start + engine.msh.nodeStride };
}

/** The scene node that the selection of any panel is about; undefined for none of this file. */
export function nodeOfSelection(file: OpenFile, data: SceneData): number | undefined {
  const now = selection.value;
  if (!now || now.file !== file.id) return undefined;
  if (now.sceneNode !== undefined) return now.sceneNode;
  const at = data.scene.nodes.findIndex((_, node) => {
    const place = placeOfNode(data, node);
    if (now.object !== undefined) return place.object === now.object;
    const { start, end } = place;
    return now.start !== undefined && start !== undefined && end !== undefined && now.start >= start && now.start < end;
  });
  return at < 0 ? undefined : at;
}

function objectOf(value: JsonValue | undefined): { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
