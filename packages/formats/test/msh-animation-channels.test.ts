import { AnimationClip, AnimationMixer, LoopOnce, Object3D, QuaternionKeyframeTrack, VectorKeyframeTrack } from 'three';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { buildAnimation, builtTables } from '../src/msh/animation/build.ts';
import { angleBetween, evaluateChannel, type SourceChannel } from '../src/msh/animation/channel.ts';
import {
  DEFAULT_CONVENTION,
  fromSceneRotation,
  fromSceneTranslation,
  toSceneRotation,
  toSceneTranslation,
} from '../src/msh/animation/convention.ts';
import { isExact, measureDeviation } from '../src/msh/animation/deviation.ts';
import { type SourceNode, tracksFromChannels } from '../src/msh/animation/from-channels.ts';
import { detectQuaternionOrder } from '../src/msh/animation/quat-order.ts';
import { readAnimation } from '../src/msh/animation/read.ts';
import { reduceKeys } from '../src/msh/animation/reduce.ts';
import { sampleNode } from '../src/msh/animation/sample.ts';
import { animationTables, restGeometry } from '../src/msh/animation/tables-of.ts';
import { toChannels } from '../src/msh/animation/to-channels.ts';
import { type Track, type TrackKey, tracksOf } from '../src/msh/animation/tracks.ts';
import type { Animation } from '../src/msh/animation/types.ts';
import { readMsh } from '../src/msh/read.ts';
import type { SceneAnimation } from '../src/scene/scene.ts';

const models = samplesIn('msh', '.msh').filter((m) => m.expected.restLocal);
const animationOf = (bytes: Uint8Array, order: 'wxyz' | 'xyzw' = 'wxyz') =>
  readAnimation(animationTables(readMsh(bytes)), order);
const named = (name: string) => animationOf(models.find((m) => m.name === name)!.bytes);

const turnZ = (degrees: number): [number, number, number, number] => {
  const half = (degrees * Math.PI) / 360;
  return [Math.cos(half), 0, 0, Math.sin(half)];
};
const key = (time: number, x = 0, rotation: [number, number, number, number] = [1, 0, 0, 0]): TrackKey => ({
  time,
  position: [x, 0, 0],
  rotation,
});
const animate = (...tracks: TrackKey[][]): Animation =>
  readAnimation(
    builtTables(
      buildAnimation(
        tracks.map((keys) => ({ keys })),
        { force: true },
      ),
      [],
    ),
  );

const rising = (times: Float32Array) =>
  times.every((t, i) => t >= 0 && Number.isFinite(t) && (i === 0 || t > times[i - 1]!));
function expectSound(animation: SceneAnimation | undefined): void {
  for (const { path, times, values } of animation?.channels ?? []) {
    expect(rising(times)).toBe(true);
    expect(times[0]).toBeGreaterThanOrEqual(0);
    const size = path === 'rotation' ? 4 : 3;
    expect(values.length).toBe(size * times.length);
    for (let i = 0; path === 'rotation' && i < values.length; i += 4) {
      expect(Math.hypot(...values.subarray(i, i + 4))).toBeCloseTo(1, 6);
      let dot = 1;
      if (i > 0) dot = [0, 1, 2, 3].reduce((sum, c) => sum + values[i + c]! * values[i - 4 + c]!, 0);
      expect(dot).toBeGreaterThanOrEqual(0);
    }
  }
}
/** The edited scene that a player of the exported channels has. */
function sceneOf(anim: Animation, animation: SceneAnimation | undefined): SourceNode[] {
  return Array.from({ length: anim.nodeCount }, (_, node) => {
    const sample = new Float64Array(7);
    const scene = new Float64Array(7);
    sampleNode(anim, node, 0, 'double', sample);
    toSceneTranslation(sample, 4, 'baked', scene, 0);
    toSceneRotation(sample, 0, DEFAULT_CONVENTION, scene, 3);
    const f32 = Float32Array.from(scene);
    return {
      translation: [f32[0]!, f32[1]!, f32[2]!],
      rotation: [f32[3]!, f32[4]!, f32[5]!, f32[6]!],
      channels: animation?.channels.filter((c) => c.node === node) ?? [],
    };
  });
}

describe('word order', () => {
  test.each(models)('$name', ({ bytes, expected }) => {
    const msh = readMsh(bytes);
    const choice = detectQuaternionOrder(animationTables(msh), restGeometry(msh));
    expect(choice.order).toBe(expected.quatOrder ?? 'wxyz');
    expect(choice.why).toMatch(/^the (box|rest pose)/);
  });

  test.each(['wxyz', 'xyzw'] as const)('the box decides for %s against the identity keys', (order) => {
    const identity = order === 'wxyz' ? [0, 0, 0, 1] : [0, 1, 0, 0];
    const built = buildAnimation(
      [{ keys: [key(0, 5, turnZ(90))] }, { keys: [key(0, 0, identity as TrackKey['rotation'])] }],
      { order },
    );
    const tables = builtTables(built, [0xffff, 0xffff]);
    // A bar along X that its node turns to lie along -Y (the stored rotation's conjugate), at x = 5.
    const points = Float32Array.of(0, 0, 0, 4, 1, 0.5);
    const corners = Float32Array.of(5, -4, 0, 6, 0, 0.5);
    const choice = detectQuaternionOrder(tables, { points: [points, undefined], corners });
    expect(choice.order).toBe(order);
    expect(choice.why).toMatch(/^the rest pose misses the box of Res2 by/);
    expect(detectQuaternionOrder(tables, { points: [points], corners: undefined }).order).not.toBe(order);
  });
});

describe('export', () => {
  test.each(models)('$name: the channels show what the engine shows', ({ bytes, expected }) => {
    const anim = animationOf(bytes, expected.quatOrder);
    const { animation } = toChannels(anim);
    expectSound(animation);
    const deviation = measureDeviation(anim, animation);
    expect(deviation.samples).toBeGreaterThan(60);
    expect(isExact(deviation), JSON.stringify(deviation)).toBe(true);
    expect(deviation.angle, JSON.stringify(deviation)).toBeLessThan(6e-5);
    for (const axis of ['baked', 'none'] as const) {
      for (const sense of ['conjugate', 'stored'] as const) {
        const convention = { axis, sense };
        expect(
          isExact(measureDeviation(anim, toChannels(anim, { convention, fps: 24 }).animation, { convention, fps: 24 })),
        ).toBe(true);
      }
    }
  });

  test.each(['turret.msh', 'walker.msh', 'odd.msh'])('%s: played by three, the nodes move as in the engine', (name) => {
    const anim = named(name);
    const { animation } = toChannels(anim);
    const root = new Object3D();
    const parts = Array.from({ length: anim.nodeCount }, (_, node) => {
      const part = new Object3D();
      part.name = `node${node}`;
      return part;
    });
    root.add(...parts);
    const tracks = animation!.channels.map(({ node, path, times, values }) =>
      path === 'rotation'
        ? new QuaternionKeyframeTrack(`node${node}.quaternion`, times, values)
        : new VectorKeyframeTrack(`node${node}.position`, times, values),
    );
    const mixer = new AnimationMixer(root);
    const action = mixer.clipAction(new AnimationClip('all', -1, tracks));
    action.setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    const sample = new Float64Array(7);
    const scene = new Float64Array(7);
    let seed = 1;
    for (let i = 0; i < 200; i++) {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      const time = (seed / 0x7fffffff) * anim.frameCount;
      action.reset();
      mixer.setTime(time / 30);
      for (const node of new Set(animation!.channels.map((channel) => channel.node))) {
        sampleNode(anim, node, time, 'x87', sample);
        toSceneTranslation(sample, 4, 'baked', scene, 0);
        toSceneRotation(sample, 0, DEFAULT_CONVENTION, scene, 3);
        const { position, quaternion } = parts[node]!;
        const at = `node ${node} at ${time}`;
        expect(angleBetween(scene, 3, quaternion.toArray(), 0), at).toBeLessThan(1e-4);
        const largest = Math.max(1, Math.hypot(scene[0]!, scene[1]!, scene[2]!));
        position.toArray().forEach((v, c) => {
          expect(Math.abs(v - scene[c]!), at).toBeLessThan(1e-4 * largest);
        });
      }
    }
  });

  test('the measure sees a wrong key, a wrong sense and a missing channel', () => {
    const anim = named('turret.msh');
    const { animation } = toChannels(anim);
    const wrong = structuredClone(animation!);
    wrong.channels[0]!.values[4]! += 0.25;
    const seen = measureDeviation(anim, wrong);
    expect(seen.positionAt!.node).toBe(1);
    expect(seen.position).toBeCloseTo(0.25, 6);
    expect(isExact(measureDeviation(anim, animation, { convention: { axis: 'baked', sense: 'stored' } }))).toBe(false);
    expect(isExact(measureDeviation(anim, { ...animation!, channels: animation!.channels.slice(2) }))).toBe(false);
    expect(isExact(measureDeviation(anim, animation, { fps: 29 }))).toBe(false);
  });

  test('keys on whole frames become exactly these keys', () => {
    const { animation, notes } = toChannels(animate([key(0), key(4, 1), key(9, 2)]), { fps: 30 });
    expect(animation!.channels.map((c) => Array.from(c.times))).toEqual([
      [0, 4 / 30, 9 / 30].map(Math.fround),
      [0, 4 / 30, 9 / 30].map(Math.fround),
    ]);
    expect(Array.from(animation!.channels[0]!.values)).toEqual([0, 0, 0, 1, 0, 0, 2, 0, 0]);
    expect(notes).toMatchObject({ extraKeys: 0, jumps: 0 });
  });

  test('axes are changed after the conjugation', () => {
    const { animation } = toChannels(
      animate([key(0), { time: 3, position: [1, 2, 3], rotation: [0.5, 0.5, -0.5, 0.5] }]),
    );
    const [translation, rotation] = animation!.channels;
    expect(Array.from(translation!.values.subarray(3))).toEqual([1, 3, -2]);
    expect(Array.from(rotation!.values.subarray(rotation!.values.length - 4), (v) => Math.round(2 * v) / 2)).toEqual([
      -0.5, -0.5, -0.5, 0.5,
    ]);
    const back = new Float64Array(4);
    fromSceneRotation([-0.5, -0.5, -0.5, 0.5], 0, DEFAULT_CONVENTION, back, 0);
    expect(Array.from(back)).toEqual([0.5, 0.5, -0.5, 0.5]);
    fromSceneTranslation([1, 3, -2], 0, 'baked', back, 0);
    expect(Array.from(back.subarray(0, 3))).toEqual([1, 2, 3]);
  });

  test('nodes that stand still have no channel, and a static model no animation', () => {
    expect(toChannels(named('static.msh')).animation).toBe(undefined);
    const { animation } = toChannels(named('turret.msh'), { nodeOf: (node) => node + 10, name: 'idle' });
    expect(animation!.name).toBe('idle');
    expect([...new Set(animation!.channels.map((c) => c.node))]).toEqual([11, 13, 14]);
  });

  test('bake: a key every 1/N frame', () => {
    const anim = animate([key(0), key(2, 1)]);
    const { animation } = toChannels(anim, { bake: 2, fps: 10 });
    expect(Array.from(animation!.channels[0]!.times)).toEqual([0, 0.05, 0.1, 0.15, 0.2].map(Math.fround));
    expect(Array.from(animation!.channels[0]!.values.filter((_, i) => i % 3 === 0))).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  test('fault 050: rotations of any length leave as unit ones, zero as identity with a note', () => {
    const raw = (time: number, words: [number, number, number, number]): TrackKey => ({
      ...key(time, 0, words.map((w) => w / 32767) as TrackKey['rotation']),
      words,
    });
    const long = toChannels(animate([raw(0, [0, 20000, 0, 0]), raw(4, [0, 0, 20000, 0])]));
    expectSound(long.animation);
    expect(Array.from(long.animation!.channels[1]!.values.subarray(0, 4))).toEqual([-1, 0, 0, 0]);
    const zero = toChannels(animate([raw(0, [32767, 0, 0, 0]), raw(4, [0, 0, 0, 0]), raw(8, [23170, 23170, 0, 0])]));
    expectSound(zero.animation);
    expect(zero.notes.zeroRotations).toBe(1);
    const out = [0, 0, 0, 0];
    evaluateChannel(zero.animation!.channels[1]!, 4 / 30, out);
    expect(out[3]).toBeCloseTo(1, 7);
  });

  test('fault 051: neighbours on one side, the engine samples as before', () => {
    const negated = turnZ(20).map((v) => -v) as TrackKey['rotation'];
    const anim = animate([key(0, 0, turnZ(10)), key(5, 0, negated), key(10, 0, turnZ(30))]);
    const { animation } = toChannels(anim);
    expectSound(animation);
    expect(animation!.channels[1]!.times.length).toBe(3);
    expect(measureDeviation(anim, animation).angle).toBeLessThan(1e-5);
    const out = new Float64Array(7);
    sampleNode(anim, 0, 5, 'x87', out);
    expect(out[0]).toBeLessThan(0);
  });

  test.each([0, -30, Number.NaN, Number.POSITIVE_INFINITY])('fault 053: an fps of %s is refused', (fps) => {
    expect(() => toChannels(named('turret.msh'), { fps })).toThrow(RangeError);
    expect(() => tracksFromChannels(named('turret.msh'), [], { fps })).toThrow(RangeError);
  });

  test('fault 054: no times below zero; a late clip shows from 0 on what the engine shows', () => {
    const early = animate([key(-3, -3), key(0, 0, turnZ(20)), key(6, 6)]);
    const cut = toChannels(early);
    expectSound(cut.animation);
    expect(cut.notes.clippedKeys).toBe(1);
    expect(isExact(measureDeviation(early, cut.animation))).toBe(true);
    const late = animate([key(5, 1), key(9, 2)]);
    const { animation } = toChannels(late);
    expectSound(animation);
    expect(isExact(measureDeviation(late, animation))).toBe(true);
    const out = [0, 0, 0];
    // Before its first key the engine shows the fallback key, the last one.
    for (const [frame, x] of [
      [0, 2],
      [4.9, 2],
      [7, 1.5],
      [20, 2],
    ] as const) {
      evaluateChannel(animation!.channels[0]!, frame / 30, out);
      expect(out[0]).toBeCloseTo(x, 5);
    }
  });

  test.each([
    [[0, 10, 10, 20]],
    [[0, 20, 10]],
    [[0, 16777216, 16777217]],
    [[0, 0.001, 0.0010001, 3]],
    [[2, 4.5, 4.75]],
  ])('fault 055: key times %j give strictly increasing times', (times) => {
    const built = { keys: times.map((time, i) => key(time, i, turnZ(30 * i))) };
    const flat = times.map((_, i) => i);
    // The writer refuses most of these: the map is made for whole times, then the times are put in.
    const anim = animate(flat.map((time, i) => ({ ...built.keys[i]!, time })));
    const broken = { ...anim, times: Float32Array.from(times) };
    const { animation } = toChannels(broken);
    expectSound(animation);
    expect(animation).not.toBe(undefined);
  });

  test('fault 055: a jump is a pair of keys one f32 apart, on the side that the engine is on', () => {
    // Key times between frames: the engine leaves its segment and jumps at whole frames.
    const anim = animate([key(0, 0), key(1.25, 1), key(1.5, 2), key(1.75, 3), key(3, 4)]);
    for (const fps of [30, 24, 29.97, 7]) {
      const { animation, notes } = toChannels(anim, { fps });
      expectSound(animation);
      expect(notes.jumps).toBe(1);
      const out = [0, 0, 0];
      const sample = new Float64Array(7);
      for (let t = 0; t <= 5; t += 0.125) {
        evaluateChannel(animation!.channels[0]!, t / fps, out);
        sampleNode(anim, 0, t, 'x87', sample);
        expect(out[0]).toBeCloseTo(sample[4]!, 5);
      }
    }
  });

  test('a fast extrapolated turn gets keys enough', () => {
    const anim = animate([key(0, 0, turnZ(0)), key(0.125, 0, turnZ(100)), key(3, 0, turnZ(10))]);
    const { animation, notes } = toChannels(anim);
    expectSound(animation);
    expect(notes.tooFast).toBe(0);
    expect(measureDeviation(anim, animation).angle).toBeLessThan(1e-4);
  });

  test('tables that lead outside themselves are exported as far as they go', () => {
    const anim = named('walker.msh');
    for (const broken of [
      { ...anim, frameCount: 4_000_000_000 },
      { ...anim, fallbackKeys: anim.fallbackKeys.map((k) => k + 290) },
      { ...anim, mapStarts: anim.mapStarts.map((s) => s + 700) },
      { ...anim, times: anim.times.map((t, i) => (i % 5 === 0 ? Number.NaN : t)) },
      { ...anim, positions: anim.positions.map(() => Number.POSITIVE_INFINITY) },
    ]) {
      expectSound(toChannels(broken).animation);
      measureDeviation(broken, toChannels(broken).animation);
    }
  });
});

describe('import', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  test.each(models.filter((m) => m.name !== 'odd.msh'))(
    '$name: unedited channels give the same bytes',
    ({ bytes, expected }) => {
      const tables = animationTables(readMsh(bytes));
      const anim = readAnimation(tables, expected.quatOrder);
      for (const fps of [30, 25]) {
        const { tracks, unchanged } = tracksFromChannels(anim, sceneOf(anim, toChannels(anim, { fps }).animation), {
          fps,
        });
        expect(unchanged).toEqual(unchanged.map(() => true));
        const built = buildAnimation(tracks, { order: expected.quatOrder });
        expect(hex(built.keys.bytes)).toBe(hex(tables.keys!.bytes));
        expect(hex(built.frameMap.bytes)).toBe(hex(tables.frameMap!.bytes));
      }
    },
  );

  test('turret without its own keys at hand: the same poses within quantisation', () => {
    const anim = named('turret.msh');
    const blank = animate(...Array.from({ length: anim.nodeCount }, () => [key(0, 99)]));
    const { tracks, unchanged } = tracksFromChannels(blank, sceneOf(anim, toChannels(anim).animation));
    expect(unchanged).toEqual([false, false, false, false, false]);
    const again = readAnimation(builtTables(buildAnimation(tracks), []));
    expectSamePoses(anim, again, 4e-4);
    const exact = tracksFromChannels(blank, sceneOf(anim, toChannels(anim).animation), { tolerance: 1e-9 });
    expectSamePoses(anim, readAnimation(builtTables(buildAnimation(exact.tracks), [])), 1e-4);
  });

  function expectSamePoses(a: Animation, b: Animation, within: number): void {
    const one = new Float64Array(7);
    const two = new Float64Array(7);
    for (let node = 0; node < a.nodeCount; node++) {
      for (let t = 0; t < a.frameCount + 2; t += 0.19) {
        sampleNode(a, node, t, 'double', one);
        sampleNode(b, node, t, 'double', two);
        toSceneRotation(one, 0, DEFAULT_CONVENTION, one, 0);
        toSceneRotation(two, 0, DEFAULT_CONVENTION, two, 0);
        expect(angleBetween(one, 0, two, 0)).toBeLessThan(within);
        for (let c = 4; c < 7; c++) expect(Math.abs(one[c]! - two[c]!)).toBeLessThan(within);
      }
    }
  }

  const still = { translation: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
  const moving = (interpolation: SourceChannel['interpolation'], times: number[], values: number[]): SourceNode => ({
    ...still,
    channels: [
      { path: 'translation', interpolation, times: Float32Array.from(times), values: Float32Array.from(values) },
    ],
  });
  const base = animate([key(0)]);
  const only = (source: SourceNode, tolerance?: number): TrackKey[] =>
    tracksFromChannels(base, [source], { fps: 10, ...(tolerance ? { tolerance } : {}) }).tracks[0]!.keys;

  test('LINEAR: keys on whole frames, those on a line left out', () => {
    const keys = only(moving('LINEAR', [0, 0.4, 1], [0, 0, 0, 4, 0, 0, 4, 0, -3]));
    expect(keys.map((k) => k.time)).toEqual([0, 4, 10]);
    expect(keys[2]!.position.map((v) => Math.round(v * 1e5) / 1e5)).toEqual([4, 3, 0]);
  });

  test('STEP: exact at whole frames, held up to shortly before even ones', () => {
    const keys = only(moving('STEP', [0, 0.4, 0.85], [0, 0, 0, 4, 0, 0, 5, 0, 0]));
    const anim = animate(keys);
    const sample = new Float64Array(7);
    for (const [t, x] of [
      [0, 0],
      [3.5, 0],
      [3.98, 0],
      [4, 4],
      [6, 4],
      [8, 4],
      [9, 5],
      [30, 5],
    ] as const) {
      sampleNode(anim, 0, t, 'double', sample);
      expect(sample[4], `at ${t}`).toBeCloseTo(x, 5);
    }
    expect(keys.map((k) => k.time)).toEqual([0, 4 - 1 / 64, 4, 8, 9]);
  });

  test('CUBICSPLINE: the curve at whole frames', () => {
    const keys = only(moving('CUBICSPLINE', [0, 1], [9, 9, 9, 0, 0, 0, 3, 0, 0, 0, 0, 0, 2, 0, 0, 9, 9, 9]), 1e-7);
    expect(keys.length).toBe(11);
    for (const { time, position } of keys) {
      const s = time / 10;
      expect(position[0]).toBeCloseTo((s ** 3 - 2 * s ** 2 + s) * 3 + (3 * s ** 2 - 2 * s ** 3) * 2, 6);
    }
  });

  test('channels that start late hold their first value, the missing path takes the rest', () => {
    const keys = only({
      ...moving('LINEAR', [0.3, 0.5], [1, 0, 0, 2, 0, 0]),
      rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
    });
    expect(keys.map((k) => [k.time, k.position[0]])).toEqual([
      [0, 1],
      [3, 1],
      [5, 2],
    ]);
    // glTF z is the file's -y; the sense is undone.
    expect(keys[0]!.rotation[2]).toBeCloseTo(-Math.SQRT1_2, 6);
  });

  test('nodes not found keep their track; an end without limit is refused', () => {
    const anim = named('turret.msh');
    const { tracks, unchanged } = tracksFromChannels(anim, []);
    expect(tracks).toEqual(tracksOf(anim));
    expect(unchanged.every((u) => u)).toBe(true);
    expect(() => only(moving('LINEAR', [0, 1e9], [0, 0, 0, 1, 0, 0]))).toThrow('msh/map-limit');
  });

  test('an edited node is taken, its neighbours keep their words', () => {
    const anim = named('turret.msh');
    const scene = sceneOf(anim, toChannels(anim).animation);
    const edited = structuredClone(scene[3]!);
    edited.channels[0]!.values[3]! += 0.5;
    const { tracks, unchanged } = tracksFromChannels(
      anim,
      scene.map((s, i) => (i === 3 ? edited : s)),
    );
    expect(unchanged).toEqual([true, true, true, false, true]);
    expect(tracks[3]!.keys.map((k) => k.time)).toEqual([0, 12, 30]);
    expect(tracks[3]!.keys[1]!.position[0]).toBeCloseTo(tracksOf(anim)[3]!.keys[1]!.position[0] + 0.5, 5);
  });
});

describe('key reduction', () => {
  test('keeps what the tolerance asks for, one key when nothing moves', () => {
    const wave = Array.from({ length: 101 }, (_, i) => key(i, Math.sin(i / 10), turnZ(i)));
    const few = reduceKeys(wave, 0.01);
    expect(few.length).toBeLessThan(45);
    const track: Track = { keys: few };
    const anim = animate(track.keys);
    const sample = new Float64Array(7);
    for (const { time, position } of wave) {
      sampleNode(anim, 0, time, 'double', sample);
      expect(Math.abs(sample[4]! - position[0])).toBeLessThan(0.0101);
    }
    expect(reduceKeys(wave, 0)).toHaveLength(101);
    expect(reduceKeys([key(0, 1), key(5, 1), key(9, 1)], 1e-6)).toEqual([key(0, 1)]);
  });
});
