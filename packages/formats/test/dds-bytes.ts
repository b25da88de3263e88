/** Header fields of a DDS file made by a test; absent ones are those of a well-formed flat texture. */
export interface DdsFields {
  size?: number;
  flags?: number;
  width: number;
  height: number;
  pitch?: number;
  depth?: number;
  mips?: number;
  pixelFlags?: number;
  fourCC?: string;
  bitCount?: number;
  /** Red, green, blue, alpha. */
  masks?: [number, number, number, number];
  caps?: number;
  caps2?: number;
  dx10?: { dxgi: number; dimension?: number; misc?: number; arraySize?: number };
}

/** A DDS file, field by field at the offsets of the format's documentation. */
export function ddsBytes(fields: DdsFields, payload: ArrayLike<number>): Uint8Array {
  const start = fields.dx10 ? 0x94 : 0x80;
  const bytes = new Uint8Array(start + payload.length);
  const view = new DataView(bytes.buffer);
  const put = (offset: number, value: number) => view.setUint32(offset, value, true);
  const fourCC = fields.dx10 ? 'DX10' : fields.fourCC;
  bytes.set(new TextEncoder().encode('DDS '));
  put(0x04, fields.size ?? 124);
  put(0x08, fields.flags ?? 0x1007);
  put(0x0c, fields.height);
  put(0x10, fields.width);
  put(0x14, fields.pitch ?? 0);
  put(0x18, fields.depth ?? 0);
  put(0x1c, fields.mips ?? 0);
  put(0x4c, 32);
  put(0x50, fields.pixelFlags ?? (fourCC ? 0x4 : fields.masks?.[3] ? 0x41 : 0x40));
  if (fourCC) bytes.set(new TextEncoder().encode(fourCC), 0x54);
  put(0x58, fields.bitCount ?? 0);
  fields.masks?.forEach((mask, i) => {
    put(0x5c + 4 * i, mask);
  });
  put(0x6c, fields.caps ?? 0x1000);
  put(0x70, fields.caps2 ?? 0);
  if (fields.dx10) {
    put(0x80, fields.dx10.dxgi);
    put(0x84, fields.dx10.dimension ?? 3);
    put(0x88, fields.dx10.misc ?? 0);
    put(0x8c, fields.dx10.arraySize ?? 1);
  }
  bytes.set(payload, start);
  return bytes;
}

/** A BC1 block of one stored colour. */
export function solidBc1(rgb565: number): number[] {
  return [rgb565 & 255, rgb565 >> 8, rgb565 & 255, rgb565 >> 8, 0, 0, 0, 0];
}

/** Bytes from hex with blanks. */
export function hex(text: string): number[] {
  return text.split(/\s+/).map((byte) => Number.parseInt(byte, 16));
}

/** The texels as `[r, g, b, a]`, rows top down. */
export function texels(rgba: Uint8Array): number[][] {
  const list: number[][] = [];
  for (let i = 0; i < rgba.length; i += 4) list.push([...rgba.subarray(i, i + 4)]);
  return list;
}
