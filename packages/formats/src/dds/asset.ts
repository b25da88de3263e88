import type { Asset, AssetImage, AssetInfo } from '../asset.ts';
import { toHex } from '../binary/hex.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import type { JsonValue } from '../scene/scene.ts';
import { checkDds } from './checks.ts';
import { decodeDds } from './decode.ts';
import { fourCcText } from './pixel-format.ts';
import { isDds, readDds } from './read.ts';
import type { Dds } from './types.ts';
import { writeDds } from './write.ts';

/** DDS textures (svo.md §7). */
export const ddsFormat: FormatRow = {
  id: 'dds',
  label: 'DDS texture',
  extensions: ['.dds'],
  sniff: isDds,
  open: openDds,
};

function openDds(bytes: Uint8Array, options: OpenOptions): Asset {
  const report = new Report();
  const base = options.base ?? 0;
  const dds = readDds(bytes, { report, base, limits: options.limits });
  const name = options.name ?? '';
  return {
    format: 'dds',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      checkDds(dds, all, base);
      return all;
    },
    info: () => infoOf(dds, name),
    entries: () => [],
    toJson: () => ddsToJson(dds),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readDds(bytes, { trace, base, limits: options.limits });
      return trace;
    },
    write: () => writeDds(dds),
    images: () => ddsImages(dds, bytes, name),
  };
}

/** The format for people; that of a file whose format is unknown is its FourCC or DXGI number. */
export function formatText(dds: Dds): string {
  if (dds.format) return dds.format.name;
  const { dx10, pixelFormat } = dds.header;
  return dx10 ? `DXGI ${dx10.dxgiFormat}` : pixelFormat.fourCC !== 0 ? fourCcText(pixelFormat.fourCC) : 'unknown';
}

function infoOf(dds: Dds, name: string): AssetInfo {
  const { dx10 } = dds.header;
  const details: { [key: string]: JsonValue } = { layers: dds.layers, faces: dds.faces, truncated: dds.truncated };
  if (dds.cubeFaces.length > 0) details.cubeFaces = dds.cubeFaces;
  if (dx10) details.dxgiFormat = dx10.dxgiFormat;
  return {
    kind: dds.cubeFaces.length > 0 ? 'DDS cube map' : 'DDS texture',
    name,
    textures: [{ name, width: dds.width, height: dds.height, format: formatText(dds), mips: dds.mips }],
    details,
  };
}

/** Header fields as stored, and where the surfaces lie. */
export function ddsToJson(dds: Dds): JsonValue {
  const { reserved1, pixelFormat, dx10, ...fields } = dds.header;
  return {
    format: formatText(dds),
    width: dds.width,
    height: dds.height,
    mips: dds.mips,
    layers: dds.layers,
    faces: dds.faces,
    cubeFaces: dds.cubeFaces,
    truncated: dds.truncated,
    problem: dds.problem ? dds.problem.message : null,
    header: {
      ...fields,
      reserved1: toHex(reserved1),
      pixelFormat: { ...pixelFormat },
      dx10: dx10 ? { ...dx10 } : null,
    },
    surfaces: dds.surfaces.map(({ data, ...place }) => ({ ...place, present: data.length })),
    trailing: dds.trailing.length,
  };
}

/** One picture a layer and face; `decode` takes the mip level. */
export function ddsImages(dds: Dds, bytes: Uint8Array, name: string): AssetImage[] {
  const stem = name.replace(/\.dds$/i, '');
  const only = dds.layers * dds.faces === 1;
  const images: AssetImage[] = [];
  for (let layer = 0; layer < (dds.problem ? 1 : dds.layers); layer++) {
    for (let face = 0; face < (dds.problem ? 1 : dds.faces); face++) {
      const part = [dds.layers > 1 ? `${layer}` : '', dds.cubeFaces[face] ?? ''].filter(Boolean).join('_');
      images.push({
        name: only || !part ? stem : `${stem}_${part}`,
        width: dds.width,
        height: dds.height,
        format: formatText(dds),
        mips: dds.mips,
        dds: bytes,
        decode: (level = 0) => decodeDds(dds, { layer, face, level }),
      });
    }
  }
  return images;
}
