import type { JsonValue } from '../scene/scene.ts';
import { toHex } from './hex.ts';
import { latin1, untilNul } from './text.ts';

/** A traced value as JSON: numbers that JSON cannot hold as text, bytes as text where they are a name, else as hex. */
export function traceValue(value: unknown): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return nameIn(value) ?? { hex: toHex(value) };
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array, (item) => traceValue(item) ?? null);
  if (Array.isArray(value)) return value.map((item) => traceValue(item) ?? null);
  return undefined;
}

/** A name in a fixed field: printable ASCII, then NULs to the end. Undefined for other bytes. */
export function nameIn(bytes: Uint8Array): string | undefined {
  const name = untilNul(bytes);
  if (name.length === 0 || !name.every((byte) => byte >= 0x20 && byte < 0x7f)) return undefined;
  if (!bytes.subarray(name.length).every((byte) => byte === 0)) return undefined;
  return latin1(name);
}
