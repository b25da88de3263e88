import { createHash } from 'node:crypto';
import type { Asset, JsonValue, Patch, PatchChunk } from '@unbake/formats';
import { usageError } from './failure.ts';
import { malformed } from './malformed.ts';

const SCHEMA = 'unbake-patch-v1';

/** A file without its contents. */
export interface FileHash {
  size: number;
  sha256: string;
}

/** A patch as it is stored: what changes, and which file it changes into which. */
export interface PatchFile {
  format: string;
  original: FileHash;
  result: FileHash;
  patch: Patch;
}

export function hashOf(bytes: Uint8Array): FileHash {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function patchText(a: Asset, b: Asset, { fields, chunks }: Patch): string {
  const document = {
    schema: SCHEMA,
    format: a.format,
    original: hashOf(a.bytes),
    result: hashOf(b.bytes),
    fields,
    chunks: chunks.map(({ data, ...chunk }) => ({ ...chunk, base64: Buffer.from(data).toString('base64') })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @throws Failure with the place of the first member that is not as `patchText` writes it. */
export function readPatch(text: string, file: string): PatchFile {
  const json = readJsonText(text, file);
  const document = membersOf(json, file, 'patch');
  if (document.schema !== SCHEMA) {
    throw malformed(
      file,
      `schema is ${JSON.stringify(document.schema)}`,
      `Expected "${SCHEMA}", from unbake patch make.`,
    );
  }
  const format = textOf(document.format, file, 'format');
  const fields = listOf(document.fields, file, 'fields').map((item, i) => {
    const { path, value } = membersOf(item, file, `fields[${i}]`);
    if (value === undefined) throw malformed(file, `fields[${i}].value is missing`);
    return { path: textOf(path, file, `fields[${i}].path`), value };
  });
  const chunks = listOf(document.chunks, file, 'chunks').map((item, i) => chunkOf(item, file, `chunks[${i}]`));
  return {
    format,
    original: hashFrom(document.original, file, 'original'),
    result: hashFrom(document.result, file, 'result'),
    patch: { fields, chunks },
  };
}

/** The JSON of a text. @throws Failure that says where it is broken. */
export function readJsonText(text: string, file: string): JsonValue {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw malformed(file, `it is no JSON document: ${(error as Error).message}`);
  }
}

/** @throws Failure when the bytes are not the file that a patch was made from. */
export function checkOriginal({ original }: PatchFile, bytes: Uint8Array, shown: string): void {
  const { size, sha256 } = hashOf(bytes);
  if (size === original.size && sha256 === original.sha256) return;
  const facts = (of: FileHash) => `${of.size} bytes, SHA-256 ${of.sha256.slice(0, 16)}..`;
  throw usageError(
    `${shown} is not the file that the patch was made from: it has ${facts({ size, sha256 })}, the original ${facts(original)}`,
    'Give the file as the game has it, of the same version.',
  );
}

function chunkOf(item: JsonValue, file: string, at: string): PatchChunk {
  const { path, name, runs, base64 } = membersOf(item, file, at);
  const text = textOf(base64, file, `${at}.base64`);
  const data = new Uint8Array(Buffer.from(text, 'base64'));
  if (data.length !== Math.floor((text.replace(/=+$/, '').length * 3) / 4))
    throw malformed(file, `${at}.base64 is broken`);
  const chunk = { path: textOf(path, file, `${at}.path`), name: textOf(name, file, `${at}.name`), data };
  if (runs === undefined) return chunk;
  const counts = listOf(runs, file, `${at}.runs`);
  if (!counts.every((n): n is number => Number.isSafeInteger(n) && (n as number) >= 0)) {
    throw malformed(file, `${at}.runs is no list of counts`);
  }
  return { ...chunk, runs: counts };
}

function hashFrom(json: JsonValue | undefined, file: string, at: string): FileHash {
  const { size, sha256 } = membersOf(json, file, at);
  if (typeof size !== 'number') throw malformed(file, `${at}.size is no number`);
  return { size, sha256: textOf(sha256, file, `${at}.sha256`) };
}

function membersOf(json: JsonValue | undefined, file: string, at: string): { [key: string]: JsonValue | undefined } {
  if (json !== null && typeof json === 'object' && !Array.isArray(json)) return json;
  throw malformed(file, `${at} is no object`);
}

function listOf(json: JsonValue | undefined, file: string, at: string): JsonValue[] {
  if (Array.isArray(json)) return json;
  throw malformed(file, `${at} is no list`);
}

function textOf(json: JsonValue | undefined, file: string, at: string): string {
  if (typeof json === 'string') return json;
  throw malformed(file, `${at} is no text`);
}
