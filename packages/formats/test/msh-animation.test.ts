import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { blendNode } from '../src/msh/animation/blend.ts';
import { buildAnimation, builtTables, patchNodes } from '../src/msh/animation/build.ts';
import { checkAnimation } from '../src/msh/animation/checks.ts';
import { animationChanges } from '../src/msh/animation/edit.ts';
import { frameAt, roundToNearestEven } from '../src/msh/animation/frame-map.ts';
import { dequantise, packKeys, quantise, unpackKeys } from '../src/msh/animation/keys.ts';
import { blendedPose, createPose, poseAt, sampleMatrix } from '../src/msh/animation/pose.ts';
import { readAnimation } from '../src/msh/animation/read.ts';
import { createSampleInfo, sampleNode } from '../src/msh/animation/sample.ts';
import { animationTables } from '../src/msh/animation/tables-of.ts';
import { type Track, type TrackKey, tracksOf } from '../src/msh/animation/tracks.ts';
import type { Animation } from '../src/msh/animation/types.ts';
import { readMsh } from '../src/msh/read.ts';
import { NODES } from '../src/msh/tables.ts';
import { writeReplaced } from '../src/msh/write.ts';

const models = samplesIn('msh', '.msh');
const dir = sampleDir('msh');
const json = (name: string) => JSON.parse(readFileSync(`${dir}/${name}`, 'utf8'));
const animations = new Map<string, Animation>();
for (const { name, bytes, expected } of models) {
  animations.set(
    name.replace('.msh', ''),
    readAnimation(animationTables(readMsh(bytes)), expected.quatOrder ?? 'wxyz'),
  );
}

const view = new DataView(new ArrayBuffer(8));
function bitsOf(value: number, digits: number): string {
  if (digits === 8) {
    view.setFloat32(0, value);
    return view.getUint32(0).toString(16).padStart(8, '0');
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
function fromBits(bits: string): number {
  if (bits.length === 8) view.setUint32(0, Number.parseInt(bits, 16));
  else view.setBigUint64(0, BigInt(`0x${bits}`));
  return bits.length === 8 ? view.getFloat32(0) : view.getFloat64(0);
}
/** Order-preserving integer of an f32 pattern: neighbours differ by 1, both zeros are 0. */
function ordinal(bits: string): number {
  const n = Number.parseInt(bits, 16);
  return n & 0x80000000 ? -(n & 0x7fffffff) : n;
}

describe('keys', () => {
  test.each(models)('$name: keys equal the expected ones and pack to the same bytes', ({ bytes, expected }) => {
    const { keys } = animationTables(readMsh(bytes));
    const order = expected.quatOrder ?? 'wxyz';
    const unpacked = unpackKeys(keys?.bytes ?? new Uint8Array(0), order);
    expect(unpacked.count).toBe(expected.keys.length);
    for (let i = 0; i < unpacked.count; i++) {
      const [w, x, y, z] = unpacked.words.subarray(4 * i, 4 * i + 4);
      expect([x, y, z, w]).toEqual(expected.keys[i].q16);
      expect([x, y, z, w].map((word) => dequantise(word!))).toEqual(expected.keys[i].q);
      expect(Array.from(unpacked.positions.subarray(3 * i, 3 * i + 3))).toEqual(expected.keys[i].p);
      expect(unpacked.times[i]).toBe(Math.fround(expected.keys[i].time));
    }
    expect(packKeys(unpacked, order)).toEqual(new Uint8Array(keys?.bytes ?? []));
  });

  test('fault 037: the ends of the range stay inside, -1 is not +1', () => {
    const built = buildAnimation([
      { keys: [{ time: 0, position: [0, 0, 0], rotation: [-1, 0, 0, 0] }] },
      { keys: [{ time: 0, position: [0, 0, 0], rotation: [1, 0, 0, 0] }] },
    ]);
    expect(Array.from(built.keys.bytes.subarray(16, 18))).toEqual([0x01, 0x80]);
    expect(Array.from(built.keys.bytes.subarray(40, 42))).toEqual([0xff, 0x7f]);
    expect(quantise(-5)).toBe(-32767);
    expect(quantise(0.5 / 32767)).toBe(1);
    expect(quantise(-0.5 / 32767)).toBe(-1);
    expect(quantise(-0.49 / 32767)).toBe(0);
    for (const word of [-32768, -32767, -1, 0, 1, 32767]) expect(dequantise(word)).toBe(word / 32767);
  });
});

describe('reading', () => {
  test.each(models)('$name: the same at an odd offset of a dirty buffer', ({ bytes }) => {
    const dirty = new Uint8Array(bytes.length + 40).fill(0xa5);
    dirty.set(bytes, 13);
    const tables = animationTables(readMsh(dirty.subarray(13, 13 + bytes.length)));
    expect(readAnimation(tables)).toEqual(readAnimation(animationTables(readMsh(bytes))));
  });
});

describe('frames', () => {
  test('ties go to even, negative zero is zero', () => {
    expect([-1.5, -1.1, -0.5, -0.1, 0.5, 1.5, 2.5, 3.49].map(roundToNearestEven)).toEqual([-2, -1, 0, 0, 0, 2, 2, 3]);
  });

  test('64 bits, beyond that the indefinite', () => {
    expect(frameAt(1e10, true)).toBe(1e10);
    expect(frameAt(2 ** 63, true)).toBe(-(2 ** 63));
    expect(frameAt(-(2 ** 63), true)).toBe(-(2 ** 63));
    expect(frameAt(1e38, false)).toBe(-(2 ** 63));
    expect(frameAt(1e38, true) >>> 0).toBe(0);
  });
});

interface SampleCase {
  model: string;
  node: number;
  t: number;
  tBits: string;
  profile: 'x87' | 'double';
  frame: number;
  branch: string;
  key: number;
  transcendental: boolean;
  rotationBits: string[];
  positionBits: string[];
}

function expectSample(row: SampleCase): void {
  const digits = row.profile === 'x87' ? 8 : 16;
  const out = new Float64Array(7);
  const info = createSampleInfo();
  const branch = sampleNode(animations.get(row.model)!, row.node, fromBits(row.tBits), row.profile, out, 0, info);
  const at = `${row.model} node ${row.node} t ${row.t} ${row.profile}`;
  expect(info, at).toEqual({ branch: row.branch, frame: row.frame, key: row.key });
  expect(branch, at).toBe(row.branch);
  const bits = Array.from(out, (value) => bitsOf(value, digits));
  expect(bits.slice(4), at).toEqual(row.positionBits);
  if (!row.transcendental) expect(bits.slice(0, 4), at).toEqual(row.rotationBits);
  for (let c = 0; c < 4; c++) {
    if (digits === 8) {
      expect(Math.abs(ordinal(bits[c]!) - ordinal(row.rotationBits[c]!)), at).toBeLessThanOrEqual(1);
    } else {
      const truth = fromBits(row.rotationBits[c]!);
      expect(Math.abs(out[c]! - truth), at).toBeLessThanOrEqual(1e-12 * Math.abs(truth));
    }
  }
}

describe('sampling', () => {
  const rows: SampleCase[] = json('sampling.json');
  test.each(['x87', 'double'])('every case in profile %s', (profile) => {
    const mine = rows.filter((row) => row.profile === profile);
    expect(mine.length).toBeGreaterThan(200);
    for (const row of mine) expectSample(row);
  });

  test('beyond 32 bits of frames the low 32 bits count', () => {
    for (const row of json('sampling-huge.json') as SampleCase[]) {
      const info = createSampleInfo();
      sampleNode(animations.get(row.model)!, row.node, fromBits(row.tBits), row.profile, new Float64Array(7), 0, info);
      expect(info).toEqual({ frame: row.frame, branch: row.branch, key: row.key });
    }
  });

  test('the seed order samples as the usual one', () => {
    const a = new Float64Array(7);
    const b = new Float64Array(7);
    for (let node = 0; node < 5; node++) {
      for (let t = 0; t < 48; t += 0.37) {
        sampleNode(animations.get('turret')!, node, t, 'x87', a);
        sampleNode(animations.get('turret-seed-order')!, node, t, 'x87', b);
        expect(b).toEqual(a);
      }
    }
  });

  test('writes into f32 arrays at an offset and leaves the rest', () => {
    const out = new Float32Array(9).fill(7);
    sampleNode(animations.get('turret')!, 1, 5.5, 'x87', out, 1);
    const exact = new Float64Array(7);
    sampleNode(animations.get('turret')!, 1, 5.5, 'x87', exact);
    expect(Array.from(out)).toEqual([7, ...exact, 7]);
  });

  test('times that are not finite and broken tables are errors with the node and the index', () => {
    const anim = animations.get('turret')!;
    const out = new Float64Array(7);
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, -1e39]) {
      expect(() => sampleNode(anim, 1, time, 'x87', out)).toThrow(/^msh\/sample-time .*nodes\[1\]/);
    }
    const fallback = { ...anim, fallbackKeys: Uint16Array.of(0, 20, 6, 9, 19) };
    expect(() => sampleNode(fallback, 1, 3, 'x87', out)).toThrow(/^msh\/fallback-range .*nodes\[1\]\.keys\[20\]/);
    const map = { ...anim, mapStarts: Uint16Array.of(0xffff, 140, 0xffff, 48, 96) };
    expect(() => sampleNode(map, 1, 5, 'x87', out)).toThrow(/^msh\/map-range .*nodes\[1\]\.frameMap\[144\]/);
    sampleNode(map, 1, 1, 'x87', out);
  });

  test('a model without keys rests at identity', () => {
    const none = { parent: 0xffff, animMapStart: 0xffff, fallbackKey: 0xffff };
    const tables = { nodes: [none], nodesOffset: 0, keys: undefined, frameMap: undefined };
    const out = new Float64Array(7).fill(9);
    expect(sampleNode(readAnimation(tables), 0, 3, 'x87', out)).toBe('fallback');
    expect(Array.from(out)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    const report = new Report();
    checkAnimation(tables, report);
    expect(report.diagnostics).toEqual([]);
  });
});

describe('blending', () => {
  test('every case in both profiles', () => {
    const out = new Float64Array(7);
    const matrix = new Float64Array(16);
    const info = { flip: false };
    for (const row of json('blend.json')) {
      const digits = row.profile === 'x87' ? 8 : 16;
      const times = [row.tABits, row.tBBits, row.blendBits].map(fromBits) as [number, number, number];
      const at = `${row.model} node ${row.node} ${times} ${row.profile}`;
      const used = blendNode(animations.get(row.model)!, row.node, ...times, row.profile, out, 0, info);
      expect({ used, ...info }, at).toEqual({ used: row.used, flip: row.flip });
      if (used === 'none') {
        expect(row.matrixBits).toBe(null);
        continue;
      }
      sampleMatrix(out, 0, row.profile, 'conjugate', matrix, 0);
      if (!row.transcendental)
        expect(
          Array.from(matrix, (v) => bitsOf(v, digits)),
          at,
        ).toEqual(row.matrixBits);
      for (let i = 0; i < 16; i++) {
        const tolerance = row.profile === 'x87' ? 4e-7 : 1e-12;
        expect(Math.abs(matrix[i]! - fromBits(row.matrixBits[i])), at).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  test('a weight or time that is not finite is an error', () => {
    const anim = animations.get('turret')!;
    expect(() => blendNode(anim, 1, 0, 1, Number.NaN, 'x87', new Float64Array(7))).toThrow('msh/sample-time');
    expect(() => blendNode(anim, 1, Number.NaN, 1, 0.5, 'x87', new Float64Array(7))).toThrow('msh/sample-time');
  });
});

describe('pose', () => {
  const posed = models.filter((m) => m.expected.restLocal);
  test.each(posed)('$name: rest matrices', ({ name, expected }) => {
    const anim = animations.get(name.replace('.msh', ''))!;
    const pose = createPose(anim);
    poseAt(anim, 0, pose, 'double');
    for (const [found, truth] of [
      [pose.local, expected.restLocal],
      [pose.world, expected.restWorld],
    ]) {
      const flat = truth.flat();
      expect(found.length).toBe(flat.length);
      for (let i = 0; i < flat.length; i++) {
        expect(Math.abs(found[i] - flat[i])).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(flat[i])));
      }
    }
  });

  test('a blended pose is the pose of one side at the ends, and none without a valid side', () => {
    const anim = animations.get('walker')!;
    const one = createPose(anim);
    const two = createPose(anim);
    poseAt(anim, 12.5, one);
    expect(blendedPose(anim, 40, 12.5, 1, two)).toBe('b');
    expect(two).toEqual(one);
    expect(blendedPose(anim, -1, -1, 0.5, two)).toBe('none');
    expect(two).toEqual(one);
    expect(blendedPose(anim, 40, 12.5, 0.25, two)).toBe('both');
    expect(two.samples).not.toEqual(one.samples);
  });

  test('fault 028: a child is carried by the turn of its parent', () => {
    const turned = Math.SQRT1_2;
    const tracks: Track[] = [
      { keys: [{ time: 0, position: [1, 0, 0], rotation: [turned, 0, 0, turned] }] },
      { keys: [{ time: 0, position: [2, 0, 0], rotation: [1, 0, 0, 0] }] },
    ];
    const anim = readAnimation(builtTables(buildAnimation(tracks), [0xffff, 0]));
    const pose = createPose(anim);
    const child = () => [3, 7, 11].map((i) => pose.world[16 + i]!);
    poseAt(anim, 0, pose, 'double');
    [1, -2, 0].forEach((value, i) => {
      expect(child()[i]).toBeCloseTo(value, 3);
    });
    poseAt(anim, 0, pose, 'double', 'stored');
    [1, 2, 0].forEach((value, i) => {
      expect(child()[i]).toBeCloseTo(value, 3);
    });
  });

  test('a cycle of parents is cut, children before their parents are posed after them', () => {
    const key = { keys: [{ time: 0, position: [1, 0, 0], rotation: [1, 0, 0, 0] }] } as Track;
    const at = (parents: number[]) => {
      const anim = readAnimation(builtTables(buildAnimation(parents.map(() => key)), parents));
      const pose = createPose(anim);
      poseAt(anim, 0, pose);
      return parents.map((_, i) => pose.world[16 * i + 3]);
    };
    expect(at([1, 2, 0xffff])).toEqual([3, 2, 1]);
    expect(at([1, 0])).toEqual([1, 2].reverse());
    expect(at([0])).toEqual([1]);
    expect(at([500, 0])).toEqual([1, 2]);
  });
});

const trackOf = (keys: { time: number; p: number[]; rotation?: number[]; q16?: number[] }[]): Track => ({
  keys: keys.map(({ time, p, rotation, q16 }) => {
    const words = q16 && [q16[3]!, q16[0]!, q16[1]!, q16[2]!];
    return { time, position: p, rotation: rotation ?? words!.map(dequantise), ...(words ? { words } : {}) } as TrackKey;
  }),
});
const still = (time: number): TrackKey => ({ time, position: [0, 0, 0], rotation: [1, 0, 0, 0] });

describe('writer', () => {
  // biome-ignore lint/suspicious/noExplicitAny: rows of a JSON file
  const rows: any[] = json('writer.json');
  // biome-ignore lint/suspicious/noExplicitAny: a row of a JSON file
  const tracksFor = (row: any): Track[] => {
    if (row.times) return row.times.map((times: number[]) => ({ keys: times.map(still) }));
    if (row.count) return [{ keys: Array.from({ length: row.count }, (_, i) => still(i)) }];
    return row.tracks.map(trackOf);
  };
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  test.each(rows.filter((row) => row.error))('$name is refused with $error', (row) => {
    expect(() => buildAnimation(tracksFor(row))).toThrow(new RegExp(`^${row.error} `));
  });

  test.each(rows.filter((row) => !row.error))('$name', (row) => {
    const built = buildAnimation(tracksFor(row));
    if (row.nodes) {
      const table = ({ bytes, ...attrs }: { bytes: Uint8Array }) => ({ ...attrs, hex: hex(bytes) });
      expect(built.nodes).toEqual(row.nodes);
      expect(table(built.keys)).toEqual(row.res8);
      expect(table(built.frameMap)).toEqual(row.res19);
    }
    const report = new Report();
    checkAnimation(builtTables(built, []), report);
    expect(report.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  });

  test.each(models.filter((m) => m.expected.restLocal && m.name !== 'odd.msh'))(
    '$name: a canonical animation is rebuilt byte for byte',
    ({ bytes, expected }) => {
      const msh = readMsh(bytes);
      const tables = animationTables(msh);
      const order = expected.quatOrder ?? 'wxyz';
      const built = buildAnimation(tracksOf(readAnimation(tables, order)), { order });
      for (const [made, table] of [
        [built.keys, tables.keys!],
        [built.frameMap, tables.frameMap!],
      ] as const) {
        expect(hex(made.bytes)).toBe(hex(table.bytes));
        expect([made.attr1, made.attr2, made.attr3]).toEqual([table.attr1, table.attr2, table.attr3]);
      }
      const res1 = msh.tables.get(NODES)!.data;
      expect(hex(patchNodes(res1, built.nodes))).toBe(hex(res1));
    },
  );

  test('edited rotations are quantised, the others keep their words', () => {
    const [track] = tracksOf(animations.get('turret')!).slice(1);
    const words = [32766, 0, 0, 550] as const;
    track!.keys[1]!.words = words;
    track!.keys[1]!.rotation = words.map(dequantise) as [number, number, number, number];
    track!.keys[2]!.rotation = [0.5, 0.5, -0.5, 0.5];
    const { words: written } = unpackKeys(buildAnimation([track!]).keys.bytes, 'wxyz');
    expect(Array.from(written.subarray(4, 8))).toEqual([...words]);
    expect(Array.from(written.subarray(8, 12))).toEqual([16384, 16384, -16384, 16384]);
  });

  test('force writes what breaks a rule, but not what has no place', () => {
    const falling: Track[] = [{ keys: [still(0), still(4), still(3)] }];
    expect(() => buildAnimation(falling)).toThrow('msh/track-order at 0x0, nodes[0].keys[2]');
    expect(buildAnimation(falling, { force: true }).keys.attr1).toBe(3);
    expect(() => buildAnimation([{ keys: [] }], { force: true })).toThrow('msh/track-empty');
    expect(() => buildAnimation([{ keys: [still(0), still(1e9)] }], { force: true })).toThrow('msh/map-limit');
  });
});

describe('a model with new tracks', () => {
  const canonical = models.filter((m) => m.expected.restLocal && m.name !== 'odd.msh');
  test.each(canonical)('$name: its own tracks give the file itself', ({ bytes, expected }) => {
    const msh = readMsh(bytes);
    const order = expected.quatOrder ?? 'wxyz';
    const tracks = tracksOf(readAnimation(animationTables(msh), order));
    expect(writeReplaced(msh, animationChanges(msh, tracks, { order }))).toEqual(bytes);
  });

  test('only the three tables change', () => {
    const msh = readMsh(models.find((m) => m.name === 'turret.msh')!.bytes);
    const tracks = tracksOf(readAnimation(animationTables(msh)));
    tracks[2]!.keys.push({ time: 60, position: [1, 2, 3], rotation: [0.5, 0.5, 0.5, 0.5] });
    const again = readMsh(writeReplaced(msh, animationChanges(msh, tracks)));
    const changed = again.nres.entries.filter((entry, i) => {
      const before = msh.nres.entries[i]!;
      return !Buffer.from(entry.data).equals(before.data) || entry.attr1 !== before.attr1;
    });
    expect(changed.map((entry) => entry.type)).toEqual([1, 8, 19]);
    expect(again.nodes.map(({ flags, parent, slots }) => ({ flags, parent, slots }))).toEqual(
      msh.nodes.map(({ flags, parent, slots }) => ({ flags, parent, slots })),
    );
    expect(again.frameMap.frameCount).toBe(61);
    const report = new Report();
    checkAnimation(animationTables(again), report);
    expect(report.diagnostics).toEqual([]);
    expect(tracksOf(readAnimation(animationTables(again))).map((track) => track.keys.length)).toEqual(
      tracks.map((track) => track.keys.length),
    );
  });

  test('a legacy model is refused', () => {
    const msh = readMsh(models.find((m) => m.name === 'legacy24.msh')!.bytes);
    expect(() => animationChanges(msh, [{ keys: [still(0)] }])).toThrow(RangeError);
  });
});

const ANIMATION_CODES = new Set(
  ['res8-size', 'res19-size', 'fallback-range', 'map-range', 'map-next', 'track-order', 'track-short', 'frame-count']
    .concat(['track-overlap', 'track-start', 'frame-count-max', 'map-gap', 'dead-keys', 'fallback-word', 'key-finite'])
    .concat(['quat-zero'])
    .map((code) => `msh/${code}`),
);

interface Finding {
  code: string;
  severity: string;
  node?: number;
  key?: number;
  table?: number;
}

/** Node and key as the expected findings name them. */
function findingsOf(report: Report): Finding[] {
  return report.diagnostics.map(({ code, severity, path }) => {
    const found: Finding = { code, severity };
    const node = /nodes\[(\d+)\]/.exec(path);
    const key = /keys\[(\d+)\]/.exec(path);
    if (node) found.node = Number(node[1]);
    if (key) found.key = Number(key[1]);
    if (code === 'msh/attr') found.table = path.startsWith('keys') ? 8 : 19;
    return found;
  });
}
const isMine = (f: Finding) =>
  ANIMATION_CODES.has(f.code) || (f.code === 'msh/attr' && (f.table === 8 || f.table === 19));
const sorted = (list: Finding[]) => list.map((f) => JSON.stringify(f, Object.keys(f).sort())).sort();

describe('checks', () => {
  const good = models.map(({ name, bytes, expected }) => ({ name, bytes, truth: expected.validation as Finding[] }));
  const bad = readdirSync(`${dir}/bad`)
    .filter((name) => name.endsWith('.expected.json'))
    .map((name) => ({ name: name.replace('.expected.json', '.msh'), truth: json(`bad/${name}`) }))
    .filter(({ truth }) => truth.diagnostics && truth.severity !== 'fatal')
    .map(({ name, truth }) => ({
      name: `bad/${name}`,
      bytes: new Uint8Array(readFileSync(`${dir}/bad/${name}`)),
      truth: truth.diagnostics as Finding[],
    }));
  test.each([...good, ...bad])('$name: exactly the expected findings', ({ bytes, truth }) => {
    const report = new Report();
    checkAnimation(animationTables(readMsh(bytes)), report);
    expect(sorted(findingsOf(report))).toEqual(sorted(truth.filter(isMine)));
  });

  test('ranges are positions in the file', () => {
    const bytes = new Uint8Array(readFileSync(`${dir}/bad/position-nan.msh`));
    const report = new Report();
    checkAnimation(animationTables(readMsh(bytes, { base: 100 })), report);
    const [found] = report.diagnostics;
    expect(found!.length).toBe(24);
    const key = new DataView(bytes.buffer, bytes.byteOffset + found!.offset - 100, 24);
    expect([0, 4, 8].some((at) => Number.isNaN(key.getFloat32(at, true)))).toBe(true);
  });
});
