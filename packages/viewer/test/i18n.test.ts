import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MESSAGES, type MessageKey, textIn } from '../src/i18n/i18n.ts';
import { LANGUAGES, preferredLanguage } from '../src/state/settings.ts';

const keys = Object.keys(MESSAGES) as MessageKey[];
const source = new URL('../src/', import.meta.url);

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}

describe('the sentences of the page', () => {
  test.each(LANGUAGES)('%s has every sentence, with the same values in it', (language) => {
    expect(keys.length).toBeGreaterThan(100);
    for (const key of keys) {
      const text = MESSAGES[key][language];
      expect(text?.trim(), key).toBeTruthy();
      expect(placeholders(text), key).toEqual(placeholders(MESSAGES[key].en));
      expect(text, key).not.toMatch(/[<>]/);
    }
  });

  test('what is not English is written in its own script', () => {
    const scripts = {
      zh: /\p{Script=Han}/u,
      ru: /\p{Script=Cyrillic}/u,
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    };
    for (const [language, script] of Object.entries(scripts)) {
      const foreign = keys.filter((key) => !script.test(MESSAGES[key][language as keyof typeof scripts]));
      // Names and abbreviations are the same everywhere.
      for (const key of foreign) expect(MESSAGES[key].en, `${language} ${key}`).toMatch(/^[\w .:{}%×-]+$/);
      expect(foreign.length, language).toBeLessThan(keys.length / 10);
    }
  });

  test('areas do not use the same key', () => {
    const folder = new URL('i18n/messages/', source);
    const found = readdirSync(folder).flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key]) => key!),
    );
    expect(found.length).toBe(new Set(found).size);
    expect([...found].sort()).toEqual([...keys].sort());
  });

  test('values are put in as they are', () => {
    expect(textIn('en', 'file.failed', { name: '<img src=x>$& {name}.dds' })).toBe(
      '<img src=x>$& {name}.dds cannot be opened',
    );
    expect(textIn('en', 'file.failed')).toBe('{name} cannot be opened');
  });

  test('the first language of the browser that is there', () => {
    expect(preferredLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja');
    expect(preferredLanguage(['zh-TW'])).toBe('zh');
    expect(preferredLanguage(['RU'])).toBe('ru');
    expect(preferredLanguage(['fr', 'xx'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});
