import { useSignal } from '@preact/signals';
import { type MessageKey, t } from '../i18n/i18n.ts';
import { view } from '../state/view.ts';
import {
  BACKGROUNDS,
  type Background,
  display,
  HELPERS,
  type Helper,
  MODES,
  type Mode,
  setBackground,
  setMode,
  toggleHelper,
} from './display.ts';

const MODE_NAMES: Record<Mode, MessageKey> = {
  textured: 'view.textured',
  unlit: 'view.unlit',
  wireframe: 'view.wireframe',
  normals: 'view.normals',
  uv: 'view.uv',
  colors: 'view.colors',
  weights: 'view.weights',
  overdraw: 'view.overdraw',
};

const HELPER_NAMES: Record<Helper, MessageKey> = {
  grid: 'view.grid',
  axes: 'view.axes',
  skeleton: 'view.skeleton',
  boxes: 'view.boxes',
  spheres: 'view.spheres',
  nodeAxes: 'view.nodeAxes',
  attach: 'view.attach',
};

const BACKGROUND_NAMES: Record<Background, MessageKey> = {
  theme: 'view.backgroundTheme',
  black: 'view.backgroundBlack',
  grey: 'view.backgroundGrey',
  white: 'view.backgroundWhite',
};

/** How the model is shown. */
export function Toolbar() {
  const open = useSignal(false);
  const { mode, background, helpers } = display.value;
  return (
    <div class="view3d-toolbar" role="toolbar" aria-label={t('view.toolbar')}>
      <select aria-label={t('view.mode')} value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
        {MODES.map((name) => (
          <option key={name} value={name}>
            {t(MODE_NAMES[name])}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => view.value?.frame()} title="F">
        {t('view.frame')}
      </button>
      <button
        type="button"
        aria-expanded={open.value}
        aria-controls="view3d-options"
        onClick={() => (open.value = !open.value)}
      >
        {t('view.options')}
      </button>
      {open.value && (
        <fieldset
          id="view3d-options"
          class="view3d-options"
          aria-label={t('view.options')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            open.value = false;
          }}
        >
          {HELPERS.map((name) => (
            <label key={name}>
              <input type="checkbox" checked={helpers.has(name)} onChange={() => toggleHelper(name)} />
              {t(HELPER_NAMES[name])}
            </label>
          ))}
          <label>
            {t('view.background')}
            <select value={background} onChange={(event) => setBackground(event.currentTarget.value as Background)}>
              {BACKGROUNDS.map((name) => (
                <option key={name} value={name}>
                  {t(BACKGROUND_NAMES[name])}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
      )}
    </div>
  );
}
