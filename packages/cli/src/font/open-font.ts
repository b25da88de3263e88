import { Report, type Rfz, readRfz } from '@unbake/formats';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { type Input, openArgument } from '../io/read-input.ts';

export interface OpenedFont {
  input: Input;
  rfz: Rfz;
  /** Findings of reading it. */
  report: Report;
}

/** Opens the font that an argument names. @throws Failure when it is no RFZ; FormatError as `readRfz`. */
export async function openFont(io: Io, argument: string): Promise<OpenedFont> {
  const { input, asset, base } = await openArgument(io, argument);
  if (asset.format !== 'rfz') {
    throw usageError(`${input.shown} is no RFZ font but a file of the kind ${asset.format}`, 'Give an .rfz file.');
  }
  const report = new Report();
  return { input, rfz: readRfz(asset.bytes, { report, base }), report };
}
