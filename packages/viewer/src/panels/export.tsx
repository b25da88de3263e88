import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatSize, t } from '../i18n/i18n.ts';
import { download } from '../lib/download.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { factsOf, type OpenFile } from '../state/files.ts';
import { failureFrom, sceneRefOf, waitFor } from '../state/session.ts';
import { view } from '../state/view.ts';
import { foreground, isCancelled } from '../worker/client.ts';
import type { ExportedFile, ExportRequest, Progress } from '../worker/protocol.ts';

const TEXTURES = ['png', 'dds', 'none'] as const;
const SCALES = [1, 2, 4] as const;

/** Models as GLB and OBJ, the view as PNG, the fields as JSON. */
export default function Export({ file }: PanelProps) {
  const facts = factsOf(file);
  return (
    <div class="export">
      <section>
        <h2>{t('export.model')}</h2>
        {facts?.has.scene ? <ModelExport file={file} /> : <p class="muted">{t('export.noModel')}</p>}
      </section>
      <section>
        <h2>{t('export.screenshot')}</h2>
        {view.value ? <Screenshot file={file} /> : <p class="muted">{t('export.noView')}</p>}
      </section>
      {facts && !facts.directoryOnly && (
        <section>
          <h2>{t('export.file')}</h2>
          <FieldsExport file={file} />
        </section>
      )}
    </div>
  );
}

/** An export that runs, with its progress, and what came of it. */
function useExport(file: OpenFile) {
  const running = useSignal<AbortController | undefined>(undefined);
  const progress = useSignal<Progress | undefined>(undefined);
  const made = useSignal<ExportedFile | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => () => running.value?.abort(), []);
  const run = async (request: ExportRequest) => {
    const abort = new AbortController();
    running.value = abort;
    progress.value = undefined;
    made.value = undefined;
    problem.value = '';
    try {
      const ref = await sceneRefOf(file);
      const onProgress = (now: Progress) => {
        progress.value = now;
      };
      const result = await waitFor(foreground.call('export', [ref, request], { signal: abort.signal, onProgress }));
      download(result.blob, result.name);
      made.value = result;
    } catch (error) {
      if (!isCancelled(error)) problem.value = t('export.failed', { why: failureFrom(error).message });
    }
    running.value = undefined;
  };
  return { running, progress, made, problem, run };
}

function Outcome({ running, progress, made, problem }: ReturnType<typeof useExport>) {
  return (
    <div aria-live="polite">
      {running.value && (
        <p>
          <progress max={progress.value?.total || undefined} value={progress.value?.done} />{' '}
          <button type="button" onClick={() => running.value?.abort()}>
            {t('app.cancel')}
          </button>
        </p>
      )}
      {problem.value && <p class="error">{problem.value}</p>}
      {made.value && <p>{t('export.done', { name: made.value.name, size: formatSize(made.value.blob.size) })}</p>}
      {made.value && made.value.losses.length > 0 && (
        <details>
          <summary>{t('export.losses')}</summary>
          <table>
            <tbody>
              {made.value.losses.map(({ kind, what, detail, count }) => (
                <tr key={`${kind} ${what} ${detail}`}>
                  <td>{t(`loss.${kind}`)}</td>
                  <td>
                    {what} × {count}
                  </td>
                  <td class="muted">{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

function ModelExport({ file }: { file: OpenFile }) {
  const textures = useSignal<(typeof TEXTURES)[number]>('png');
  const lods = useSignal(false);
  const work = useExport(file);
  const busy = work.running.value !== undefined;
  const run = (to: 'glb' | 'obj') => void work.run({ to, textures: textures.value, allLods: lods.value });
  return (
    <>
      <p class="export-options">
        <label>
          {t('export.textures')}{' '}
          <select
            value={textures.value}
            onChange={(event) => {
              textures.value = event.currentTarget.value as (typeof TEXTURES)[number];
            }}
          >
            {TEXTURES.map((id) => (
              <option key={id} value={id}>
                {t(`export.textures.${id}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={lods.value}
            onChange={(event) => {
              lods.value = event.currentTarget.checked;
            }}
          />{' '}
          {t('export.lods')}
        </label>
      </p>
      <p class="export-options">
        <button type="button" class="primary" disabled={busy} onClick={() => run('glb')}>
          {t('export.glb')}
        </button>
        <button type="button" disabled={busy} onClick={() => run('obj')}>
          {t('export.obj')}
        </button>
      </p>
      <Outcome {...work} />
    </>
  );
}

function FieldsExport({ file }: { file: OpenFile }) {
  const work = useExport(file);
  return (
    <>
      <button
        type="button"
        disabled={work.running.value !== undefined}
        onClick={() => void work.run({ to: 'json', textures: 'none' })}
      >
        {t('export.json')}
      </button>
      <Outcome {...work} />
    </>
  );
}

function Screenshot({ file }: { file: OpenFile }) {
  const transparent = useSignal(false);
  const scale = useSignal<number>(1);
  const problem = useSignal('');
  const capture = async () => {
    problem.value = '';
    try {
      const blob = await view.value?.capture({ transparent: transparent.value, scale: scale.value });
      if (blob) download(blob, `${file.name.replace(/\.[^.]*$/, '')}.png`);
    } catch (error) {
      problem.value = t('export.failed', { why: failureFrom(error).message });
    }
  };
  return (
    <>
      <p class="export-options">
        <label>
          <input
            type="checkbox"
            checked={transparent.value}
            onChange={(event) => {
              transparent.value = event.currentTarget.checked;
            }}
          />{' '}
          {t('export.transparent')}
        </label>
        <label>
          {t('export.scale')}{' '}
          <select
            value={scale.value}
            onChange={(event) => {
              scale.value = Number(event.currentTarget.value);
            }}
          >
            {SCALES.map((n) => (
              <option key={n} value={n}>
                {n}×
              </option>
            ))}
          </select>
        </label>
      </p>
      <button type="button" onClick={() => void capture()}>
        {t('export.png')}
      </button>
      {problem.value && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}
