import type { FileSource } from '../worker/protocol.ts';

/** The bytes of a file from `start` to `end`, read anew each time. */
export async function readSlice(
  source: FileSource,
  start: number,
  end: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (source.kind === 'blob') return new Uint8Array(await source.blob.slice(start, end).arrayBuffer());
  if (end <= start) return new Uint8Array(0);
  const response = await fetch(source.url, {
    headers: { range: `bytes=${start}-${end - 1}` },
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  });
  if (response.status !== 206) throw new Error(`the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export async function readAll(source: FileSource): Promise<Uint8Array> {
  if (source.kind === 'blob') return new Uint8Array(await source.blob.arrayBuffer());
  const response = await fetch(source.url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
