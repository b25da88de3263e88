import type { Asset } from '../asset.ts';
import type { JsonValue } from '../scene/scene.ts';
import { EditError } from '../yabx/edit-error.ts';
import { shape } from '../yabx/json-shape.ts';
import { jsonDifferences } from './json-diff.ts';
import type { EditSession } from './session.ts';

/** The part of a session that a file without chunks refuses. */
export function noTextures(what: string): Pick<EditSession, 'chunk' | 'replaceChunk' | 'textures' | 'replaceTexture'> {
  const refuse = (path: string): never => {
    throw new EditError(path, `${what} has no chunks`, 'an SVO, RFZ, DDS, Texm or NRes file');
  };
  return { chunk: refuse, replaceChunk: refuse, textures: () => [], replaceTexture: () => refuse('') };
}

/** The part of a session that a file without an object graph refuses: every value, and a dump that was edited. */
export function noGraph(what: string, asset: Asset): Pick<EditSession, 'set' | 'setJson' | 'apply'> {
  const refuse = (path: string): never => {
    throw new EditError(path, `${what} has no fields that can be set`, 'an SVO, YABX or RFZ file');
  };
  return {
    set: refuse,
    setJson: refuse,
    apply(data, at) {
      const [first] = jsonDifferences(asJson(asset.toJson()), data, at);
      if (!first) return;
      const reason = `${shape(first.b)} is given, and ${what} is not edited by its dump`;
      throw new EditError(first.path, reason, shape(first.a));
    },
  };
}

/** A value as it is after JSON text: NaN becomes null. */
function asJson(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

/**
 * A path of the graph as `resolvePath` takes it, from the ways in which a dump spells it:
 * `yabx.objects[3].fields._name`, `stream.objects[3]._name`.
 */
export function plainPath(path: string): string {
  return path
    .trim()
    .replace(/^(?:data\.)?(?:(?:yabx|stream)\.)?/, '')
    .replace(/^(objects\[\d+\])\.fields\./, '$1.');
}
