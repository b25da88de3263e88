import type { ByteSource } from '@unbake/formats';
import type { FileSource } from '../protocol.ts';

/** Only workers have it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Random access for readers of directories, which want their bytes at once: only a worker may wait for them. */
export function syncSource(source: FileSource): ByteSource {
  if (source.kind === 'blob') {
    const reader = new FileReaderSync();
    const { blob } = source;
    return {
      size: blob.size,
      read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
    };
  }
  return {
    size: source.size,
    read: (offset, length) => fetchSync(source.url, offset, Math.min(length, source.size - offset)),
  };
}

function fetchSync(url: string, offset: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array(0);
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.setRequestHeader('range', `bytes=${offset}-${offset + length - 1}`);
  request.send();
  if (request.status !== 206) throw new Error(`the server answered ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}
