import { openAsset, openSvo, readAvts, readYabx, writeAvts, writeYabx } from '@unbake/formats';
import { leastMs, samplesIn } from '../samples.mjs';

/** Opening each sample, and a graph of the size of a large model's. */
export default async function run() {
  const samples = [
    ...samplesIn('svo', '.svo'),
    ...samplesIn('font', '.svo', '.rfz'),
    ...samplesIn('yabx', '.yabx'),
    ...samplesIn('msh', '.msh'),
    ...samplesIn('nres', '.rlb'),
  ];
  const rows = samples.map(({ name, bytes }) => {
    const objects = openAsset(bytes, { name }).info().objects;
    return row(`open ${name}`, bytes.length, objects, () => openAsset(bytes, { name }));
  });
  const large = largeGraph(samples.find(({ name }) => name.endsWith('oracle_hero.svo')).bytes);
  rows.push(row('read a graph of 10,000 objects', large.length, 10_000, () => readYabx(large)));
  return [...rows, ...texturesAreNotTouched(samples.find(({ name }) => name.endsWith('oracle_hero.svo')).bytes)];
}

function row(name, size, objects, work) {
  const ms = leastMs(work);
  const rate = objects === undefined ? '' : `, ${Math.round(objects / ms).toLocaleString('en-US')}k objects/s`;
  return { name, value: size / ms / 1e3, unit: 'MB/s', note: `${size} bytes, ${ms.toPrecision(3)} ms${rate}` };
}

/** The objects of a model over and over. */
function largeGraph(svo) {
  const graph = readYabx(readAvts(svo).chunks[0].data);
  const { objects } = graph;
  graph.objects = Array.from({ length: 10_000 }, (_, i) => ({ ...objects[i % objects.length], id: 10_001 + i }));
  return writeYabx(graph, { canonical: true });
}

/** Opening one model whose texture is small or large: the same time, as no byte of it is read. */
function texturesAreNotTouched(svo) {
  const avts = readAvts(svo);
  const index = avts.chunks.findIndex((chunk) => chunk.class === 'dds');
  const sizes = [avts.chunks[index].data.length, 1 << 26];
  const files = sizes.map((size) => {
    const dds = new Uint8Array(size).fill(0x5a);
    dds.set(avts.chunks[index].data.subarray(0, 128));
    return writeAvts(avts, new Map([[index, dds]]));
  });
  const times = files.map((file) => leastMs(() => openSvo(file)));
  return times.map((ms, i) => ({
    name: `open a model with a texture of ${sizes[i]} bytes`,
    value: ms * 1e3,
    unit: 'us',
    note: i === 0 ? '' : `${(ms / times[0]).toFixed(2)} times the small one; target: independent of the size`,
  }));
}
