import type { MshAsset } from '@unbake/formats';
import { LODS, STATES, slotIndex } from '@unbake/formats';
import { type MessageKey, t } from '../../i18n/i18n.ts';
import type { SceneData } from '../../view3d/scene-data.ts';
import type { MshChoice, SceneState } from '../../view3d/scene-state.ts';

const STATE_NAMES: readonly MessageKey[] = ['outline.state0', 'outline.state1', 'outline.state2'];

/** State and level of detail of a Parkan model; what no node has is not offered. */
export function Levels({ data, state }: { data: SceneData; state: SceneState }) {
  const { msh } = data.asset as MshAsset;
  const choice = state.choice.value;
  const set = (change: Partial<MshChoice>) => {
    state.choice.value = { ...choice, ...change };
  };
  const has = (wanted: number, lod: number) =>
    msh.nodes.some((node) => slotIndex(msh, node, wanted, lod) !== undefined);
  return (
    <div class="outline-levels">
      <label>
        {t('outline.state')}
        <select value={choice.state} onChange={(event) => set({ state: Number(event.currentTarget.value) })}>
          {Array.from({ length: STATES }, (_, i) => (
            <option key={i} value={i} disabled={!Array.from({ length: LODS }).some((_, lod) => has(i, lod))}>
              {t(STATE_NAMES[i]!)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('outline.level')}
        <select value={choice.lod} onChange={(event) => set({ lod: Number(event.currentTarget.value) })}>
          {Array.from({ length: LODS }, (_, i) => (
            <option key={i} value={i} disabled={!has(choice.state, i)}>
              {i === LODS - 1 ? t('outline.collision') : t('outline.lod', { n: i })}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={choice.hulls}
          onChange={(event) => set({ hulls: event.currentTarget.checked })}
        />
        {t('outline.hulls')}
      </label>
    </div>
  );
}
