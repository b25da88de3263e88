import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { factsOf, type OpenFile } from '../../state/files.ts';
import { hovered, selection } from '../../state/selection.ts';
import type { GraphField, GraphObject, ObjectGraph } from '../../worker/protocol.ts';
import { FieldEditor } from './field-editor.tsx';
import { placeOf } from './objects.tsx';

/** Objects that are shown of those that refer to one. */
const MOST_REFERRERS = 200;

interface Props {
  file: OpenFile;
  graph: ObjectGraph;
  object: GraphObject;
  choose: (object: GraphObject, field?: GraphField) => void;
}

export function ObjectFields({ file, graph, object, choose }: Props) {
  const referrers = useMemo(() => referrersOf(graph, object.id), [graph, object.id]);
  const editable = factsOf(file)?.has.edit ?? false;
  return (
    <section class="structure-detail" aria-label={t('structure.fields', { path: object.path })}>
      <h2>
        {object.path} <span class="muted">{object.className}</span>
      </h2>
      {!graph.inFile && <p class="muted">{t('structure.streamBytes')}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('structure.field')}</th>
            <th scope="col">{t('structure.kind')}</th>
            <th scope="col">{t('structure.value')}</th>
          </tr>
        </thead>
        <tbody>
          {object.fields.map((field) => (
            <tr
              key={field.name}
              class={isSelected(file, object, field) ? 'selected' : ''}
              onPointerEnter={() => (hovered.value = placeOf(file, graph, object, field))}
              onPointerLeave={() => (hovered.value = undefined)}
            >
              <th scope="row">
                <button type="button" class="link" title={field.declaredIn} onClick={() => choose(object, field)}>
                  {field.name}
                </button>
              </th>
              <td class="muted">{field.kind}</td>
              <td>
                <References graph={graph} field={field} choose={choose} />
                <FieldEditor file={file} object={object} field={field} editable={editable} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t('structure.referredBy')}</h3>
      <p>
        {referrers.length === 0 && <span class="muted">{t('structure.nowhere')}</span>}
        {referrers.map(({ object: from, field }) => (
          <button key={`${from.id}.${field.name}`} type="button" class="link chip" onClick={() => choose(from, field)}>
            {from.path}.{field.name}
          </button>
        ))}
      </p>
    </section>
  );
}

function References({ graph, field, choose }: Pick<Props, 'graph' | 'choose'> & { field: GraphField }) {
  const objects = (field.refs ?? []).flatMap((id) => graph.objects[id - graph.objects[0]!.id] ?? []);
  if (objects.length === 0) return null;
  return (
    <>
      {objects.map((object, i) => (
        <button key={i} type="button" class="link chip" onClick={() => choose(object)}>
          {object.path}
          {object.name && ` “${object.name}”`}
        </button>
      ))}
    </>
  );
}

function isSelected(file: OpenFile, object: GraphObject, field: GraphField): boolean {
  const now = selection.value;
  if (!now || now.file !== file.id) return false;
  if (now.path === `${object.path}.${field.name}`) return true;
  return now.path !== object.path && now.start !== undefined && now.start >= field.start && now.start < field.end;
}

function referrersOf(graph: ObjectGraph, id: number): { object: GraphObject; field: GraphField }[] {
  const found: { object: GraphObject; field: GraphField }[] = [];
  for (const object of graph.objects) {
    for (const field of object.fields) {
      if (field.refs?.includes(id)) found.push({ object, field });
      if (found.length >= MOST_REFERRERS) return found;
    }
  }
  return found;
}
