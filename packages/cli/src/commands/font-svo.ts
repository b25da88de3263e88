import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFontSvo, hexOffset, openAsset, Report } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { ioError, usageError } from '../failure.ts';
import { buildOrRefuse } from '../font/refusal.ts';
import { checkTarget } from '../io/atomic-write.ts';
import type { Io } from '../io/io.ts';
import { readWhole } from '../io/read-input.ts';
import { writeMade } from '../io/write-output.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { formatBytes } from '../output/table.ts';
import { type Action, examples } from '../program.ts';
import { firstDifference } from './roundtrip.ts';

interface SvoOptions {
  output?: string;
  selftest?: string;
  overwrite?: boolean;
}

const REFERENCE_FILE = 'texture.svo';

export function define(command: Command, action: Action): void {
  command
    .argument('[base]', 'base name of the font, such as RFO_SEGAKAKUGOTHIC_DB_14pt')
    .argument('[pages...]', 'the DDS files of the pages, in order')
    .option('-o, --output <file>', 'the .svo, or - for standard output')
    .option('--selftest <folder>', `compare with the folder's ${REFERENCE_FILE}, byte for byte`)
    .option('--overwrite', 'replace the output when it exists')
    .addHelpText(
      'after',
      `
Makes the SVO that a font holds, byte for byte as the game's tool does; the pages stay as they are.

With --selftest no output is needed. The pages may be left out when the folder has them as BASE_NNNN.dds,
and the base name too when they are of one font only. At a difference the first byte and its field are
shown, nothing is written and the exit code is 1.
${examples(
  ['unbake font svo MENU_14pt p0.dds p1.dds -o texture.svo', 'two pages'],
  ['unbake font svo --selftest menu/', 'an unpacked font against its own SVO'],
)}`,
    )
    .action(action(svo));
}

async function svo(io: Io, base: string | undefined, given: string[], options: SvoOptions): Promise<ExitCode> {
  const { selftest, output, overwrite } = options;
  if (output === undefined && selftest === undefined) {
    throw usageError('an output is missing', 'Give -o OUT.svo, or --selftest FOLDER to compare only.');
  }
  const { baseName, pages } =
    given.length === 0 && selftest !== undefined ? await pagesIn(selftest, base) : { baseName: base, pages: given };
  if (baseName === undefined || pages.length === 0) {
    throw usageError('a font needs a base name and at least one page', 'unbake font svo BASE PAGE.dds... -o OUT.svo');
  }
  if (output !== undefined && output !== '-') await checkTarget(output, { overwrite, inputs: pages });
  const dds: Uint8Array[] = [];
  for (const page of pages) dds.push(await readWhole(page));
  const placeOf = (path: string): string => {
    if (path === 'baseName') return 'base name, with what the tool puts before it';
    return pages[Number(/^pages\[(\d+)\]/.exec(path)?.[1] ?? -1)] ?? path;
  };
  const made = buildOrRefuse(() => buildFontSvo(baseName, dds), placeOf);
  if (selftest !== undefined) {
    const reference = join(selftest, REFERENCE_FILE);
    // The result may be on standard output.
    const out = output === '-' ? io.stderr : io.stdout;
    const color = colorsFor(io, out);
    const difference = describeDifference(await readWhole(reference), made, reference);
    if (difference !== undefined) {
      out.write(`${color.red(printable(difference))}\n`);
      return EXIT.findings;
    }
    out.write(`${color.green('identical')} to ${printable(reference)}, ${formatBytes(made.length)}\n`);
  }
  if (output !== undefined) await writeMade(io, pages, made, { output, overwrite });
  return EXIT.done;
}

/** The pages `BASE_NNNN.dds` of a folder, in order; without a base name those of the only font in it. */
async function pagesIn(folder: string, base: string | undefined): Promise<{ baseName: string; pages: string[] }> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw ioError('read', folder, error);
  });
  const stemOf = (name: string) => name.slice(0, -'_0000.dds'.length);
  const isPage = (name: string) => /_\d{4}\.dds$/i.test(name) && (base === undefined || stemOf(name) === base);
  const pages = names.filter(isPage).sort();
  const bases = [...new Set(pages.map(stemOf))];
  if (bases.length > 1) {
    throw usageError(`${folder} has pages of several fonts: ${bases.join(', ')}`, 'Name one of them as base.');
  }
  const [baseName] = bases;
  if (baseName === undefined) {
    throw usageError(`${folder} has no pages called ${base ?? 'BASE'}_NNNN.dds`, 'Name base and pages.');
  }
  return { baseName, pages: pages.map((name) => join(folder, name)) };
}

function describeDifference(reference: Uint8Array, made: Uint8Array, name: string): string | undefined {
  const fields = () => new Report().attempt(() => openAsset(reference, { name }).trace().root);
  const difference = firstDifference(reference, made, 0, () => fields() ?? { name, start: 0, end: 0, children: [] });
  if (!difference) return undefined;
  const { offset, path, original, written } = difference;
  const sizes = reference.length === made.length ? '' : `; ${reference.length} bytes there, ${made.length} made`;
  const field = path ? ` (${path})` : '';
  return `${name} differs at ${hexOffset(offset)}${field}: ${original || 'end'} there, ${written || 'end'} made${sizes}`;
}
