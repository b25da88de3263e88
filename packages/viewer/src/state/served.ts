import { showFolderFirst } from './layout.ts';
import { notify } from './notices.ts';
import { type GivenFile, showFiles } from './session.ts';

/** What `unbake view` lists: the file or folder that it was started with. */
interface Listing {
  /** Name of the file or folder. */
  name: string;
  files: { path: string; size: number }[];
}

/**
 * Opens what `unbake view` serves. Its page has a `<meta name="unbake-api">` with the address of its interface; a page on
 * any other host has none, and asks nothing of its server.
 */
export async function openServed(): Promise<void> {
  const api = document.querySelector<HTMLMetaElement>('meta[name="unbake-api"]')?.content;
  if (!api) return;
  try {
    const response = await fetch(`${api}files`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const listing = (await response.json()) as Listing;
    const base = new URL(api, document.baseURI);
    const given: GivenFile[] = listing.files.map(({ path, size }) => ({
      path,
      size,
      source: {
        kind: 'url',
        url: new URL(`file/${path.split('/').map(encodeURIComponent).join('/')}`, base).href,
        size,
      },
    }));
    if (given.length > 0) showFiles(given);
    if (given.length > 1) showFolderFirst();
  } catch (error) {
    notify('error', `unbake view: ${error instanceof Error ? error.message : String(error)}`);
  }
}
