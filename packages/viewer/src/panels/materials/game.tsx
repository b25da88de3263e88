import { formatNumber, t } from '../../i18n/i18n.ts';
import { PixelCanvas } from '../../pictures/thumb.tsx';
import type { OpenFile } from '../../state/files.ts';
import { showTab, type TabId } from '../../state/layout.ts';
import { files, openEntry, openFile } from '../../state/session.ts';
import { siblingsOf } from '../../state/siblings.ts';
import type {
  ArchiveEntry,
  GameMaterial,
  GameMaterials,
  Mat0Facts,
  MaterialPhase,
} from '../../worker/content-facts.ts';
import { Card } from './card.tsx';
import { Cards } from './cards.tsx';
import { shortNumber } from './meaning.ts';
import { Swatch } from './swatch.tsx';

/** The rows of a model's WEAR list with the MAT0 of each, wherever it was found. */
export function GameMaterialsView({ file, facts }: { file: OpenFile; facts: GameMaterials }) {
  return (
    <>
      <Cards of={facts.materials}>{(material, i) => <Material key={i} file={file} material={material} />}</Cards>
      {facts.lightmaps.length > 0 && (
        <section class="materials-card">
          <h3>{t('materials.lightmaps')}</h3>
          <ol start={0}>
            {facts.lightmaps.map(({ name, legacyId }, i) => (
              <li key={i}>
                {name} <span class="muted">({legacyId})</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Material({ file, material }: { file: OpenFile; material: GameMaterial }) {
  const { row, name, legacyId, batches, source, fallback, missing, drawing, mat0 } = material;
  const chips = [
    ...(row === undefined ? [] : [t('materials.row', { n: row })]),
    ...(batches === undefined ? [] : [t('materials.batches', { n: formatNumber(batches) })]),
    ...(drawing ? [t(`materials.draw.${drawing.blend}`)] : []),
    ...(drawing?.alphaTest ? [t('materials.alphaTested')] : []),
    ...(fallback ? [t('materials.fallback')] : []),
  ];
  return (
    <Card name={name} chips={chips} link={source && <EntryLink file={file} entry={source} tab="materials" />}>
      {missing.length > 0 && (
        <ul class="materials-missing warning">
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p class="materials-numbers">
        {legacyId !== undefined && <Fact name="id" value={legacyId} />}
        {drawing && <Fact name="attr1" value={drawing.attr1} />}
        {drawing && <Fact name="mode" value={drawing.mode} />}
        {mat0 && <Fact name="version" value={mat0.version} />}
        {mat0 && (['a', 'b', 'c', 'd'] as const).map((key) => <Fact key={key} name={key} value={mat0[key]} />)}
      </p>
      {mat0 && <Phases file={file} mat0={mat0} />}
      {mat0 && mat0.blocks.length > 0 && <Blocks mat0={mat0} />}
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <span>
      <span class="muted">{name}</span> <code>{value}</code>
    </span>
  );
}

/** The looks of a material, one after the other in the game. */
function Phases({ file, mat0 }: { file: OpenFile; mat0: Mat0Facts }) {
  return (
    <>
      <h4>{t('materials.phases', { n: mat0.phases.length })}</h4>
      <ol class="materials-phases" start={0}>
        {mat0.phases.map((phase, i) => (
          <li key={i}>
            <Phase file={file} phase={phase} index={i} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Phase({ file, phase, index }: { file: OpenFile; phase: MaterialPhase; index: number }) {
  const { found, texture } = phase;
  return (
    <div class="materials-sampler">
      {found?.small ? (
        <button
          type="button"
          class="materials-thumb"
          aria-label={t('materials.showPicture', { name: found.name })}
          onClick={() => void goToEntry(file, found, 'textures')}
        >
          <PixelCanvas pixels={found.small} />
        </button>
      ) : (
        <span class="materials-thumb thumb-none">{t(texture ? 'materials.noPicture' : 'materials.noTexture')}</span>
      )}
      <div class="materials-sampler-facts">
        <p>
          <span class="badge">{t('materials.phase', { n: index })}</span> <b>{texture || '—'}</b>{' '}
          {found && (
            <span class="muted">
              {found.width}×{found.height} {found.format}
            </span>
          )}
          {phase.unlit && <span class="badge">{t('materials.unlit')}</span>}
        </p>
        {found && (
          <p>
            <EntryLink file={file} entry={found} tab="textures" />
          </p>
        )}
        <dl class="materials-colours">
          {(['ambient', 'diffuse', 'specular', 'emissive'] as const).map((key) => (
            <div key={key}>
              <dt>{t(`materials.${key}`)}</dt>
              <dd>
                <Swatch values={phase[key]} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('materials.power')}</dt>
            <dd>
              <code>{phase.specularPower}</code>
            </dd>
          </div>
          <div>
            <dt>{t('materials.subImage')}</dt>
            <dd>
              <code>{phase.subImage}</code>
            </dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

/** How the phases follow each other: numbers whose meaning is not known, as they are. */
function Blocks({ mat0 }: { mat0: Mat0Facts }) {
  return (
    <details>
      <summary>{t('materials.blocks', { n: mat0.blocks.length })}</summary>
      <table class="materials-fields">
        <tbody>
          {mat0.blocks.map(({ head, mode, keys }, i) => (
            <tr key={i}>
              <th scope="row">
                <code>{head}</code> <span class="muted">mode {mode}</span>
              </th>
              <td>
                <code>{keys.map((key) => `[${key.map(shortNumber).join(', ')}]`).join(' ')}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function EntryLink({ file, entry, tab }: { file: OpenFile; entry: ArchiveEntry; tab: TabId }) {
  return (
    <button type="button" class="link mono" onClick={() => void goToEntry(file, entry, tab)}>
      {entry.library ? `${entry.library} / ${entry.name}` : entry.name}
    </button>
  );
}

/** Opens what was found in the model's archive or in one beside it. */
async function goToEntry(file: OpenFile, entry: ArchiveEntry, tab: TabId): Promise<void> {
  const own = file.entryOf?.archive;
  const beside = siblingsOf(file, files.value).find(({ name }) => name === entry.library);
  const archive = own?.name === entry.library ? own : (beside ?? own);
  if (!archive) return;
  if (archive.state.value.kind !== 'ready') await openFile(archive);
  await openEntry(archive, entry.entry);
  showTab(tab);
}
