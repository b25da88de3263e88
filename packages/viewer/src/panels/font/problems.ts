import type { Finding } from '../../worker/protocol.ts';

/** The findings of objects of the stream, by object id: `stream.#10012` in their path (svo.md §8). */
export function problemsByObject(findings: readonly Finding[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, message } of findings) {
    const id = /#(\d+)/.exec(path)?.[1];
    if (id === undefined) continue;
    const before = found.get(Number(id));
    found.set(Number(id), before ? `${before}\n${message}` : message);
  }
  return found;
}
