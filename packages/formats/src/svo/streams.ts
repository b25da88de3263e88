import { dataView } from '../binary/bytes.ts';
import { float16ToNumber } from '../binary/float16.ts';
import { type ComponentKind, ELEMENT_TYPES, type LayoutElement, type VertexUsage } from './vertex-layout.ts';

/** One element of all vertices. */
export interface VertexStream {
  readonly usage: VertexUsage;
  readonly index: number;
  /** Values a vertex, 1 to 4. */
  readonly components: number;
  /**
   * Floats as stored, NaN included. Normalised bytes and shorts as 0..1 or -1..1; as -1..1 too where the usage is a
   * direction (`b/255*2-1`). Colours are RGBA. Blend indices are the raw integers whatever the type says.
   */
  readonly values: Float32Array;
}

const DIRECTIONS: ReadonlySet<VertexUsage> = new Set<VertexUsage>(['NORMAL', 'TANGENT', 'BINORMAL']);

/**
 * Decodes one element of `count` vertices (svo.md §4). Works from any byte offset.
 * @param bytes the vertex buffer; `count` vertices must lie inside.
 */
export function decodeStream(
  bytes: Uint8Array,
  stride: number,
  element: LayoutElement,
  count: number,
  bigEndian: boolean,
): VertexStream {
  const type = ELEMENT_TYPES[element.type]!;
  const values = new Float32Array(count * type.components);
  const read = READERS[kindFor(element.usage, type.kind)];
  read(dataView(bytes), stride, element.offset, type.components, count, !bigEndian, values);
  if (type.kind === 'u8n' && DIRECTIONS.has(element.usage)) {
    for (let i = 0; i < values.length; i++) values[i] = (Math.round(values[i]! * 255) / 255) * 2 - 1;
  }
  return { usage: element.usage, index: element.index, components: type.components, values };
}

/** Blend indices are never scaled, and four bytes never change their order. */
function kindFor(usage: VertexUsage, kind: ComponentKind): ComponentKind {
  if (usage !== 'BLENDINDICES') return kind;
  if (kind === 'u8n' || kind === 'bgra8n') return 'u8';
  return kind === 's16n' || kind === 'u16n' ? 's16' : kind;
}

type ReadComponents = (
  view: DataView,
  stride: number,
  offset: number,
  components: number,
  count: number,
  little: boolean,
  into: Float32Array,
) => void;

const READERS: { readonly [K in ComponentKind]: ReadComponents } = {
  f32(view, stride, offset, components, count, little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = view.getFloat32(at + c * 4, little);
    }
  },
  f16(view, stride, offset, components, count, little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = float16ToNumber(view.getUint16(at + c * 2, little));
    }
  },
  u8(view, stride, offset, components, count, _little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = view.getUint8(at + c);
    }
  },
  u8n(view, stride, offset, components, count, _little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = view.getUint8(at + c) / 255;
    }
  },
  bgra8n(view, stride, offset, _components, count, little, into) {
    for (let v = 0; v < count; v++) {
      const argb = view.getUint32(v * stride + offset, little);
      into[v * 4] = ((argb >>> 16) & 0xff) / 255;
      into[v * 4 + 1] = ((argb >>> 8) & 0xff) / 255;
      into[v * 4 + 2] = (argb & 0xff) / 255;
      into[v * 4 + 3] = (argb >>> 24) / 255;
    }
  },
  s16(view, stride, offset, components, count, little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = view.getInt16(at + c * 2, little);
    }
  },
  s16n(view, stride, offset, components, count, little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = Math.max(-1, view.getInt16(at + c * 2, little) / 32767);
    }
  },
  u16n(view, stride, offset, components, count, little, into) {
    for (let v = 0, out = 0; v < count; v++) {
      const at = v * stride + offset;
      for (let c = 0; c < components; c++) into[out++] = view.getUint16(at + c * 2, little) / 65535;
    }
  },
};
