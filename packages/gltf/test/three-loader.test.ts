import { nodeWorldMatrices, openAsset, sceneToObj } from '@unbake/formats';
import type { Object3D, SkinnedMesh } from 'three';
import { Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { exportGlb } from '../src/index.ts';

// The loader asks for it when it looks for picture decoders.
Object.assign(globalThis, { self: globalThis });

test.each([...samplesIn('svo', '.svo'), ...samplesIn('msh', '.msh')])(
  'three.js places the nodes and the skinned vertices of $name as the scene does',
  async ({ bytes, name }) => {
    const scene = openAsset(bytes, { name }).scene!();
    const glb = await exportGlb(scene, { textures: 'none' });
    const loaded = await new GLTFLoader().parseAsync(glb.bytes.slice().buffer, '');
    loaded.scene.updateMatrixWorld(true);
    expect(loaded.animations.length).toBe(scene.animations.length);

    const objects = new Map<number, Object3D>();
    for (const [object, place] of loaded.parser.associations) {
      if (place.nodes !== undefined && 'isObject3D' in object) objects.set(place.nodes, object as Object3D);
    }
    // Nodes out of the tree are not exported, and the others keep their order.
    const placed = nodeWorldMatrices(scene).filter((matrix) => matrix !== undefined);
    placed.forEach((matrix, index) => {
      objects.get(index)!.matrixWorld.elements.forEach((element, i) => {
        expect(Math.abs(element - matrix[i]!)).toBeLessThan(1e-12);
      });
    });

    const obj = new TextDecoder().decode([...sceneToObj(scene).files.values()][0]);
    const points = new Set(obj.match(/^v .*/gm)?.map((line) => rounded(line.split(' ').slice(1).map(Number))));
    const skinned: SkinnedMesh[] = [];
    loaded.scene.traverse((object) => {
      if ('isSkinnedMesh' in object) skinned.push(object as SkinnedMesh);
    });
    for (const mesh of skinned) {
      mesh.skeleton.update();
      for (let v = 0; v < mesh.geometry.attributes.position!.count; v++) {
        const point = mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld);
        expect(points).toContain(rounded(point.toArray()));
      }
    }
  },
);

function rounded(point: readonly number[]): string {
  return point.map((c) => (Math.round(c * 1000) / 1000 + 0).toFixed(3)).join(' ');
}
