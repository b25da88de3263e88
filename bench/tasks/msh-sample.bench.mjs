/** Posing a whole model at a time: the engine's sampler beside three's AnimationMixer on the same tracks. */
import { buildAnimation, builtTables, DEFAULT_CONVENTION, readAnimation, sampleAll, toChannels } from '@unbake/formats';
import { AnimationClip, AnimationMixer, Object3D, QuaternionKeyframeTrack, VectorKeyframeTrack } from 'three';

const NODES = 100;
const FRAMES = 240;
const FPS = 30;
const STEPS = 2000;
const ROUNDS = 9;

/** Nodes that all turn and move, a key every 4 to 12 frames. */
function makeAnimation() {
  let seed = 12345;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const tracks = Array.from({ length: NODES }, () => {
    const keys = [];
    for (let time = 0; time < FRAMES; time += 4 + Math.floor(random() * 9)) {
      const half = random() * 3;
      const rotation = [Math.cos(half), 0, Math.sin(half) * 0.6, Math.sin(half) * 0.8];
      keys.push({ time, position: [random(), random(), random()], rotation });
    }
    return { keys };
  });
  return readAnimation(builtTables(buildAnimation(tracks), []));
}

function makeMixer(anim) {
  const { animation } = toChannels(anim, { fps: FPS, convention: DEFAULT_CONVENTION });
  const root = new Object3D();
  for (let node = 0; node < NODES; node++) {
    const part = new Object3D();
    part.name = `node${node}`;
    root.add(part);
  }
  const tracks = animation.channels.map(({ node, path, times, values }) =>
    path === 'rotation'
      ? new QuaternionKeyframeTrack(`node${node}.quaternion`, times, values)
      : new VectorKeyframeTrack(`node${node}.position`, times, values),
  );
  const mixer = new AnimationMixer(root);
  mixer.clipAction(new AnimationClip('all', -1, tracks)).play();
  return mixer;
}

/** Nanoseconds a node and pose, the best of the rounds. Both run in each round, so that both meet the same machine. */
function measure(tasks) {
  const best = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    tasks.forEach((task, i) => {
      const start = performance.now();
      for (let step = 0; step < STEPS; step++) task((step * (FRAMES - 1)) / STEPS);
      best[i] = Math.min(best[i], ((performance.now() - start) * 1e6) / (STEPS * NODES));
    });
  }
  return best;
}

export default async function run() {
  const anim = makeAnimation();
  const samples = new Float64Array(7 * NODES);
  const mixer = makeMixer(anim);
  const [x87, double, three] = measure([
    (frame) => sampleAll(anim, frame, 'x87', samples),
    (frame) => sampleAll(anim, frame, 'double', samples),
    (frame) => mixer.setTime(frame / FPS),
  ]);
  return [
    {
      name: 'MSH pose, profile x87',
      value: x87,
      unit: 'ns/node',
      note: `${(x87 / three).toFixed(2)} of AnimationMixer; target at most 0.50`,
    },
    {
      name: 'MSH pose, profile double',
      value: double,
      unit: 'ns/node',
      note: `${(double / three).toFixed(2)} of AnimationMixer`,
    },
    { name: 'three AnimationMixer, same tracks', value: three, unit: 'ns/node' },
  ];
}
