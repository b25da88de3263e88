import type { Language } from '../state/settings.ts';

/** Sentences by key, each in every language. */
export type Messages<K extends string> = Readonly<Record<K, Readonly<Record<Language, string>>>>;

/** Checks that every sentence is there in every language, and keeps the keys as types. */
export function messages<K extends string>(table: Messages<K>): Messages<K> {
  return table;
}
