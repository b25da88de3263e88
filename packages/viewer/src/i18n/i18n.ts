import { type Language, language } from '../state/settings.ts';
import { animation } from './messages/animation.ts';
import { diagnostics } from './messages/diagnostics.ts';
import { edit } from './messages/edit.ts';
import { exporting } from './messages/export.ts';
import { folder } from './messages/folder.ts';
import { font } from './messages/font.ts';
import { hex } from './messages/hex.ts';
import { materials } from './messages/materials.ts';
import { outline } from './messages/outline.ts';
import { shell } from './messages/shell.ts';
import { shortcuts } from './messages/shortcuts.ts';
import { structure } from './messages/structure.ts';
import { textures } from './messages/textures.ts';
import { view3d } from './messages/view3d.ts';

/** Every sentence of the page, a file an area. The languages of a sentence stand together, so none can be forgotten. */
export const MESSAGES = {
  ...shell,
  ...shortcuts,
  ...structure,
  ...hex,
  ...diagnostics,
  ...edit,
  ...exporting,
  ...view3d,
  ...outline,
  ...animation,
  ...textures,
  ...materials,
  ...font,
  ...folder,
};

export type MessageKey = keyof typeof MESSAGES;
export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * A sentence in the language of the page; `{name}` in it becomes the value of that name. Read inside a component or an
 * effect it follows the language.
 */
export function t(key: MessageKey, values?: MessageValues): string {
  return textIn(language.value, key, values);
}

export function textIn(language: Language, key: MessageKey, values?: MessageValues): string {
  const text = MESSAGES[key][language];
  return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text;
}

/** A number with the separators of the language. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** A size in bytes, such as `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 10_000) return t('unit.bytes', { n: formatNumber(bytes) });
  const units = ['kilobyte', 'megabyte', 'gigabyte'];
  let value = bytes / 1000;
  let at = 0;
  for (; value >= 1000 && at < 2; at++) value /= 1000;
  const format = { style: 'unit', unit: units[at]!, maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(language.value, format).format(value);
}
