import { readFileSync } from 'node:fs';
import { type MshAsset, openAsset } from '@unbake/formats';
import { AnimationMixer, Matrix4 } from 'three';
import { describe, expect, test } from 'vitest';
import { sampleDir, samplesIn } from '../../../test-support/samples.ts';
import { mshPose, sceneToThree } from '../src/index.ts';

const samples = samplesIn('msh', '.msh');

function open(name: string, axis: 'bake' | 'root' | 'none' = 'bake') {
  const { bytes } = samples.find((s) => s.name === name)!;
  const asset = openAsset(bytes, { name }) as MshAsset;
  const model = sceneToThree(asset.scene({ axis }));
  return { model, pose: mshPose(asset.msh, model), msh: asset.msh };
}

interface BlendRow {
  model: string;
  node: number;
  tA: number;
  tB: number;
  blend: number;
  profile: string;
  used: 'a' | 'b' | 'both' | 'none';
  transcendental: boolean;
  matrixBits: string[] | null;
}

const blendFile = `${sampleDir('msh')}/blend.json`;
const rows: BlendRow[] = tryRead(blendFile);

describe('the pose driver', () => {
  test.skipIf(rows.length === 0)('shows the matrices of the game, bit by bit where the truth says so', () => {
    const models = new Map<string, ReturnType<typeof open>>();
    let compared = 0;
    for (const row of rows) {
      if (row.profile !== 'x87') continue;
      const name = `${row.model}.msh`;
      if (!models.has(name)) models.set(name, open(name, 'none'));
      const { pose, model } = models.get(name)!;
      expect(pose.setBlend(row.tA, row.tB, row.blend)).toBe(row.used);
      if (!row.matrixBits) continue;
      const shown = model.nodes[row.node]!.matrix.clone().transpose().elements;
      row.matrixBits.forEach((bits, i) => {
        const truth = new DataView(Uint32Array.of(Number.parseInt(bits, 16)).buffer).getFloat32(0, true);
        const allowed = row.transcendental ? 4e-7 : 0;
        expect(Math.abs(Math.fround(shown[i]!) - truth), `${name} ${row.node} ${i}`).toBeLessThanOrEqual(allowed);
      });
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  test.each(samples.filter((s) => s.expected.restWorld))(
    '$name: rests where the truth says, Z up',
    ({ name, expected }) => {
      const { model, pose } = open(name, 'none');
      expect(pose.setTime(0)).toBe(0);
      model.scene.updateMatrixWorld(true);
      for (const [node, world] of expected.restWorld.entries()) {
        const shown = model.nodes[node]!.matrixWorld.clone().transpose().elements;
        for (const [i, value] of world.entries()) expect(Math.abs(shown[i]! - value)).toBeLessThan(1e-5);
      }
    },
  );

  test('Z up to Y up changes nothing but the axes', () => {
    const turn = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    const plain = open('turret.msh', 'none');
    const baked = open('turret.msh');
    const rooted = open('turret.msh', 'root');
    for (const time of [0, 3.3, 20.75, 47]) {
      for (const { pose, model } of [plain, baked, rooted]) {
        pose.setTime(time);
        model.scene.updateMatrixWorld(true);
      }
      for (const [i, object] of plain.model.nodes.entries()) {
        const expected = turn.clone().multiply(object.matrixWorld).multiply(turn.clone().invert());
        expect(baked.model.nodes[i]!.matrixWorld.elements).toEqual(expected.elements.map((e) => e + 0));
        const placed = baked.model.nodes[i]!.matrixWorld.clone().multiply(turn);
        placed.elements.forEach((e, k) => {
          expect(Math.abs(e - rooted.model.nodes[i]!.matrixWorld.elements[k]!)).toBeLessThan(1e-6);
        });
      }
    }
  });

  test.each(['turret.msh', 'walker.msh', 'turret-seed-order.msh'])(
    '%s: the exported animation, played by three.js, agrees with it between the frames',
    (name) => {
      const engine = open(name);
      const player = open(name);
      const mixer = new AnimationMixer(player.model.scene);
      mixer.clipAction(player.model.animations[0]!).play();
      // The walker goes 4e19 units far: what f32 can tell apart depends on that.
      const reach = engine.model.nodes.map((_, node) => {
        const moves = engine.model.source.animations[0]!.channels.find(
          (c) => c.node === node && c.path === 'translation',
        );
        return Math.max(1, ...(moves?.values.map(Math.abs) ?? []));
      });
      for (let frame = 0.1; frame < engine.pose.animation.frameCount - 1; frame += 0.7) {
        engine.pose.setTime(frame);
        mixer.setTime(frame / 30);
        player.model.scene.updateMatrixWorld(true);
        for (const [i, object] of engine.model.nodes.entries()) {
          // Rotations that are not of unit length stretch in the game; a player has no such thing.
          const [w, x, y, z] = engine.pose.samples.subarray(7 * i);
          if (Math.abs(Math.hypot(w!, x!, y!, z!) - 1) > 1e-5) continue;
          const other = player.model.nodes[i]!.matrix.elements;
          object.matrix.elements.forEach((e, k) => {
            expect(Math.abs(e - other[k]!)).toBeLessThan(1e-4 * (k < 12 ? 1 : reach[i]!));
          });
        }
      }
    },
  );

  test('release gives the objects back to their own transform', () => {
    const { model, pose } = open('turret.msh');
    model.scene.updateMatrixWorld(true);
    const before = model.nodes.map((object) => object.matrixWorld.toArray());
    pose.setTime(20);
    model.scene.updateMatrixWorld(true);
    expect(model.nodes.map((object) => object.matrixWorld.toArray())).not.toEqual(before);
    pose.release();
    model.scene.updateMatrixWorld(true);
    expect(model.nodes.map((object) => object.matrixWorld.toArray())).toEqual(before);
  });

  test('no pose leaves the model as it is; a time below zero on both sides is none', () => {
    const { model, pose } = open('turret.msh');
    pose.setTime(20);
    const before = model.nodes.map((object) => object.matrix.toArray());
    expect(pose.setBlend(-1, -1, 0.5)).toBe('none');
    expect(model.nodes.map((object) => object.matrix.toArray())).toEqual(before);
  });

  test('nodes whose tables lead nowhere are counted and stay', () => {
    const { pose } = open('turret.msh');
    pose.animation.fallbackKeys[2] = 9999;
    expect(pose.setTime(1)).toBe(1);
  });
});

function tryRead(path: string): BlendRow[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}
