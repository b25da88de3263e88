import type { Asset } from '../asset.ts';
import { isAvts } from '../avts/read.ts';
import { readDds } from '../dds/read.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { fontPagesOf, replaceRfzPage } from '../font/pages.ts';
import { fontDatabaseOf, fontSvoOf } from '../font/ruhuna.ts';
import { readRfz } from '../rfz/read.ts';
import type { Rfz } from '../rfz/types.ts';
import { writeRfz } from '../rfz/write.ts';
import { SvoEdit } from '../svo/edit.ts';
import { openSvo } from '../svo/open.ts';
import { setValue } from '../yabx/edit.ts';
import { EditError } from '../yabx/edit-error.ts';
import { graphFromJson, placed, setJson } from '../yabx/edit-json.ts';
import type { JsonObject } from '../yabx/json-shape.ts';
import { resolvePath } from '../yabx/path.ts';
import type { Yabx } from '../yabx/types.ts';
import { plainPath } from './refuse.ts';
import type { EditSession } from './session.ts';
import { chunkIndex, documentOf } from './svo.ts';
import type { EditableTexture } from './texture.ts';
import { pictureTextures } from './texture-dds.ts';

/**
 * A font: paths of its own objects, and of those of the embedded SVO behind the field that holds it:
 * `TextureResource[0].file.Image[0]._width`, `TextureResource[0].file.chunks[1]`.
 */
export function rfzSession(asset: Asset): EditSession {
  let rfz = readRfz(asset.bytes);
  let model = wholeGraph(rfz);
  const nested = (path: string, work: (svo: SvoEdit, inner: string) => void): boolean => {
    const found = nestedPath(model, path);
    if (!found) return false;
    const edit = new SvoEdit(openSvo(found.file));
    placed(`${found.path}.`, () => work(edit, found.inner));
    model = setValue(model, found.path, edit.save());
    return true;
  };
  return {
    set(path, input) {
      const plain = plainPath(path);
      if (nested(plain, (svo, inner) => svo.set(plainPath(inner), input))) return;
      model = setValue(model, plain, input);
    },
    setJson(path, json) {
      const plain = plainPath(path);
      if (nested(plain, (svo, inner) => svo.setJson(plainPath(inner), json))) return;
      model = setJson(model, plain, json);
    },
    apply(data, at) {
      const { stream, ...rest } = asset.toJson() as JsonObject;
      void stream;
      model = graphFromJson(model, documentOf(data, rest, 'stream', at), `${at}.stream.`);
    },
    chunk(path) {
      const found = nestedPath(model, path);
      if (found) return placed(`${found.path}.`, () => new SvoEdit(openSvo(found.file)).chunk(chunkIndex(found.inner)));
      throw noChunk(path);
    },
    replaceChunk(path, data) {
      if (nested(path, (svo, inner) => svo.replaceChunk(chunkIndex(inner), data))) return;
      throw noChunk(path);
    },
    textures: () => pagesOf(model),
    replaceTexture(texture, dds) {
      const edited = readRfz(replaceRfzPage(readRfz(writeRfz({ ...rfz, yabx: model })), texture.owner, dds));
      model = wholeGraph(edited);
      // The codes that were read stay the record of a stream that comes out as it was.
      rfz = { ...rfz, yabx: model };
    },
    save: () => writeRfz({ ...rfz, yabx: model }),
  };
}

function noChunk(path: string): EditError {
  return new EditError(path, 'this is no chunk of the embedded SVO', 'TextureResource[0].file.chunks[1]');
}

function wholeGraph(rfz: Rfz): Yabx {
  if (rfz.complete && rfz.yabx) return rfz.yabx;
  throw new EditError('', 'the font is damaged', 'a file that unbake validate finds no errors in');
}

function pagesOf(model: Yabx): EditableTexture[] {
  const font = fontDatabaseOf(model);
  const svo = font && fontSvoOf(font);
  return (svo ? fontPagesOf(svo) : []).flatMap(({ name, chunk }, page) => {
    const dds = new Report().attempt(() => readDds(chunk.data));
    const stem = name.replace(/^__[A-Za-z0-9]+ToSvo__/, '').replace(/\.dds$/i, '');
    return dds ? pictureTextures(page, stem, [name, `${stem}.dds`], dds, chunk.data) : [];
  });
}

/** A path behind a field that holds a whole SVO file. */
function nestedPath(model: Yabx, path: string): { path: string; inner: string; file: Uint8Array } | undefined {
  for (let at = path.indexOf('.file.'); at >= 0; at = path.indexOf('.file.', at + 1)) {
    const end = at + '.file'.length;
    const { field } = resolvePath(model, path.slice(0, end));
    if (field && isAvts(field.raw)) return { path: path.slice(0, end), inner: path.slice(end + 1), file: field.raw };
  }
  return undefined;
}
