import type { RawValues, Scene } from '../../scene/scene.ts';
import { EditError } from '../../yabx/edit-error.ts';
import { COMPACT_MAX, yabxString } from '../../yabx/strings.ts';
import type { Yabx } from '../../yabx/types.ts';
import { materialParameters, rawMaterial } from '../material.ts';
import { detectMatrixLayout, type Layout12, type QuaternionOrder } from '../matrix-layout.ts';
import type { Svo } from '../open.ts';
import { RawObject } from './raw-values.ts';
import { modelClasses } from './schema.ts';

/** What a new file has in common with the other files of its game: from the template, else the published values. */
export interface Profile {
  /** In front of the graph's name and of all chunk names. */
  readonly prefix: string;
  readonly layout: Layout12;
  readonly quaternion: QuaternionOrder;
  readonly kinds: { readonly vbo: number; readonly ibo: number };
  readonly bigEndian: boolean;
  /** Materials to copy from: as `SceneMaterial.raw`. */
  readonly states: readonly RawValues[];
  /** An object graph without objects. */
  newGraph(baseName: string): Yabx;
}

const DEFAULT_PREFIX = '__HndToSvo__';

/**
 * Inferred: `kind` of geometry chunks in the directory: 2 for vertex buffers, 3 for index buffers, numbered from 1 each,
 * as the samples have them (svo.md §1: unknown). A template's own numbers win.
 */
export function geometryKinds(template: Svo | undefined): { vbo: number; ibo: number } {
  const kindOf = (kind: 'vbo' | 'ibo') => template?.avts.chunks.find((c) => c.class === kind)?.entry.kind;
  return { vbo: kindOf('vbo') ?? 2, ibo: kindOf('ibo') ?? 3 };
}

/** @throws EditError when the template has no readable object graph. */
export function makeProfile(scene: Scene, template: Svo | undefined): Profile {
  const yabx = template?.yabx;
  if (template && !yabx) {
    throw new EditError('template', 'its object graph cannot be read', 'an undamaged model of the game');
  }
  const inferred = new RawObject(scene.raw).object('inferred');
  const stored = template && detectMatrixLayout(template.stevia.all('Node'));
  const layout: Layout12 = stored?.layout ?? (inferred.text('matrixLayout') === '4x3' ? '4x3' : '3x4');
  const quaternion: QuaternionOrder =
    stored?.quaternion ?? (inferred.text('quaternionOrder') === 'wxyz' ? 'wxyz' : 'xyzw');
  const prefix = (yabx && /^__[A-Za-z0-9]+ToSvo__/.exec(yabx.name.text)?.[0]) ?? DEFAULT_PREFIX;
  return {
    prefix,
    layout,
    quaternion,
    kinds: geometryKinds(template),
    bigEndian: yabx?.bigEndian ?? false,
    states: (template?.stevia.all('State') ?? []).map((state) =>
      rawMaterial(state, materialParameters(template!.stevia, state)),
    ),
    newGraph: (baseName) => newGraph(yabx, prefix, `${prefix}${baseName}`),
  };
}

function newGraph(template: Yabx | undefined, prefix: string, name: string): Yabx {
  const stored = yabxString(name);
  if (stored.bytes.length > COMPACT_MAX) {
    const most = COMPACT_MAX - 1 - prefix.length;
    throw new EditError(
      'baseName',
      `"${name}" has ${stored.bytes.length - 1} bytes`,
      `a name of at most ${most} bytes`,
    );
  }
  return {
    bigEndian: template?.bigEndian ?? false,
    version: template?.version ?? 1,
    flags: template?.flags ?? 0,
    payloadSize: 0,
    crc: 0,
    legacyLibraries: template?.legacyLibraries ?? [
      { flags: 4, name: yabxString(`${prefix.slice(2, -2)}/svo`) },
      { flags: 7, name: yabxString('stevia::Database') },
    ],
    name: stored,
    libraries: template?.libraries ?? [
      { name: yabxString('yabukita'), version: 1005 },
      { name: yabxString('stevia'), version: 1000 },
    ],
    classes: template?.classes ?? modelClasses(),
    localIds: [],
    objectNames: [],
    objectCount: 0,
    objects: [],
    padding: new Uint8Array(0),
    trailing: new Uint8Array(0),
  };
}
