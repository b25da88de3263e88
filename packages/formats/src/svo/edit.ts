import { layoutAvts } from '../avts/layout.ts';
import type { AvtsChunk } from '../avts/types.ts';
import { writeAvts } from '../avts/write.ts';
import { bytesEqual } from '../binary/bytes.ts';
import { readDds } from '../dds/read.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { JsonValue } from '../scene/scene.ts';
import { setValue, type ValueInput } from '../yabx/edit.ts';
import { EditError } from '../yabx/edit-error.ts';
import { setJson } from '../yabx/edit-json.ts';
import type { Yabx } from '../yabx/types.ts';
import { writeYabx } from '../yabx/write.ts';
import { type SvoImage, svoImages } from './images.ts';
import { chunkPath, type Svo } from './open.ts';

/** Largest offset and size that the directory can hold. */
const U32_MAX = 0xffffffff;

/**
 * An edit session on an SVO file: the file as it was opened, and what has changed since. Every change is checked when it
 * is made and refused as a whole (EditError); `save` keeps every byte that no change concerns.
 */
export class SvoEdit {
  readonly svo: Svo;
  readonly images: readonly SvoImage[];
  #graph: Yabx | undefined;
  readonly #chunks = new Map<number, Uint8Array>();

  constructor(svo: Svo) {
    this.svo = svo;
    this.images = svoImages(svo, new Report());
    this.#graph = svo.yabx;
  }

  /** The object graph as edited. Throws EditError when there is none that can be edited. */
  get graph(): Yabx {
    if (!this.#graph) throw new EditError('', 'the file has no object graph that can be read', 'a whole SVO file');
    const { objects, objectCount } = this.#graph;
    if (objects.length !== objectCount) {
      const reason = `the object graph is damaged: ${objects.length} of ${objectCount} objects can be read`;
      throw new EditError('', reason, 'a file that unbake validate finds no errors in');
    }
    return this.#graph;
  }

  /** Sets the value at a path of the graph, such as `State[0]._cullMode`. Throws EditError. */
  set(path: string, input: ValueInput): void {
    this.#graph = setValue(this.graph, this.#inGraph(path), input);
  }

  /** Sets what a path names from its JSON in a dump. Throws EditError. */
  setJson(path: string, json: JsonValue): void {
    this.#graph = setJson(this.graph, this.#inGraph(path), json);
  }

  /** Puts another graph in place of `graph`. */
  setGraph(graph: Yabx): void {
    this.#graph = graph;
  }

  /** The bytes of a chunk other than the graph, as edited so far. Throws EditError. */
  chunk(index: number): Uint8Array {
    return this.#chunks.get(index) ?? this.#chunkAt(index).data;
  }

  /** Replaces the bytes of a chunk other than the graph; what objects say of it stays. Throws EditError. */
  replaceChunk(index: number, data: Uint8Array): void {
    const chunk = this.#chunkAt(index);
    if (bytesEqual(data, chunk.data)) this.#chunks.delete(index);
    else this.#chunks.set(index, data);
  }

  /**
   * Replaces the DDS file of an image, and `_width`, `_height`, `_maxMipmapLevel`, `_dataSize` of the Images that name
   * it. The same bytes change nothing. Throws EditError.
   */
  replaceImage(image: SvoImage, data: Uint8Array): void {
    if (bytesEqual(data, this.#chunks.get(image.chunk.entry.index) ?? image.chunk.data)) return;
    const { width, height, mips } = readDds(data);
    const facts = { _width: width, _height: height, _maxMipmapLevel: mips, _dataSize: data.length };
    let graph = image.sources.length > 0 ? this.graph : this.#graph;
    for (const source of image.sources) {
      for (const [name, value] of Object.entries(facts)) {
        const known = source.object.fields.some((field) => field.name === name);
        if (known) graph = setValue(graph!, `#${source.id}.${name}`, value);
      }
    }
    this.replaceChunk(image.chunk.entry.index, data);
    this.#graph = graph;
  }

  /**
   * The file with the changes: chunks behind one whose size changes move by multiples of 0x80, all else stays.
   * @throws EditError when it would be larger than its directory can say.
   */
  save(): Uint8Array {
    const { svo } = this;
    const replacements = new Map(this.#chunks);
    if (this.#graph && svo.graphChunk && this.#graph !== svo.yabx) {
      const data = writeYabx(this.#graph);
      if (!bytesEqual(data, svo.graphChunk.data)) replacements.set(svo.graphChunk.entry.index, data);
    }
    const { size } = layoutAvts(svo.avts, replacements);
    if (size > U32_MAX) throw new EditError('', `the file would have ${size} bytes`, `at most ${U32_MAX}`);
    return writeAvts(svo.avts, replacements);
  }

  #chunkAt(index: number): AvtsChunk {
    const chunk = this.svo.avts.chunks[index];
    if (!chunk) {
      throw new EditError(`chunks[${index}]`, 'there is no such chunk', `0 to ${this.svo.avts.chunks.length - 1}`);
    }
    if (chunk === this.svo.graphChunk) {
      throw new EditError(chunkPath(chunk), 'this chunk is the object graph', 'values of it by their path');
    }
    return chunk;
  }

  /** A path without what the trace and the JSON of the file put before it. */
  #inGraph(path: string): string {
    const index = this.svo.graphChunk?.entry.index;
    return path.trim().replace(/^chunks\[(\d+)\]\./, (prefix, n) => (Number(n) === index ? '' : prefix));
  }
}
