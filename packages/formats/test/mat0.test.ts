import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { toHex } from '../src/binary/hex.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { inferMat0Version, readMat0 } from '../src/mat0/read.ts';
import { isUnlit, mat0Drawing, phaseColours } from '../src/mat0/types.ts';
import { writeMat0 } from '../src/mat0/write.ts';

const samples = samplesIn('texm/mat0', '.mat0');

describe.each(samples)('MAT0 $name', ({ name, bytes, expected }) => {
  test('every field and code equals the expected one; the bytes come back', () => {
    const report = new Report();
    const mat0 = readMat0(bytes, { version: expected.version, report });
    const { version, a, b, c, d, phases, blocks } = mat0;
    const fields = { version, a, b, c, d };
    expect({
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      phases: phases.map(({ params, nameField, texture }) => ({
        params: [...params],
        texture,
        nameField: toHex(nameField),
      })),
      blocks,
      codes: report.diagnostics.map((diagnostic) => diagnostic.code),
      size: bytes.length,
    }).toEqual(expected);
    expect(writeMat0(mat0)).toEqual(bytes);
  });

  test('every byte is explained', () => {
    const trace = new Trace('file', 0, bytes.length);
    readMat0(bytes, { version: expected.version, trace });
    expect(coverageOf(trace.root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
  });

  test.runIf(/^v\d/.test(name))('the version is found without the directory entry, as far as its fields tell', () => {
    const { version } = expected;
    expect(inferMat0Version(bytes)).toBe(version > 4 ? 4 : version === 1 ? 0 : version);
  });

  test('a cut file keeps its bytes', () => {
    for (let size = 4; size < bytes.length; size++) {
      const report = new Report();
      const cut = bytes.slice(0, size);
      expect(writeMat0(readMat0(cut, { version: expected.version, report }))).toEqual(cut);
    }
    expect(() => readMat0(bytes.slice(0, 3))).toThrow('mat0/truncated');
  });
});

test('drawing modes of attr1', () => {
  expect([0, 4, 8, 12, 16, 20, 0x55].map((attr1) => mat0Drawing(attr1).blend)).toEqual([
    'opaque',
    'alpha',
    'additive',
    'source-colour',
    'destination-colour',
    'unknown',
    'unknown',
  ]);
  expect([0, 3, 4].map((attr1) => mat0Drawing(attr1).alphaTest)).toEqual([false, false, true]);
});

test('colours are /255, alphas per cent, the sub-image signed; a black diffuse is unlit', () => {
  const params = Uint8Array.from([0, 51, 255, 100, 0, 0, 0, 50, 1, 2, 3, 4, 5, 6, 7, 8, 30, 255]);
  const colours = phaseColours({ params, nameField: new Uint8Array(16), texture: '' });
  expect(colours.ambient).toEqual([0, 0.2, 1, 1]);
  expect(colours.diffuse[3]).toBe(0.5);
  expect([colours.specularPower, colours.subImage, isUnlit(colours)]).toEqual([30, -1, true]);
});
