import { t } from '../i18n/i18n.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import { stepFrames, togglePlaying } from '../view3d/player.ts';
import { useScene } from '../view3d/scene-data.ts';
import { sceneStateOf } from '../view3d/scene-state.ts';
import { Blending } from './animation/blending.tsx';
import { Controls } from './animation/controls.tsx';
import { Difference } from './animation/difference.tsx';
import { NodeSample } from './animation/node-sample.tsx';
import { Timeline } from './animation/timeline.tsx';

/** Timeline and player of Parkan animation. */
export default function Animation({ file }: PanelProps) {
  const data = useScene(file);
  if (data.kind !== 'ready') return <Pending of={data} />;
  const { engine, scene } = data.value;
  if (!engine) return <p class="padded muted">{t('animation.none')}</p>;
  const state = sceneStateOf(file);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && /^(?:INPUT|SELECT|BUTTON)$/.test(event.target.tagName)) return;
    if (event.key === ' ') togglePlaying(state, engine.end);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      stepFrames(state, engine.end, event.key === 'ArrowRight' ? 1 : -1);
    } else if (event.key === 'Home') stepFrames(state, engine.end, -engine.end);
    else if (event.key === 'End') stepFrames(state, engine.end, engine.end);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that every control of the panel leaves over
    <div class="animation" onKeyDown={onKeyDown}>
      <Controls engine={engine} state={state} />
      <Timeline file={file} data={data.value} engine={engine} state={state} />
      <div class="animation-more">
        <NodeSample file={file} data={data.value} engine={engine} state={state} />
        <Difference scene={scene} engine={engine} state={state} />
        <Blending engine={engine} state={state} />
      </div>
    </div>
  );
}
