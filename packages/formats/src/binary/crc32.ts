const TABLE = /* @__PURE__ */ makeTable();

function makeTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    let c = (i << 24) >>> 0;
    for (let k = 0; k < 8; k++) c = ((c & 0x80000000 ? (c << 1) ^ 0x04c11db7 : c << 1) >>> 0) as number;
    table[i] = c;
  }
  return table;
}

/** CRC-32/BZIP2 (svo.md §2): polynomial 04C11DB7, not reflected, init and final complement FFFFFFFF. "123456789" gives FC891918. */
export function crc32Bzip2(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = (TABLE[((c >>> 24) ^ bytes[i]!) & 0xff]! ^ (c << 8)) >>> 0;
  return ~c >>> 0;
}
