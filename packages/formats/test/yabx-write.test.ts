import { describe, expect, test } from 'vitest';
import { readYabx } from '../src/yabx/read.ts';
import { writeYabx } from '../src/yabx/write.ts';
import { yabxSamples } from './yabx-truth.ts';

describe.each(yabxSamples())('YABX of $name', ({ bytes }) => {
  test('is written back byte for byte, from records', () => {
    const model = readYabx(bytes);
    expect(Buffer.from(writeYabx(model)).equals(bytes)).toBe(true);
  });
});
