import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Thumb } from '../../pictures/thumb.tsx';
import type { OpenFile } from '../../state/files.ts';
import { select, selection } from '../../state/selection.ts';
import { showPicture } from '../../state/shown-picture.ts';
import type { SvoMaterial, SvoMaterials, SvoParameter, SvoSampler } from '../../worker/content-facts.ts';
import type { ObjectGraph } from '../../worker/protocol.ts';
import { Card } from './card.tsx';
import { Cards } from './cards.tsx';
import { Fields, goTo, ObjectLink, objectOf } from './fields.tsx';
import { Folded } from './folded.tsx';
import { shortNumber } from './meaning.ts';
import { Swatch } from './swatch.tsx';

interface OfState {
  file: OpenFile;
  graph: ObjectGraph;
  state: SvoMaterial;
}

/** Every State with what it draws like, its parameters, its samplers, all its fields. */
export function SvoMaterialsView({ file, facts, graph }: { file: OpenFile; facts: SvoMaterials; graph: ObjectGraph }) {
  const now = selection.value;
  const selected = now?.file === file.id ? facts.states.findIndex((state) => state.id === now.object) : -1;
  return (
    <Cards of={facts.states} least={selected + 1}>
      {(state) => <State key={state.id} file={file} graph={graph} state={state} />}
    </Cards>
  );
}

function State({ file, graph, state }: OfState) {
  const card = useRef<HTMLElement>(null);
  const now = selection.value;
  const selected = now?.file === file.id && now.object === state.id;
  useEffect(() => {
    if (selected && now.from !== 'materials') card.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const object = objectOf(graph, state.id);
  if (!object) return null;
  const shader = object.fields.find((field) => field.name === '_shaderName')?.text;
  const chips = [
    t(`materials.blend.${state.blend}`),
    ...(state.alphaCutoff === undefined ? [] : [t('materials.alphaTest', { value: shortNumber(state.alphaCutoff) })]),
    t(state.doubleSided ? 'materials.twoSided' : 'materials.oneSided'),
    ...(shader ? [shader] : []),
  ];
  return (
    <Card
      element={card}
      selected={selected}
      name={object.name || object.path}
      chips={chips}
      link={<ObjectLink file={file} graph={graph} id={state.id} />}
    >
      {state.samplers.length > 0 && <h4>{t('materials.samplers')}</h4>}
      {state.samplers.map((sampler, i) => (
        <Sampler key={i} file={file} graph={graph} sampler={sampler} />
      ))}
      {state.parameters.length > 0 && <Parameters file={file} graph={graph} state={state} />}
      <Folded summary={t('materials.allFields', { n: object.fields.length })}>
        {() => <Fields file={file} graph={graph} object={object} />}
      </Folded>
    </Card>
  );
}

function Parameters({ file, graph, state }: OfState) {
  return (
    <>
      <h4>{t('materials.parameters')}</h4>
      <table class="materials-parameters">
        <thead>
          <tr>
            <th scope="col">{t('materials.name')}</th>
            <th scope="col">{t('structure.value')}</th>
            <th scope="col">{t('materials.stored')}</th>
          </tr>
        </thead>
        <tbody>
          {state.parameters.map((parameter) => (
            <ParameterRow key={parameter.id} file={file} graph={graph} parameter={parameter} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The value that counts, and everything else that Parameter and Variant store. */
function ParameterRow({ file, graph, parameter }: Omit<OfState, 'state'> & { parameter: SvoParameter }) {
  const object = objectOf(graph, parameter.id);
  const variant = objectOf(graph, parameter.variant);
  const { value } = parameter;
  return (
    <tr>
      <th scope="row">
        {object && (
          <button type="button" class="link" onClick={() => goTo({ file, graph }, object)}>
            {parameter.name || object.path}
          </button>
        )}
        <span class="materials-list muted">{parameter.list}</span>
      </th>
      <td>
        {Array.isArray(value) ? (
          <Swatch values={value as number[]} />
        ) : (
          <code class="materials-value">{typeof value === 'number' ? shortNumber(value) : JSON.stringify(value)}</code>
        )}
      </td>
      <td>
        <Folded summary={variant ? <code>{variant.path}</code> : '—'}>
          {() => (
            <>
              {object && <Fields file={file} graph={graph} object={object} />}
              {variant && <Fields file={file} graph={graph} object={variant} />}
            </>
          )}
        </Folded>
      </td>
    </tr>
  );
}

function Sampler({ file, graph, sampler }: Omit<OfState, 'state'> & { sampler: SvoSampler }) {
  const texture = objectOf(graph, sampler.id);
  const image = objectOf(graph, sampler.image);
  const { picture } = sampler;
  const text = (name: string) => texture?.fields.find((field) => field.name === name)?.text;
  return (
    <div class="materials-sampler">
      {picture === undefined ? (
        <span class="materials-thumb thumb-none">{t('materials.noPicture')}</span>
      ) : (
        <button
          type="button"
          class="materials-thumb"
          aria-label={t('materials.showPicture', { name: image?.name || texture?.name || '' })}
          onClick={() => {
            if (image) select({ file: file.id, path: '', object: image.id, from: 'materials' });
            showPicture(file, picture);
          }}
        >
          <Thumb file={file} picture={picture} />
        </button>
      )}
      <div class="materials-sampler-facts">
        <p>
          <b>{texture?.name || texture?.path}</b> <span class="badge">{t(`materials.role.${sampler.role}`)}</span>{' '}
          <span class="muted">UV {text('_uvSetIndex') ?? 0}</span>
        </p>
        <p class="muted">
          <ObjectLink file={file} graph={graph} id={sampler.id} /> →{' '}
          <ObjectLink file={file} graph={graph} id={sampler.image} />
        </p>
        <Folded summary={t('materials.allFields', { n: (texture?.fields.length ?? 0) + (image?.fields.length ?? 0) })}>
          {() => (
            <>
              {texture && <Fields file={file} graph={graph} object={texture} />}
              {image && <Fields file={file} graph={graph} object={image} />}
            </>
          )}
        </Folded>
      </div>
    </div>
  );
}
