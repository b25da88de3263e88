import type { Asset } from './asset.ts';
import { hexBytes } from './binary/hex.ts';
import { formatError } from './diagnostics/format-error.ts';
import type { FormatRow, OpenOptions } from './format-row.ts';
import { FORMATS } from './formats.ts';

/** The format of a file: by its bytes, else by its name's extension; undefined when neither tells. */
export function detectFormat(bytes: Uint8Array, name = ''): FormatRow | undefined {
  const byBytes = FORMATS.find((row) => row.sniff(bytes));
  if (byBytes) return byBytes;
  const lower = name.toLowerCase();
  return FORMATS.find((row) => row.extensions.some((extension) => lower.endsWith(extension)));
}

/**
 * Opens a file of any known format.
 * @throws FormatError `file/unknown`, or the format's own code when nothing of it can be read.
 */
export function openAsset(bytes: Uint8Array, options: OpenOptions = {}): Asset {
  const row = detectFormat(bytes, options.name);
  if (!row) {
    throw formatError('file/unknown', { found: hexBytes(bytes, 4), size: bytes.length }, options.base ?? 0);
  }
  return row.open(bytes, options);
}
