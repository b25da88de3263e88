import { t } from '../../i18n/i18n.ts';
import type { OpenFile } from '../../state/files.ts';
import { showTab } from '../../state/layout.ts';
import { select } from '../../state/selection.ts';
import type { GraphObject, ObjectGraph } from '../../worker/protocol.ts';
import { placeOf } from '../structure/objects.tsx';
import { meaningOf } from './meaning.ts';

interface OfGraph {
  file: OpenFile;
  graph: ObjectGraph;
}

/** Selects an object, or a field of it, and shows it in the structure. */
export function goTo({ file, graph }: OfGraph, object: GraphObject, field?: GraphObject['fields'][number]): void {
  select({ ...placeOf(file, graph, object, field), from: 'materials' });
  showTab('structure');
}

export function objectOf(graph: ObjectGraph, id: number | undefined): GraphObject | undefined {
  return id === undefined ? undefined : graph.objects[id - (graph.objects[0]?.id ?? 0)];
}

/** An object as a link to the structure. */
export function ObjectLink({ file, graph, id }: OfGraph & { id: number | undefined }) {
  const object = objectOf(graph, id);
  if (!object) return null;
  return (
    <button type="button" class="link mono" onClick={() => goTo({ file, graph }, object)}>
      {object.path}
    </button>
  );
}

/** Every field of an object: its name leads to the structure, a reference to what it refers to. */
export function Fields({ file, graph, object }: OfGraph & { object: GraphObject }) {
  return (
    <table class="materials-fields">
      <thead class="hidden">
        <tr>
          <th scope="col">{t('structure.field')}</th>
          <th scope="col">{t('structure.value')}</th>
        </tr>
      </thead>
      <tbody>
        {object.fields.map((field) => (
          <tr key={`${field.declaredIn}.${field.name}`}>
            <th scope="row">
              <button type="button" class="link mono" onClick={() => goTo({ file, graph }, object, field)}>
                {field.name}
              </button>
            </th>
            <td>
              {field.refs ? (
                <References file={file} graph={graph} refs={field.refs} text={field.text} />
              ) : (
                <code class="materials-value">{field.text === '' ? '""' : field.text}</code>
              )}
              <Meaning name={field.name} text={field.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Meaning({ name, text }: { name: string; text: string }) {
  const meaning = meaningOf(name, text);
  return meaning === undefined ? null : <span class="materials-meaning">{meaning}</span>;
}

function References({ file, graph, refs, text }: OfGraph & { refs: readonly number[]; text: string }) {
  const known = refs.filter((id) => objectOf(graph, id));
  if (known.length === 0) return <code class="materials-value">{text === '' ? '—' : text}</code>;
  return (
    <>
      {known.map((id, i) => (
        <span key={i} class="chip">
          <ObjectLink file={file} graph={graph} id={id} />
        </span>
      ))}
    </>
  );
}
