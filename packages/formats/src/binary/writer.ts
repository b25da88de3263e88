import { dataView, subview } from './bytes.ts';

/** The cursor's mirror: appends values to a growing buffer. Offsets are decided before writing (layout), never patched. */
export class Writer {
  readonly bigEndian: boolean;
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;

  constructor(options: { bigEndian?: boolean; capacity?: number } = {}) {
    this.bigEndian = options.bigEndian ?? false;
    this.#bytes = new Uint8Array(Math.max(64, options.capacity ?? 1024));
    this.#view = dataView(this.#bytes);
  }

  // `#grow` may replace the buffer: it runs before `#bytes` or `#view` is read.

  /** Bytes written so far. */
  get length(): number {
    return this.#at;
  }

  u8(value: number): void {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
  }

  i8(value: number): void {
    const at = this.#grow(1);
    this.#view.setInt8(at, value);
  }

  u16(value: number): void {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, !this.bigEndian);
  }

  i16(value: number): void {
    const at = this.#grow(2);
    this.#view.setInt16(at, value, !this.bigEndian);
  }

  u32(value: number): void {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, !this.bigEndian);
  }

  i32(value: number): void {
    const at = this.#grow(4);
    this.#view.setInt32(at, value, !this.bigEndian);
  }

  f32(value: number): void {
    const at = this.#grow(4);
    this.#view.setFloat32(at, value, !this.bigEndian);
  }

  bytes(value: Uint8Array): void {
    const at = this.#grow(value.length);
    this.#bytes.set(value, at);
  }

  ascii(text: string): void {
    const at = this.#grow(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[at + i] = text.charCodeAt(i);
  }

  zeros(count: number): void {
    this.#grow(count);
  }

  /** Zeros up to `offset` bytes from the start. */
  padTo(offset: number): void {
    if (offset > this.#at) this.zeros(offset - this.#at);
  }

  /** What was written, as a view on the buffer. */
  finish(): Uint8Array {
    return subview(this.#bytes, 0, this.#at);
  }

  #grow(count: number): number {
    const at = this.#at;
    const end = at + count;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = dataView(larger);
    }
    this.#at = end;
    return at;
  }
}
