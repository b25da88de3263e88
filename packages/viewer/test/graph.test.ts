import { editAsset, openAsset } from '@unbake/formats';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { objectGraph } from '../src/lib/object-graph.ts';

const samples = [
  ...samplesIn('svo', '.svo'),
  ...samplesIn('yabx', '.yabx'),
  ...samplesIn('font', '.svo'),
  ...samplesIn('font', '.rfz'),
];

describe('the objects of the samples', () => {
  test('there are samples', () => expect(samples.length).toBeGreaterThan(10));

  test.each(samples)('$name: what a field shows is what an edit takes back, without a change', ({ name, bytes }) => {
    const asset = openAsset(bytes, { name });
    const graph = objectGraph(asset);
    if (asset.report.totals.error > 0 || graph.objects.length === 0) return;
    const session = editAsset(asset);
    let edited = 0;
    for (const object of graph.objects) {
      for (const field of object.fields) {
        if (!field.editable) continue;
        session.set(`${object.path}.${field.name}`, field.text);
        edited++;
      }
    }
    expect(edited).toBeGreaterThan(0);
    expect(Buffer.compare(session.save(), bytes)).toBe(0);
  });

  test.each(samples)('$name: positions are those of the library', ({ name, bytes }) => {
    const asset = openAsset(bytes, { name });
    const graph = objectGraph(asset);
    if (!graph.inFile || !asset.find) return;
    for (const object of graph.objects) {
      expect(object).toMatchObject(rangeOf(asset.find(object.path)));
      for (const field of object.fields)
        expect(field).toMatchObject(rangeOf(asset.find(`${object.path}.${field.name}`)));
    }
  });
});

function rangeOf({ start, end }: { start: number; end: number }) {
  return { start, end };
}
