import type { Asset } from '../asset.ts';
import type { JsonValue } from '../scene/scene.ts';
import { svoToJson } from '../svo/asset.ts';
import { SvoEdit } from '../svo/edit.ts';
import { openSvo } from '../svo/open.ts';
import { EditError } from '../yabx/edit-error.ts';
import { graphFromJson } from '../yabx/edit-json.ts';
import { isObject, type JsonObject, shape } from '../yabx/json-shape.ts';
import { jsonDifferences } from './json-diff.ts';
import { plainPath } from './refuse.ts';
import type { EditSession } from './session.ts';
import { pictureTextures } from './texture-dds.ts';

export function svoSession(asset: Asset): EditSession {
  const svo = openSvo(asset.bytes);
  const edit = new SvoEdit(svo);
  return {
    set: (path, input) => edit.set(plainPath(path), input),
    setJson: (path, json) => edit.setJson(plainPath(path), json),
    apply(data, at) {
      const { yabx, ...rest } = svoToJson(svo) as JsonObject;
      const document = documentOf(data, rest, 'yabx', at);
      if (yabx === null) {
        if (document !== null) throw new EditError(`${at}.yabx`, 'the file has no object graph', 'null');
        return;
      }
      edit.setGraph(graphFromJson(edit.graph, document, `${at}.yabx.`));
    },
    chunk: (path) => edit.chunk(chunkIndex(path)),
    replaceChunk: (path, data) => edit.replaceChunk(chunkIndex(path), data),
    textures: () =>
      edit.images.flatMap((image, owner) => {
        const { entry, data } = image.chunk;
        const names = [entry.name, ...image.sources.flatMap((s) => [s.name, s.fileName])];
        return pictureTextures(owner, image.name, names, image.dds, data);
      }),
    replaceTexture: (texture, dds) => edit.replaceImage(edit.images[texture.owner]!, dds),
    save: () => edit.save(),
  };
}

/**
 * The member `key` of an edited document, whose other members must be those of the file.
 * @throws EditError at the first that differs.
 */
export function documentOf(data: JsonValue, rest: JsonObject, key: string, at: string): JsonValue {
  if (!isObject(data)) throw new EditError(at, `${shape(data)} is given`, 'the data of a dump');
  const { [key]: document, ...others } = data;
  if (document === undefined) throw new EditError(`${at}.${key}`, 'it is missing', 'the object graph');
  const [first] = jsonDifferences(rest, others, at);
  if (first) {
    const reason = `${shape(first.b)} is given, and this part of a file is not edited by its dump`;
    throw new EditError(first.path, reason, shape(first.a));
  }
  return document;
}

/** The number in `chunks[2]`. */
export function chunkIndex(path: string): number {
  const found = /^chunks\[(\d+)\]$/.exec(path);
  if (!found) throw new EditError(path, 'this is no chunk', 'chunks[0] and so on');
  return Number(found[1]);
}
