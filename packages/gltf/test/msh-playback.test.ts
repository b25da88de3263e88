import {
  animationTables,
  DEFAULT_CONVENTION,
  entryFormat,
  type MshAsset,
  type MshSceneOptions,
  openAsset,
  openEntry,
  quaternionOrder,
  readAnimation,
  sampleNode,
  toSceneRotation,
  toSceneTranslation,
  tracksOf,
} from '@unbake/formats';
import { AnimationMixer, LoopOnce, type Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { exportGlb } from '../src/index.ts';
import { encodeImage } from './scenes.ts';
import { expectClean } from './validate.ts';

// The loader asks for it when it looks for picture decoders.
Object.assign(globalThis, { self: globalThis });

const models = samplesIn('msh', '.msh');
const moving = models.filter(({ expected }) => expected.restLocal);
const open = (bytes: Uint8Array, name: string) => openAsset(bytes, { name }) as MshAsset;

/** Radians, and length units beside what f32 can hold at the size of the node's positions. */
const WITHIN = 1e-4;

/** Numbers in [0, 1) that are the same in every run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const wholes: [title: string, options: MshSceneOptions][] = [
  ['the default', {}],
  ['60 frames a second', { fps: 60 }],
  ['no change of axes', { axis: 'none' }],
  ['the stored sense', { rotationSense: 'stored' }],
];

describe.each(moving)('$name, played by the AnimationMixer of three.js', ({ bytes, name }) => {
  test.each(wholes)('%s: moves as the engine does at 200 random times', async (_, options) => {
    const asset = open(bytes, name);
    const glb = await exportGlb(asset.scene({ ...options }), { textures: 'none' });
    const loaded = await new GLTFLoader().parseAsync(glb.bytes.slice().buffer, '');
    const objects = new Map<number, Object3D>();
    for (const [object, place] of loaded.parser.associations) {
      if (place.nodes !== undefined && 'isObject3D' in object) objects.set(place.nodes, object as Object3D);
    }
    const [clip] = loaded.animations;
    const mixer = new AnimationMixer(loaded.scene);
    const action = clip && mixer.clipAction(clip).setLoop(LoopOnce, 1);
    if (action) action.clampWhenFinished = true;

    const { msh } = asset;
    const anim = readAnimation(animationTables(msh), quaternionOrder(msh).order);
    const sense = options.rotationSense ?? DEFAULT_CONVENTION.sense;
    const convention = { sense, axis: options.axis === 'none' ? 'none' : 'baked' } as const;
    const fps = options.fps ?? 30;
    const sample = new Float64Array(7);
    const truth = new Float64Array(7);
    const sizes = tracksOf(anim).map(({ keys }) => Math.max(...keys.flatMap((key) => key.position.map(Math.abs))));
    const random = randomNumbers(7);
    for (let round = 0; round < 200; round++) {
      const time = Math.fround(random.next().value * (anim.frameCount + 2));
      // An action that has come to its end stands still until it is started anew.
      action?.reset().play();
      mixer.setTime(time / fps);
      for (let node = 0; node < anim.nodeCount; node++) {
        sampleNode(anim, node, time, 'x87', sample);
        toSceneTranslation(sample, 4, convention.axis, truth, 0);
        toSceneRotation(sample, 0, convention, truth, 3);
        const { position: p, quaternion: q } = objects.get(node)!;
        const distance = Math.hypot(p.x - truth[0]!, p.y - truth[1]!, p.z - truth[2]!);
        const at = `node ${node} at ${time}`;
        expect(distance, at).toBeLessThanOrEqual(WITHIN + sizes[node]! * 2 ** -20);
        const turned = [q.x, q.y, q.z, q.w].map((v, c) => v - truth[3 + c]!);
        const other = [q.x, q.y, q.z, q.w].map((v, c) => v + truth[3 + c]!);
        expect(2 * Math.min(Math.hypot(...turned), Math.hypot(...other)), at).toBeLessThanOrEqual(WITHIN);
      }
    }
  });
});

const options: MshSceneOptions[] = [
  { axis: 'root' },
  { axis: 'none' },
  { winding: 'keep' },
  { winding: 'flip' },
  { hulls: true },
  { allLods: true },
  { allLods: true, hulls: true, state: 1 },
  { lod: 1 },
  { lod: 4 },
  { state: 1 },
  { state: 2, lod: 3 },
  { fps: 0.5 },
  { fps: 10_000 },
  { bake: 1 },
  { bake: 4 },
  { quatOrder: 'xyzw' },
  { rotationSense: 'stored' },
];

describe.each(models)('$name under the Khronos validator', ({ bytes, name }) => {
  test.each(options)('%j', async (asked) => {
    const scene = open(bytes, name).scene({ ...asked });
    await expectClean((await exportGlb(scene, { encodeImage, allLods: asked.allLods ?? false })).bytes);
  });
});

describe.each(samplesIn('nres', '.rlb').filter(({ name }) => name !== 'none.rlb'))(
  'models of $name with their materials, under the validator',
  ({ bytes, name }) => {
    const archive = openAsset(bytes, { name });
    const inside = archive.entries().filter((entry) => entryFormat(entry)?.id === 'msh');
    test.each(
      inside.flatMap((entry) =>
        ([{}, { allLods: true, hulls: true }, { axis: 'root' }] as MshSceneOptions[]).map((asked) => ({
          entry,
          asked,
        })),
      ),
    )('$entry.name $asked', async ({ entry, asked }) => {
      const scene = (openEntry(archive, entry) as MshAsset).scene({ ...asked });
      for (const textures of ['png', 'none'] as const) {
        await expectClean((await exportGlb(scene, { encodeImage, textures, allLods: asked.allLods ?? false })).bytes);
      }
    });
  },
);

test('what a model says of itself is under extras.msh', async () => {
  const turret = models.find(({ name }) => name === 'turret.msh')!;
  const glb = await exportGlb(open(turret.bytes, 'turret.msh').scene(), { encodeImage });
  const loaded = await new GLTFLoader().parseAsync(glb.bytes.slice().buffer, '');
  const { json } = loaded.parser;
  expect(json.nodes[0].extras.msh).toMatchObject({ node: 0, flags: turret.expected.nodes[0].flags });
  expect(json.scenes[0].extras.msh).toMatchObject({ axis: 'bake', rotationSense: 'conjugate', quatOrder: 'wxyz' });
});
