import type { Object3D } from 'three';

/** What `WebGLRenderer.setTransparentSort` compares. */
export interface DrawnItem {
  id: number;
  object: Object3D;
  groupOrder: number;
  renderOrder: number;
  z: number;
}

/**
 * For `renderer.setTransparentSort`: by sort group, then from far to near as three.js does, with the distance offset that
 * the file gives a shape.
 */
export function transparentOrder(a: DrawnItem, b: DrawnItem): number {
  return a.groupOrder - b.groupOrder || a.renderOrder - b.renderOrder || distance(b) - distance(a) || a.id - b.id;
}

function distance(item: DrawnItem): number {
  const offset: unknown = item.object.userData.sortDistanceOffset;
  return item.z + (typeof offset === 'number' ? offset : 0);
}
