import { describe, expect, test } from 'vitest';
import { type Sample, samplesIn } from '../../../test-support/samples.ts';
import { firstDifference } from '../src/binary/bytes.ts';
import { toHex } from '../src/binary/hex.ts';
import { coverageOf, Trace } from '../src/binary/trace.ts';
import { type Diagnostic, Report } from '../src/diagnostics/diagnostic.ts';
import { checkMsh } from '../src/msh/checks.ts';
import { batchTriangles, readNormal } from '../src/msh/geometry.ts';
import { nodeLabel, nodeName } from '../src/msh/names.ts';
import { readMsh } from '../src/msh/read.ts';
import { FRAME_MAP, KEYS, NODES, tableName } from '../src/msh/tables.ts';
import type { Msh } from '../src/msh/types.ts';
import { encodeNodes, writeMsh, writeReplaced } from '../src/msh/write.ts';

const good = samplesIn('msh', '.msh');
const bad = samplesIn('msh/bad', '.msh');
const sample = (name: string) => good.find((s) => s.name === name)!;

/** The same bytes at an odd offset inside a buffer of other bytes. */
function shifted(bytes: Uint8Array): Uint8Array {
  const dirty = new Uint8Array(bytes.length + 11).fill(0xa5);
  dirty.set(bytes, 3);
  return dirty.subarray(3, 3 + bytes.length);
}

const triples = (values: ArrayLike<number>) => groups(values, 3);
function groups(values: ArrayLike<number>, each: number): number[][] {
  return Array.from({ length: values.length / each }, (_, i) =>
    Array.from({ length: each }, (_, k) => values[i * each + k]!),
  );
}

function normals(msh: Msh): number[][] {
  return Array.from({ length: msh.normals.length / 4 }, (_, vertex) => {
    const normal = [0, 0, 0];
    readNormal(msh, vertex, normal);
    return normal;
  });
}

/** The model in the shape of expected.json, without sampling. */
function described(msh: Msh) {
  const { nres } = msh;
  const legacy = msh.legacyNodes.length > 0;
  return {
    entries: nres.entries.map(({ type, attr1, attr2, attr3, size, name, offset, sortIndex }) => {
      return { type, attr1, attr2, attr3, size, name, offset, sortIndex };
    }),
    nodeStride: msh.nodeStride,
    nodes: legacy
      ? msh.legacyNodes.map((raw, i) => ({ name: nodeName(msh, i) ?? null, raw: toHex(raw) }))
      : msh.nodes.map(({ slots, ...node }, i) => ({ name: nodeName(msh, i) ?? null, ...node, slots: [...slots] })),
    ...(msh.nodeNames ? { nodeLabels: msh.nodes.map((_, i) => nodeLabel(msh, i)) } : {}),
    slots: msh.slots.map(({ aabbMin, aabbMax, sphere, opaque, ...ranges }) => ({
      ...ranges,
      aabbMin: [...aabbMin],
      aabbMax: [...aabbMax],
      sphereCentre: [...sphere.subarray(0, 3)],
      sphereRadius: sphere[3],
      opaque: [...opaque],
    })),
    header: msh.header && [...msh.header.corners, ...msh.header.sphere, ...msh.header.cylinder],
    batches: msh.batches,
    triangleDescriptors: msh.triangles,
    positions: triples(msh.positions),
    normals: normals(msh),
    uvs: groups(msh.uv0, 2).map((uv) => uv.map((c) => c / 1024)),
    trianglesByBatch: msh.batches.map((batch) => triples(batchTriangles(msh, batch))),
    frameCount: msh.frameMap.frameCount,
    mapWords: [...msh.frameMap.words],
  };
}

describe.each(good)('MSH $name', ({ bytes, expected }) => {
  test.each([
    ['the file', bytes],
    ['a shifted view', shifted(bytes)],
  ])('every table of %s equals the expected one', (_, input) => {
    const {
      keys,
      tracks: _t,
      restLocal: _l,
      restWorld: _w,
      validation: _v,
      quatOrder: _q,
      note: _n,
      ...tables
    } = expected;
    const msh = readMsh(input);
    expect(described(msh)).toEqual(tables);
    expect(msh.keys.count).toBe(keys.length);
  });

  test('every byte is explained, once', () => {
    const trace = new Trace('file', 0, bytes.length);
    readMsh(bytes, { trace });
    expect(coverageOf(trace.root, bytes.length)).toMatchObject({ gaps: [], overlaps: [] });
  });

  test('the rules of the tables find nothing', () => {
    const report = new Report();
    checkMsh(readMsh(bytes, { report }), report);
    expect(report.diagnostics).toEqual([]);
  });

  test('the records give the same bytes', () => {
    expect(writeMsh(readMsh(bytes))).toEqual(bytes);
    expect(writeMsh(readMsh(shifted(bytes)))).toEqual(bytes);
  });
});

/** Codes of the tables; those of the animation are tested with it. */
const isMine = (code: string) => /^(nres|msh)\//.test(code) && !ANIMATION.test(code);
const ANIMATION = /res8|res19|fallback|map-|track-|frame-count|dead-keys|key-finite|quat-zero/;

function findings(bytes: Uint8Array): { diagnostics: Diagnostic[]; msh: Msh | undefined } {
  const report = new Report();
  const msh = report.attempt(() => readMsh(bytes, { report }));
  if (msh) checkMsh(msh, report);
  return { diagnostics: report.diagnostics, msh };
}

describe('malformed MSH', () => {
  test.each(bad)('$name gives its codes, nothing else, and keeps its bytes', ({ bytes, expected }: Sample) => {
    const { diagnostics, msh } = findings(bytes);
    const codes = diagnostics.map((d) => d.code);
    for (const code of codes) expect(expected.codes).toContain(code);
    // Attributes of tables 8 and 19 belong to the animation.
    const skipped = expected.primary === 'msh/attr';
    if (isMine(expected.primary) && !skipped) expect(codes).toContain(expected.primary);
    for (const d of diagnostics) {
      const truth = expected.diagnostics.find((e: { code: string }) => e.code === d.code);
      expect([d.code, d.severity]).toEqual([d.code, truth.severity === 'fatal' ? 'error' : truth.severity]);
    }
    expect(msh === undefined).toBe(expected.readable === 'nothing');
    if (msh) expect(writeMsh(msh)).toEqual(bytes);
  });

  test('findings name the table, node, slot or batch that the expectation names', () => {
    for (const { bytes, expected } of bad) {
      const { diagnostics } = findings(bytes);
      for (const d of expected.diagnostics) {
        if (!isMine(d.code)) continue;
        for (const [key, prefix] of [
          ['node', 'nodes'],
          ['slot', 'slots'],
          ['batch', 'batches'],
          ['triangle', 'triangles'],
          ['entry', 'directory'],
        ] as const) {
          if (d[key] === undefined) continue;
          const path = new RegExp(`^${prefix}\\[${d[key]}\\]`);
          expect(diagnostics.filter((f) => f.code === d.code).map((f) => f.path)).toContainEqual(
            expect.stringMatching(path),
          );
        }
      }
    }
  });

  test('a file cut anywhere is a FormatError of nres', () => {
    const { bytes } = sample('turret.msh');
    for (let size = 0; size < bytes.length; size += 64) {
      const { diagnostics, msh } = findings(bytes.slice(0, size));
      expect(msh).toBeUndefined();
      expect(diagnostics.map((d) => d.code)).toEqual([size < 16 ? 'nres/truncated' : 'nres/total-size']);
    }
  });

  test('a byte changed never crashes and comes back as it is', () => {
    const { bytes } = sample('odd.msh');
    for (let at = 4; at < bytes.length; at += 5) {
      for (const value of [0, 0xff]) {
        const changed = bytes.slice();
        changed[at] = value;
        const { msh } = findings(changed);
        if (msh) expect([at, value, firstDifference(writeMsh(msh), changed)]).toEqual([at, value, -1]);
      }
    }
  });
});

describe('replacing tables', () => {
  const changes = (msh: Msh) => [
    { type: NODES, data: encodeNodes(msh.nodes), attr1: msh.nodes.length, attr2: 0, attr3: 38 },
    { type: KEYS, data: new Uint8Array(48).fill(7), attr1: 2, attr2: 0, attr3: 4 },
    { type: FRAME_MAP, data: Uint8Array.of(1, 0, 2, 0, 3, 0), attr1: 3, attr2: 3, attr3: 2 },
  ];

  test.each(good.filter((s) => !s.name.startsWith('legacy')))(
    '$name: every other table keeps its bytes',
    ({ bytes }) => {
      const before = readMsh(bytes);
      const after = readMsh(writeReplaced(before, changes(before)));
      for (const [i, entry] of before.nres.entries.entries()) {
        const now = after.nres.entries[i]!;
        const change = changes(before).find((c) => c.type === entry.type);
        const { offset: _, ...kept } = entry;
        expect(now).toMatchObject(change ? { ...kept, ...change, size: change.data.length } : kept);
        expect(now.offset % 8).toBe(0);
      }
      // Alignment may put zeros before a region.
      const regions = (msh: Msh) => msh.nres.gaps.flatMap((g) => [...g.bytes].filter((byte) => byte !== 0));
      expect(regions(after)).toEqual(regions(before));
    },
  );

  test('tables of the same bytes give the same file', () => {
    const { bytes } = sample('turret.msh');
    const msh = readMsh(bytes);
    const same = [NODES, KEYS, FRAME_MAP].map((type) => {
      const { attr1, attr2, attr3, data } = msh.tables.get(type)!;
      return { type, attr1, attr2, attr3, data: data.slice() };
    });
    expect(writeReplaced(msh, same)).toEqual(bytes);
  });

  test('a table that was missing is added behind the others, under its usual name', () => {
    const legacy = readMsh(sample('legacy24.msh').bytes);
    const after = readMsh(writeReplaced(legacy, changes(legacy).slice(1)));
    expect(after.nres.entries.slice(legacy.nres.entries.length).map((e) => [e.type, e.name])).toEqual([
      [8, 'Res8'],
      [19, 'Res19'],
    ]);
    const report = new Report();
    readMsh(writeReplaced(legacy, changes(legacy).slice(1)), { report });
    expect(report.diagnostics).toEqual([]);
  });
});

test('tables are named in decimal and hex', () => {
  expect([13, 19, 0x1234].map(tableName)).toEqual(['13 (0x0D) batches', '19 (0x13) frameMap', '4660 (0x1234)']);
});
