import { signal } from '@preact/signals';

export const MODES = ['textured', 'unlit', 'wireframe', 'normals', 'uv', 'colors', 'weights', 'overdraw'] as const;
export type Mode = (typeof MODES)[number];

export const BACKGROUNDS = ['theme', 'black', 'grey', 'white'] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** What is drawn beside the model. */
export const HELPERS = ['grid', 'axes', 'skeleton', 'boxes', 'spheres', 'nodeAxes', 'attach'] as const;
export type Helper = (typeof HELPERS)[number];

export interface Display {
  readonly mode: Mode;
  readonly background: Background;
  readonly helpers: ReadonlySet<Helper>;
}

/** How every model is shown; the next file is shown the same way. */
export const display = signal<Display>({
  mode: 'textured',
  background: 'theme',
  helpers: new Set<Helper>(['grid', 'axes']),
});

export function setMode(mode: Mode): void {
  display.value = { ...display.value, mode };
}

export function setBackground(background: Background): void {
  display.value = { ...display.value, background };
}

export function toggleHelper(helper: Helper): void {
  const helpers = new Set(display.value.helpers);
  if (!helpers.delete(helper)) helpers.add(helper);
  display.value = { ...display.value, helpers };
}
