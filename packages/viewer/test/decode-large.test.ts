import { bytesEqual, decodeDds, encodeDds, openAsset, readDds } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { reduce } from '../src/pictures/reduce.ts';
import { decodeReduced, MOST_TEXELS, reductionOf } from '../src/worker/methods/decode-large.ts';
import type { WorkContext } from '../src/worker/worker.ts';

const context: WorkContext = { progress() {}, async breathe() {}, transfer: [] };

describe('a picture that is too large to be held', () => {
  test('is reduced by the least power of two that fits', () => {
    expect(reductionOf(4096, 4096)).toBe(1);
    expect(reductionOf(4097, 4096)).toBe(2);
    expect(reductionOf(16384, 16384)).toBe(4);
    expect(reductionOf(16384, 4)).toBe(1);
    expect(MOST_TEXELS * 4).toBe(64 * 1024 * 1024);
  });

  test.each(samplesIn('dds', '.dds').filter(({ name }) => !/bc6h/.test(name)))(
    'in strips gives what the whole gives: $name',
    async ({ bytes }) => {
      const image = openAsset(bytes, { name: 'a.dds' }).images!()[0]!;
      const whole = decodeDds(readDds(bytes));
      const place = { layer: 0, face: 0, level: 0 };
      for (const factor of [2, 4, 8]) {
        expect(await decodeReduced(context, image, place, factor)).toEqual(reduce(whole, factor));
      }
    },
  );

  test('many strips join without a seam, and stop when they are no longer wanted', async () => {
    const width = 4096;
    const height = 1028;
    const rgba = new Uint8Array(width * height * 4);
    for (let i = 0; i < rgba.length; i++) rgba[i] = (i * 2654435761) >>> 24;
    const dds = encodeDds({ width, height, rgba }, { format: 'A8R8G8B8', mips: 1 });
    const image = openAsset(dds, { name: 'a.dds' }).images!()[0]!;
    let strips = 0;
    const counted: WorkContext = {
      ...context,
      async breathe() {
        strips++;
      },
    };
    const place = { layer: 0, face: 0, level: 0 };
    const reduced = await decodeReduced(counted, image, place, 4);
    expect(bytesEqual(reduced.rgba, reduce({ width, height, rgba }, 4).rgba)).toBe(true);
    expect(strips).toBe(3);
    const stopped: WorkContext = {
      ...context,
      async breathe() {
        throw new DOMException('cancelled', 'AbortError');
      },
    };
    await expect(decodeReduced(stopped, image, place, 4)).rejects.toThrow('cancelled');
  });
});
