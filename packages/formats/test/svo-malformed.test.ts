import { describe, expect, test } from 'vitest';
import { type Sample, samplesIn } from '../../../test-support/samples.ts';
import { bytesEqual } from '../src/binary/bytes.ts';
import { Report } from '../src/diagnostics/diagnostic.ts';
import { openAsset } from '../src/open.ts';
import type { SvoAsset } from '../src/svo/asset.ts';
import { geometryOf } from '../src/svo/geometry.ts';
import { svoImages } from '../src/svo/images.ts';

/** What a malformed sample says must still be readable. */
interface Readable {
  avts: boolean;
  yabx?: boolean | string;
  objects?: number | { atLeast: number };
  nodes?: number;
  textures?: number | string;
  batches?: number | string;
}

function openBad(sample: Sample): { asset: SvoAsset | undefined; report: Report } {
  const report = new Report();
  const asset = report.attempt(() => openAsset(sample.bytes, { name: sample.name }) as SvoAsset);
  return { asset, report: asset?.check() ?? report };
}

/** Batches of which a triangle can be drawn, and the vertices of all vertex buffers. */
function drawable({ svo }: SvoAsset) {
  const geometry = geometryOf(svo, new Report());
  const batches = svo.stevia.all('Batch').filter((b) => (geometry.batch(b)?.triangles.length ?? 0) > 0);
  const vertices = svo.stevia.all('VertexBuffer').map(({ id }) => geometry.vertexBuffer(id)?.vertexCount ?? 0);
  return { batches: batches.length, vertices };
}

function decodable({ svo }: SvoAsset) {
  const images = svoImages(svo, new Report()).filter((image) => image.dds.problem === undefined);
  return { all: images.length, named: images.filter((image) => image.sources.length > 0).length };
}

/** Claims in words, by sample. */
const BATCHES_IN_WORDS: Readonly<Record<string, (asset: SvoAsset) => void>> = {
  'class_index.svo': (asset) => expect(drawable(asset).batches).toBe(1),
  'class_parent_range.svo': (asset) => expect(drawable(asset).batches).toBe(1),
  'cut_ibo.svo': (asset) => {
    expect(drawable(asset)).toEqual({ batches: 0, vertices: [4] });
    const geometry = geometryOf(asset.svo, new Report());
    expect(geometry.indexBuffer(asset.svo.stevia.all('IndexBuffer')[0]!.id)!.values.length).toBe(2);
  },
  'element_type.svo': (asset) => expect(drawable(asset).batches).toBe(0),
  'overlap.svo': (asset) => expect(drawable(asset).batches).toBe(1),
  'ref_range.svo': (asset) => {
    expect(drawable(asset).batches).toBe(1);
    expect(asset.svo.stevia.all('Shape').map((s) => asset.svo.stevia.get('Batch', s.batch))).toEqual([undefined]);
  },
  'vertex_count.svo': (asset) => expect(drawable(asset)).toEqual({ batches: 1, vertices: [4] }),
};

const TEXTURES_IN_WORDS: Readonly<Record<string, (asset: SvoAsset) => void>> = {
  'name_no_nul.svo': (asset) => expect(decodable(asset)).toEqual({ all: 1, named: 0 }),
  'negative_string.svo': (asset) => expect(decodable(asset)).toEqual({ all: 1, named: 0 }),
  'objects_zero.svo': (asset) => expect(decodable(asset)).toEqual({ all: 1, named: 0 }),
  'yabx_magic.svo': (asset) => expect(decodable(asset)).toEqual({ all: 1, named: 0 }),
};

describe.each(samplesIn('svo/bad', '.svo'))('$name', (sample) => {
  const { asset, report } = openBad(sample);
  const wanted: { code: string; severity: string; optional?: boolean }[] = sample.expected.diagnostics ?? [];

  test('exactly the required findings, no other error', () => {
    const found = report.diagnostics.map((d) => `${d.severity} ${d.code}`);
    for (const { code, severity, optional } of wanted) {
      if (!optional) expect(found).toContain(`${severity} ${code}`);
    }
    const errors = report.diagnostics.filter((d) => d.severity === 'error');
    for (const error of errors) expect(wanted.map((w) => w.code)).toContain(error.code);
    for (const d of report.diagnostics) {
      const want = wanted.find((w) => w.code === d.code);
      if (want) expect(d.severity, d.code).toBe(want.severity);
      expect(d.offset).toBeGreaterThanOrEqual(0);
    }
  });

  test('a finding about an entry names it', () => {
    for (const { code, entry } of sample.expected.diagnostics ?? []) {
      if (entry === undefined) continue;
      expect(report.diagnostics.filter((d) => d.code === code).map((d) => d.path)).toContain(
        `entries[${entry}].offset`,
      );
    }
  });

  test('what must be readable is', () => {
    const readable = sample.expected.readable as Readable | undefined;
    if (!readable) return;
    expect(asset !== undefined).toBe(readable.avts);
    if (!asset) return;
    const { svo } = asset;
    expect(svo.avts.chunks.length).toBeGreaterThan(0);
    expect(svo.yabx !== undefined).toBe(readable.yabx !== false);
    const objects = svo.yabx?.objects.length ?? 0;
    if (typeof readable.objects === 'number') expect(objects).toBe(readable.objects);
    else if (readable.objects) expect(objects).toBeGreaterThanOrEqual(readable.objects.atLeast);
    if (readable.nodes !== undefined) expect(svo.stevia.all('Node').length).toBe(readable.nodes);
    if (typeof readable.textures === 'number') expect(decodable(asset).all).toBe(readable.textures);
    else if (readable.textures !== undefined) TEXTURES_IN_WORDS[sample.name]!(asset);
    if (typeof readable.batches === 'number') expect(drawable(asset).batches).toBe(readable.batches);
    else if (readable.batches !== undefined) BATCHES_IN_WORDS[sample.name]!(asset);
  });

  test('every view works, and writing gives the same bytes', () => {
    if (!asset) return;
    const scene = asset.scene!();
    expect(scene.nodes.length).toBeGreaterThanOrEqual(asset.svo.stevia.all('Node').length);
    for (const mesh of scene.meshes) {
      for (const { positions } of mesh.primitives) expect(positions.every(Number.isFinite)).toBe(true);
    }
    asset.info();
    asset.toJson();
    asset.trace();
    expect(bytesEqual(asset.write(), sample.bytes)).toBe(true);
  });
});

test('an unknown class index still shows the batch at the root', () => {
  const sample = samplesIn('svo/bad', '.svo').find((s) => s.name === 'class_index.svo')!;
  const scene = openBad(sample).asset!.scene!();
  expect(scene.meshes.length).toBe(1);
  const root = scene.nodes.find((node) => node.mesh === 0)!;
  expect(scene.roots).toContain(scene.nodes.indexOf(root));
  expect(root.raw.unreferenced).toBe(scene.meshes[0]!.raw.id);
});
