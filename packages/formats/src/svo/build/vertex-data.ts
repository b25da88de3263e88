import { dataView } from '../../binary/bytes.ts';
import { type Influences, packedWeights } from './influences.ts';
import type { Part, PartTarget } from './part.ts';

/** How weights are stored: a FLOAT1 each but for the last, or all in four bytes. */
export type WeightStorage = 'float' | 'packed';

/** One element of a vertex: svo.md §4. */
export interface NewElement {
  readonly letter: string;
  readonly semantics: number;
  readonly type: number;
  readonly index: number;
  readonly size: number;
}

/** A vertex declaration to be. */
export interface NewLayout {
  /** The name that spells it, `PNBTW`. */
  readonly name: string;
  readonly elements: readonly NewElement[];
  readonly stride: number;
  /** Weights a vertex stores as floats. */
  readonly weights: number;
}

const FLOAT1 = { type: 0, size: 4 };
const FLOAT2 = { type: 1, size: 8 };
const FLOAT3 = { type: 2, size: 12 };
const UBYTE4N = { type: 8, size: 4 };

/** What decides the layout of a part. */
export interface LayoutNeeds {
  readonly part: Part;
  /** Joints a vertex, `State._maxInfluence`; 0 without a skin. */
  readonly influences: number;
  readonly storage: WeightStorage;
}

/**
 * Inferred: the layout of a part, in the order of the published names `PNCT`, `PNBTW` and `PNBCTWW` (svo.md §3 [S]), of
 * the element types that shipped files have (0, 1, 2, 8): four bytes for normals, colours and blend indices, a FLOAT1
 * for each weight but the last, which is what is missing to 1 (§5 [H]). Semantics without a published number are those of
 * D3DDECLUSAGE. Tangents have no letter: `G` stands behind all others, so that the numbers count.
 */
export function chooseLayout({ part, influences, storage }: LayoutNeeds): NewLayout {
  const elements: NewElement[] = [{ letter: 'P', semantics: 0, index: 0, ...FLOAT3 }];
  if (part.normals) elements.push({ letter: 'N', semantics: 3, index: 0, ...UBYTE4N });
  if (influences > 0) elements.push({ letter: 'B', semantics: 2, index: 0, ...UBYTE4N });
  if (part.colors) elements.push({ letter: 'C', semantics: 8, index: 0, ...UBYTE4N });
  part.uvs.forEach((_, index) => {
    elements.push({ letter: 'T', semantics: 5, index, ...FLOAT2 });
  });
  const weights = storage === 'float' ? Math.max(0, influences - 1) : 0;
  for (let index = 0; index < weights; index++) elements.push({ letter: 'W', semantics: 1, index, ...FLOAT1 });
  if (storage === 'packed' && influences > 1) elements.push({ letter: 'W', semantics: 1, index: 0, ...UBYTE4N });
  if (part.tangents) elements.push({ letter: 'G', semantics: 6, index: 0, ...UBYTE4N });
  const name = elements.map((e) => e.letter).join('');
  return { name, elements, stride: elements.reduce((sum, e) => sum + e.size, 0), weights };
}

/** Layouts with equal keys are the same declaration. */
export function layoutKey(layout: NewLayout): string {
  return layout.elements.map((e) => `${e.letter}${e.type}`).join(' ');
}

/** The vertices of a part, or those of one of its morph targets, as a vertex buffer stores them. */
export function encodeVertices(
  part: Part,
  target: PartTarget | undefined,
  skin: Influences | undefined,
  layout: NewLayout,
  bigEndian: boolean,
): Uint8Array {
  const bytes = new Uint8Array(part.vertexCount * layout.stride);
  const view = dataView(bytes);
  let offset = 0;
  for (const element of layout.elements) {
    writeElement(element, { part, target, skin, view, offset, stride: layout.stride, little: !bigEndian });
    offset += element.size;
  }
  return bytes;
}

interface Target {
  readonly part: Part;
  readonly target: PartTarget | undefined;
  readonly skin: Influences | undefined;
  readonly view: DataView;
  readonly offset: number;
  readonly stride: number;
  readonly little: boolean;
}

function writeElement(element: NewElement, to: Target): void {
  const { part, target, skin } = to;
  switch (element.letter) {
    case 'P':
      writeFloats(to, target?.positions ?? part.positions, 3);
      break;
    case 'N':
      writeDirections(to, (target?.normals ?? part.normals)!, 3);
      break;
    case 'G':
      writeDirections(to, part.tangents!, 4);
      break;
    case 'T':
      writeFloats(to, part.uvs[element.index]!, 2);
      break;
    case 'C':
      writeBytes(to, (v, c) => unitByte(part.colors![v * 4 + c]!));
      break;
    case 'B':
      writeBytes(to, (v, c) => skin!.slots[v * 4 + c]!);
      break;
    default:
      if (element.type === UBYTE4N.type) writePackedWeights(to, skin!.weights);
      else writeFloats(to, skin!.weights, 1, 4, element.index);
  }
}

function writeFloats(to: Target, values: Float32Array, width: number, step = width, first = 0): void {
  for (let v = 0; v < to.part.vertexCount; v++) {
    const at = v * to.stride + to.offset;
    for (let c = 0; c < width; c++) to.view.setFloat32(at + c * 4, values[v * step + first + c]!, to.little);
  }
}

/** The inverse of `b/255*2-1`; the fourth byte of a normal is 255, as in the samples. */
function writeDirections(to: Target, values: Float32Array, width: 3 | 4): void {
  writeBytes(to, (v, c) => (c < width ? unitByte((values[v * width + c]! + 1) / 2) : 255));
}

function writePackedWeights(to: Target, weights: Float32Array): void {
  for (let v = 0; v < to.part.vertexCount; v++) {
    const bytes = packedWeights(weights, v * 4);
    for (let c = 0; c < 4; c++) to.view.setUint8(v * to.stride + to.offset + c, bytes[c]!);
  }
}

function writeBytes(to: Target, byteOf: (vertex: number, component: number) => number): void {
  for (let v = 0; v < to.part.vertexCount; v++) {
    for (let c = 0; c < 4; c++) to.view.setUint8(v * to.stride + to.offset + c, byteOf(v, c));
  }
}

/** 0..1 as a byte, rounded to nearest, halves up; what is not finite counts as 1, as the reader takes it. */
function unitByte(value: number): number {
  if (Number.isNaN(value)) return 255;
  return Math.floor(Math.min(1, Math.max(0, value)) * 255 + 0.5);
}
