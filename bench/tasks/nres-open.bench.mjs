/** Opening an archive of 200 MB: its header and directory alone, beside reading the whole file. */
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEntry, readNres, readNresDirectory } from '@unbake/formats';

const ENTRIES = 2000;
const PAYLOAD = 100_000;
const ROUNDS = 5;

/** Canonical, payloads of noise; written piece by piece. */
function writeArchive(path) {
  const offsets = Array.from({ length: ENTRIES }, (_, i) => 16 + i * PAYLOAD);
  const directoryOffset = 16 + ENTRIES * PAYLOAD;
  const file = openSync(path, 'w');
  const header = Buffer.alloc(16);
  header.write('NRes', 'latin1');
  header.writeUInt32LE(0x100, 4);
  header.writeUInt32LE(ENTRIES, 8);
  header.writeUInt32LE(directoryOffset + 64 * ENTRIES, 12);
  writeSync(file, header);
  const payload = Buffer.from(Uint8Array.from({ length: PAYLOAD }, (_, i) => (i * 31) & 255));
  for (let i = 0; i < ENTRIES; i++) writeSync(file, payload);
  const directory = Buffer.alloc(64 * ENTRIES);
  for (let i = 0; i < ENTRIES; i++) {
    directory.writeUInt32LE(0x54414d4d, 64 * i);
    directory.writeUInt32LE(PAYLOAD, 64 * i + 12);
    directory.write(`entry_${String(i).padStart(5, '0')}`, 64 * i + 20, 'latin1');
    directory.writeUInt32LE(offsets[i], 64 * i + 56);
    directory.writeUInt32LE(i, 64 * i + 60);
  }
  writeSync(file, directory);
  closeSync(file);
}

/** A source over an open file that counts what is read. */
function fileSource(file) {
  const source = {
    size: fstatSync(file).size,
    bytesRead: 0,
    read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, source.size - offset)));
      source.bytesRead += readSync(file, bytes, 0, bytes.length, offset);
      return bytes;
    },
  };
  return source;
}

const ways = {
  directory(path) {
    const file = openSync(path, 'r');
    const source = fileSource(file);
    const { entries } = readNresDirectory(source);
    const found = findEntry(entries, 'ENTRY_01321');
    closeSync(file);
    return { entries: entries.length, found: found.index, bytesRead: source.bytesRead };
  },
  whole(path) {
    const file = readFileSync(path);
    const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
    const { entries } = readNres(bytes);
    return { entries: entries.length, found: findEntry(entries, 'ENTRY_01321').index, bytesRead: bytes.length };
  },
};

/** Each measurement in a process of its own, so that memory of one does not count for the other. */
function measure(way, path) {
  let best;
  for (let round = 0; round < ROUNDS; round++) {
    const text = execFileSync(process.execPath, [fileURLToPath(import.meta.url), way, path], { encoding: 'utf8' });
    const row = JSON.parse(text);
    if (row.entries !== ENTRIES || row.found !== 1321) throw new Error(`${way}: wrong entries`);
    if (!best || row.ms < best.ms) best = row;
  }
  return best;
}

export default async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'unbake-bench-'));
  try {
    const path = join(folder, 'large.rlb');
    writeArchive(path);
    const [directory, whole] = ['directory', 'whole'].map((way) => measure(way, path));
    const read = `${directory.bytesRead} bytes read`;
    return [
      { name: 'NRes of 200 MB, directory', value: directory.ms, unit: 'ms', note: `${read}; target under 20` },
      { name: 'NRes of 200 MB, directory', value: directory.mb, unit: 'MB', note: 'memory; target under 30' },
      { name: 'NRes of 200 MB, read whole', value: whole.ms, unit: 'ms' },
      { name: 'NRes of 200 MB, read whole', value: whole.mb, unit: 'MB', note: 'memory' },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [, script, way, path] = process.argv;
if (way !== undefined && ways[way] && script === fileURLToPath(import.meta.url)) {
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const result = ways[way](path);
  const ms = performance.now() - start;
  const mb = (process.memoryUsage().rss - before) / 1e6;
  console.log(JSON.stringify({ ...result, ms, mb }));
}
