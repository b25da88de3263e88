import type { Report } from '../diagnostics/diagnostic.ts';
import { placeOf } from './place.ts';
import type { Stevia } from './stevia.ts';
import type { VertexBuffer, VertexElement } from './stevia-types.ts';

export type VertexUsage =
  | 'POSITION'
  | 'BLENDWEIGHT'
  | 'BLENDINDICES'
  | 'NORMAL'
  | 'TEXCOORD'
  | 'TANGENT'
  | 'BINORMAL'
  | 'COLOR'
  | 'UNKNOWN';

/** How the bytes of an element type are read; `n` in the name of the D3DDECLTYPE means normalised. */
export type ComponentKind = 'f32' | 'f16' | 'u8' | 'u8n' | 'bgra8n' | 's16' | 's16n' | 'u16n';

/** Element types (svo.md §4): D3DDECLTYPE numbers. */
export const ELEMENT_TYPES: Readonly<
  Record<number, { name: string; kind: ComponentKind; components: number; size: number }>
> = {
  0: { name: 'FLOAT1', kind: 'f32', components: 1, size: 4 },
  1: { name: 'FLOAT2', kind: 'f32', components: 2, size: 8 },
  2: { name: 'FLOAT3', kind: 'f32', components: 3, size: 12 },
  3: { name: 'FLOAT4', kind: 'f32', components: 4, size: 16 },
  4: { name: 'D3DCOLOR', kind: 'bgra8n', components: 4, size: 4 },
  5: { name: 'UBYTE4', kind: 'u8', components: 4, size: 4 },
  6: { name: 'SHORT2', kind: 's16', components: 2, size: 4 },
  7: { name: 'SHORT4', kind: 's16', components: 4, size: 8 },
  8: { name: 'UBYTE4N', kind: 'u8n', components: 4, size: 4 },
  9: { name: 'SHORT2N', kind: 's16n', components: 2, size: 4 },
  10: { name: 'SHORT4N', kind: 's16n', components: 4, size: 8 },
  11: { name: 'USHORT2N', kind: 'u16n', components: 2, size: 4 },
  12: { name: 'USHORT4N', kind: 'u16n', components: 4, size: 8 },
  15: { name: 'FLOAT16_2', kind: 'f16', components: 2, size: 4 },
  16: { name: 'FLOAT16_4', kind: 'f16', components: 4, size: 8 },
};

/** Semantics that the specification states; they stand against any letter. */
const STATED_USAGES: Readonly<Record<number, VertexUsage>> = { 0: 'POSITION', 3: 'NORMAL', 5: 'TEXCOORD', 8: 'COLOR' };

const D3DDECLUSAGE: Readonly<Record<number, VertexUsage>> = {
  1: 'BLENDWEIGHT',
  2: 'BLENDINDICES',
  6: 'TANGENT',
  7: 'BINORMAL',
  10: 'COLOR',
};

const LETTERS: Readonly<Record<string, VertexUsage>> = {
  P: 'POSITION',
  N: 'NORMAL',
  C: 'COLOR',
  T: 'TEXCOORD',
  B: 'BLENDINDICES',
  W: 'BLENDWEIGHT',
};

export interface LayoutElement {
  readonly usage: VertexUsage;
  readonly semantics: number;
  /** Key of `ELEMENT_TYPES`. */
  readonly type: number;
  /** Which of several of the same usage. */
  readonly index: number;
  /** From the start of a vertex. */
  readonly offset: number;
  readonly size: number;
  /** Whether it lies inside the stride. */
  readonly fits: boolean;
}

/** Where the elements of a vertex lie (svo.md §4). */
export interface VertexLayout {
  readonly elements: readonly LayoutElement[];
  /** Bytes from one vertex to the next, as stored. */
  readonly stride: number;
  /** Sum of the element sizes. */
  readonly sum: number;
}

/** Whether the meaning of a semantics number is stated; `inferUsage` tells that of any other. */
export function isStatedUsage(semantics: number): boolean {
  return Object.hasOwn(STATED_USAGES, semantics);
}

/**
 * Inferred: what a semantics number outside the stated ones means: the letter that the declaration's name has for it,
 * else the D3DDECLUSAGE of that number (svo.md §4 [H]).
 */
export function inferUsage(semantics: number, letter: VertexUsage | undefined): VertexUsage {
  return letter ?? D3DDECLUSAGE[semantics] ?? 'UNKNOWN';
}

/** The usages that a declaration's name spells, a letter an element; undefined when it does not spell exactly `count`. */
export function usagesOfName(name: string, count: number): VertexUsage[] | undefined {
  if (name.length !== count) return undefined;
  const usages = Array.from(name, (letter) => LETTERS[letter]);
  return usages.every((usage) => usage !== undefined) ? usages : undefined;
}

/**
 * The layout of a vertex buffer from its declaration: elements in list order, each after the one before. Undefined when
 * an element's size is not known (`svo/element-type`) or there is no declaration (`svo/declaration`).
 */
export function vertexLayout(stevia: Stevia, buffer: VertexBuffer, report: Report): VertexLayout | undefined {
  const declaration = stevia.get('VertexDeclaration', buffer.vertexDeclaration);
  const listed = (declaration?.vertexElement ?? []).map((id) => stevia.get('VertexElement', id));
  const found = listed.filter((e): e is VertexElement => e !== undefined);
  if (!declaration || found.length < listed.length || found.length === 0) {
    const place = placeOf(buffer, '_vertexDeclaration');
    const args = { declaration: buffer.vertexDeclaration ?? 0, elements: found.length };
    report.add('svo/declaration', args, place.range, place.path);
    return undefined;
  }
  const letters = usagesOfName(declaration.name ?? '', found.length);
  let sum = 0;
  const measured: Omit<LayoutElement, 'fits'>[] = [];
  for (const [i, element] of found.entries()) {
    const semantics = element.semantics ?? -1;
    const typeNumber = element.elementType ?? -1;
    const type = ELEMENT_TYPES[typeNumber];
    if (!type) {
      const place = placeOf(element, '_elementType');
      report.add('svo/element-type', { type: typeNumber, semantics }, place.range, place.path);
      return undefined;
    }
    const usage = STATED_USAGES[semantics] ?? inferUsage(semantics, letters?.[i]);
    measured.push({ usage, semantics, type: typeNumber, index: element.index ?? 0, offset: sum, size: type.size });
    sum += type.size;
  }
  const stride = buffer.stride ?? sum;
  const elements = measured.map((e) => ({ ...e, fits: e.offset + e.size <= stride }));
  if (stride !== sum) {
    const dropped = elements.filter((e) => !e.fits).length;
    const place = placeOf(buffer, '_stride');
    report.add('svo/stride-mismatch', { stride, sum, dropped }, place.range, place.path);
  }
  return { elements, stride, sum };
}
