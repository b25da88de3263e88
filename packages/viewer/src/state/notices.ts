import { signal } from '@preact/signals';

/** A line that the page shows until it is dismissed or replaced: text, never HTML. */
export interface Notice {
  id: number;
  kind: 'info' | 'error';
  text: string;
}

export const notices = signal<readonly Notice[]>([]);

const MOST = 4;
let nextId = 1;

export function notify(kind: Notice['kind'], text: string): void {
  notices.value = [...notices.value.filter((n) => n.text !== text), { id: nextId++, kind, text }].slice(-MOST);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function clearNotices(): void {
  notices.value = [];
}
