import {
  type Asset,
  type Code,
  emptyScene,
  FORMATS,
  type FormatError,
  type FormatRow,
  type JsonValue,
  Report,
  type RgbaImage,
  type Scene,
  type Severity,
  Trace,
} from '@unbake/formats';
import { formatError } from '../../../formats/src/diagnostics/format-error.ts';

/** What a file of the test format holds: `FAKE` and this as JSON. */
export interface Fake {
  /** Opening fails. */
  broken?: boolean;
  /** Chunks: name and contents. */
  entries?: [name: string, text: string][];
  findings?: [code: 'avts/name-duplicate' | 'avts/truncated', offset: number, path: string, severity?: Severity][];
  /** A scene with this many triangles. */
  triangles?: number;
  /** Names of 2x2 pictures; one called `broken` cannot be decoded. */
  images?: string[];
  /** This byte is written back wrong. */
  flips?: number;
}

export function fakeFile(fake: Fake = {}): Uint8Array {
  return new TextEncoder().encode(`FAKE${JSON.stringify(fake)}`);
}

const row: FormatRow = {
  id: 'wear',
  label: 'test format',
  extensions: ['.fake'],
  sniff: (bytes) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'FAKE',
  open: openFake,
};

/** Makes the test format known to `openAsset` in this process. */
export function registerFakeFormat(): void {
  const formats = FORMATS as FormatRow[];
  if (!formats.includes(row)) formats.unshift(row);
}

function openFake(bytes: Uint8Array, { base = 0 }: { base?: number }): Asset {
  if (bytes.length <= 4) throw unreadable(base);
  const fake: Fake = JSON.parse(Buffer.from(bytes.subarray(4)).toString('utf8'));
  if (fake.broken) throw unreadable(base);
  const report = new Report();
  for (const [code, offset, path, severity] of fake.findings ?? []) {
    const args = { needed: 8, left: 2, name: 'x', other: 0 };
    report.add(code as Code, args as never, { start: offset, end: offset + 4 }, path, severity);
  }
  return {
    format: 'wear',
    bytes,
    report,
    check: () => report,
    info: () => ({ kind: 'fake', ...(fake.triangles ? { meshes: 1, triangles: fake.triangles } : {}) }),
    entries: () =>
      (fake.entries ?? []).map(([name, text], index) => {
        const data = new TextEncoder().encode(text);
        const nameBytes = new TextEncoder().encode(name);
        return { index, name, nameBytes, kind: 'text', size: data.length, offset: 0x100 + index, data };
      }),
    toJson: () => fake as unknown as JsonValue,
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      trace.open('header', base);
      trace.field('magic', base, base + 4, 'FAKE');
      trace.field('first', base + 4, base + 5, bytes[4]);
      trace.close(base + 5);
      trace.field('body', base + 6, base + bytes.length, bytes.subarray(6));
      return trace;
    },
    write() {
      const copy = bytes.slice();
      if (fake.flips !== undefined) copy[fake.flips] = copy[fake.flips]! ^ 0xff;
      return copy;
    },
    scene: () => sceneOf(fake.triangles ?? 0, fake.images ?? []),
    images: () =>
      (fake.images ?? []).map((name) => ({
        name,
        width: 2,
        height: 2,
        format: 'RGBA8',
        mips: 1,
        decode: () => pictureOf(name),
      })),
  };
}

function pictureOf(name: string): RgbaImage {
  if (name.startsWith('broken')) throw unreadable(0x40);
  return { width: 2, height: 2, rgba: Uint8Array.from({ length: 16 }, (_, i) => i * 16) };
}

function unreadable(offset: number): FormatError {
  return formatError('avts/truncated', { needed: 8, left: 0 }, offset, 'header');
}

/** Triangles in a row, three vertices each, one material with one texture for each image. */
function sceneOf(triangles: number, images: readonly string[]): Scene {
  const scene = emptyScene('fake');
  if (triangles === 0) return scene;
  const vertexCount = triangles * 3;
  const positions = new Float32Array(vertexCount * 3);
  for (let i = 0; i < vertexCount; i++)
    positions.set([Math.floor(i / 3) + (i % 3 === 1 ? 1 : 0), i % 3 === 2 ? 1 : 0, 0], i * 3);
  const indices = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  scene.meshes.push({
    name: 'row',
    primitives: [{ vertexCount, indices, positions, uvs: [], targets: [], raw: {} }],
    targetNames: [],
    raw: {},
  });
  scene.nodes.push({
    name: 'row',
    children: [],
    translation: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    mesh: 0,
    raw: {},
  });
  scene.roots.push(0);
  for (const [index, name] of images.entries()) {
    scene.images.push({ name, width: 2, height: 2, format: 'RGBA8', decode: () => pictureOf(name), raw: {} });
    scene.textures.push({
      name,
      image: index,
      wrapU: 'repeat',
      wrapV: 'repeat',
      minFilter: 'linear',
      magFilter: 'linear',
      mipFilter: 'none',
      raw: {},
    });
    scene.materials.push({
      name,
      baseColor: [1, 1, 1, 1],
      baseColorTexture: { texture: index, uv: 0 },
      emissive: [0, 0, 0],
      blend: 'opaque',
      doubleSided: false,
      unlit: false,
      raw: {},
    });
  }
  if (images.length > 0) {
    scene.meshes[0]!.primitives[0]!.material = 0;
    scene.meshes[0]!.primitives[0]!.uvs.push(new Float32Array(vertexCount * 2));
  }
  scene.losses.push({ kind: 'left-out', what: 'sound', detail: 'there is none', count: 1 });
  return scene;
}
