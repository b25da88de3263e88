import { effect, signal } from '@preact/signals';

export const LANGUAGES = ['en', 'zh', 'ru', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORE = 'unbake';

interface Saved {
  language?: string;
  theme?: string;
  panelWidth?: number;
}

/** What the address says wins over what was saved, and that over what the browser prefers. */
const asked = new URLSearchParams(globalThis.location?.search);
const saved = readSaved();

export const language = signal<Language>(
  oneOf(LANGUAGES, asked.get('lang')) ??
    oneOf(LANGUAGES, saved.language) ??
    preferredLanguage(globalThis.navigator?.languages ?? []),
);
export const theme = signal<Theme>(oneOf(THEMES, asked.get('theme')) ?? oneOf(THEMES, saved.theme) ?? 'auto');
/** Width of the tabs' panel, in CSS pixels. */
export const panelWidth = signal(typeof saved.panelWidth === 'number' ? saved.panelWidth : 480);

/** Keeps the settings for the next visit and applies language and theme to the document. Called once. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.lang = { en: 'en', zh: 'zh-Hans', ru: 'ru', ja: 'ja' }[language.value];
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
  effect(() => {
    const values: Saved = { language: language.value, theme: theme.value, panelWidth: panelWidth.value };
    try {
      localStorage.setItem(STORE, JSON.stringify(values));
    } catch {
      // Storage may be full or forbidden; settings then last as long as the page.
    }
  });
}

/** The first of the browser's languages that there is a table for, else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = oneOf(LANGUAGES, tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'en';
}

function oneOf<T extends string>(allowed: readonly T[], value: string | null | undefined): T | undefined {
  return allowed.find((item) => item === value);
}

function readSaved(): Saved {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
