import type { Asset, AssetImage } from '../asset.ts';
import { toHex } from '../binary/hex.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import type { JsonValue } from '../scene/scene.ts';
import { decodeTexm } from './decode.ts';
import { texmFormatLabel, texmJson } from './json.ts';
import { isTexm, readTexm } from './read.ts';
import type { Texm } from './types.ts';
import { writeTexm } from './write.ts';

/** Texm textures (msh.md §4). */
export const texmFormat: FormatRow = {
  id: 'texm',
  label: 'Texm texture',
  extensions: ['.texm', '.tex'],
  sniff: isTexm,
  open: openTexm,
};

function openTexm(bytes: Uint8Array, options: OpenOptions): Asset {
  const report = new Report();
  const base = options.base ?? 0;
  const texm = readTexm(bytes, { report, base });
  const name = options.name ?? '';
  return {
    format: 'texm',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      return all;
    },
    info() {
      const { width, height, format, levels } = texm;
      const { page, ...header } = texmJson(texm);
      return {
        kind: 'Texm texture',
        ...(name ? { name } : {}),
        byteOrder: 'little',
        textures: [{ name, width, height, format: texmFormatLabel(format), mips: levels.length }],
        details: { ...header, pageRectangles: Array.isArray(page) ? page.length : 0 },
      };
    },
    entries: () => [],
    toJson: () => toJson(texm),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readTexm(bytes, { trace, base });
      return trace;
    },
    write: () => writeTexm(texm),
    images: () => [texmImage(texm, name.replace(/\.(texm|tex)$/i, ''))],
  };
}

/** A texture as a picture of any format. */
export function texmImage(texm: Texm, name: string): AssetImage {
  const { width, height, levels, format } = texm;
  return {
    name,
    width,
    height,
    format: texmFormatLabel(format),
    mips: levels.length,
    decode: (level = 0) => decodeTexm(texm, level),
  };
}

function toJson(texm: Texm): JsonValue {
  return {
    ...texmJson(texm),
    levels: texm.levels.map(({ width, height, data }) => ({ width, height, size: data.length })),
    palette: texm.palette ? toHex(texm.palette) : null,
    rest: texm.rest.length,
  };
}
