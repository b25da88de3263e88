import { subview } from '../binary/bytes.ts';
import { Cursor } from '../binary/cursor.ts';
import { DEFAULT_LIMITS, type Limits } from '../binary/limits.ts';
import type { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { FormatError, formatError } from '../diagnostics/format-error.ts';
import { reportHeaderOddities } from './checks.ts';
import { hasDecoder, undecodable } from './decode.ts';
import { readHeader } from './header.ts';
import { chainSize, fullMipCount, levelSide, surfaceSize } from './levels.ts';
import { pixelFormatOf } from './pixel-format.ts';
import { CAPS2, CUBE_FACES, type CubeFace, type Dds, type DdsHeader, type PixelFormat } from './types.ts';

/** Layers of an array; no Direct3D version takes more. */
const MAX_LAYERS = 2048;
/** How many times the bytes present a header may claim (svo.md §7). */
const MAX_CLAIM = 4;
/** Values in a DX10 header: `miscFlag` of a cube map, `resourceDimension` of a volume. */
const DX10_CUBE = 0x4;
const DX10_VOLUME = 4;

export interface ReadDdsOptions {
  report?: Report | undefined;
  trace?: Trace | undefined;
  /** Position of the file inside an outer one (a chunk of an SVO). */
  base?: number;
  limits?: Limits | undefined;
}

/** Whether the bytes start as a DDS file does. Never throws. */
export function isDds(head: Uint8Array): boolean {
  return head.length >= 4 && head[0] === 0x44 && head[1] === 0x44 && head[2] === 0x53 && head[3] === 0x20;
}

/**
 * Reads a DDS file (svo.md §7) and cuts its surfaces, as views. Nothing is decoded or allocated for pixels. A file
 * whose header can be read but whose pixels cannot has `problem` set, which is also reported; its bytes are kept.
 * @throws FormatError `dds/magic`, or `dds/truncated` when the header does not fit.
 */
export function readDds(bytes: Uint8Array, options: ReadDdsOptions = {}): Dds {
  const report = options.report ?? new Report();
  const base = options.base ?? 0;
  const c = Cursor.over(bytes, { truncated: 'dds/truncated', trace: options.trace, base });
  const header = readHeader(c);
  const dataOffset = c.offset;
  reportHeaderOddities(header, report, base);
  const { layers, cubeFaces } = arrayOf(header);
  const dds: Dds = {
    header,
    dataOffset,
    format: undefined,
    width: header.width,
    height: header.height,
    mips: Math.min(Math.max(1, header.mipMapCount), fullMipCount(header.width, header.height)),
    layers,
    faces: Math.max(1, cubeFaces.length),
    cubeFaces,
    truncated: false,
    surfaces: [],
    trailing: subview(bytes, bytes.length, 0),
    problem: undefined,
  };
  try {
    dds.format = pixelFormatOf(header, base);
    checkDimensions(dds, bytes.length, base, options.limits ?? DEFAULT_LIMITS);
    readSurfaces(c, dds, dds.format, report);
    if (!hasDecoder(dds.format)) throw undecodable(dds.format, base + dataOffset);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    dds.problem = error;
    report.addError(error);
  }
  dds.trailing = c.rest('trailing');
  return dds;
}

function arrayOf(header: DdsHeader): { layers: number; cubeFaces: CubeFace[] } {
  if (header.dx10) {
    const cube = (header.dx10.miscFlag & DX10_CUBE) !== 0;
    return { layers: Math.max(1, header.dx10.arraySize), cubeFaces: cube ? [...CUBE_FACES] : [] };
  }
  if (!(header.caps2 & CAPS2.cubeMap)) return { layers: 1, cubeFaces: [] };
  const present = CUBE_FACES.filter((_, i) => header.caps2 & (0x400 << i));
  return { layers: 1, cubeFaces: present.length > 0 ? present : [...CUBE_FACES] };
}

/** Everything that must hold before a size from the header is used. */
function checkDimensions(dds: Dds, fileSize: number, base: number, limits: Limits): void {
  const { header } = dds;
  const needed = claimedSize(dds);
  const left = fileSize - dds.dataOffset;
  const sides: [string, string, number, number, number][] = [
    ['width', 'header.width', header.width, limits.maxImageSize, 0x10],
    ['height', 'header.height', header.height, limits.maxImageSize, 0x0c],
    ['array size', 'header.dx10.arraySize', dds.layers, MAX_LAYERS, 0x8c],
  ];
  for (const [field, path, value, max, at] of sides) {
    if (value < 1 || value > max) throw formatError('dds/size', { field, value, max, needed, left }, base + at, path);
  }
  if (header.caps2 & CAPS2.volume || header.dx10?.resourceDimension === DX10_VOLUME) {
    const args = {
      field: 'the texture',
      value: `a volume of depth ${header.depth}`,
      why: 'only flat textures are read',
    };
    throw formatError('dds/format', args, base + 0x70, 'header.caps2');
  }
  if (needed > MAX_CLAIM * left) {
    throw formatError('dds/oversize', { needed, left }, base + dds.dataOffset, 'surfaces');
  }
}

function claimedSize(dds: Dds): number {
  return chainSize(dds.format!, dds.width, dds.height, dds.mips) * dds.faces * dds.layers;
}

/** Cuts the surfaces: layer by layer, all mips of a face before the next face (svo.md §7). */
function readSurfaces(c: Cursor, dds: Dds, format: PixelFormat, report: Report): void {
  const needed = claimedSize(dds);
  if (needed > c.left) {
    dds.truncated = true;
    report.add('dds/truncated', { needed, left: c.left }, c.ahead(c.left), 'surfaces');
  }
  let offset = c.offset;
  for (let layer = 0; layer < dds.layers; layer++) {
    for (let face = 0; face < dds.faces; face++) {
      for (let mip = 0; mip < dds.mips; mip++) {
        const width = levelSide(dds.width, mip);
        const height = levelSide(dds.height, mip);
        const size = surfaceSize(format, width, height);
        const data = c.take(`surfaces[${dds.surfaces.length}]`, Math.min(size, c.left));
        dds.surfaces.push({ layer, face, mip, width, height, offset, size, data });
        offset += size;
      }
    }
  }
}
