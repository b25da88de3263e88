import { math, type Scene } from '@unbake/formats';
import { Bone, type Group, Object3D } from 'three';

/** Objects of the nodes, put together below `root`. */
export interface NodeObjects {
  readonly nodes: Object3D[];
  /** Each node with levels of detail: its objects, finest first. */
  readonly levels: Object3D[][];
}

/** A node belongs to the first parent that lists it, as in `nodeWorldMatrices`. */
export function makeNodes(scene: Scene, root: Group): NodeObjects {
  const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
  const nodes = scene.nodes.map((node, index) => {
    const object = joints.has(index) ? new Bone() : new Object3D();
    object.name = node.name;
    object.userData.unbake = { node: index };
    if (node.translation.every(Number.isFinite)) object.position.fromArray(node.translation);
    const rotation = math.quatNormalize(node.rotation);
    if (rotation) object.quaternion.fromArray(rotation);
    if (node.scale.every(Number.isFinite)) object.scale.fromArray(node.scale);
    return object;
  });
  const levels: Object3D[][] = [];
  const placed = new Set<number>();
  const stack = [...scene.roots].reverse().map((index) => ({ index, parent: root as Object3D, visible: true }));
  while (stack.length > 0) {
    const { index, parent, visible } = stack.pop()!;
    const node = scene.nodes[index];
    const object = nodes[index];
    if (!node || !object || placed.has(index)) continue;
    placed.add(index);
    object.visible = visible;
    parent.add(object);
    const others = (node.lods ?? []).filter((lod) => nodes[lod] && !placed.has(lod));
    if (others.length > 0) levels.push([object, ...others.map((lod) => nodes[lod]!)]);
    for (const lod of others) stack.push({ index: lod, parent, visible: false });
    for (const child of [...node.children].reverse()) stack.push({ index: child, parent: object, visible: true });
  }
  return { nodes, levels };
}
