import { open, readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, posix, relative, sep } from 'node:path';
import { type Asset, type AssetEntry, asciiLower, FORMATS, openAsset, openEntry } from '@unbake/formats';
import { EXIT } from '../exit-code.ts';
import { Failure, ioError, usageError } from '../failure.ts';
import type { Io } from './io.ts';
import { walkFiles } from './walk-files.ts';

/** A file that a command works on. */
export interface Input {
  /** As the user wrote it: for messages. */
  shown: string;
  /** For JSON documents: `/` as separator, never absolute. */
  jsonName: string;
  /** The file on disk; undefined for standard input. */
  path: string | undefined;
  /** Names of nested entries after it, outermost first: `a.rlb!b.msh`. */
  entries: string[];
  /** Below the folder that was given; undefined for a file that was given itself. */
  relative?: string;
}

export interface OpenedInput {
  input: Input;
  asset: Asset;
  /** Where the asset's bytes start in the file on disk. */
  base: number;
}

/** The name that an input's output is called after. */
export function inputName(input: Input): string {
  const last = input.entries.at(-1) ?? input.path;
  return last === undefined ? 'stdin' : basename(last);
}

/**
 * One argument as an input: a file, `-`, or `archive!entry` where no file has that name.
 * @throws Failure when there is no such file.
 */
export async function resolveInput(argument: string): Promise<Input> {
  if (argument === '-') return { shown: '<stdin>', jsonName: '-', path: undefined, entries: [] };
  const made = (path: string, entries: string[]): Input => ({
    shown: argument,
    jsonName: [jsonPath(path), ...entries].join('!'),
    path,
    entries,
  });
  let missing: unknown;
  for (let bang = argument.length; bang > 0; bang = argument.lastIndexOf('!', bang - 1)) {
    const path = argument.slice(0, bang);
    try {
      await stat(path);
    } catch (error) {
      missing ??= error;
      continue;
    }
    const entries = argument.slice(bang + 1).split('!');
    return made(path, bang === argument.length ? [] : entries);
  }
  throw ioError('read', argument, missing);
}

/**
 * Reads and opens an input, nested entries followed.
 * @throws Failure when it cannot be read; FormatError when it, or an archive around it, cannot be opened.
 */
export async function openInput(io: Io, input: Input): Promise<OpenedInput> {
  const bytes = input.path === undefined ? await io.stdin() : await readWhole(input.path, input.shown);
  let asset = openAsset(bytes, { name: input.path === undefined ? '' : basename(input.path) });
  let base = 0;
  for (let at = 0; at < input.entries.length; ) {
    const found = findFirst(asset.entries(), input.entries, at);
    if (!found) {
      const wanted = input.entries[at];
      throw new Failure(EXIT.io, `${input.shown}: no entry is called "${wanted}"`, 'unbake ls lists the entries.');
    }
    at += found.names;
    asset = openEntry(asset, found.entry, base);
    base += found.entry.offset;
  }
  return { input, asset, base };
}

/** The entry that the names from `at` on lead to: the first of them, else several joined, as names may hold a `!`. */
function findFirst(
  entries: readonly AssetEntry[],
  names: readonly string[],
  at: number,
): { entry: AssetEntry; names: number } | undefined {
  for (let count = 1; at + count <= names.length; count++) {
    const entry = findEntry(entries, names.slice(at, at + count).join('!'));
    if (entry) return { entry, names: count };
  }
  return undefined;
}

/** Opens the one file of a command that takes no folders. @throws Failure, FormatError */
export async function openArgument(io: Io, argument: string): Promise<OpenedInput> {
  const input = await resolveInput(argument);
  if (input.path !== undefined && (await isFolder(input.path))) {
    throw usageError(`${argument} is a folder`, 'This command takes a file.');
  }
  return openInput(io, input);
}

/**
 * An entry by its exact name, its name with ASCII letters in any case, its number `#3`, or its type `type:13`; the first where
 * several match.
 */
export function findEntry(entries: readonly AssetEntry[], wanted: string): AssetEntry | undefined {
  const folded = asciiLower(wanted);
  const byName =
    entries.find((entry) => entry.name === wanted) ?? entries.find((entry) => asciiLower(entry.name) === folded);
  if (byName) return byName;
  const [, kind, number] = /^(#|type:)(0x[0-9a-f]+|\d+)$/i.exec(wanted) ?? [];
  if (kind === '#') return entries.find((entry) => entry.index === Number(number));
  return kind === undefined ? undefined : entries.find((entry) => entry.more?.type === Number(number));
}

/** The files of a folder that are of a known kind, by name or by their first bytes. */
export async function* inputsIn(
  folder: string,
  options: { exclude?: readonly string[]; onError?: (path: string, error: unknown) => void } = {},
): AsyncGenerator<Input> {
  for await (const file of walkFiles(folder, options)) {
    if (!hasKnownExtension(file.path) && !(await looksKnown(file.path))) continue;
    yield {
      shown: file.path,
      jsonName: posix.join(jsonPath(folder), file.relative),
      path: file.path,
      entries: [],
      relative: file.relative,
    };
  }
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Below the current folder: relative to it; elsewhere an absolute path becomes its last part. */
export function jsonPath(path: string): string {
  const shortened = isAbsolute(path) ? relative(process.cwd(), path) : path;
  const outside = isAbsolute(path) && (shortened.startsWith('..') || isAbsolute(shortened));
  return (outside ? basename(path) : shortened || '.').split(sep).join('/');
}

/** All bytes of a file on disk, `shown` in messages. @throws Failure when it cannot be read. */
export async function readWhole(path: string, shown = path): Promise<Uint8Array> {
  try {
    return plainBytes(await readFile(path));
  } catch (error) {
    throw ioError('read', shown, error);
  }
}

/** All bytes of a file on disk, or of standard input for `-`. @throws Failure when it cannot be read. */
export async function readBytes(io: Io, path: string): Promise<Uint8Array> {
  return path === '-' ? io.stdin() : readWhole(path);
}

/** A `Buffer` as what readers expect: `slice` of a plain array copies, that of a Buffer does not. */
export function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

function hasKnownExtension(path: string): boolean {
  const lower = path.toLowerCase();
  return FORMATS.some((row) => row.extensions.some((extension) => lower.endsWith(extension)));
}

async function looksKnown(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'r');
    try {
      const head = new Uint8Array(64);
      const { bytesRead } = await handle.read(head, 0, head.length, 0);
      return FORMATS.some((row) => row.sniff(head.subarray(0, bytesRead)));
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}
