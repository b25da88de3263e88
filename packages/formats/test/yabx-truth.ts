import { createHash } from 'node:crypto';
import { samplesIn } from '../../../test-support/samples.ts';
import { readAvts } from '../src/avts/read.ts';
import { toHex } from '../src/binary/hex.ts';
import type { Yabx, YabxField } from '../src/yabx/types.ts';

/** The YABX bytes of every sample that has some, with the truth about them. */
export function yabxSamples() {
  const whole = samplesIn('yabx', '.yabx').map((s) => ({ name: s.name, bytes: s.bytes, truth: s.expected.yabx }));
  const chunks = samplesIn('svo', '.svo')
    .concat(samplesIn('font', '.svo'))
    .map((s) => ({
      name: s.name,
      bytes: readAvts(s.bytes).chunks.find((c) => c.class === 'yabx')!.data,
      truth: s.expected.yabx,
    }));
  return whole.concat(chunks);
}

/** A model in the words of expected.json. */
export function describeYabx(model: Yabx, base = 0) {
  return {
    endian: model.bigEndian ? 'big' : 'little',
    version: model.version,
    flags: model.flags,
    payload: model.payloadSize,
    crc: model.crc.toString(16).toUpperCase().padStart(8, '0'),
    crcOk: model.crc === model.readCrc,
    legacy: model.legacyLibraries.map((l) => [l.flags, l.name.text]),
    name: model.name.text,
    libraries: model.libraries.map((l) => [l.name.text, l.version]),
    classes: model.classes.map((c) => ({
      name: c.name.text,
      flag: c.flags,
      parent: c.parent,
      fields: c.fields.map((f) => [f.name.text, f.flags, f.size]),
    })),
    localIds: model.localIds.map((l) => [l.name.text, l.id]),
    objectNames: model.objectNames.map((n) => n.text),
    objectCount: model.objectCount,
    objects: model.objects.map((o) => ({
      id: o.id,
      class: o.className,
      offset: o.offset - base,
      size: o.bodySize,
      fields: o.fields.map(describeField),
    })),
    padding: model.padding.length,
    paddingZero: model.padding.every((b) => b === 0),
  };
}

function describeField({ name, value }: YabxField): unknown[] {
  switch (value.kind) {
    case 'str':
      return [name, 'str', value.value, ...(value.padding.length > 0 ? [{ padding: toHex(value.padding) }] : [])];
    case 'opaque':
      return [name, 'opaque', toHex(value.value)];
    case 'blob':
      return [
        name,
        'blob',
        { size: value.value.length, sha256: createHash('sha256').update(value.value).digest('hex') },
      ];
    default:
      return [name, value.kind, spelled(value.value)];
  }
}

/** NaN and infinities as the strings of expected.json. */
function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
