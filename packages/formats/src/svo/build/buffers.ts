import { dataView } from '../../binary/bytes.ts';
import type { FileNames } from '../../scene/file-name.ts';
import { Draft } from './drafts.ts';
import { layoutKey, type NewLayout } from './vertex-data.ts';

/** The last vertex that a 16-bit index can name; 0xFFFF restarts strips on some hardware. */
const MAX_U16_VERTICES = 0xffff;

/** A VBO or IBO chunk to be. */
export interface GeometryChunk {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface VertexBin {
  readonly draft: Draft;
  readonly layout: NewLayout;
  readonly pieces: Uint8Array[];
  vertices: number;
}

interface IndexBin {
  readonly draft: Draft;
  readonly wide: boolean;
  readonly pieces: Uint32Array[];
  indices: number;
}

/** Where a part lies in the buffers. */
export interface PlacedPart {
  readonly vertexBuffers: readonly Draft[];
  readonly indexBuffer: Draft;
  readonly batch: Draft;
}

/**
 * Vertex and index buffers: parts of one declaration share them, as in the published files, while 16-bit indices reach;
 * a part with morph targets has a vertex buffer for itself and one for each target. Chunks are named as the published
 * ones: `__PNT_0000.VBO`, `__PNT.IBO` (svo.md §3).
 */
export class NewBuffers {
  readonly #chunkStem: string;
  readonly #bigEndian: boolean;
  readonly #names: FileNames;
  readonly #declarations = new Map<string, Draft>();
  readonly #open = new Map<string, VertexBin>();
  readonly #vertexBins: VertexBin[] = [];
  readonly #indexBins: IndexBin[] = [];
  readonly #openIndices = new Map<string, IndexBin>();
  readonly #batches: Draft[] = [];
  readonly #counts = new Map<string, number>();

  constructor(chunkStem: string, bigEndian: boolean, names: FileNames) {
    this.#chunkStem = chunkStem;
    this.#bigEndian = bigEndian;
    this.#names = names;
  }

  /** @param streams the vertices, then those of each morph target. */
  add(layout: NewLayout, streams: readonly Uint8Array[], indices: Uint32Array, place: string): PlacedPart {
    const count = streams[0]!.length / layout.stride;
    const wide = count > MAX_U16_VERTICES;
    const bins =
      streams.length === 1 ? [this.#shared(layout, count, place)] : streams.map(() => this.#bin(layout, place));
    const first = bins[0]!.vertices;
    bins.forEach((bin, i) => {
      bin.pieces.push(streams[i]!);
      bin.vertices += count;
    });
    const indexBin = this.#indexBin(layout, wide, place);
    const start = indexBin.indices;
    const shifted = indices.map((v) => v + first);
    indexBin.pieces.push(shifted);
    indexBin.indices += shifted.length;
    const batch = new Draft('Batch', place, {
      _polygonNumber: shifted.length / 3,
      _primitiveType: 3,
      _primitiveNumber: shifted.length / 3,
      _indexStart: start,
      _indexNumber: shifted.length,
      _startNumber: shifted.reduce((least, v) => Math.min(least, v), 0xffffffff),
      _endNumber: shifted.reduce((most, v) => Math.max(most, v), 0),
      _vertexBufferList: bins.map((bin) => bin.draft),
      _indexBuffer: indexBin.draft,
      _name: layout.name,
      _fullName: layout.name,
    });
    this.#batches.push(batch);
    return { vertexBuffers: bins.map((bin) => bin.draft), indexBuffer: indexBin.draft, batch };
  }

  /** Fills in sizes and counts; the drafts of every kind, and the chunks. */
  finish() {
    const bytesOf = new Map<Draft, Uint8Array>();
    for (const bin of this.#vertexBins) {
      const bytes = joined(bin.pieces);
      bytesOf.set(bin.draft, bytes);
      Object.assign(bin.draft.values, { _vertexNumber: bin.vertices, _dataSize: bytes.length });
    }
    for (const bin of this.#indexBins) {
      bytesOf.set(bin.draft, encodeIndices(bin, this.#bigEndian));
      bin.draft.values._indexNumber = bin.indices;
    }
    for (const batch of this.#batches) {
      const [first] = batch.values._vertexBufferList as Draft[];
      batch.values._vertexNumber = first!.values._vertexNumber;
    }
    const chunks = (bins: readonly { draft: Draft }[]): GeometryChunk[] =>
      bins.map(({ draft }) => ({ name: draft.values._chunkFileName as string, bytes: bytesOf.get(draft)! }));
    return {
      batches: this.#batches,
      declarations: [...this.#declarations.values()],
      vertexBuffers: this.#vertexBins.map((bin) => bin.draft),
      indexBuffers: this.#indexBins.map((bin) => bin.draft),
      vertexChunks: chunks(this.#vertexBins),
      indexChunks: chunks(this.#indexBins),
    };
  }

  #shared(layout: NewLayout, count: number, place: string): VertexBin {
    const key = layoutKey(layout);
    const open = this.#open.get(key);
    if (open && open.vertices + count <= MAX_U16_VERTICES) return open;
    const bin = this.#bin(layout, place);
    this.#open.set(key, bin);
    return bin;
  }

  #bin(layout: NewLayout, place: string): VertexBin {
    const number = this.#counts.get(layout.name) ?? 0;
    this.#counts.set(layout.name, number + 1);
    const draft = new Draft('VertexBuffer', place, {
      _chunkFileName: this.#names.takeName(`${this.#chunkStem}__${layout.name}_${String(number).padStart(4, '0')}.VBO`),
      _stride: layout.stride,
      _vertexDeclaration: this.#declaration(layout, place),
      _name: layout.name,
      _fullName: layout.name,
    });
    const bin = { draft, layout, pieces: [], vertices: 0 };
    this.#vertexBins.push(bin);
    return bin;
  }

  #declaration(layout: NewLayout, place: string): Draft {
    const key = layoutKey(layout);
    const known = this.#declarations.get(key);
    if (known) return known;
    const elements = layout.elements.map(
      (e) => new Draft('VertexElement', place, { _semantics: e.semantics, _elementType: e.type, _index: e.index }),
    );
    const made = new Draft('VertexDeclaration', place, {
      _vertexElement: elements,
      _name: layout.name,
      _fullName: layout.name,
    });
    this.#declarations.set(key, made);
    return made;
  }

  #indexBin(layout: NewLayout, wide: boolean, place: string): IndexBin {
    const key = `${layoutKey(layout)} ${wide}`;
    const known = this.#openIndices.get(key);
    if (known) return known;
    const draft = new Draft('IndexBuffer', place, {
      _chunkFileName: this.#names.takeName(`${this.#chunkStem}__${layout.name}.IBO`),
      _indexType: wide ? 4 : 2,
      _name: layout.name,
      _fullName: layout.name,
    });
    const bin = { draft, wide, pieces: [], indices: 0 };
    this.#openIndices.set(key, bin);
    this.#indexBins.push(bin);
    return bin;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function encodeIndices({ pieces, indices, wide }: IndexBin, bigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(indices * (wide ? 4 : 2));
  const view = dataView(bytes);
  let at = 0;
  for (const piece of pieces) {
    for (const index of piece) {
      if (wide) view.setUint32(at, index, !bigEndian);
      else view.setUint16(at, index, !bigEndian);
      at += wide ? 4 : 2;
    }
  }
  return bytes;
}
