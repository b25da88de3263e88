import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import { VirtualList } from '../shell/virtual-list.tsx';
import type { OpenFile } from '../state/files.ts';
import { select } from '../state/selection.ts';
import { nodeOfSelection, placeOfNode } from '../view3d/node-places.ts';
import { type SceneData, useScene } from '../view3d/scene-data.ts';
import { sceneStateOf, toggleHidden } from '../view3d/scene-state.ts';
import { Levels } from './outline/levels.tsx';
import { NodeDetails } from './outline/node-details.tsx';
import { ancestorsOf, jointsOf, outlineRows, parentsOf } from './outline/rows.ts';
import { TreeRow } from './outline/tree-row.tsx';

const ROW_HEIGHT = 26;
const FROM = 'outline';

/** The scene tree: search, visibility, levels of detail, morph targets. */
export default function Outline({ file }: PanelProps) {
  const data = useScene(file);
  if (data.kind !== 'ready') return <Pending of={data} />;
  return <Tree file={file} data={data.value} />;
}

function Tree({ file, data }: { file: OpenFile; data: SceneData }) {
  const { scene } = data;
  const state = sceneStateOf(file);
  const query = useSignal('');
  const closed = useSignal<ReadonlySet<number>>(new Set());
  const selected = useComputed(() => nodeOfSelection(file, data) ?? -1).value;
  const joints = useMemo(() => jointsOf(scene), [scene]);
  const parents = useMemo(() => parentsOf(scene), [scene]);
  const rows = useMemo(() => outlineRows(scene, closed.value, query.value), [scene, closed.value, query.value]);
  useEffect(() => {
    const above = selected < 0 ? [] : ancestorsOf(parents, selected).filter((node) => closed.value.has(node));
    if (above.length > 0) closed.value = new Set([...closed.value].filter((node) => !above.includes(node)));
  }, [selected, parents]);
  const at = rows.findIndex((row) => row.node === selected);
  const choose = (node: number) =>
    select({ file: file.id, path: '', ...placeOfNode(data, node), sceneNode: node, from: FROM });
  const fold = (node: number, wanted = !closed.value.has(node)) => {
    const next = new Set(closed.value);
    if (wanted) next.add(node);
    else next.delete(node);
    closed.value = next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (by !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
      if (next) choose(next.node);
    } else if (event.key === 'ArrowRight' && row?.hasChildren) fold(row.node, false);
    else if (event.key === 'ArrowLeft' && row) {
      if (row.hasChildren && !closed.value.has(row.node)) fold(row.node, true);
      else if (parents[row.node]! >= 0) choose(parents[row.node]!);
    } else if (event.key === ' ' && row) toggleHidden(state, row.node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="outline">
      {data.asset.format === 'msh' && <Levels data={data} state={state} />}
      <input
        type="search"
        class="outline-search"
        placeholder={t('outline.search')}
        aria-label={t('outline.search')}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <div class="outline-tree">
        {rows.length === 0 && <p class="padded muted">{t('outline.none')}</p>}
        <VirtualList
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          shown={at}
          label={t('outline.tree')}
          role="tree"
          focusable
          activeId={at >= 0 ? `scene-node-${selected}` : undefined}
          onKeyDown={onKeyDown}
        >
          {(i) => {
            const row = rows[i]!;
            return (
              <TreeRow
                key={row.node}
                row={row}
                scene={scene}
                joints={joints}
                open={!closed.value.has(row.node)}
                selected={row.node === selected}
                hidden={state.hidden.value.has(row.node)}
                choose={choose}
                fold={fold}
                toggle={(node) => toggleHidden(state, node)}
              />
            );
          }}
        </VirtualList>
      </div>
      <NodeDetails data={data} state={state} node={selected < 0 ? undefined : selected} joints={joints} />
    </div>
  );
}
