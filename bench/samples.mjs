import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const shared = fileURLToPath(new URL('../../shared/samples/', import.meta.url));

/** The sample files of a kind with one of the endings: the shared ones where they are, else the project's own. */
export function samplesIn(kind, ...endings) {
  const folder = existsSync(`${shared}${kind}`) ? `${shared}${kind}` : `${fixtures}${kind}`;
  return readdirSync(folder)
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort()
    .map((name) => ({ name: `${kind}/${name}`, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) }));
}

/** The least milliseconds of a call, as noise only ever adds. */
export function leastMs(work, milliseconds = 200) {
  let least = Number.POSITIVE_INFINITY;
  const end = performance.now() + milliseconds;
  for (let runs = 0; runs < 5 || performance.now() < end; runs++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
