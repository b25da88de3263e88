import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Pending } from '../../shell/pending.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import type { OpenFile } from '../../state/files.ts';
import { hovered, select, selection } from '../../state/selection.ts';
import { graphOfFile } from '../../state/session.ts';
import type { GraphField, GraphObject, ObjectGraph } from '../../worker/protocol.ts';
import { ObjectFields } from './object-fields.tsx';

const ROW_HEIGHT = 24;
const FROM = 'objects';

/** The object graph: a list of objects, and the fields of the selected one with its references as links. */
export function Objects({ file }: { file: OpenFile }) {
  const loaded = useLoaded(file, () => graphOfFile(file));
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  return <GraphView file={file} graph={loaded.value} />;
}

function GraphView({ file, graph }: { file: OpenFile; graph: ObjectGraph }) {
  const query = useSignal('');
  const selected = selectedObject(file, graph);
  const listed = useMemo(() => filtered(graph, query.value), [graph, query.value]);
  const at = selected ? listed.indexOf(selected) : -1;
  const choose = (object: GraphObject, field?: GraphField) => select(placeOf(file, graph, object, field));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = listed[Math.max(0, Math.min(listed.length - 1, at + by))];
    if (next) choose(next);
  };
  return (
    <div class="structure-objects">
      <div class="structure-list">
        <input
          type="search"
          class="structure-search"
          placeholder={t('structure.search')}
          aria-label={t('structure.search')}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
        <p class="muted structure-count">{t('structure.count', { n: listed.length })}</p>
        <div class="structure-tree">
          <VirtualList
            count={listed.length}
            rowHeight={ROW_HEIGHT}
            shown={at}
            label={t('structure.objects')}
            role="listbox"
            focusable
            activeId={at >= 0 ? `object-${selected?.id}` : undefined}
            onKeyDown={onKeyDown}
          >
            {(i) => {
              const object = listed[i]!;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
                <div
                  key={object.id}
                  id={`object-${object.id}`}
                  class="structure-row"
                  role="option"
                  tabIndex={-1}
                  aria-selected={object === selected}
                  onClick={() => choose(object)}
                  onPointerEnter={() => (hovered.value = placeOf(file, graph, object))}
                  onPointerLeave={() => (hovered.value = undefined)}
                >
                  <span class="structure-name">{object.path}</span>
                  <span class="structure-value">{object.name}</span>
                  <span class="structure-place">#{object.id}</span>
                </div>
              );
            }}
          </VirtualList>
        </div>
      </div>
      {selected ? (
        <ObjectFields key={selected.id} file={file} graph={graph} object={selected} choose={choose} />
      ) : (
        <p class="padded muted">{t('structure.choose')}</p>
      )}
    </div>
  );
}

/** Selecting a field or an object: its bytes only where they are bytes of the file. */
export function placeOf(file: OpenFile, graph: ObjectGraph, object: GraphObject, field?: GraphField) {
  const { start, end } = field ?? object;
  return {
    file: file.id,
    path: field ? `${object.path}.${field.name}` : object.path,
    object: object.id,
    ...(graph.inFile ? { start, end } : {}),
    from: FROM,
  };
}

/** The object that the selection is about: by its id, its path, or its bytes. */
function selectedObject(file: OpenFile, graph: ObjectGraph): GraphObject | undefined {
  const now = selection.value;
  if (!now || now.file !== file.id) return undefined;
  if (now.object !== undefined) return graph.objects.find((object) => object.id === now.object);
  const named = graph.objects.find(({ path }) => now.path === path || now.path.startsWith(`${path}.`));
  if (named || now.start === undefined || !graph.inFile) return named;
  const { start } = now;
  return graph.objects.find((object) => object.start <= start && start < object.end);
}

function filtered(graph: ObjectGraph, query: string): readonly GraphObject[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return graph.objects;
  return graph.objects.filter(
    (object) =>
      object.path.toLowerCase().includes(wanted) ||
      `#${object.id}` === wanted ||
      object.fields.some((f) => f.text.toLowerCase().includes(wanted) || f.name.toLowerCase().includes(wanted)),
  );
}
