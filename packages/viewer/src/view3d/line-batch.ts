import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Vector3,
} from 'three';

/** Lines that are made anew before every picture; the arrays grow and are kept. */
export class LineBatch {
  readonly object: LineSegments;
  #positions = new Float32Array(0);
  #colors = new Float32Array(0);
  #count = 0;

  constructor(options: { throughWalls: boolean }) {
    const material = new LineBasicMaterial({ vertexColors: true, toneMapped: false });
    if (options.throughWalls) Object.assign(material, { depthTest: false, transparent: true });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = options.throughWalls ? 1e6 : 0;
    this.object.raycast = () => undefined;
  }

  begin(): void {
    this.#count = 0;
  }

  line(a: Vector3, b: Vector3, color: Color): void {
    if (this.#count * 6 + 6 > this.#positions.length) this.#grow();
    const at = this.#count * 6;
    a.toArray(this.#positions, at);
    b.toArray(this.#positions, at + 3);
    color.toArray(this.#colors, at);
    color.toArray(this.#colors, at + 3);
    this.#count++;
  }

  end(): void {
    const { geometry } = this.object;
    for (const attribute of Object.values(geometry.attributes)) (attribute as BufferAttribute).needsUpdate = true;
    geometry.setDrawRange(0, this.#count * 2);
    this.object.visible = this.#count > 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as LineBasicMaterial).dispose();
  }

  #grow(): void {
    const size = Math.max(384, this.#positions.length * 2);
    this.#positions = grown(this.#positions, size);
    this.#colors = grown(this.#colors, size);
    this.object.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(this.#colors, 3).setUsage(DynamicDrawUsage));
    this.object.geometry = geometry;
  }
}

function grown(values: Float32Array<ArrayBuffer>, size: number): Float32Array<ArrayBuffer> {
  const made = new Float32Array(size);
  made.set(values);
  return made;
}
