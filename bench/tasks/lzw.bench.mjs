import { decodeLzw, encodeLzw } from '@unbake/formats';

/** Bytes like those of a font's stream: a YABX and pages of 4-bit glyphs on an empty ground, from a fixed seed. */
function fontLikeBytes(size) {
  const bytes = new Uint8Array(size);
  let seed = 0x2545f491;
  const next = (n) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % n;
  };
  for (let at = 0; at < size; ) {
    at += 8 + next(80);
    const stroke = 2 + 2 * next(6);
    for (let i = 0; i < stroke && at < size; i += 2, at += 2) {
      bytes[at] = 0xff;
      bytes[at + 1] = i === 0 || i + 2 >= stroke ? (next(16) << 4) | 15 : 0xff;
    }
  }
  return bytes;
}

/** MB/s of plain bytes, the best of the runs. */
function megabytesPerSecond(size, run) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 15; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return size / 1e6 / (best / 1e3);
}

export default async function run() {
  const plain = fontLikeBytes(4 << 20);
  const codes = encodeLzw(plain);
  const into = new Uint8Array(plain.length);
  const note = `${plain.length} bytes in ${codes.length} bytes of codes`;
  return [
    {
      name: 'LZW decode',
      value: megabytesPerSecond(plain.length, () => decodeLzw(codes, { into })),
      unit: 'MB/s of output',
      note,
    },
    {
      name: 'LZW encode',
      value: megabytesPerSecond(plain.length, () => encodeLzw(plain)),
      unit: 'MB/s of input',
      note,
    },
  ];
}
