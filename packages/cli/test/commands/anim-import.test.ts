import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  animationTables,
  type MshAsset,
  openAsset,
  quaternionOrder,
  readAnimation,
  type Scene,
  sampleNode,
  tracksOf,
} from '@unbake/formats';
import { exportGlb, exportGltf, glbToScene } from '@unbake/gltf';
import { describe, expect, test } from 'vitest';
import { type Sample, sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { cli } from '../support/run-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

const models = samplesIn('msh', '.msh').filter(({ expected }) => expected.restLocal);
const turret = `${sampleDir('msh')}/turret.msh`;
const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** Exports a model, lets `edit` change the scene as another program would, and gives the path of the new GLB. */
async function edited(folder: string, path: string, edit: (scene: Scene) => void, ...options: string[]) {
  const glb = join(folder, 'scene.glb');
  expect((await cli(['export', path, '-o', glb, '--textures', 'none', ...options])).code).toBe(0);
  const scene = await glbToScene(bytesOf(glb));
  edit(scene);
  const out = join(folder, 'edited.glb');
  writeFileSync(out, (await exportGlb(scene, { textures: 'none' })).bytes);
  return out;
}

const open = (bytes: Uint8Array) => (openAsset(bytes) as MshAsset).msh;
function animationOf(bytes: Uint8Array) {
  const msh = open(bytes);
  return readAnimation(animationTables(msh), quaternionOrder(msh).order);
}
function sampleAt(bytes: Uint8Array, node: number, time: number): Float64Array {
  const sample = new Float64Array(7);
  sampleNode(animationOf(bytes), node, time, 'x87', sample);
  return sample;
}

/** Channels of a node; the test fails when there are none. */
function channelsOf(scene: Scene, node: number, path: string) {
  const found = scene.animations[0]!.channels.filter((c) => c.node === node && c.path === path);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

describe.each(models)('$name, exported and imported without an edit', ({ path, bytes }: Sample) => {
  test.each([
    [[]],
    [['--axis', 'root']],
    [['--axis', 'none']],
    [['--fps', '60']],
    [['--rotation-sense', 'stored']],
    [['--all-lods', '--hulls']],
  ])('%j: the same bytes', async (options) => {
    const folder = tempFolder();
    const scene = await edited(folder, path, () => {}, ...options);
    const out = join(folder, 'out.msh');
    const { code, stderr } = await cli(['anim', 'import', path, scene, '-o', out]);
    expect({ code, stderr: stderr.replace(/^wrote .*\n/, '') }).toEqual({
      code: 0,
      stderr: 'no node moves otherwise than before: the model is as it was\n',
    });
    expect(Buffer.from(bytesOf(out)).equals(bytes)).toBe(true);
  });

  test('sampled at whole frames without what the export noted: the same poses within quantisation', async () => {
    const folder = tempFolder();
    const scene = await edited(
      folder,
      path,
      (s) => {
        for (const node of s.nodes) node.raw = {};
        s.raw = {};
        for (const animation of s.animations) animation.raw = {};
      },
      '--bake',
      '4',
    );
    const out = join(folder, 'out.msh');
    const { code, stderr } = await cli(['anim', 'import', path, scene, '-o', out, '--tolerance', '0']);
    if (code === 1) {
      // Only the model whose own keys break a rule.
      expect(stderr).toContain('nothing was written');
      expect((await cli(['validate', path])).code).toBe(1);
      return;
    }
    expect(code).toBe(0);
    const before = animationOf(bytes);
    for (let node = 0; node < before.nodeCount; node++) {
      const size = Math.max(1, ...tracksOf(before)[node]!.keys.flatMap((key) => key.position.map(Math.abs)));
      for (let time = 0; time < before.frameCount + 2; time++) {
        const [a, b] = [sampleAt(bytes, node, time), sampleAt(bytesOf(out), node, time)];
        const length = Math.hypot(...a.subarray(0, 4));
        if (length < 0.5) continue;
        const other = Math.hypot(...b.subarray(0, 4));
        const apart = (sign: number) =>
          Math.max(...[0, 1, 2, 3].map((c) => Math.abs(a[c]! / length - (sign * b[c]!) / other)));
        expect(Math.min(apart(1), apart(-1)), `${node} ${time}`).toBeLessThanOrEqual(1.5 / 32767);
        for (const c of [4, 5, 6]) expect(Math.abs(a[c]! - b[c]!), `${node} ${time}`).toBeLessThanOrEqual(1e-5 * size);
      }
    }
  });
});

describe('an edit', () => {
  test('of one node changes its keys, and nothing else in the file but the animation tables', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      for (const { values } of channelsOf(scene, 1, 'translation'))
        for (let i = 0; i < values.length; i += 3) values[i]! += 0.5;
    });
    const out = join(folder, 'out.msh');
    const { code, stderr } = await cli(['anim', 'import', turret, glb, '-o', out]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^1 node with new keys, 4 as before, at 30 frames a second$/m);
    expect(stderr).toMatch(
      /^largest difference from the scene at whole frames: position [\de.-]+, angle [\de.-]+ rad$/m,
    );
    const [old, made] = [bytesOf(turret), bytesOf(out)];
    for (let time = 0; time < 50; time++) {
      const [a, b] = [sampleAt(old, 1, time), sampleAt(made, 1, time)];
      expect(b[4]! - a[4]!).toBeCloseTo(0.5, 4);
      for (const c of [0, 1, 2, 3, 5, 6]) expect(Math.abs(b[c]! - a[c]!)).toBeLessThan(2e-4);
      for (const node of [0, 2, 3, 4]) expect([...sampleAt(made, node, time)]).toEqual([...sampleAt(old, node, time)]);
    }
    const [before, after] = [open(old), open(made)];
    for (const entry of before.nres.entries) {
      if ([1, 8, 19].includes(entry.type)) continue;
      expect(Buffer.from(after.nres.entries[entry.index]!.data).equals(entry.data), `table ${entry.type}`).toBe(true);
    }
    expect((await cli(['validate', out, '--fail-on', 'warning'])).code).toBe(0);
  });

  test('a node that stood still moves, and one that moved stands still', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      scene.animations[0]!.channels = [
        {
          node: 4,
          path: 'translation',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(0, 0, 0, 3, 0, 0),
          interpolation: 'LINEAR',
        },
      ];
    });
    const out = join(folder, 'out.msh');
    expect((await cli(['anim', 'import', turret, glb, '-o', out])).code).toBe(0);
    const anim = animationOf(bytesOf(out));
    expect(anim.frameCount).toBe(31);
    expect([...anim.mapStarts]).toEqual([0xffff, 0xffff, 0xffff, 0xffff, 0]);
    expect(sampleAt(bytesOf(out), 4, 15)[4]).toBeCloseTo(1.5, 5);
  });

  test('STEP jumps where it says, CUBICSPLINE bends as it says', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      scene.animations[0]!.channels = [
        {
          node: 1,
          path: 'translation',
          times: Float32Array.of(0, 4 / 30, 8 / 30),
          values: Float32Array.of(0, 0, 0, 5, 0, 0, 9, 0, 0),
          interpolation: 'STEP',
        },
        {
          node: 2,
          path: 'translation',
          times: Float32Array.of(0, 1),
          // In-tangent, value, out-tangent.
          values: Float32Array.of(0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
          interpolation: 'CUBICSPLINE',
        },
      ];
    });
    const out = join(folder, 'out.msh');
    expect((await cli(['anim', 'import', turret, glb, '-o', out])).code).toBe(0);
    const x = (node: number, time: number) => sampleAt(bytesOf(out), node, time)[4]!;
    expect([0, 1, 2, 3, 3.5, 4, 5, 7, 8, 20].map((t) => x(1, t))).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 9, 9]);
    // The Hermite curve of glTF: 4 (s³ - 2s² + s) + (3s² - 2s³).
    for (let frame = 0; frame <= 30; frame++) {
      const s = frame / 30;
      expect(Math.abs(x(2, frame) - (4 * (s ** 3 - 2 * s ** 2 + s) + 3 * s ** 2 - 2 * s ** 3))).toBeLessThan(2e-4);
    }
  });

  test('--tolerance: a larger one makes fewer keys; --fps counts other frames', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      const times = Float32Array.from({ length: 61 }, (_, i) => i / 30);
      const values = Float32Array.from({ length: 183 }, (_, i) => (i % 3 === 0 ? Math.sin(i / 30) : 0));
      scene.animations[0]!.channels = [{ node: 1, path: 'translation', times, values, interpolation: 'LINEAR' }];
    });
    const keys = async (...options: string[]) => {
      const out = join(tempFolder(), 'out.msh');
      expect((await cli(['anim', 'import', turret, glb, '-o', out, ...options])).code).toBe(0);
      return tracksOf(animationOf(bytesOf(out)))[1]!.keys;
    };
    const [fine, coarse, slow] = [
      await keys('--tolerance', '0'),
      await keys('--tolerance', '0.1'),
      await keys('--fps', '15'),
    ];
    expect(fine.length).toBeGreaterThan(50);
    expect(coarse.length).toBeLessThan(10);
    expect(fine.at(-1)!.time).toBe(60);
    expect(slow.at(-1)!.time).toBe(30);
  });

  test('.gltf with its files beside it, and a model inside an archive', async () => {
    const folder = tempFolder();
    const scene = openAsset(bytesOf(turret), { name: 'turret.msh' }).scene!();
    for (const { values, path } of scene.animations[0]!.channels) if (path === 'translation') values[0]! += 1;
    for (const [name, data] of (await exportGltf(scene, { textures: 'none', baseName: 'a b' })).files) {
      writeFileSync(join(folder, name), data);
    }
    const out = join(folder, 'out.msh');
    const archive = `${sampleDir('nres')}/objects.rlb!turret.msh`;
    const { code, stderr } = await cli(['anim', 'import', archive, join(folder, 'a b.gltf'), '-o', out]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('with new keys') });
    expect((await cli(['validate', out])).code).toBe(0);
  });
});

describe('what does not match is listed', () => {
  test('renamed, missing and strange nodes, another parent, a scale', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      scene.nodes[1]!.name = 'renamed.001';
      scene.nodes[2]!.scale = [2, 2, 2];
      // Node 3 hangs below the scene now.
      for (const node of scene.nodes) node.children = node.children.filter((child) => child !== 3);
      scene.roots.push(3);
      scene.nodes.push({ ...scene.nodes[4]!, name: 'camera', children: [], raw: {} });
      scene.roots.push(scene.nodes.length - 1);
      scene.animations[0]!.channels.push({ ...scene.animations[0]!.channels[0]!, node: scene.nodes.length - 1 });
      scene.nodes[4]!.name = scene.nodes[2]!.name;
    });
    const { stderr } = await cli(['anim', 'import', turret, glb, '-o', join(folder, 'out.msh')]);
    expect(stderr).toMatch(/node #1 ".*" is taken from "renamed\.001" by its number/);
    expect(stderr).toMatch(/node #2 ".*" is scaled in the scene: a model has no scale/);
    expect(stderr).toMatch(/node #3 ".*" hangs below nothing in the scene, below ".*" in the model/);
    expect(stderr).toMatch(/"camera" moves in the scene and is no node of the model: left out/);
    expect(stderr).toMatch(/node #4 ".*" is not in the scene: it keeps its keys/);
  });

  test('several animations: as one where they move different nodes, else --animation', async () => {
    const folder = tempFolder();
    const apart = await edited(folder, turret, (scene) => {
      const [all] = scene.animations;
      scene.animations = [1, 3].map((node) => ({
        ...all!,
        name: `action ${node}`,
        channels: all!.channels.filter((c) => c.node === node),
      }));
      for (const { channels } of scene.animations)
        for (const { path, values } of channels) if (path === 'translation') values[2]! += 1;
    });
    const out = join(folder, 'out.msh');
    const first = await cli(['anim', 'import', turret, apart, '-o', out]);
    expect(first.stderr).toMatch(/^ {2}#1 /m);
    expect(first.stderr).toMatch(/^ {2}#3 /m);

    const clash = await edited(tempFolder(), turret, (scene) => {
      scene.animations.push({ ...scene.animations[0]!, name: 'second' });
    });
    const refused = await cli(['anim', 'import', turret, clash, '-o', out, '--overwrite']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/2 animations move the same nodes/);
    expect(refused.stderr).toMatch(/--animation chooses one; the scene has ".*", "second"/);
    const args = ['anim', 'import', turret, clash, '-o', out, '--overwrite', '--animation'];
    expect((await cli([...args, 'second'])).code).toBe(0);
    expect((await cli([...args, '#1'])).code).toBe(0);
    expect((await cli([...args, 'third'])).code).toBe(2);
  });
});

test('a scene exported without its animation: said, because every node stands still then', async () => {
  const folder = tempFolder();
  const glb = await edited(folder, turret, (scene) => {
    scene.animations = [];
  });
  const out = join(folder, 'out.msh');
  const { code, stderr } = await cli(['anim', 'import', turret, glb, '-o', out]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: the scene has no animation: no node moves any more$/m);
  expect([...animationOf(bytesOf(out)).mapStarts]).toEqual([0xffff, 0xffff, 0xffff, 0xffff, 0xffff]);
});

describe('refusals', () => {
  const missing = (path: string) => expect(existsSync(path)).toBe(false);

  test('a model with errors is not written, unless by --force', async () => {
    const folder = tempFolder();
    const bad = `${sampleDir('msh')}/bad/index-range.msh`;
    const glb = await edited(folder, bad, () => {});
    const out = join(folder, 'out.msh');
    const refused = await cli(['anim', 'import', bad, glb, '-o', out]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/nothing was written: the new file would have \d+ errors?/);
    expect(refused.stderr).toMatch(/msh\/vertex-range/);
    missing(out);
    const forced = await cli(['anim', 'import', bad, glb, '-o', out, '--force']);
    expect(forced.code).toBe(0);
    expect(forced.stderr).toMatch(/written by --force, with \d+ error/);
  });

  test('more frames than the format holds: said with the limit, before anything is written', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, (scene) => {
      for (const { times } of scene.animations[0]!.channels) times[times.length - 1] = 3000;
    });
    const out = join(folder, 'out.msh');
    const { code, stderr } = await cli(['anim', 'import', turret, glb, '-o', out]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/msh\/map-limit/);
    missing(out);
  });

  test.each([
    ['no glTF', Buffer.from('hello'), 2, /is no glTF file/],
    ['a cut GLB', Buffer.from('glTF\x02\0\0\0'), 4, /gltf\/invalid/],
  ])('%s', async (_, data, exit, message) => {
    const folder = tempFolder();
    const file = join(folder, 'x.bin');
    writeFileSync(file, data);
    const { code, stderr } = await cli(['anim', 'import', turret, file, '-o', join(folder, 'out.msh')]);
    expect(code).toBe(exit);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(file);
  });

  test('a scene that is not there, an output that exists or is an input, wrong options', async () => {
    const folder = tempFolder();
    const glb = await edited(folder, turret, () => {});
    expect((await cli(['anim', 'import', turret, join(folder, 'no.glb'), '-o', join(folder, 'o.msh')])).code).toBe(3);
    expect((await cli(['anim', 'import', turret, glb, '-o', glb, '--overwrite'])).code).toBe(2);
    expect((await cli(['anim', 'import', turret, glb, '-o', join(folder, 'scene.glb')])).code).toBe(3);
    for (const wrong of [
      ['--fps', '0'],
      ['--tolerance', '-1'],
      ['--tolerance', 'x'],
      ['--axis', 'y'],
    ]) {
      expect((await cli(['anim', 'import', turret, glb, '-o', join(folder, 'o.msh'), ...wrong])).code).toBe(2);
    }
    const legacy = `${sampleDir('msh')}/legacy24.msh`;
    const { code, stderr } = await cli(['anim', 'import', legacy, glb, '-o', join(folder, 'o.msh')]);
    expect(code).toBe(2);
    expect(stderr).toContain('legacy model');
  });
});
