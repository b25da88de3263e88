import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { hexOffset } from '../../lib/hex-text.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import { useTrace } from '../../lib/use-trace.ts';
import { Pending } from '../../shell/pending.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { factsOf, type OpenFile } from '../../state/files.ts';
import { showTab } from '../../state/layout.ts';
import { hovered, select, selection } from '../../state/selection.ts';

const ROW_HEIGHT = 24;
/** Results of a search that are listed. */
const MOST_FOUND = 2000;
const FROM = 'structure';

interface Row {
  node: number;
  depth: number;
}

/** Every named range of the file, as a tree in file order. */
export function ByteTree({ file }: { file: OpenFile }) {
  const loaded = useTrace(file);
  if (factsOf(file)?.directoryOnly) return <p class="padded muted">{t('hex.noTrace')}</p>;
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  return <Tree file={file} tree={loaded.value} />;
}

function Tree({ file, tree }: { file: OpenFile; tree: TraceTree }) {
  const query = useSignal('');
  const open = useSignal<ReadonlySet<number>>(new Set([0]));
  const selected = selectedNode(file, tree);
  const rows = useMemo(
    () => (query.value.trim() ? found(tree, query.value.trim()) : visibleRows(tree, open.value)),
    [tree, query.value, open.value],
  );
  useEffect(() => {
    if (selected > 0) open.value = withAncestors(open.value, tree, selected);
  }, [tree, selected]);
  const at = rows.findIndex((row) => row.node === selected);
  const toggle = (node: number, wanted = !open.value.has(node)) => {
    const next = new Set(open.value);
    if (wanted) next.add(node);
    else next.delete(node);
    open.value = next;
  };
  const choose = (node: number) => select({ ...placeOf(file, tree, node), from: FROM });
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = rows[at < 0 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next) choose(next.node);
    } else if (event.key === 'ArrowRight' && row && !tree.isLeaf(row.node)) {
      if (open.value.has(row.node)) choose(row.node + 1);
      else toggle(row.node, true);
    } else if (event.key === 'ArrowLeft' && row) {
      if (open.value.has(row.node) && !tree.isLeaf(row.node)) toggle(row.node, false);
      else if (tree.trace.parent[row.node]! > 0) choose(tree.trace.parent[row.node]!);
    } else if (event.key === 'Enter' && row) showTab('hex');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        type="search"
        class="structure-search"
        placeholder={t('structure.search')}
        aria-label={t('structure.search')}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <div class="structure-tree">
        {rows.length === 0 && <p class="padded muted">{t('structure.none')}</p>}
        <VirtualList
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          shown={selection.value?.from === FROM && query.value ? -1 : at}
          label={t('structure.tree')}
          role="tree"
          focusable
          activeId={at >= 0 ? `byte-node-${selected}` : undefined}
          onKeyDown={onKeyDown}
        >
          {(i) => {
            const { node, depth } = rows[i]!;
            return (
              <TreeRow
                key={node}
                tree={tree}
                file={file}
                node={node}
                depth={depth}
                path={query.value.trim() !== ''}
                open={open.value.has(node)}
                selected={node === selected}
                toggle={toggle}
                choose={choose}
              />
            );
          }}
        </VirtualList>
      </div>
    </>
  );
}

interface TreeRowProps extends Row {
  tree: TraceTree;
  file: OpenFile;
  /** The whole path is shown, in results of a search. */
  path: boolean;
  open: boolean;
  selected: boolean;
  toggle: (node: number) => void;
  choose: (node: number) => void;
}

function TreeRow({ tree, file, node, depth, path, open, selected, toggle, choose }: TreeRowProps) {
  const leaf = tree.isLeaf(node);
  const { start, end } = tree.trace;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      id={`byte-node-${node}`}
      class="structure-row"
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-expanded={leaf ? undefined : open}
      aria-selected={selected}
      style={{ paddingInlineStart: `${depth * 14 + 4}px` }}
      onClick={() => {
        choose(node);
        if (!leaf && selected) toggle(node);
      }}
      onDblClick={() => showTab('hex')}
      onPointerEnter={() => (hovered.value = placeOf(file, tree, node))}
      onPointerLeave={() => (hovered.value = undefined)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the tree takes the keys */}
      <span
        class="structure-fold"
        onClick={(event) => {
          event.stopPropagation();
          toggle(node);
        }}
      >
        {leaf ? '' : open ? '▾' : '▸'}
      </span>
      <span class="structure-name">{path ? tree.path(node) : tree.name(node)}</span>
      <span class="structure-value">{tree.value(node) ?? ''}</span>
      <span class="structure-place">
        {hexOffset(start[node]!)} +{end[node]! - start[node]!}
      </span>
    </div>
  );
}

function placeOf(file: OpenFile, tree: TraceTree, node: number) {
  return { file: file.id, path: tree.path(node), start: tree.trace.start[node]!, end: tree.trace.end[node]! };
}

/** The node that the selection of any panel is about: by its path, else by its bytes; -1 for none. */
function selectedNode(file: OpenFile, tree: TraceTree): number {
  const now = selection.value;
  if (!now || now.file !== file.id) return -1;
  const byPath = tree.find(now.path);
  if (byPath > 0 && tree.path(byPath) === now.path) return byPath;
  return now.start === undefined ? -1 : tree.covering(now.start, now.end ?? now.start + 1);
}

function visibleRows(tree: TraceTree, open: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  const add = (node: number, depth: number) => {
    rows.push({ node, depth });
    if (open.has(node)) for (const child of tree.children(node)) add(child, depth + 1);
  };
  for (const child of tree.children(0)) add(child, 0);
  return rows;
}

function found(tree: TraceTree, query: string): Row[] {
  const wanted = query.toLowerCase();
  // Each text once, however many nodes have it.
  const fits = tree.trace.texts.map((text) => text.toLowerCase().includes(wanted));
  const rows: Row[] = [];
  const byPath = /[.[\]]/.test(query);
  for (let node = 1; node < tree.trace.count && rows.length < MOST_FOUND; node++) {
    const value = tree.trace.value[node]!;
    if (fits[tree.trace.name[node]!] || (value >= 0 && fits[value])) rows.push({ node, depth: 0 });
    else if (byPath && tree.path(node).toLowerCase().includes(wanted)) rows.push({ node, depth: 0 });
  }
  return rows;
}

function withAncestors(open: ReadonlySet<number>, tree: TraceTree, node: number): ReadonlySet<number> {
  const missing: number[] = [];
  for (let at = tree.trace.parent[node]!; at > 0; at = tree.trace.parent[at]!) if (!open.has(at)) missing.push(at);
  return missing.length > 0 ? new Set([...open, ...missing]) : open;
}
