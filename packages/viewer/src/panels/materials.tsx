import { formatNumber, t } from '../i18n/i18n.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import { factsOf } from '../state/files.ts';
import { graphOfFile } from '../state/session.ts';
import { foreground } from '../worker/client.ts';
import { GameMaterialsView } from './materials/game.tsx';
import { SvoMaterialsView } from './materials/svo.tsx';

/** Render states, parameters and samplers of an SVO; the MAT0 materials of a Parkan model or file. */
export default function Materials({ file }: PanelProps) {
  const hasGraph = factsOf(file)?.has.graph ?? false;
  const loaded = useLoaded(file, async (ref, signal) => {
    const [facts, graph] = await Promise.all([
      foreground.call('materials', [ref], { signal }),
      hasGraph ? graphOfFile(file) : undefined,
    ]);
    return { facts, graph };
  });
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  const { facts, graph } = loaded.value;
  const count = facts.kind === 'svo' ? facts.states.length : facts.materials.length;
  if (count === 0) return <p class="muted padded">{t('materials.none')}</p>;
  return (
    <div class="materials">
      <p class="muted materials-count">{t('materials.count', { n: formatNumber(count) })}</p>
      {facts.kind === 'svo' ? (
        <SvoMaterialsView file={file} facts={facts} graph={graph!} />
      ) : (
        <GameMaterialsView file={file} facts={facts} />
      )}
    </div>
  );
}
