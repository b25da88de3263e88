import * as library from 'opentype.js';

/** A step of an outline, in font units, y up. */
export type Step =
  | { type: 'M'; x: number; y: number }
  | { type: 'L'; x: number; y: number }
  | { type: 'Q'; x1: number; y1: number; x: number; y: number };

/** A character of a font for tests. */
export interface Shape {
  code: number;
  advance: number;
  /** Closed contours, each beginning with its `M`. */
  outline: Step[];
}

export const UNITS_PER_EM = 1000;
export const ASCENT = 800;
export const DESCENT = 210;

export function polygon(...points: readonly (readonly [x: number, y: number])[]): Step[] {
  return points.map(([x, y], i) => ({ type: i === 0 ? 'M' : 'L', x, y }));
}

/** An OpenType font with CFF outlines, written by opentype.js. */
export function otf(shapes: readonly Shape[], family = 'Tiny Test'): Uint8Array {
  // biome-ignore lint/suspicious/noExplicitAny: the library has no types of its own
  const { Font, Glyph, Path } = library.default as any;
  const glyphs = [new Glyph({ name: '.notdef', advanceWidth: 500, path: new Path() })];
  for (const { code, advance, outline } of shapes) {
    const path = new Path();
    for (const [i, step] of outline.entries()) {
      if (step.type === 'M' && i > 0) path.close();
      if (step.type === 'M') path.moveTo(step.x, step.y);
      else if (step.type === 'L') path.lineTo(step.x, step.y);
      else path.quadraticCurveTo(step.x1, step.y1, step.x, step.y);
    }
    if (outline.length > 0) path.close();
    glyphs.push(new Glyph({ name: `u${code}`, unicode: code, advanceWidth: advance, path }));
  }
  const font = new Font({
    familyName: family,
    styleName: 'Regular',
    unitsPerEm: UNITS_PER_EM,
    ascender: ASCENT,
    descender: -DESCENT,
    glyphs,
  });
  return new Uint8Array(font.toArrayBuffer());
}

/** The same as a TrueType font, quadratic curves as they are; with a kerning pair of its first two glyphs on demand. */
export function ttf(shapes: readonly Shape[], { family = 'Tiny Test', kerned = false } = {}): Uint8Array {
  const sorted = [...shapes].sort((a, b) => a.code - b.code);
  const glyphs = [new Uint8Array(0), ...sorted.map((shape) => glyf(shape.outline))];
  const loca = [0];
  for (const glyph of glyphs) loca.push(loca.at(-1)! + glyph.length);
  const name = Array.from(family).flatMap((char) => u16(char.charCodeAt(0)));
  const tables: [tag: string, bytes: number[]][] = [
    ['cmap', cmap(sorted.map(({ code }) => code))],
    ['glyf', glyphs.flatMap((glyph) => [...glyph])],
    ['head', head()],
    ['hhea', [...u32(0x10000), ...u16(ASCENT, -DESCENT, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length)]],
    ['hmtx', [...u16(500, 0), ...sorted.flatMap(({ advance, outline }) => u16(advance, leftOf(outline)))]],
    ...(kerned ? [['kern', u16(0, 1, 0, 20, 1, 1, 6, 0, 0, 1, 2, -80)] as [string, number[]]] : []),
    ['loca', loca.flatMap((at) => u32(at))],
    ['maxp', [...u32(0x10000), ...u16(glyphs.length, 99, 9, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)]],
    ['name', [...u16(0, 1, 18, 3, 1, 0x409, 1, name.length, 0), ...name]],
    ['post', [...u32(0x30000), ...new Array<number>(28).fill(0)]],
  ];
  const directory = [...u32(0x10000), ...u16(tables.length, 128, 3, 16)];
  const data: number[] = [];
  for (const [tag, bytes] of tables) {
    const at = 12 + 16 * tables.length + data.length;
    directory.push(...Buffer.from(tag), ...u32(0), ...u32(at), ...u32(bytes.length));
    data.push(...bytes, ...new Array<number>(-bytes.length & 3).fill(0));
  }
  return Uint8Array.from([...directory, ...data]);
}

function leftOf(outline: readonly Step[]): number {
  return outline.length === 0 ? 0 : Math.min(...outline.map((step) => step.x));
}

function head(): number[] {
  const times = new Array<number>(16).fill(0);
  const end = u16(0, 0, 1000, 1000, 0, 8, 2, 1, 0);
  return [...u32(0x10000), ...u32(0), ...u32(0), ...u32(0x5f0f3cf5), ...u16(0, UNITS_PER_EM), ...times, ...end];
}

/** Format 4, a segment a character. */
function cmap(codes: readonly number[]): number[] {
  const ends = [...codes, 0xffff];
  const deltas = codes.map((code, i) => i + 1 - code);
  const segments = [...u16(...ends), ...u16(0), ...u16(...ends), ...u16(...deltas, 1), ...u16(...ends.map(() => 0))];
  const count = 2 * ends.length;
  return [...u16(0, 1, 3, 1, 0, 12), ...u16(4, 14 + segments.length, 0, count, 0, 0, 0), ...segments];
}

function glyf(outline: readonly Step[]): Uint8Array {
  if (outline.length === 0) return new Uint8Array(0);
  const points: { x: number; y: number; on: boolean }[] = [];
  const ends: number[] = [];
  for (const [i, step] of outline.entries()) {
    if (step.type === 'M' && i > 0) ends.push(points.length - 1);
    if (step.type === 'Q') points.push({ x: step.x1, y: step.y1, on: false });
    points.push({ x: step.x, y: step.y, on: true });
  }
  ends.push(points.length - 1);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const steps = (values: number[]) => values.flatMap((value, i) => u16(value - (values[i - 1] ?? 0)));
  const bytes = [
    ...u16(ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0),
    ...points.map(({ on }) => (on ? 1 : 0)),
    ...steps(xs),
    ...steps(ys),
  ];
  return Uint8Array.from([...bytes, ...new Array<number>(-bytes.length & 3).fill(0)]);
}

function u16(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 255, value & 255]);
}

function u32(value: number): number[] {
  return [...u16(value >>> 16), ...u16(value)];
}

const SAMPLES = 32;

/**
 * The share of the texel at x, y (of a picture whose pen is at 0,0 on the base line, y down) that an outline covers at a
 * size, by counting points of a fine grid inside it; non-zero winding.
 */
export function coverage(outline: readonly Step[], size: number, x: number, y: number): number {
  const edges = edgesOf(outline, size / UNITS_PER_EM);
  let inside = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const py = y + (i + 0.5) / SAMPLES;
    for (let j = 0; j < SAMPLES; j++) {
      const px = x + (j + 0.5) / SAMPLES;
      let winding = 0;
      for (const [x1, y1, x2, y2] of edges) {
        if (y1 <= py === y2 <= py) continue;
        if (x1 + ((py - y1) / (y2 - y1)) * (x2 - x1) > px) winding += y2 > y1 ? 1 : -1;
      }
      if (winding !== 0) inside++;
    }
  }
  return inside / SAMPLES ** 2;
}

function edgesOf(outline: readonly Step[], scale: number): [number, number, number, number][] {
  const edges: [number, number, number, number][] = [];
  let [startX, startY, atX, atY] = [0, 0, 0, 0];
  const to = (x: number, y: number): void => {
    edges.push([atX * scale, -atY * scale, x * scale, -y * scale]);
    [atX, atY] = [x, y];
  };
  for (const step of outline) {
    if (step.type === 'M') {
      to(startX, startY);
      [startX, startY, atX, atY] = [step.x, step.y, step.x, step.y];
    } else if (step.type === 'L') to(step.x, step.y);
    else {
      const [x0, y0] = [atX, atY];
      for (let i = 1; i <= 32; i++) {
        const t = i / 32;
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
        to(a * x0 + b * step.x1 + c * step.x, a * y0 + b * step.y1 + c * step.y);
      }
    }
  }
  to(startX, startY);
  return edges;
}
