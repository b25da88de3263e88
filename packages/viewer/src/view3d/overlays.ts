import type { Model } from '@unbake/three';
import { type Box3, Color, Group, Matrix4, type Sphere, Vector3 } from 'three';
import { isShown, type StatedBounds, shapeBounds, slotBounds, visibleBox } from './bounds.ts';
import type { Helper } from './display.ts';
import { LineBatch } from './line-batch.ts';

/** Colours of lines, as the theme has them. */
export interface OverlayColors {
  accent: Color;
  line: Color;
}

const BONE = new Color('#ffd166');
const BOX = new Color('#6ee7a8');
const BALL = new Color('#c792ea');
const ATTACH = new Color('#ff6ac1');
const AXES = [new Color('#ff5555'), new Color('#55dd55'), new Color('#5599ff')];
/** Segments of a circle. */
const CIRCLE = 32;

/** Lines over a model: skeleton, bounds, axes of nodes, attach points, the selection. Made anew for every picture. */
export class Overlays {
  readonly object = new Group();
  readonly #inside = new LineBatch({ throughWalls: false });
  readonly #above = new LineBatch({ throughWalls: true });
  readonly #bounds = new Map<number, StatedBounds[]>();
  #model: Model | undefined;

  constructor() {
    this.object.add(this.#inside.object, this.#above.object);
  }

  setModel(model: Model | undefined): void {
    this.#model = model;
    this.#bounds.clear();
  }

  /** Draws what is on; `radius` of the model gives the length of axes and crosses. */
  update(helpers: ReadonlySet<Helper>, selected: number | undefined, radius: number, colors: OverlayColors): void {
    this.#inside.begin();
    this.#above.begin();
    const model = this.#model;
    if (model) {
      if (helpers.has('skeleton')) this.#skeleton(model);
      if (helpers.has('boxes') || helpers.has('spheres')) this.#stated(model, helpers);
      if (helpers.has('nodeAxes')) {
        for (const index of placedNodes(model)) this.#axes(model.nodes[index]!.matrixWorld, radius * 0.05);
      }
      if (helpers.has('attach')) {
        for (const index of attachPoints(model)) this.#cross(model.nodes[index]!.matrixWorld, radius * 0.04);
      }
      if (selected !== undefined && model.nodes[selected]) this.#selection(model, selected, radius, colors.accent);
    }
    this.#inside.end();
    this.#above.end();
  }

  dispose(): void {
    this.#inside.dispose();
    this.#above.dispose();
  }

  #skeleton(model: Model): void {
    const [a, b] = [new Vector3(), new Vector3()];
    for (const index of placedNodes(model)) {
      const node = model.nodes[index]!;
      if (!node.parent || node.parent === model.scene) continue;
      this.#above.line(
        a.setFromMatrixPosition(node.parent.matrixWorld),
        b.setFromMatrixPosition(node.matrixWorld),
        BONE,
      );
    }
  }

  #stated(model: Model, helpers: ReadonlySet<Helper>): void {
    for (const [index, parts] of model.parts.entries()) {
      if (!parts.some(isShown)) continue;
      const { matrixWorld } = model.nodes[index]!;
      for (const { box, sphere } of this.#boundsOf(model, index)) {
        if (box && helpers.has('boxes')) this.#box(box, matrixWorld, BOX);
        if (sphere && helpers.has('spheres')) this.#ball(sphere, matrixWorld);
      }
    }
  }

  /** As the file states them; of the vertices where it states none. */
  #boundsOf(model: Model, node: number): StatedBounds[] {
    const mesh = model.source.nodes[node]!.mesh!;
    let bounds = this.#bounds.get(mesh);
    if (!bounds) {
      const source = model.source.meshes[mesh]!;
      const baked = (model.source.raw.msh as { axis?: string } | undefined)?.axis === 'bake';
      const stated = [slotBounds(source, baked), ...source.primitives.map(shapeBounds)].filter(
        (b) => b.box || b.sphere,
      );
      bounds =
        stated.length > 0
          ? stated
          : model.parts[node]!.map(({ geometry }) => {
              geometry.computeBoundingBox();
              geometry.computeBoundingSphere();
              return { box: geometry.boundingBox!, sphere: geometry.boundingSphere! };
            });
      this.#bounds.set(mesh, bounds);
    }
    return bounds;
  }

  #selection(model: Model, index: number, radius: number, color: Color): void {
    const node = model.nodes[index]!;
    const below: number[] = [];
    node.traverse((object) => {
      const place = object.userData.unbake as { node?: number } | undefined;
      if (place?.node !== undefined) below.push(place.node);
    });
    const box = visibleBox([...new Set(below)].flatMap((n) => model.parts[n] ?? []));
    if (!box.isEmpty()) this.#box(box, new Matrix4(), color, true);
    this.#axes(node.matrixWorld, radius * 0.12);
  }

  #box({ min, max }: Box3, matrix: Matrix4, color: Color, above = false): void {
    const corner = (i: number) =>
      new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(matrix);
    const batch = above ? this.#above : this.#inside;
    for (let i = 0; i < 8; i++) {
      for (const bit of [1, 2, 4]) if (!(i & bit)) batch.line(corner(i), corner(i | bit), color);
    }
  }

  #ball({ center, radius }: Sphere, matrix: Matrix4): void {
    const point = (axis: number, step: number) => {
      const angle = (step / CIRCLE) * 2 * Math.PI;
      const at = [0, 0, 0];
      at[(axis + 1) % 3] = Math.cos(angle) * radius;
      at[(axis + 2) % 3] = Math.sin(angle) * radius;
      return new Vector3(...(at as [number, number, number])).add(center).applyMatrix4(matrix);
    };
    for (let axis = 0; axis < 3; axis++) {
      for (let step = 0; step < CIRCLE; step++) this.#inside.line(point(axis, step), point(axis, step + 1), BALL);
    }
  }

  /** Of the same length whatever the scale of the node is. */
  #axes(matrix: Matrix4, length: number): void {
    const origin = new Vector3().setFromMatrixPosition(matrix);
    for (let axis = 0; axis < 3; axis++) {
      const end = new Vector3().setFromMatrixColumn(matrix, axis);
      if (end.lengthSq() > 0) end.normalize().multiplyScalar(length);
      this.#above.line(origin, end.add(origin), AXES[axis]!);
    }
  }

  #cross(matrix: Matrix4, size: number): void {
    const at = new Vector3().setFromMatrixPosition(matrix);
    for (let axis = 0; axis < 3; axis++) {
      const arm = new Vector3().setComponent(axis, size);
      this.#above.line(at.clone().sub(arm), at.clone().add(arm), ATTACH);
    }
  }
}

/** Nodes that stand in the scene and are visible. */
function placedNodes(model: Model): number[] {
  return model.nodes.flatMap((node, index) => (node.parent && isShown(node) ? [index] : []));
}

/** Nodes that draw nothing and move nothing: places for effects and other models. */
export function attachPoints(model: Model): number[] {
  const joints = new Set(model.source.skins.flatMap((skin) => skin.joints));
  return placedNodes(model).filter((index) => {
    const node = model.source.nodes[index]!;
    return node.mesh === undefined && node.children.length === 0 && !joints.has(index);
  });
}
