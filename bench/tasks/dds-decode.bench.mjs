import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeDds, encodeDds, readDds } from '@unbake/formats';
import { Bench } from 'tinybench';

const SIDE = 2048;
const HEADER = 128;
const FORMATS = ['DXT1', 'DXT5', 'BC7', 'A4R4G4B4', 'A8R8G8B8'];

/** A header of the format before pseudo-random payload bytes: every block differs, and every BC7 mode occurs. */
function texture(format) {
  const pixel = { width: 4, height: 4, rgba: new Uint8Array(64) };
  const dx10 = format === 'BC7';
  const head = encodeDds(pixel, { format: dx10 ? 'DXT5' : format }).slice(0, HEADER);
  const bits = { DXT1: 4, DXT5: 8, BC7: 8, A4R4G4B4: 16, A8R8G8B8: 32 }[format];
  const start = HEADER + (dx10 ? 20 : 0);
  const bytes = new Uint8Array(start + (SIDE * SIDE * bits) / 8);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  view.setUint32(0x0c, SIDE, true);
  view.setUint32(0x10, SIDE, true);
  if (dx10) {
    bytes.set(new TextEncoder().encode('DX10'), 0x54);
    view.setUint32(0x80, 98, true);
    view.setUint32(0x84, 3, true);
    view.setUint32(0x8c, 1, true);
  }
  let state = 1;
  for (let at = start; at < bytes.length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    view.setInt32(at, state ^ (state >>> 15), true);
  }
  if (dx10) for (let at = start, i = 0; at < bytes.length; at += 16, i++) bytes[at] = (bytes[at] | 1) << (i & 7);
  return bytes;
}

/** The first Python that has Pillow; `PYTHON` names another. */
const python = [process.env.PYTHON, 'python3', '/usr/bin/python3'].find(
  (path) => path && spawnSync(path, ['-c', 'import PIL']).status === 0,
);

/** Least milliseconds that Pillow's C decoder takes for the file; undefined where it cannot. */
function pillowMs(path) {
  const script = `
import sys, time
from PIL import Image
best = 1e9
for _ in range(25):
    image = Image.open(sys.argv[1])
    start = time.perf_counter(); image.load(); best = min(best, time.perf_counter() - start)
print(best * 1000)`;
  const run = python && spawnSync(python, ['-c', script, path], { encoding: 'utf8' });
  return run?.status === 0 ? Number(run.stdout) : undefined;
}

/** Least milliseconds that ImageMagick takes for the file beyond its start and a picture of one texel. */
function imageMagickMs(path) {
  const least = (input) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      if (spawnSync('convert', [input, 'null:']).status !== 0) return undefined;
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const whole = least(path);
  const empty = whole === undefined ? undefined : least('xc:black');
  return empty === undefined ? undefined : whole - empty;
}

function beside(name, ms, theirs) {
  return `${name} ${theirs.toFixed(1)} ms, ratio ${(ms / theirs).toFixed(2)}`;
}

/** The least time of each format, as noise only ever adds. */
export default async function run() {
  const rows = [];
  const folder = mkdtempSync(join(tmpdir(), 'unbake-bench-'));
  const into = new Uint8Array(SIDE * SIDE * 4);
  try {
    for (const format of FORMATS) {
      const bytes = texture(format);
      const dds = readDds(bytes);
      const bench = new Bench({ time: 1000, warmupTime: 300 });
      bench.add(format, () => decodeDds(dds, { into }));
      await bench.run();
      const ms = bench.tasks[0].result.latency.min;
      const path = join(folder, `${format}.dds`);
      writeFileSync(path, bytes);
      const others = [
        ['Pillow', pillowMs(path)],
        ['ImageMagick', imageMagickMs(path)],
      ].map(([name, theirs]) => (theirs === undefined ? `no ${name}` : beside(name, ms, theirs)));
      rows.push({
        name: `DDS decode ${format} ${SIDE}x${SIDE}, reused buffer`,
        value: (SIDE * SIDE) / ms / 1e3,
        unit: 'Mpixel/s',
        note: `${ms.toFixed(1)} ms; ${others.join('; ')}${format === 'DXT5' ? '; target: 0.8 of Pillow' : ''}`,
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}
