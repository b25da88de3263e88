import { t } from '../../i18n/i18n.ts';
import { stepFrames, togglePlaying } from '../../view3d/player.ts';
import type { Engine } from '../../view3d/scene-data.ts';
import type { SceneState } from '../../view3d/scene-state.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Play, step, loop, speed, and the time as a number. */
export function Controls({ engine, state }: { engine: Engine; state: SceneState }) {
  const { end, animation, fps } = engine;
  const playing = state.playing.value;
  return (
    <div class="animation-controls">
      <button type="button" class="primary" aria-pressed={playing} onClick={() => togglePlaying(state, end)}>
        {t(playing ? 'animation.pause' : 'animation.play')}
      </button>
      <button type="button" aria-label={t('animation.back')} onClick={() => stepFrames(state, end, -1)}>
        ◀
      </button>
      <button type="button" aria-label={t('animation.forward')} onClick={() => stepFrames(state, end, 1)}>
        ▶
      </button>
      <Time end={end} state={state} />
      <label>
        <input
          type="checkbox"
          checked={state.loop.value}
          onChange={(event) => (state.loop.value = event.currentTarget.checked)}
        />
        {t('animation.loop')}
      </label>
      <label>
        {t('animation.speed')}
        <select value={state.speed.value} onChange={(event) => (state.speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        disabled={state.pose.value === 'rest'}
        onClick={() => {
          state.playing.value = false;
          state.pose.value = 'rest';
        }}
      >
        {t('animation.rest')}
      </button>
      <p class="muted">{t('animation.facts', { frames: animation.frameCount, keys: animation.keyCount, fps })}</p>
    </div>
  );
}

function Time({ end, state }: { end: number; state: SceneState }) {
  return (
    <label>
      {t('animation.frame')}
      <input
        type="number"
        class="animation-time"
        min="0"
        max={end}
        step="any"
        value={Number(state.time.value.toFixed(3))}
        onChange={(event) => {
          const time = event.currentTarget.valueAsNumber;
          if (!Number.isFinite(time)) return;
          state.playing.value = false;
          state.pose.value = 'time';
          state.time.value = Math.max(0, Math.min(end, time));
        }}
      />
      / {end}
    </label>
  );
}
