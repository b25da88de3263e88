import { Writer } from '../binary/writer.ts';
import { HEADER_SIZE, type Texm } from './types.ts';

/** The bytes of a texture, from its records: an unedited one gives the file it was read from. */
export function writeTexm(texm: Texm): Uint8Array {
  let size = HEADER_SIZE + (texm.palette?.length ?? 0) + texm.rest.length;
  for (const level of texm.levels) size += level.data.length;
  const w = new Writer({ capacity: size + 8 + 8 * (texm.page?.rects.length ?? 0) });
  w.ascii('Texm');
  w.u32(texm.width);
  w.u32(texm.height);
  w.u32(texm.mipCount);
  w.u32(texm.flags4);
  w.u32(texm.flags5);
  w.u32(texm.unknown6);
  w.u32(texm.format);
  if (texm.palette) w.bytes(texm.palette);
  for (const level of texm.levels) w.bytes(level.data);
  if (texm.page) {
    w.ascii('Page');
    w.u32(texm.page.declared);
    for (const rect of texm.page.rects) {
      w.i16(rect.x);
      w.i16(rect.w);
      w.i16(rect.y);
      w.i16(rect.h);
    }
  }
  w.bytes(texm.rest);
  return w.finish();
}
