import { type OpenFile, refOf } from '../state/files.ts';

/** Hands a file to the browser's downloads. The name is cleaned by the browser; it is never part of any markup. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then; an address that is kept would keep its bytes.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a file in its present state. */
export async function downloadEdited(file: OpenFile): Promise<void> {
  const { source } = await refOf(file);
  const blob = source.kind === 'blob' ? source.blob : await (await fetch(source.url)).blob();
  download(blob, file.name);
  file.history.value = { ...file.history.value, saved: file.history.value.at };
}
