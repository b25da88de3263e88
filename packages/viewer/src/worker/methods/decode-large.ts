import {
  type AssetImage,
  type Dds,
  type DdsSurface,
  decodeSurface,
  type PixelFormat,
  readDds,
  surfaceOf,
} from '@unbake/formats';
import { reduce } from '../../pictures/reduce.ts';
import type { Pixels } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';

/** Texels that a shown picture may have: 64 MB as RGBA. */
export const MOST_TEXELS = 4096 * 4096;
/** Texels that are decoded at a time of a larger one. */
const STRIP_TEXELS = 4096 * 512;

/** How many texels of a picture become one, in each direction, so that no more than `most` are left: 1, 2, 4, ... */
export function reductionOf(width: number, height: number, most = MOST_TEXELS): number {
  let factor = 1;
  while (Math.ceil(width / factor) * Math.ceil(height / factor) > most) factor *= 2;
  return factor;
}

/**
 * A level of a picture that is too large to be held, reduced. DDS surfaces are decoded in strips, so that only one of them
 * is in memory as texels.
 */
export async function decodeReduced(
  context: WorkContext,
  image: AssetImage,
  place: { layer: number; face: number; level: number },
  factor: number,
): Promise<Pixels> {
  if (!image.dds) return reduce(image.decode(place.level), factor);
  const dds = readDds(image.dds);
  if (dds.problem) throw dds.problem;
  const surface = surfaceOf(dds, place.layer, place.face, place.level);
  return reduceInStrips(context, dds, surface, factor);
}

async function reduceInStrips(context: WorkContext, dds: Dds, surface: DdsSurface, factor: number): Promise<Pixels> {
  const width = Math.ceil(surface.width / factor);
  const height = Math.ceil(surface.height / factor);
  const rgba = new Uint8Array(width * height * 4);
  // Whole blocks and whole squares of the reduction: both are powers of two.
  const unit = Math.max(4, factor);
  const rows = unit * Math.max(1, Math.floor(STRIP_TEXELS / (surface.width * unit)));
  for (let y = 0; y < surface.height; y += rows) {
    const strip = stripOf(dds.format!, surface, y, Math.min(rows, surface.height - y));
    rgba.set(reduce(decodeSurface(dds.format!, strip), factor).rgba, (y / factor) * width * 4);
    context.progress(y, surface.height);
    await context.breathe();
  }
  return { width, height, rgba };
}

/** Rows of a surface as a surface of their own; `y` is a multiple of 4. */
function stripOf(format: PixelFormat, surface: DdsSurface, y: number, height: number) {
  const { width } = surface;
  const block = format.kind === 'block';
  const rowBytes = block ? Math.ceil(width / 4) * format.blockBytes : (width * format.bitCount) / 8;
  const from = (block ? y / 4 : y) * rowBytes;
  const size = (block ? Math.ceil(height / 4) : height) * rowBytes;
  return { width, height, size, offset: surface.offset + from, data: surface.data.subarray(from, from + size) };
}
