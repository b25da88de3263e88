import type { JsonValue } from '../scene/scene.ts';
import { isTexmFormat, TEXM_FORMATS, type Texm } from './types.ts';

/** The pixel format for people: `Texm 565 R5G6B5`. */
export function texmFormatLabel(format: number): string {
  return isTexmFormat(format) ? `Texm ${format} ${TEXM_FORMATS[format].label}` : `Texm ${format}`;
}

/** Header and page of a texture. */
export function texmJson(texm: Texm): { [key: string]: JsonValue } {
  const { width, height, mipCount, flags4, flags5, unknown6, format, page } = texm;
  const rects = page ? page.rects.map((rect) => ({ ...rect })) : null;
  return { width, height, mipCount, flags4, flags5, unknown6, format, page: rects };
}
