import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeDds } from '../src/dds/decode.ts';
import { readDds } from '../src/dds/read.ts';
import { referenceBc7 } from './bc7-reference.ts';
import { ddsBytes, texels } from './dds-bytes.ts';

/** Blocks of one mode with every partition number `rounds` times, the other bits pseudo-random. */
function blocksOf(mode: number, rounds: number): Uint8Array {
  const bytes = new Uint8Array(64 * rounds * 16);
  let state = 0x9e3779b9 ^ mode;
  for (let i = 0; i < bytes.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state;
  }
  for (let block = 0; block < 64 * rounds; block++) {
    // Mode and the six bits behind it, which are the partition number where the mode has one.
    const head = (1 << mode) | ((block % 64) << (mode + 1));
    const keep = 0xffff << (mode + 7);
    const low = (bytes[16 * block]! | (bytes[16 * block + 1]! << 8)) & keep;
    bytes[16 * block] = low | head;
    bytes[16 * block + 1] = (low | head) >>> 8;
  }
  return bytes;
}

/** Texels of each block, in the block's own order. */
function decodeBlocks(bytes: Uint8Array): number[][][] {
  const count = bytes.length / 16;
  const rows = texels(decodeDds(readDds(ddsBytes({ width: 4, height: 4 * count, dx10: { dxgi: 98 } }, bytes))).rgba);
  return Array.from({ length: count }, (_, i) => rows.slice(16 * i, 16 * i + 16));
}

describe('fault 020: BC7', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('mode %d equals the reference, every partition', (mode) => {
    const bytes = blocksOf(mode, 6);
    const decoded = decodeBlocks(bytes);
    decoded.forEach((block, i) => {
      expect(block, `block ${i}`).toEqual(referenceBc7(bytes.subarray(16 * i, 16 * i + 16)));
    });
  });

  test('all modes equal what an independent decoder gave', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((mode) => [...blocksOf(mode, 2)]);
    const { rgba } = decodeDds(readDds(ddsBytes({ width: 128, height: 128, dx10: { dxgi: 98 } }, all)));
    // Pillow 9.4.0, its C decoder.
    expect(createHash('sha256').update(rgba).digest('hex')).toBe(
      'c020e189b6c89d7209ca3b748a18f242f3b30c75ee1c7eb15b1f87d999f757e9',
    );
  });

  test('a reserved block is transparent black and does not disturb the next', () => {
    const next = blocksOf(6, 1).subarray(0, 16);
    const [reserved, valid] = decodeBlocks(new Uint8Array([...new Uint8Array(16), ...next]));
    expect(reserved).toEqual(Array(16).fill([0, 0, 0, 0]));
    expect(valid).toEqual(referenceBc7(next));
  });

  test('mode 1, partition 17: the second anchor is texel 2', () => {
    const block = blocksOf(1, 1).subarray(17 * 16, 18 * 16);
    expect((block[0]! >> 2) & 63).toBe(17);
    expect(decodeBlocks(block)[0]).toEqual(referenceBc7(block));
  });

  test('edges are clipped', () => {
    const block = blocksOf(6, 1).subarray(0, 16);
    const whole = referenceBc7(block);
    const { rgba } = decodeDds(readDds(ddsBytes({ width: 3, height: 2, dx10: { dxgi: 99 } }, block)));
    expect(texels(rgba)).toEqual([0, 1, 2, 4, 5, 6].map((i) => whole[i]));
  });
});
