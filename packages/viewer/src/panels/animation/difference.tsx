import { useSignal } from '@preact/signals';
import { type Deviation, measureDeviation, type Scene } from '@unbake/formats';
import { t } from '../../i18n/i18n.ts';
import { differencesAt } from '../../view3d/difference.ts';
import type { Engine } from '../../view3d/scene-data.ts';
import type { Sampler, SceneState } from '../../view3d/scene-state.ts';
import { nameOf } from '../outline/tree-row.tsx';

/** Nodes listed. */
const MOST = 6;

/** Who poses the model, and how far the other would be from it. */
export function Difference({ scene, engine, state }: { scene: Scene; engine: Engine; state: SceneState }) {
  const whole = useSignal<Deviation | undefined>(undefined);
  const choice = (sampler: Sampler) => (
    <label>
      <input
        type="radio"
        name="sampler"
        checked={state.sampler.value === sampler}
        onChange={() => (state.sampler.value = sampler)}
      />
      {t(sampler === 'engine' ? 'animation.engine' : 'animation.gltf')}
    </label>
  );
  return (
    <section>
      <h2>{t('animation.sampler')}</h2>
      <div class="animation-choices">
        {choice('engine')}
        {choice('gltf')}
      </div>
      <AtTime scene={scene} engine={engine} state={state} />
      <p>
        <button
          type="button"
          onClick={() => {
            whole.value = measureDeviation(engine.animation, scene.animations[0], {
              convention: engine.convention,
              fps: engine.fps,
            });
          }}
        >
          {t('animation.measure')}
        </button>
      </p>
      {whole.value && <p>{t('animation.measured', textsOf(whole.value.position, whole.value.angle))}</p>}
    </section>
  );
}

function AtTime({ scene, engine, state }: { scene: Scene; engine: Engine; state: SceneState }) {
  const found = differencesAt(engine, scene, state.time.value);
  if (found.length === 0) return <p class="muted">{t('animation.still')}</p>;
  return (
    <table>
      <caption class="hidden">{t('animation.difference')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('animation.node')}</th>
          <th scope="col">{t('animation.positionDifference')}</th>
          <th scope="col">{t('animation.angleDifference')}</th>
        </tr>
      </thead>
      <tbody>
        {found.slice(0, MOST).map(({ node, position, angle }) => {
          const texts = textsOf(position, angle);
          return (
            <tr key={node}>
              <th scope="row">{nameOf(scene, node)}</th>
              <td class="mono">{texts.position}</td>
              <td class="mono">{texts.angle}°</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function textsOf(position: number, angle: number): { position: string; angle: string } {
  return { position: short(position), angle: short((angle * 180) / Math.PI) };
}

function short(value: number): string {
  return value === 0 ? '0' : value.toPrecision(2);
}
