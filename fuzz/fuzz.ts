import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutate, Random } from './mutate.ts';

const { FUZZ_SECONDS, FUZZ_SEED } = process.env;
/** How long each target runs; FUZZ_SECONDS=60 searches, the default keeps `npm run verify` short. */
const SECONDS = Number(FUZZ_SECONDS ?? 1);
/** FUZZ_SEED=N repeats a run. Without FUZZ_SECONDS always the same inputs, so that a check of the project does not vary. */
const SEED = Number(FUZZ_SEED ?? (FUZZ_SECONDS === undefined ? 1 : Date.now() % 0x7fffffff));
type Check = (bytes: Uint8Array) => void | Promise<void>;

const MAX_GROWTH = 200 * 2 ** 20;

/**
 * Runs `check` on damaged copies of `seeds` until the time is over. An input fails when `check` throws, when it takes more than
 * `maxMs` of processor time, or when the process grows by more than 200 MiB over it; its bytes are then written to a temporary file.
 */
export function fuzz(name: string, seeds: readonly Uint8Array[], check: Check, maxMs = 1000): void {
  test(`${name}, seed ${SEED}`, { timeout: (SECONDS + 60) * 1000 }, async () => {
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) await check(seed);
    const random = new Random(SEED);
    const end = performance.now() + SECONDS * 1000;
    let inputs = 0;
    while (performance.now() < end) {
      const bytes = mutate(seeds, random);
      inputs++;
      const problem = await problemWith(check, bytes, maxMs);
      if (problem === undefined) continue;
      const file = join(mkdtempSync(join(tmpdir(), 'unbake-fuzz-')), name);
      writeFileSync(file, bytes);
      console.error(`${name}: FUZZ_SEED=${SEED}, input ${inputs}, ${bytes.length} bytes in ${file}`);
      throw problem;
    }
    console.log(`${name}: ${inputs} inputs, FUZZ_SEED=${SEED}`);
  });
}

async function problemWith(check: Check, bytes: Uint8Array, maxMs: number): Promise<unknown> {
  const peak = process.resourceUsage().maxRSS;
  let took = await timeOf(check, bytes);
  if (typeof took === 'number' && took > maxMs) {
    // A pause of the runtime counts too: the better of two.
    took = await timeOf(check, bytes);
  }
  if (typeof took !== 'number') return took.problem;
  if (took > maxMs) return new Error(`takes ${Math.round(took)} ms`);
  const growth = (process.resourceUsage().maxRSS - peak) * 1024;
  return growth > MAX_GROWTH ? new Error(`takes ${Math.round(growth / 2 ** 20)} MiB`) : undefined;
}

/** Milliseconds of processor time, which other programs do not lengthen. */
async function timeOf(check: Check, bytes: Uint8Array): Promise<number | { problem: unknown }> {
  const start = process.cpuUsage();
  try {
    await check(bytes);
  } catch (problem) {
    return { problem };
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
