import { effect, useSignal } from '@preact/signals';
import { type Model, MshPose, type Notice, sceneToThree } from '@unbake/three';
import { useEffect, useRef } from 'preact/hooks';
import { AnimationMixer } from 'three';
import { t } from '../i18n/i18n.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import type { OpenFile } from '../state/files.ts';
import { select, selection } from '../state/selection.ts';
import { theme } from '../state/settings.ts';
import { view } from '../state/view.ts';
import { display } from './display.ts';
import { nodeOfSelection, placeOfNode } from './node-places.ts';
import { play } from './player.ts';
import { type SceneData, useScene } from './scene-data.ts';
import { type SceneState, sceneStateOf } from './scene-state.ts';
import { Toolbar } from './toolbar.tsx';
import { NoWebGl, type ThemeColors, Viewport } from './viewport.ts';

const FROM = 'view';
/** How long a lost context may take to come back before the page offers to start anew, in ms. */
const PATIENCE = 2000;

/** One for the page: browsers allow few WebGL contexts. */
let shared: Viewport | undefined;

type Trouble = 'no-webgl' | 'lost' | 'gone';

/** The model in 3D. Sets `view` of `state/view.ts` while it is mounted. */
export default function View3d({ file }: PanelProps) {
  const host = useRef<HTMLDivElement>(null);
  const trouble = useSignal<Trouble | undefined>(undefined);
  const viewport = useSignal<Viewport | undefined>(undefined);
  const notices = useSignal<readonly Notice[]>([]);
  const data = useScene(file);
  const state = sceneStateOf(file);

  /** Shows the page's viewport here. */
  const start = () => {
    if (shared?.isLost) {
      shared.dispose();
      shared = undefined;
    }
    try {
      shared ??= new Viewport();
    } catch (error) {
      if (!(error instanceof NoWebGl)) throw error;
      trouble.value = 'no-webgl';
      return;
    }
    let waiting: ReturnType<typeof setTimeout> | undefined;
    shared.attach(host.current!, {
      pick: (node) => pick(file, node),
      lost: (isLost) => {
        clearTimeout(waiting);
        trouble.value = isLost ? 'lost' : undefined;
        if (isLost) waiting = setTimeout(() => (trouble.value = 'gone'), PATIENCE);
      },
    });
    viewport.value = shared;
    view.value = shared;
  };
  useEffect(() => {
    start();
    return () => {
      if (view.value === shared) view.value = undefined;
      shown = undefined;
      shared?.setModel(undefined, false);
      shared?.detach();
    };
  }, []);
  const restart = () => {
    shared?.dispose();
    shared = undefined;
    viewport.value = undefined;
    trouble.value = undefined;
    start();
  };

  useEffect(() => play(state, () => (data.kind === 'ready' ? data.value.engine : undefined)), [state, data]);
  const label = t('view.label', { name: file.name });
  useEffect(() => viewport.value?.canvas.setAttribute('aria-label', label), [viewport.value, label]);
  useEffect(() => {
    const target = viewport.value;
    if (!target || data.kind !== 'ready') return;
    return showModel(target, file, state, data.value, (found) => (notices.value = found));
  }, [viewport.value, data]);
  useEffect(() => {
    const target = viewport.value;
    if (!target) return;
    const apply = () => target.setDisplay(display.value, themeColors());
    const stop = effect(() => {
      void theme.value;
      // The document takes the theme in an effect of its own, which may come later.
      void display.value;
      queueMicrotask(apply);
    });
    const scheme = matchMedia('(prefers-color-scheme: light)');
    scheme.addEventListener('change', apply);
    apply();
    return () => {
      stop();
      scheme.removeEventListener('change', apply);
    };
  }, [viewport.value]);

  const empty = data.kind === 'ready' && !hasGeometry(data.value);
  return (
    <div class="view3d">
      <div class="view3d-host" ref={host} />
      {viewport.value && <Toolbar />}
      {data.kind === 'failed' && (
        <div class="view3d-message">
          <Pending of={data} />
        </div>
      )}
      {trouble.value && <TroubleMessage trouble={trouble.value} restart={restart} />}
      {!trouble.value && empty && <p class="view3d-message">{t('view.empty')}</p>}
      {notices.value.length > 0 && (
        <ul class="view3d-notices" aria-label={t('view.notices')}>
          {notices.value.slice(0, 4).map((notice, i) => (
            <li key={i}>{noticeText(notice)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function TroubleMessage({ trouble, restart }: { trouble: Trouble; restart: () => void }) {
  return (
    <div class="view3d-message" role="alert">
      <p>{t(trouble === 'no-webgl' ? 'view.noWebGl' : 'view.lost')}</p>
      {trouble === 'gone' && (
        <button type="button" class="primary" onClick={restart}>
          {t('view.restart')}
        </button>
      )}
    </div>
  );
}

/** Puts a model into the viewport and keeps it as the state says; gives what stops that. */
function showModel(
  viewport: Viewport,
  file: OpenFile,
  state: SceneState,
  data: SceneData,
  report: (notices: readonly Notice[]) => void,
): () => void {
  const model = sceneToThree(data.scene, { capabilities: viewport.capabilities });
  report(model.notices);
  // An edit, or another level of detail, keeps the camera.
  viewport.setModel(model, shown?.file === file);
  shown = { file, data };
  const pose = posing(model, data, state);
  const stops = [
    effect(() => {
      const hidden = state.hidden.value;
      for (const [node, object] of model.nodes.entries()) object.visible = !hidden.has(node);
      viewport.invalidate();
    }),
    effect(() => {
      for (const part of model.parts.flat()) {
        const { mesh } = part.userData.unbake as { mesh: number };
        const weights = state.weights.value.get(mesh);
        part.morphTargetInfluences?.forEach((_, i, influences) => {
          influences[i] = weights?.[i] ?? 0;
        });
      }
      viewport.invalidate();
    }),
    effect(() => {
      pose();
      viewport.invalidate();
    }),
    effect(() => {
      void selection.value;
      viewport.setSelected(nodeOfSelection(file, data));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the viewport shows. */
let shown: { file: OpenFile; data: SceneData } | undefined;

/** Gives what poses the model as the state says; it reads the state's signals. */
function posing(model: Model, { engine }: SceneData, state: SceneState): () => void {
  if (!engine) return () => undefined;
  const { animation, convention, fps } = engine;
  const pose = new MshPose(animation, model.nodes, { sense: convention.sense, baked: convention.axis === 'baked' });
  const mixer = new AnimationMixer(model.scene);
  const actions = model.animations.map((clip) => mixer.clipAction(clip));
  return () => {
    // A player of glTF knows no blending of the game.
    if (state.pose.value === 'time' && state.sampler.value === 'gltf') {
      pose.release();
      for (const action of actions) action.play();
      // A player stops at the end of a clip; the mixer would begin again.
      const last = Math.max(0, ...model.animations.map((clip) => clip.duration));
      mixer.setTime(Math.min(state.time.value / fps, last * (1 - 1e-7)));
      return;
    }
    mixer.stopAllAction();
    if (state.pose.value === 'rest') pose.release();
    else if (state.pose.value === 'time') pose.setTime(state.time.value);
    else {
      const { a, b, weight } = state.blend.value;
      pose.setBlend(a, b, weight);
    }
  };
}

function pick(file: OpenFile, node: number | undefined): void {
  if (node === undefined) {
    if (selection.value?.file === file.id) select(undefined);
    return;
  }
  const place = shown?.file === file ? placeOfNode(shown.data, node) : {};
  select({ file: file.id, path: '', ...place, sceneNode: node, from: FROM });
}

function hasGeometry({ scene }: SceneData): boolean {
  return scene.nodes.some((node) => node.mesh !== undefined);
}

function themeColors(): ThemeColors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    ground: read('--view-ground', '#171c24'),
    line: read('--view-line', '#7c8997'),
    accent: read('--accent', '#7cc4ff'),
  };
}

function noticeText(notice: Notice): string {
  switch (notice.code) {
    case 'texture-reduced':
      return t('view.textureReduced', {
        name: notice.image,
        size: `${notice.width} × ${notice.height}`,
        shown: `${notice.shownWidth} × ${notice.shownHeight}`,
      });
    case 'texture-unreadable':
      return t('view.textureUnreadable', { name: notice.image, reason: notice.reason });
    case 'uv-set':
      return t('view.uvSet', { name: notice.material, uv: notice.uv });
  }
}
