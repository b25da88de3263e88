import { expect, test } from 'vitest';
import { sidecar } from '../src/index.ts';
import { material, mesh, node, picture, quad, sceneOf, texture } from './scenes.ts';

test('the sidecar has every raw value of the scene, as JSON', () => {
  const scene = sceneOf({
    nodes: [node('n', { mesh: 0, raw: { id: Number.NaN } })],
    meshes: [{ ...mesh('m', [quad({ raw: { part: 1 } })], ['smile']), raw: { shape: 2 } }],
    materials: [material('mat', { blend: 'additive', specular: [1, 0, 0], raw: { _cullMode: 3 } })],
    textures: [texture('t', 0, { raw: { lod: 4 } })],
    images: [{ ...picture('p'), dds: new Uint8Array(4), raw: { face: 5 } }],
    animations: [{ name: 'a', channels: [], raw: { fps: 6 } }],
    raw: { database: 7 },
  });
  const written = JSON.parse(JSON.stringify(sidecar(scene)));
  expect(Object.keys(written)[0]).toBe('schema');
  expect(written).toEqual({
    schema: 'unbake-sidecar-v1',
    name: 'test',
    raw: { database: 7 },
    nodes: [{ name: 'n', raw: { id: 'NaN' } }],
    meshes: [{ name: 'm', raw: { shape: 2 }, targetNames: ['smile'], primitives: [{ part: 1 }] }],
    materials: [
      {
        name: 'mat',
        baseColor: [1, 1, 1, 1],
        emissive: [0, 0, 0],
        specular: [1, 0, 0],
        blend: 'additive',
        doubleSided: false,
        unlit: false,
        raw: { _cullMode: 3 },
      },
    ],
    textures: [
      {
        name: 't',
        image: 0,
        wrapU: 'repeat',
        wrapV: 'repeat',
        minFilter: 'linear',
        magFilter: 'linear',
        mipFilter: 'linear',
        raw: { lod: 4 },
      },
    ],
    images: [{ name: 'p', width: 4, height: 4, format: 'test', raw: { face: 5 } }],
    animations: [{ name: 'a', raw: { fps: 6 } }],
  });
});
