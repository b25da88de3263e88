import type { Scene } from '@unbake/formats';
import { formatNumber, type MessageKey, t } from '../../i18n/i18n.ts';
import { kindOf, labelOf, type NodeKind, type OutlineRow, trianglesOf } from './rows.ts';

const SIGNS: Record<NodeKind, string> = { mesh: '▣', skinned: '◉', joint: '•', attach: '✚', node: '○' };

export const KIND_NAMES: Record<NodeKind, MessageKey> = {
  mesh: 'outline.mesh',
  skinned: 'outline.skinned',
  joint: 'outline.joint',
  attach: 'outline.attach',
  node: 'outline.node',
};

export interface TreeRowProps {
  row: OutlineRow;
  scene: Scene;
  joints: ReadonlySet<number>;
  open: boolean;
  selected: boolean;
  hidden: boolean;
  choose: (node: number) => void;
  fold: (node: number) => void;
  toggle: (node: number) => void;
}

export function TreeRow({ row, scene, joints, open, selected, hidden, choose, fold, toggle }: TreeRowProps) {
  const { node, depth, hasChildren } = row;
  const kind = kindOf(scene, node, joints);
  const name = nameOf(scene, node);
  const triangles = trianglesOf(scene, node);
  const label = labelOf(scene, node);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      id={`scene-node-${node}`}
      class={hidden ? 'outline-row outline-hidden' : 'outline-row'}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={selected}
      style={{ paddingInlineStart: `${depth * 14 + 4}px` }}
      onClick={() => choose(node)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the tree takes the keys */}
      <span
        class="outline-fold"
        onClick={(event) => {
          event.stopPropagation();
          fold(node);
        }}
      >
        {hasChildren ? (open ? '▾' : '▸') : ''}
      </span>
      <span class={`outline-sign outline-${kind}`} title={t(KIND_NAMES[kind])}>
        {SIGNS[kind]}
      </span>
      <span class="outline-name">{name}</span>
      {label && <span class="outline-label">{label}</span>}
      {triangles > 0 && <span class="outline-count">{t('outline.triangles', { n: formatNumber(triangles) })}</span>}
      <button
        type="button"
        class="outline-eye"
        tabIndex={-1}
        aria-pressed={hidden}
        aria-label={t(hidden ? 'outline.show' : 'outline.hide', { name })}
        onClick={(event) => {
          event.stopPropagation();
          toggle(node);
        }}
      >
        <Eye closed={hidden} />
      </button>
    </div>
  );
}

/** For display: nodes of a file may have no name. */
export function nameOf(scene: Scene, node: number): string {
  return scene.nodes[node]?.name || t('outline.unnamed', { n: node });
}

function Eye({ closed }: { closed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M1 8q7-9 14 0q-7 9-14 0z" />
      {closed ? <path d="M2 14L14 2" /> : <circle cx="8" cy="8" r="2.2" fill="currentColor" />}
    </svg>
  );
}
