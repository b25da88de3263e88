import { BufferUtils, GLB_BUFFER, type GLTF, type JSONDocument } from '@gltf-transform/core';
import { FormatError } from '@unbake/formats';

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** Elements that accessors without data may claim, all together; they are zeros. */
const MAX_IMPLIED_ELEMENTS = 1 << 24;

const COMPONENT_SIZE: { [type: number]: number } = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS: { [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

/** An error with the code gltf/invalid. */
export function invalid(problem: string, offset = 0, path = ''): FormatError {
  return new FormatError('gltf/invalid', { problem }, offset, path);
}

/** The JSON of a GLB and its BIN chunk, copied: the library expects data at aligned offsets and reads by `.buffer`. */
export function unpackGlb(bytes: Uint8Array): JSONDocument {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) throw invalid('no GLB header');
  if (view.getUint32(4, true) !== 2) throw invalid(`GLB version ${view.getUint32(4, true)}, 2 is supported`, 4);
  const jsonSize = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK) throw invalid('the first chunk is not JSON', 16);
  if (20 + jsonSize > bytes.length) throw invalid(`JSON needs ${jsonSize} bytes, ${bytes.length - 20} left`, 12);
  const json = parseJson(bytes.subarray(20, 20 + jsonSize), 20);
  for (const { uri } of json.buffers ?? []) {
    if (typeof uri !== 'string' || uri.startsWith('data:')) continue;
    throw invalid(`the .glb keeps data in the file ${uri}, which is not read: export it with everything inside`);
  }
  const resources: JSONDocument['resources'] = {};
  const at = 20 + jsonSize;
  if (at + 8 <= bytes.length && view.getUint32(at + 4, true) === BIN_CHUNK) {
    const binSize = view.getUint32(at, true);
    if (at + 8 + binSize > bytes.length) throw invalid(`BIN needs ${binSize} bytes, ${bytes.length - at - 8} left`, at);
    resources[GLB_BUFFER] = bytes.slice(at + 8, at + 8 + binSize);
  }
  return { json, resources };
}

/** A .gltf with its resources, looked up by decoded and by plain URI. Missing pictures become empty. */
export function unpackGltf(files: ReadonlyMap<string, Uint8Array>): JSONDocument {
  const entry = [...files].find(([name]) => /\.gltf$/i.test(name));
  if (!entry) throw invalid('no .gltf among the files');
  const json = parseJson(entry[1], 0);
  const resources: JSONDocument['resources'] = {};
  for (const [list, required] of [
    [json.buffers, true],
    [json.images, false],
  ] as const) {
    for (const { uri } of list ?? []) {
      if (typeof uri !== 'string' || uri.startsWith('data:')) continue;
      const file = files.get(decodedUri(uri)) ?? files.get(uri);
      if (!file && required) throw invalid(`the file ${uri} is missing`);
      resources[uri] = new Uint8Array(file ?? []);
    }
  }
  return { json, resources };
}

/** Every range that the reader will use lies in its buffer; counts are covered by bytes. Throws gltf/invalid. */
export function checkRanges({ json, resources }: JSONDocument): void {
  const bufferSizes = (json.buffers ?? []).map((buffer) => {
    if (buffer.uri?.startsWith('data:')) return Math.floor(((buffer.uri.length - buffer.uri.indexOf(',') - 1) * 3) / 4);
    return resources[buffer.uri ?? GLB_BUFFER]?.length ?? 0;
  });
  const views = json.bufferViews ?? [];
  views.forEach((v, i) => {
    const end = (v.byteOffset ?? 0) + v.byteLength;
    if (!isCount(v.byteOffset ?? 0) || !isCount(v.byteLength) || !(end <= (bufferSizes[v.buffer] ?? -1))) {
      throw invalid('outside its buffer', 0, `bufferViews[${i}]`);
    }
  });
  const inView = (index: number | undefined, offset: number, size: number) =>
    index !== undefined && views[index] !== undefined && isCount(offset) && offset + size <= views[index].byteLength;
  let implied = 0;
  (json.accessors ?? []).forEach((a, i) => {
    const path = `accessors[${i}]`;
    const component = COMPONENT_SIZE[a.componentType];
    const components = COMPONENTS[a.type];
    if (!component || !components || !isCount(a.count)) throw invalid('type or count that glTF does not have', 0, path);
    const size = component * components;
    if (a.bufferView === undefined) implied += a.count * components;
    else {
      const stride = views[a.bufferView]?.byteStride ?? size;
      const bytes = a.count === 0 ? 0 : (a.count - 1) * stride + size;
      if (!inView(a.bufferView, a.byteOffset ?? 0, bytes)) throw invalid('outside its buffer view', 0, path);
    }
    if (a.sparse) {
      const { count, indices, values } = a.sparse;
      const indexSize = COMPONENT_SIZE[indices.componentType] ?? Number.NaN;
      if (!isCount(count) || count > a.count) throw invalid('sparse count above the count', 0, path);
      if (!inView(indices.bufferView, indices.byteOffset ?? 0, count * indexSize))
        throw invalid('sparse indices outside', 0, path);
      if (!inView(values.bufferView, values.byteOffset ?? 0, count * size))
        throw invalid('sparse values outside', 0, path);
    }
  });
  if (implied > MAX_IMPLIED_ELEMENTS) throw invalid(`${implied} values without data`);
}

/** Compressed geometry, which the package has no decoder for; what to do about it differs from that for others. */
const COMPRESSION = /draco|meshopt/i;

/** Extensions that the file uses and the reader does not. Throws gltf/invalid for one that the file cannot do without. */
export function unreadExtensions({ json }: JSONDocument, read: ReadonlySet<string>): string[] {
  const names = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter((name): name is string => typeof name === 'string' && !read.has(name));
  const required = names(json.extensionsRequired);
  const compressed = required.find((name) => COMPRESSION.test(name));
  if (compressed) {
    throw invalid(`its geometry is compressed (${compressed}), which is not read: export it without compression`);
  }
  if (required.length > 0) throw invalid(`it needs ${required.join(', ')}, which is not read`);
  return names(json.extensionsUsed);
}

function parseJson(bytes: Uint8Array, offset: number): GLTF.IGLTF {
  let json: unknown;
  try {
    json = JSON.parse(BufferUtils.decodeText(bytes).replace(/^\ufeff/, ''));
  } catch (error) {
    throw invalid(`the JSON cannot be read: ${(error as Error).message}`, offset);
  }
  const asset = (json as { asset?: { version?: unknown } } | null)?.asset;
  if (typeof asset?.version !== 'string' || !asset.version.startsWith('2.')) throw invalid('no glTF 2.x asset', offset);
  return json as GLTF.IGLTF;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A URI as a file name; as it is where it cannot be decoded. */
export function decodedUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
