import type { Scene } from '@unbake/formats';
import { t } from '../../i18n/i18n.ts';
import { type SceneState, setWeight } from '../../view3d/scene-state.ts';

/** A slider for each morph target of a mesh. */
export function Morphs({ scene, mesh, state }: { scene: Scene; mesh: number; state: SceneState }) {
  const source = scene.meshes[mesh];
  const names = source?.targetNames ?? [];
  if (!source || names.length === 0) return null;
  const weights = state.weights.value.get(mesh) ?? [];
  return (
    <fieldset class="outline-morphs">
      <legend>{t('outline.morphs', { name: source.name })}</legend>
      {names.map((name, i) => {
        const shown = name || t('outline.target', { n: i });
        const weight = weights[i] ?? 0;
        return (
          <label key={i}>
            <span class="outline-target">{shown}</span>
            <input
              type="range"
              min="-1"
              max="2"
              step="0.01"
              value={weight}
              onInput={(event) => setWeight(state, mesh, names.length, i, Number(event.currentTarget.value))}
            />
            <output>{weight.toFixed(2)}</output>
          </label>
        );
      })}
      <button
        type="button"
        disabled={weights.every((weight) => weight === 0)}
        onClick={() => {
          state.weights.value = new Map([...state.weights.value].filter(([index]) => index !== mesh));
        }}
      >
        {t('outline.reset')}
      </button>
    </fieldset>
  );
}
