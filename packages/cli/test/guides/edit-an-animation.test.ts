import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportGlb, glbToScene } from '@unbake/gltf';
import { expect, test } from 'vitest';
import { sampleDir } from '../../../../test-support/samples.ts';
import { shellBlocks } from '../support/guide.ts';
import { shell } from '../support/spawn-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('docs/guides/edit-an-animation.md: every command does what it says', async () => {
  const folder = tempFolder({ 'hero.msh': readFileSync(`${sampleDir('msh')}/turret.msh`) });
  const blocks = shellBlocks('edit-an-animation.md');
  expect(blocks.length).toBe(4);
  let said = '';
  for (const block of blocks) {
    if (block.includes('anim import')) {
      // What the reader does in Blender.
      const scene = await glbToScene(new Uint8Array(readFileSync(join(folder, 'hero.glb'))));
      for (const { path, values } of scene.animations[0]!.channels) if (path === 'translation') values[0]! += 1;
      writeFileSync(join(folder, 'edited.glb'), (await exportGlb(scene, { textures: 'none' })).bytes);
    }
    const { status, stdout, stderr } = shell(`set -e\n${block}`, folder);
    expect({ block, status, stderr: status === 0 ? '' : stderr }).toEqual({ block, status: 0, stderr: '' });
    said += stdout + stderr;
  }
  expect(said).toMatch(/^animation: exact/m);
  expect(said).toMatch(/^\d nodes? with new keys/m);
  expect(said).toMatch(/new\.msh \(msh\): no findings/);
});
