const view = new DataView(new ArrayBuffer(8));

/** The number of an f32 pattern of 8 hexadecimal digits, or an f64 pattern of 16. */
export function fromBits(bits: string): number {
  if (bits.length === 8) view.setUint32(0, Number.parseInt(bits, 16));
  else view.setBigUint64(0, BigInt(`0x${bits}`));
  return bits.length === 8 ? view.getFloat32(0) : view.getFloat64(0);
}

/** Order-preserving integer of an f32 pattern: neighbours differ by 1, both zeros are 0. */
export function ordinalOf(bits: string): number {
  const n = Number.parseInt(bits, 16);
  return n & 0x80000000 ? -(n & 0x7fffffff) : n;
}
