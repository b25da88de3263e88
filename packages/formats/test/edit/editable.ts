import { samplesIn } from '../../../../test-support/samples.ts';
import { bytesEqual } from '../../src/binary/bytes.ts';
import { type EditSession, editAsset } from '../../src/edit/session.ts';
import { openAsset } from '../../src/open.ts';
import { EditError } from '../../src/yabx/edit-error.ts';
import type { Yabx, YabxValue } from '../../src/yabx/types.ts';
import type { ValueInput } from '../../src/yabx/value-input.ts';

/** Every sample with an object graph. */
export function graphSamples() {
  return [...samplesIn('svo', '.svo'), ...samplesIn('font', '.svo'), ...samplesIn('yabx', '.yabx')];
}

export const sample = (name: string): Uint8Array =>
  [...graphSamples(), ...samplesIn('font', '.rfz'), ...samplesIn('dds', '.dds')].find((s) => s.name === name)!.bytes;

/** Opens, edits and saves. */
export function edited(bytes: Uint8Array, work: (session: EditSession) => void, name = ''): Uint8Array {
  const session = editAsset(openAsset(bytes, { name }));
  work(session);
  return session.save();
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return bytesEqual(a, b);
}

/** What an edit that does not fit says; the session must save the file as it was. */
export function refusal(bytes: Uint8Array, work: (session: EditSession) => void): EditError {
  const session = editAsset(openAsset(bytes, { name: '' }));
  try {
    work(session);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    if (!bytesEqual(session.save(), bytes)) throw new Error('a refused edit left something behind');
    return error;
  }
  throw new Error('the edit was taken');
}

/** A value in a form that `set` takes. */
export function inputOf(value: YabxValue): ValueInput {
  const spelled = (v: number) => (Number.isFinite(v) && !Object.is(v, -0) ? v : Object.is(v, -0) ? '-0' : String(v));
  const id = (v: number) => (v < 0 ? `external:${v}` : v);
  switch (value.kind) {
    case 'ref':
      return id(value.value);
    case 'refs':
      return value.value.map(id);
    case 'f32':
      return spelled(value.value);
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.value.map(spelled);
    case 'mats':
      return value.value.map((m) => m.map(spelled));
    default:
      return value.value;
  }
}

/** Another value of the same kind; undefined for bytes without a meaning. */
export function otherValue({ kind, value }: YabxValue, model: Yabx): ValueInput | undefined {
  switch (kind) {
    case 'str':
      return `${value}+`;
    case 'ref':
      return value === 0 ? undefined : null;
    case 'refs':
      return value.length === 0 ? ['external:-5'] : [];
    case 'strs':
      return [...value, 'more'];
    case 'mats':
      return [...value, new Array(12).fill(model.objects.length)];
    case 'vec3':
    case 'vec4':
    case 'mat':
      return value.map((_, i) => i + 0.5);
    case 'u8':
    case 'u16':
    case 'u32':
    case 's16':
    case 's32':
      return value === 1 ? 2 : 1;
    case 'f32':
      return 'inf';
    default:
      return undefined;
  }
}
