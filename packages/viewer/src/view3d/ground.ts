import { AxesHelper, type Color, GridHelper, Group, type LineBasicMaterial, type Material } from 'three';
import { gridOf } from './framing.ts';

/** The grid on the plane y = 0 and the axes at the origin, in steps that fit the model. */
export class Ground {
  readonly object = new Group();
  #grid = new GridHelper();
  #axes = new AxesHelper();
  #color: Color | undefined;
  #radius = 0;

  constructor() {
    this.setSize(1);
  }

  setSize(radius: number): void {
    if (radius === this.#radius) return;
    this.#radius = radius;
    this.#free();
    const { step, lines } = gridOf(radius);
    this.#grid = new GridHelper(step * lines * 2, lines * 2, 0xffffff, 0xffffff);
    this.#axes = new AxesHelper(step * 2);
    // Lines do not hide what lies in their plane, and are not what a click means.
    const grid = this.#grid.material as LineBasicMaterial;
    Object.assign(grid, { transparent: true, opacity: 0.35, depthWrite: false, vertexColors: false });
    if (this.#color) grid.color.copy(this.#color);
    this.#grid.renderOrder = -1e6;
    this.object.add(this.#grid, this.#axes);
  }

  setColors(line: Color): void {
    this.#color = line;
    (this.#grid.material as LineBasicMaterial).color.copy(line);
  }

  show(grid: boolean, axes: boolean): void {
    this.#grid.visible = grid;
    this.#axes.visible = axes;
  }

  dispose(): void {
    this.#free();
  }

  #free(): void {
    this.object.clear();
    for (const lines of [this.#grid, this.#axes]) {
      lines.geometry.dispose();
      (lines.material as Material).dispose();
    }
  }
}
