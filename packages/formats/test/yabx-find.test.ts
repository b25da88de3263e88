import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { leavesOf } from '../src/binary/trace.ts';
import { openAsset } from '../src/open.ts';
import { EditError } from '../src/yabx/edit-error.ts';

describe.each([...samplesIn('svo', '.svo'), ...samplesIn('yabx', '.yabx')])(
  'find in $name',
  ({ name, bytes, expected }) => {
    const base = 0x100;
    const asset = openAsset(bytes, { name, base });

    test('every object by its id: class, fields and place as expected', () => {
      const chunk = expected.avts?.entries.find((entry: { class: string }) => entry.class === 'yabx');
      const start = base + (chunk?.offset ?? 0);
      for (const [index, object] of expected.yabx.objects.entries()) {
        const found = asset.find!(`#${10001 + index}`);
        expect(found.end - found.start).toBe(object.size + 6);
        expect(found.start).toBe(start + object.offset - 6);
        expect(found.value).toMatchObject({ id: 10001 + index });
      }
    });

    test('a field has the bytes that the trace gives it', () => {
      const leaves = new Map(leavesOf(asset.trace().root).map(({ node, path }) => [path, node]));
      const prefix = name.endsWith('.svo') ? 'chunks[0].' : '';
      let compared = 0;
      for (const [index, object] of expected.yabx.objects.entries()) {
        for (const [field] of object.fields as [string][]) {
          const leaf = leaves.get(`${prefix}objects[${index}].${field}`);
          if (!leaf) continue;
          const { start, end } = asset.find!(`#${10001 + index}.${field}`);
          expect({ field, start, end }).toEqual({ field, start: leaf.start, end: leaf.end });
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(0);
    });

    test('what does not exist is an EditError', () => {
      expect(() => asset.find!('#99999')).toThrow(EditError);
      expect(() => asset.find!('Nothing[0]')).toThrow(EditError);
    });
  },
);
