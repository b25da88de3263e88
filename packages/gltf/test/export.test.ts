import { describe, test } from 'vitest';
import { exportGlb } from '../src/index.ts';
import { checker, encodeImage, material, mesh, node, quad, sceneOf } from './scenes.ts';
import { expectClean } from './validate.ts';

const TEXTURE = {
  wrapU: 'repeat',
  wrapV: 'clamp',
  minFilter: 'linear',
  magFilter: 'point',
  mipFilter: 'linear',
  raw: {},
} as const;

describe('the Khronos validator finds no error and no warning', () => {
  test('in an empty scene', async () => {
    await expectClean((await exportGlb(sceneOf({}))).bytes);
  });
  test('textured', async () => {
    const scene = sceneOf({
      meshes: [mesh('m', [quad({ material: 0 })])],
      materials: [
        material('x', {
          baseColorTexture: { texture: 0, uv: 0 },
          normalTexture: { texture: 1, uv: 1 },
          shininess: 20,
          specular: [1, 0.5, 0],
        }),
      ],
      textures: [
        { ...TEXTURE, name: 'a', image: 0 },
        { ...TEXTURE, name: 'b', image: 1 },
      ],
      images: [checker('a'), checker('b', 8, 3)],
    });
    await expectClean((await exportGlb(scene, { encodeImage })).bytes);
  });
  test('skin', async () => {
    const scene = sceneOf({
      nodes: [
        node('root', { children: [1, 2], translation: [1, 2, 3] }),
        node('joint', { translation: [1, 0, 0] }),
        node('body', { mesh: 0, skin: 0 }),
      ],
      roots: [0],
      meshes: [
        mesh('m', [quad({ joints: new Uint16Array(16).fill(1), weights: new Float32Array(16).fill(0.3) }), quad()]),
      ],
      skins: [{ name: 's', joints: [0, 1], inverseBindMatrices: new Float32Array(32) }],
    });
    await expectClean((await exportGlb(scene, { encodeImage })).bytes);
  });
});
