import { EditError } from '../yabx/edit-error.ts';
import type { EditSession } from './session.ts';

/** The part of a session that a file without chunks refuses. */
export function noTextures(what: string): Pick<EditSession, 'replaceChunk' | 'textures' | 'replaceTexture'> {
  const refuse = (path: string): never => {
    throw new EditError(path, `${what} has no chunks`, 'an SVO, RFZ or DDS file');
  };
  return { replaceChunk: refuse, textures: () => [], replaceTexture: () => refuse('') };
}

/** The part of a session that a file without an object graph refuses. */
export function noGraph(what: string): Pick<EditSession, 'set' | 'setJson' | 'apply'> {
  const refuse = (path: string): never => {
    throw new EditError(path, `${what} has no fields that can be set`, 'an SVO, YABX or RFZ file');
  };
  return { set: refuse, setJson: refuse, apply: (_, at) => refuse(at) };
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
