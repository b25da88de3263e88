import type { Scene } from '@unbake/formats';
import { Bone, type BufferGeometry, Group, Matrix4, Mesh, type Object3D, Skeleton, SkinnedMesh } from 'three';
import { makeClip } from './animation-clip.ts';
import { DECODE_ALL, type TextureCapabilities } from './capabilities.ts';
import { sortOf } from './draw-state.ts';
import { makeGeometry } from './geometry.ts';
import { Materials, type TextureSource } from './material.ts';
import type { Model, ScenePlace } from './model.ts';
import { makeNodes } from './nodes.ts';
import type { Notice } from './notice.ts';
import { textureData } from './texture-data.ts';

export interface SceneToThreeOptions {
  /** What the GPU takes, from `textureCapabilities`. Default: every texture is decoded. */
  capabilities?: TextureCapabilities;
  /** Pixels made elsewhere, such as in a worker, by `textureData`; undefined shows a material without its texture. */
  textureSource?: TextureSource;
}

/**
 * A scene as objects of three.js. Vertex arrays and pictures are used as they are, not copied: do not change the scene
 * afterwards. Never throws for what a valid scene holds; what is shown otherwise is in `notices`.
 */
export function sceneToThree(source: Scene, options: SceneToThreeOptions = {}): Model {
  const { capabilities = DECODE_ALL } = options;
  const notices: Notice[] = [];
  const pixels: TextureSource =
    options.textureSource ??
    ((image, use) => {
      const found = source.images[image];
      return found && textureData(found, use, capabilities, notices);
    });
  const scene = new Group();
  scene.name = source.name;
  const { nodes, levels } = makeNodes(source, scene);
  const skeletons = source.skins.map((skin) => {
    const bones = skin.joints.map((joint) => (nodes[joint] as Bone | undefined) ?? new Bone());
    const inverses = bones.map((_, i) => new Matrix4().fromArray(skin.inverseBindMatrices, i * 16));
    return new Skeleton(bones, inverses);
  });
  const materials = new Materials(source, pixels, notices);
  const meshes = new Meshes(source, materials, skeletons);
  const parts = source.nodes.map((_, index) => meshes.addTo(nodes[index]!, index));
  const animations = source.animations.map((animation) => makeClip(source, animation, nodes, parts));
  return {
    scene,
    animations,
    source,
    nodes,
    parts,
    materials: materials.made,
    textures: materials.textures,
    skeletons,
    notices,
    setLevel(level) {
      for (const objects of levels) {
        const shown = Math.min(Math.max(0, level), objects.length - 1);
        objects.forEach((object, i) => {
          object.visible = i === shown;
        });
      }
    },
    dispose() {
      scene.removeFromParent();
      for (const geometry of meshes.geometries()) geometry.dispose();
      for (const material of materials.all()) material.dispose();
      for (const texture of materials.textures) texture.dispose();
      for (const skeleton of skeletons) skeleton.dispose();
    },
  };
}

class Meshes {
  readonly #source: Scene;
  readonly #materials: Materials;
  readonly #skeletons: readonly Skeleton[];
  /** By scene mesh: one for each part, shared by the nodes that show it. */
  readonly #geometries = new Map<number, BufferGeometry[]>();

  constructor(source: Scene, materials: Materials, skeletons: readonly Skeleton[]) {
    this.#source = source;
    this.#materials = materials;
    this.#skeletons = skeletons;
  }

  geometries(): BufferGeometry[] {
    return [...this.#geometries.values()].flat();
  }

  /** Hangs the parts of a node's mesh on its object. */
  addTo(object: Object3D, node: number): Mesh[] {
    const { mesh: index, skin } = this.#source.nodes[node]!;
    const mesh = index === undefined ? undefined : this.#source.meshes[index];
    if (!mesh || index === undefined) return [];
    let geometries = this.#geometries.get(index);
    if (!geometries) {
      geometries = mesh.primitives.map((part) => makeGeometry(part, mesh.targetNames));
      this.#geometries.set(index, geometries);
    }
    const skeleton = skin === undefined ? undefined : this.#skeletons[skin];
    return mesh.primitives.map((part, primitive) => {
      const needs = { colors: part.colors !== undefined, normals: part.normals !== undefined };
      const material = this.#materials.get(part.material, needs);
      const made = makePart(geometries[primitive]!, material, part.joints ? skeleton : undefined);
      const sort = sortOf(mesh.raw, part.raw);
      const place: ScenePlace = { node, mesh: index, primitive };
      if (part.material !== undefined) place.material = part.material;
      made.name = mesh.name;
      made.renderOrder = sort.group;
      made.userData.unbake = place;
      made.userData.sortDistanceOffset = sort.offset;
      if (mesh.targetNames.length > 0) made.userData.targetNames = mesh.targetNames;
      object.add(made);
      return made;
    });
  }
}

function makePart(geometry: BufferGeometry, material: Mesh['material'], skeleton: Skeleton | undefined): Mesh {
  if (!skeleton) return new Mesh(geometry, material);
  const mesh = new SkinnedMesh(geometry, material);
  // Joints alone place the vertices, wherever the mesh hangs.
  mesh.bind(skeleton, new Matrix4());
  // The bounds of the first pose, which are all that three.js keeps, say nothing of the next.
  mesh.frustumCulled = false;
  return mesh;
}
