import { decodeDds, encodeDds, readDds } from '@unbake/formats';
import { Bench } from 'tinybench';

const SIDE = 512;
const FORMATS = ['DXT1', 'DXT3', 'DXT5', 'ATI1', 'ATI2', 'A8R8G8B8', 'A4R4G4B4', 'R5G6B5'];

/** Smooth waves with some noise: no block is of one colour, and none is random. */
function picture() {
  const rgba = new Uint8Array(SIDE * SIDE * 4);
  let state = 1;
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const noise = (state >>> 28) - 8;
      rgba[at] = 128 + 110 * Math.sin(x / 19 + y / 47) + noise;
      rgba[at + 1] = 128 + 110 * Math.sin(y / 23 - x / 61) + noise;
      rgba[at + 2] = 128 + 110 * Math.cos((x + y) / 37) + noise;
      rgba[at + 3] = 128 + 119 * Math.sin((x * y) / 9000) + noise;
    }
  }
  return { width: SIDE, height: SIDE, rgba };
}

/** Peak signal to noise ratio of colour, in dB. */
function psnr(a, b) {
  let error = 0;
  for (let i = 0; i < a.length; i += 4) for (let c = 0; c < 3; c++) error += (a[i + c] - b[i + c]) ** 2;
  return error === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * 3 * SIDE * SIDE) / error);
}

export default async function run() {
  const image = picture();
  const opaque = { ...image, rgba: image.rgba.map((byte, i) => (i % 4 === 3 ? 255 : byte)) };
  const rows = [];
  for (const format of FORMATS) {
    const source = format === 'DXT1' ? opaque : image;
    const bench = new Bench({ time: 1000, warmupTime: 300 });
    bench.add(format, () => encodeDds(source, { format }));
    await bench.run();
    const shown = decodeDds(readDds(encodeDds(source, { format }))).rgba;
    const grey = format.startsWith('ATI');
    rows.push({
      name: `DDS encode ${format} ${SIDE}x${SIDE}`,
      value: (SIDE * SIDE) / 1000 / bench.tasks[0].result.latency.p50,
      unit: 'Mpixel/s',
      note: grey ? undefined : `PSNR ${psnr(shown, source.rgba).toFixed(2)} dB`,
    });
  }
  return rows;
}
