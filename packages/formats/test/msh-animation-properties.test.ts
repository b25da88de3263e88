import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { buildAnimation, builtTables } from '../src/msh/animation/build.ts';
import { checkAnimation } from '../src/msh/animation/checks.ts';
import { isExact, measureDeviation } from '../src/msh/animation/deviation.ts';
import { tracksFromChannels } from '../src/msh/animation/from-channels.ts';
import { quantise } from '../src/msh/animation/keys.ts';
import { readAnimation } from '../src/msh/animation/read.ts';
import { sampleNode } from '../src/msh/animation/sample.ts';
import { toChannels } from '../src/msh/animation/to-channels.ts';
import type { Track, TrackKey } from '../src/msh/animation/tracks.ts';
import type { Animation, AnimationTables } from '../src/msh/animation/types.ts';

type Quat = [number, number, number, number];
type Vec3 = [number, number, number];

const component = fc.double({ min: -1, max: 1, noNaN: true });
const rotation = fc
  .tuple(component, component, component, component)
  .filter((q) => Math.hypot(...q) > 0.01)
  .map((q) => q.map((c) => c / Math.hypot(...q)) as Quat);
const position = fc.tuple(
  ...Array(3).fill(fc.float({ min: -50, max: 50, noNaN: true })),
) as unknown as fc.Arbitrary<Vec3>;

/** Tracks with times that are multiples of `step` frames, from 0 on or a little later. */
function tracksOn(step: number, maxNodes: number): fc.Arbitrary<Track[]> {
  const gap = fc.integer({ min: 1, max: Math.ceil(9 / step) });
  const key = fc.record({ gap, position, rotation });
  const track = fc
    .tuple(fc.array(key, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 3 }))
    .map(([keys, late]): Track => {
      let time = late === 3 && keys.length > 1 ? 2 : 0;
      return {
        keys: keys.map(({ gap: ahead, position: p, rotation: q }, i): TrackKey => {
          if (i > 0) time += ahead * step;
          return { time, position: p, rotation: q };
        }),
      };
    });
  return fc.array(track, { minLength: 1, maxLength: maxNodes });
}

/** The sampler once more, on tracks and in plain words, without keys in a pool and without a map (profile double). */
function sampleTrack(tracks: Track[], node: number, t: number): number[] {
  const read = ({ position: p, rotation: q }: TrackKey) => [
    ...q.map((c) => quantise(c) / 32767),
    ...p.map(Math.fround),
  ];
  const keys = tracks[node]!.keys;
  const last = keys[keys.length - 1]!;
  const ends = tracks.filter((track) => track.keys.length > 1).map((track) => track.keys[track.keys.length - 1]!.time);
  const frames = Math.max(1, ...ends.map((end) => Math.floor(end) + 1));
  const halves = Math.round((t - 0.5) * 1024) / 1024;
  const low = Math.floor(halves);
  let frame = halves - low > 0.5 ? low + 1 : low;
  if (halves - low === 0.5 && Math.abs(low) % 2 === 1) frame = low + 1;
  if (frame < 0 || frame >= frames || keys.length === 1) return read(last);
  const i = keys.findIndex((key, at) => key.time <= frame && at + 1 < keys.length && keys[at + 1]!.time > frame);
  if (i < 0) return read(last);
  if (keys[i]!.time === t) return read(keys[i]!);
  if (keys[i + 1]!.time === t) return read(keys[i + 1]!);
  const a = (t - keys[i]!.time) / (keys[i + 1]!.time - keys[i]!.time);
  const [p, q] = [read(keys[i]!), read(keys[i + 1]!)];
  const dot = p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]! + p[3]! * q[3]!;
  let [w0, w1] = [1 - a, a];
  if (1 - Math.abs(dot) > Math.fround(9.9999997e-6)) {
    const theta = Math.acos(Math.abs(dot));
    w1 = Math.sin(a * theta) / Math.sin(theta);
    w0 = Math.cos(a * theta) - w1 * Math.abs(dot);
  }
  if (dot < 0) w1 = -w1;
  return p.map((v, c) => (c < 4 ? w0 * v + w1 * q[c]! : v + a * (q[c]! - v)));
}

const animationOf = (tracks: Track[]): Animation => readAnimation(builtTables(buildAnimation(tracks), []));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('random canonical tracks', () => {
  const times = fc.array(
    fc.integer({ min: -1024, max: 110 * 1024 }).map((n) => n / 1024),
    { minLength: 4, maxLength: 30 },
  );

  test('written, read and sampled is the tracks sampled', () => {
    fc.assert(
      fc.property(tracksOn(0.25, 4), times, (tracks, some) => {
        const anim = animationOf(tracks);
        const out = new Float64Array(7);
        const exact = tracks.flatMap((track) => track.keys.map((key) => key.time));
        for (const t of [...some, ...some.map(Math.round), ...exact]) {
          for (let node = 0; node < tracks.length; node++) {
            sampleNode(anim, node, t, 'double', out);
            const truth = sampleTrack(tracks, node, t);
            for (let c = 0; c < 7; c++)
              expect(Math.abs(out[c]! - truth[c]!)).toBeLessThan(1e-9 * (1 + Math.abs(truth[c]!)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the checks accept what the writer writes', () => {
    fc.assert(
      fc.property(tracksOn(0.125, 6), (tracks) => {
        const report = new Report();
        checkAnimation(builtTables(buildAnimation(tracks), []), report);
        const late = tracks.filter((track) => track.keys[0]!.time > 0 && track.keys.length > 1).length;
        expect(report.count('msh/track-start')).toBe(late);
        expect(report.diagnostics.filter((d) => d.code !== 'msh/track-start')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('exported, the channels are the engine; imported again, the bytes are the same', () => {
    fc.assert(
      fc.property(tracksOn(1, 3), fc.constantFrom(30, 25, 24, 60), (tracks, fps) => {
        const built = buildAnimation(tracks);
        const anim = readAnimation(builtTables(built, []));
        const { animation } = toChannels(anim, { fps });
        expect(isExact(measureDeviation(anim, animation, { fps, steps: 4 }))).toBe(true);
        const scene = tracks.map((_, node) => {
          const channels = animation?.channels.filter((channel) => channel.node === node) ?? [];
          const at = (path: string) => Array.from(channels.find((c) => c.path === path)?.values.subarray(0, 4) ?? []);
          return { channels, translation: at('translation').slice(0, 3) as Vec3, rotation: at('rotation') as Quat };
        });
        const given = scene.map((node) => (node.channels.length > 0 ? node : undefined));
        const again = buildAnimation(tracksFromChannels(anim, given, { fps }).tracks);
        expect(hex(again.keys.bytes)).toBe(hex(built.keys.bytes));
        expect(hex(again.frameMap.bytes)).toBe(hex(built.frameMap.bytes));
        expect(again.nodes).toEqual(built.nodes);
      }),
      { numRuns: 40 },
    );
  });

  test('key times between frames: the export follows every jump', () => {
    fc.assert(
      fc.property(tracksOn(0.25, 2), (tracks) => {
        const anim = animationOf(tracks);
        const deviation = measureDeviation(anim, toChannels(anim).animation, { steps: 8 });
        expect(deviation.angle).toBeLessThan(2e-4);
        expect(deviation.positionBeyondF32).toBeLessThan(1e-3);
      }),
      { numRuns: 40 },
    );
  });
});

describe('one broken invariant', () => {
  const twoNodes: Track[] = [0, 1].map((node) => ({
    keys: [0, 4, 9].map((time) => ({ time, position: [time, node, 0] as Vec3, rotation: [1, 0, 0, 0] as Quat })),
  }));
  const good = (): AnimationTables => structuredClone(builtTables(buildAnimation(twoNodes), [0xffff, 0]));
  type Table = 'keys' | 'frameMap';
  const setBytes =
    (table: Table, at: number, ...bytes: number[]) =>
    (tables: AnimationTables) => {
      tables[table]!.bytes.set(bytes, at);
      return tables;
    };
  const set = (table: Table, change: object) => (tables: AnimationTables) =>
    ({ ...tables, [table]: { ...tables[table], ...change } }) as AnimationTables;
  const setNode = (node: number, change: object) => (tables: AnimationTables) => ({
    ...tables,
    nodes: tables.nodes.map((n, i) => (i === node ? { ...n, ...change } : n)),
  });
  const cut = (table: Table) => (tables: AnimationTables) =>
    set(table, { bytes: tables[table]!.bytes.subarray(0, tables[table]!.bytes.length - 1) })(tables);
  const float = (value: number) => [...new Uint8Array(Float32Array.of(value).buffer)];

  const rows: [string, (tables: AnimationTables) => AnimationTables, string][] = [
    ['msh/res8-size', cut('keys'), 'keys'],
    ['msh/res19-size', cut('frameMap'), 'frameMap'],
    ['msh/fallback-range', setNode(1, { fallbackKey: 6 }), 'nodes[1].keys[6]'],
    ['msh/map-range', setNode(1, { animMapStart: 11 }), 'nodes[1]'],
    ['msh/map-next', setNode(1, { fallbackKey: 7 }), 'nodes[1].keys[5]'],
    ['msh/track-order', setBytes('keys', 24 + 12, ...float(0)), 'nodes[0].keys[1]'],
    ['msh/track-order', setBytes('keys', 4 * 24 + 12, ...float(11)), 'nodes[1].keys[5]'],
    ['msh/track-short', setNode(0, { fallbackKey: 0 }), 'nodes[0]'],
    ['msh/frame-count', set('frameMap', { attr2: 0 }), 'frameMap'],
    ['msh/attr', set('keys', { attr1: 7 }), 'keys.attr1'],
    ['msh/attr', set('keys', { attr2: 1 }), 'keys.attr2'],
    ['msh/attr', set('keys', { attr3: 24 }), 'keys.attr3'],
    ['msh/attr', set('frameMap', { attr1: 7 }), 'frameMap.attr1'],
    ['msh/attr', set('frameMap', { attr3: 4 }), 'frameMap.attr3'],
    ['msh/track-overlap', setNode(1, { fallbackKey: 2 }), 'nodes[1]'],
    ['msh/track-start', setBytes('keys', 12, ...float(-1)), 'nodes[0].keys[0]'],
    ['msh/frame-count-max', setBytes('keys', 2 * 24 + 12, ...float(10)), 'frameMap'],
    ['msh/map-gap', setNode(1, { animMapStart: 0 }), 'nodes[1]'],
    ['msh/map-gap', (t) => set('frameMap', { bytes: new Uint8Array(42), attr1: 21 })(t), 'frameMap'],
    ['msh/dead-keys', setNode(1, { animMapStart: 0xffff }), 'nodes[1]'],
    ['msh/fallback-word', setBytes('frameMap', 0, 3, 0), 'nodes[0]'],
    ['msh/key-finite', setBytes('keys', 24, ...float(Number.POSITIVE_INFINITY)), 'keys[1]'],
    ['msh/key-finite', setBytes('keys', 3 * 24 + 12, ...float(Number.NaN)), 'keys[3]'],
    ['msh/quat-zero', setBytes('keys', 5 * 24 + 16, 0, 0, 0, 0, 0, 0, 0, 0), 'keys[5]'],
  ];
  test.each(rows)('%s', (code, change, path) => {
    const before = new Report();
    checkAnimation(good(), before);
    expect(before.diagnostics).toEqual([]);
    const report = new Report();
    checkAnimation(change(good()), report);
    expect(report.diagnostics.map((d) => `${d.code} ${d.path}`)).toContain(`${code} ${path}`);
  });
});

describe('any bytes', () => {
  const tables = fc.record({
    keys: fc.uint8Array({ maxLength: 240 }),
    map: fc.uint8Array({ maxLength: 80 }),
    frameCount: fc.oneof(fc.nat(40), fc.constant(0xffffffff)),
    nodes: fc.array(
      fc.record({
        parent: fc.oneof(fc.nat(6), fc.constant(0xffff)),
        animMapStart: fc.oneof(fc.nat(30), fc.constant(0xffff)),
        fallbackKey: fc.oneof(fc.nat(12), fc.constant(0xffff)),
      }),
      { maxLength: 6 },
    ),
  });
  test('are checked, sampled and exported without anything but the codes', () => {
    fc.assert(
      fc.property(tables, ({ keys, map, frameCount, nodes }) => {
        const attrs = { attr1: 0, attr3: 2, offset: 0 };
        const whole: AnimationTables = {
          nodes,
          nodesOffset: 0,
          keys: { bytes: keys, attr2: 0, ...attrs },
          frameMap: { bytes: map, attr2: frameCount, ...attrs },
        };
        checkAnimation(whole, new Report());
        const anim = readAnimation(whole);
        const out = new Float64Array(7);
        for (let node = 0; node < nodes.length; node++) {
          for (const t of [0, 1.5, 7, 1e6]) {
            try {
              sampleNode(anim, node, t, 'x87', out);
            } catch (error) {
              expect(String(error)).toMatch(/msh\/(fallback|map)-range/);
            }
          }
        }
        for (const { times, values } of toChannels(anim).animation?.channels ?? []) {
          for (let i = 0; i < times.length; i++) expect(i === 0 || times[i]! > times[i - 1]!).toBe(true);
          expect(values.every(Number.isFinite)).toBe(true);
        }
        tracksFromChannels(anim, []);
      }),
      { numRuns: 300 },
    );
  });
});
