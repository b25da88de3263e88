import { readFileSync } from 'node:fs';

/** The blocks of a guide in `docs/guides` that are marked `sh`, each as one text. */
export function shellBlocks(guide: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/guides/${guide}`, import.meta.url), 'utf8');
  return Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block]) => block!);
}
