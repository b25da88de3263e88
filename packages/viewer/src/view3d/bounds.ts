import type { JsonValue, RawValues, SceneMesh, ScenePrimitive } from '@unbake/formats';
import { Box3, type Mesh, type Object3D, Sphere, Vector3 } from 'three';

/** Bounds that a file states for a part or a mesh, in the space of its node. */
export interface StatedBounds {
  box?: Box3;
  sphere?: Sphere;
}

/** `_boundingBoxCenter`, `_boundingBoxSize` and `_boundingSphere` of an SVO shape. */
export function shapeBounds(part: ScenePrimitive): StatedBounds {
  const shape = object(part.raw.shape);
  const center = numbers(shape._boundingBoxCenter, 3);
  const size = numbers(shape._boundingBoxSize, 3);
  const sphere = numbers(shape._boundingSphere, 4);
  return {
    ...(center && size ? { box: new Box3().setFromCenterAndSize(vector(center), vector(size)) } : {}),
    ...(sphere ? { sphere: new Sphere(vector(sphere), sphere[3]!) } : {}),
  };
}

/** The bounds of an MSH slot; `baked`: turned from Z up to Y up, as the mesh is. */
export function slotBounds(mesh: SceneMesh, baked: boolean): StatedBounds {
  const slot = object(mesh.raw.msh);
  const [min, max, sphere] = [numbers(slot.aabbMin, 3), numbers(slot.aabbMax, 3), numbers(slot.sphere, 4)];
  const turn = (v: Vector3) => (baked ? v.set(v.x, v.z, -v.y) : v);
  return {
    ...(min && max ? { box: new Box3().setFromPoints([turn(vector(min)), turn(vector(max))]) } : {}),
    ...(sphere ? { sphere: new Sphere(turn(vector(sphere)), sphere[3]!) } : {}),
  };
}

/** The box of what is visible of `parts`, in world space; empty when nothing is. Parts out of all bounds do not count. */
export function visibleBox(parts: Iterable<Mesh>): Box3 {
  const box = new Box3();
  const own = new Box3();
  for (const part of parts) {
    if (!isShown(part)) continue;
    own.setFromObject(part);
    if ([...own.min.toArray(), ...own.max.toArray()].every(Number.isFinite)) box.union(own);
  }
  return box;
}

/** Whether an object and everything above it is visible. */
export function isShown(object: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (!at.visible) return false;
  return true;
}

function vector(values: readonly number[]): Vector3 {
  return new Vector3(values[0], values[1], values[2]);
}

function numbers(value: JsonValue | undefined, count: number): number[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined;
  return value.every((n) => typeof n === 'number' && Number.isFinite(n)) ? (value as number[]) : undefined;
}

function object(value: JsonValue | undefined): RawValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
