import { effect, useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { VirtualList } from '../../shell/virtual-list.tsx';
import type { OpenFile } from '../../state/files.ts';
import { select } from '../../state/selection.ts';
import { nodeOfSelection, placeOfNode } from '../../view3d/node-places.ts';
import type { Engine, SceneData } from '../../view3d/scene-data.ts';
import type { SceneState } from '../../view3d/scene-state.ts';
import { nameOf } from '../outline/tree-row.tsx';
import { tickPath } from './ticks.ts';

const ROW_HEIGHT = 24;
const FROM = 'animation';

interface TimelineProps {
  file: OpenFile;
  data: SceneData;
  engine: Engine;
  state: SceneState;
}

/** A row a node with its keys as ticks, under a slider for the time. */
export function Timeline({ file, data, engine, state }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const selected = useComputed(() => nodeOfSelection(file, data) ?? -1).value;
  const { end, tracks } = engine;
  useEffect(() => effect(() => box.current?.style.setProperty('--at', String(state.time.value / end))), [state, end]);
  const goTo = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)));
    state.playing.value = false;
    state.pose.value = 'time';
    state.time.value = at * end;
  };
  return (
    <div class="animation-timeline" ref={box}>
      <div class="animation-row">
        <span class="animation-name muted">{t('animation.time')}</span>
        <Slider end={end} state={state} />
      </div>
      <div class="animation-rows">
        <VirtualList
          count={tracks.length}
          rowHeight={ROW_HEIGHT}
          shown={selected < tracks.length ? selected : -1}
          label={t('animation.keys')}
        >
          {(node) => (
            <div key={node} class={node === selected ? 'animation-row selected' : 'animation-row'}>
              <button
                type="button"
                class="animation-name"
                aria-pressed={node === selected}
                onClick={() =>
                  select({ file: file.id, path: '', ...placeOfNode(data, node), sceneNode: node, from: FROM })
                }
              >
                {nameOf(data.scene, node)}
              </button>
              <div
                class="animation-keys"
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  goTo(event);
                }}
                onPointerMove={(event) => {
                  if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
                }}
              >
                <svg
                  viewBox={`0 0 ${end} 10`}
                  preserveAspectRatio="none"
                  role="img"
                  aria-label={keysText(engine, node)}
                >
                  <path
                    d={tickPath(
                      tracks[node]!.keys.map((key) => key.time),
                      end,
                    )}
                  />
                </svg>
              </div>
            </div>
          )}
        </VirtualList>
      </div>
    </div>
  );
}

function Slider({ end, state }: { end: number; state: SceneState }) {
  return (
    <input
      type="range"
      class="animation-slider"
      aria-label={t('animation.time')}
      min="0"
      max={end}
      step="any"
      value={state.time.value}
      onInput={(event) => {
        state.playing.value = false;
        state.pose.value = 'time';
        state.time.value = Number(event.currentTarget.value);
      }}
    />
  );
}

function keysText({ tracks }: Engine, node: number): string {
  return t('animation.keyCount', { n: tracks[node]!.keys.length });
}
