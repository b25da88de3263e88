import { blendUse } from '@unbake/formats';
import { type MessageKey, t } from '../../i18n/i18n.ts';
import type { Engine } from '../../view3d/scene-data.ts';
import type { Blend, SceneState } from '../../view3d/scene-state.ts';

const USES: Record<ReturnType<typeof blendUse>, MessageKey> = {
  a: 'animation.usesA',
  b: 'animation.usesB',
  both: 'animation.usesBoth',
  none: 'animation.usesNone',
};

/** The pose between two times of the clip. A time below 0 is no pose, as in the game. */
export function Blending({ engine, state }: { engine: Engine; state: SceneState }) {
  const blend = state.blend.value;
  const on = state.pose.value === 'blend';
  const set = (change: Partial<Blend>) => {
    state.blend.value = { ...blend, ...change };
    start();
  };
  const start = () => {
    state.playing.value = false;
    state.pose.value = 'blend';
  };
  const slider = (label: MessageKey, key: keyof Blend, min: number, max: number) => (
    <label>
      <span>{t(label)}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={key === 'weight' ? 0.01 : 'any'}
        value={blend[key]}
        onInput={(event) => set({ [key]: Number(event.currentTarget.value) })}
      />
      <output>{blend[key].toFixed(2)}</output>
    </label>
  );
  return (
    <section class="animation-blend">
      <h2>{t('animation.blending')}</h2>
      <label class="animation-switch">
        <input
          type="checkbox"
          checked={on}
          onChange={() => {
            if (on) state.pose.value = 'time';
            else start();
          }}
        />
        {t('animation.blendTwo')}
      </label>
      {slider('animation.timeA', 'a', -1, engine.end)}
      {slider('animation.timeB', 'b', -1, engine.end)}
      {slider('animation.weight', 'weight', 0, 1)}
      {on && <p class="muted">{t(USES[blendUse(blend.a, blend.b, Math.fround(blend.weight))])}</p>}
    </section>
  );
}
