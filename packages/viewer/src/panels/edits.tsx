import { useSignal } from '@preact/signals';
import type { Difference } from '@unbake/formats';
import { t } from '../i18n/i18n.ts';
import { download, downloadEdited } from '../lib/download.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import { type OpenFile, originalRef, refOf } from '../state/files.ts';
import { showTab } from '../state/layout.ts';
import { select } from '../state/selection.ts';
import { editFile, failureFrom, goToStep } from '../state/session.ts';
import { foreground } from '../worker/client.ts';
import type { PictureFacts } from '../worker/protocol.ts';

/** What was changed: the steps, how the file now differs from the opened one, and textures to be replaced. */
export default function Edits({ file }: PanelProps) {
  const { steps } = file.history.value;
  return (
    <div class="edits">
      {steps.length === 0 ? <p class="muted">{t('edit.none')}</p> : <Steps file={file} />}
      <Textures file={file} />
      {steps.length > 0 && <Differences file={file} />}
    </div>
  );
}

function Steps({ file }: { file: OpenFile }) {
  const { steps, at } = file.history.value;
  const labels = [t('edit.original'), ...steps.map((step) => step.label)];
  return (
    <section>
      <h2>{t('edit.history')}</h2>
      <ol class="edits-steps">
        {labels.map((label, i) => (
          <li key={i === 0 ? 0 : steps[i - 1]!.serial} class={i > at ? 'undone' : ''}>
            <button type="button" aria-current={i === at ? 'step' : undefined} onClick={() => void goToStep(file, i)}>
              {label}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="primary" onClick={() => void downloadEdited(file)}>
        {t('edit.download')}
      </button>
    </section>
  );
}

function Differences({ file }: { file: OpenFile }) {
  const loaded = useLoaded(file, async (ref, signal) =>
    foreground.call('diff', [await originalRef(file), ref], { signal }),
  );
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  const rows = loaded.value;
  return (
    <section>
      <h2>{t('edit.differences')}</h2>
      {rows.length === 0 && <p class="muted">{t('edit.same')}</p>}
      {rows.length > 0 && (
        <table class="edits-diff">
          <thead>
            <tr>
              <th scope="col">{t('edit.place')}</th>
              <th scope="col">{t('edit.before')}</th>
              <th scope="col">{t('edit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <DifferenceRow key={`${row.kind} ${row.path}`} file={file} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function DifferenceRow({ file, row }: { file: OpenFile; row: Difference }) {
  const { pixels } = row;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="link mono"
          onClick={() => {
            select({ file: file.id, path: row.path, from: 'edits' });
            showTab(row.kind === 'texture' ? 'textures' : 'structure');
          }}
        >
          {row.path || row.kind}
        </button>
      </th>
      <td class="edits-before">{valueText(row.a)}</td>
      <td class="edits-after">
        {valueText(row.b)}
        {pixels && <p>{t('edit.pixels', { n: pixels.different, total: pixels.total, largest: pixels.largest })}</p>}
      </td>
    </tr>
  );
}

function valueText(value: Difference['a']): string {
  if (value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Textures({ file }: { file: OpenFile }) {
  const loaded = useLoaded(file, (ref, signal) => foreground.call('pictures', [ref], { signal }));
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  const replaceable = loaded.value.filter((picture) => picture.replaceable);
  if (replaceable.length === 0) return null;
  return (
    <section>
      <h2>{t('edit.textures')}</h2>
      <ul class="edits-textures">
        {replaceable.map((picture) => (
          <ReplaceTexture key={picture.index} file={file} picture={picture} />
        ))}
      </ul>
    </section>
  );
}

/** A texture with a button that takes a PNG, DDS or any picture of the browser instead of it, in its format and levels. */
export function ReplaceTexture({ file, picture }: { file: OpenFile; picture: PictureFacts }) {
  const problem = useSignal('');
  const replace = async (chosen: File) => {
    problem.value = '';
    try {
      await editFile(file, `${picture.name} ← ${chosen.name}`, {
        kind: 'texture',
        index: picture.index,
        picture: chosen,
        pictureName: chosen.name,
      });
    } catch (error) {
      const { message, expected } = failureFrom(error);
      problem.value = [t('edit.failed', { why: message }), expected && t('edit.expected', { what: expected })]
        .filter(Boolean)
        .join(' ');
    }
  };
  return (
    <li>
      <span class="edits-name">{picture.name}</span>{' '}
      <span class="muted">
        {picture.width}×{picture.height} {picture.format}
      </span>
      <label class="button">
        {t('edit.replace', { name: picture.name })}
        <input
          type="file"
          class="hidden"
          accept=".png,.dds,.jpg,.jpeg,.webp,.bmp,image/*"
          onChange={(event) => {
            const input = event.currentTarget;
            const chosen = input.files?.[0];
            if (chosen) void replace(chosen);
            // The same file can be chosen again after it was painted.
            input.value = '';
          }}
        />
      </label>
      {picture.hasDds && (
        <button type="button" onClick={() => void save(file, picture)}>
          DDS
        </button>
      )}
      {problem.value && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
    </li>
  );
}

async function save(file: OpenFile, picture: PictureFacts): Promise<void> {
  const blob = await foreground.call('pictureFile', [await refOf(file), picture.index, 0, 'dds']);
  download(blob, `${picture.name}.dds`);
}
