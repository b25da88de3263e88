import { effect } from '@preact/signals';
import type { Engine } from './scene-data.ts';
import { advanced, type SceneState } from './scene-state.ts';

/** A tab that was hidden, or a slow picture, does not make the clip jump, in seconds. */
const LONGEST_STEP = 0.25;

/** Moves the time while the state says that it plays; asks for no frame otherwise. Gives what stops it. */
export function play(state: SceneState, engineOf: () => Engine | undefined): () => void {
  return effect(() => {
    const engine = engineOf();
    if (!state.playing.value || !engine) return;
    let last: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      const seconds = last === undefined ? 0 : Math.min(LONGEST_STEP, (now - last) / 1000);
      last = now;
      const { end, fps } = engine;
      const next = advanced(state.time.peek(), seconds, end, fps, state.speed.peek(), state.loop.peek());
      state.time.value = next ?? end;
      if (next === undefined) state.playing.value = false;
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  });
}

/** Starts the clip, from its beginning when it has come to its end; or stops it. */
export function togglePlaying(state: SceneState, end: number): void {
  if (!state.playing.value && state.time.value >= end) state.time.value = 0;
  if (!state.playing.value) state.pose.value = 'time';
  state.playing.value = !state.playing.value;
}

/** Stops and goes by frames; from between two frames to the next whole one. */
export function stepFrames(state: SceneState, end: number, by: number): void {
  state.playing.value = false;
  state.pose.value = 'time';
  const { value } = state.time;
  const from = by > 0 ? Math.floor(value) : Math.ceil(value);
  state.time.value = Math.max(0, Math.min(end, from + by));
}
