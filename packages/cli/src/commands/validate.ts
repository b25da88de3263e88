import { FormatError, type FormatId, Report } from '@unbake/formats';
import { type Command, Option } from 'commander';
import { type BatchResult, forEachInput } from '../batch.ts';
import type { ExitCode } from '../exit-code.ts';
import { describeError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { type Input, openInput } from '../io/read-input.ts';
import { colorsFor } from '../output/color.ts';
import { printable, printError } from '../output/error.ts';
import { endFiles, startFiles } from '../output/json.ts';
import { describeTotals, FindingPrinter, type Totals, totalsOf } from '../output/report.ts';
import { SarifWriter } from '../output/sarif.ts';
import { plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

interface ValidateOptions {
  format: 'text' | 'json' | 'sarif';
  failOn: 'error' | 'warning';
}

export function define(command: Command, action: Action): void {
  command
    .argument('<files...>', 'files, folders, archive!entry, or - for standard input')
    .addOption(
      new Option('--format <form>', 'json is an unbake-validate-v1 document, sarif is SARIF 2.1.0')
        .choices(['text', 'json', 'sarif'])
        .default('text'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'end with exit code 1 from this severity on')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .addHelpText(
      'after',
      examples(
        ['unbake validate hero.svo', 'findings with place and advice, and a verdict'],
        ['unbake validate assets/ --fail-on warning', 'every known file below a folder, strictly'],
        ['unbake validate assets/ --format sarif > findings.sarif', 'for a code review tool'],
      ),
    )
    .action(action(validate));
}

/** Where the results of the files go, one form of output each. */
interface ResultWriter {
  file(input: Input, kind: FormatId | null, report: Report): void;
  end(result: BatchResult, failing: number, sum: Totals): void;
}

async function validate(io: Io, files: string[], options: ValidateOptions): Promise<ExitCode> {
  const writer = WRITERS[options.format](io);
  const sum: Totals = { errors: 0, warnings: 0, infos: 0 };
  let failing = 0;
  const write = (input: Input, kind: FormatId | null, report: Report): Totals => {
    const totals = totalsOf(report);
    sum.errors += totals.errors;
    sum.warnings += totals.warnings;
    sum.infos += totals.infos;
    writer.file(input, kind, report);
    return totals;
  };
  const onFailure = (input: Input, error: unknown): void => {
    const report = new Report();
    if (error instanceof FormatError) report.addError(error);
    else report.add('file/unreadable', { reason: describeError(error).message }, { start: 0, end: 0 }, '');
    write(input, null, report);
    if (!(error instanceof FormatError) || options.format !== 'text') printError(io, error, input.shown);
  };
  const result = await forEachInput(io, files, { stopWhenClosed: true, onFailure }, async (input) => {
    const { asset } = await openInput(io, input);
    const totals = write(input, asset.format, asset.check());
    const fails = totals.errors > 0 || (options.failOn === 'warning' && totals.warnings > 0);
    if (fails) failing++;
    return fails;
  });
  writer.end(result, failing, sum);
  return result.exitCode;
}

const WRITERS: { readonly [format in ValidateOptions['format']]: (io: Io) => ResultWriter } = {
  text(io) {
    const color = colorsFor(io, io.stdout);
    const findings = new FindingPrinter(io);
    return {
      file(input, kind, report) {
        const totals = totalsOf(report);
        const state = totals.errors ? color.red : totals.warnings ? color.yellow : color.green;
        const label = kind ? ` (${kind})` : '';
        io.stdout.write(`${color.bold(printable(input.shown))}${label}: ${state(describeTotals(totals))}\n`);
        findings.print(report);
      },
      end(result, failing, sum) {
        const parts = [
          plural(result.files - result.failed - failing, 'file passes', 'files pass'),
          failing ? `${failing} with findings that fail` : '',
          result.failed ? `${result.failed} not readable` : '',
        ];
        io.stdout.write(`${parts.filter(Boolean).join(', ')}: ${describeTotals(sum)}\n`);
      },
    };
  },
  json(io) {
    const list = startFiles(io, 'unbake-validate-v1');
    return {
      file(input, kind, report) {
        list.add({ file: input.jsonName, kind, diagnostics: report.diagnostics, summary: totalsOf(report) });
      },
      end: () => endFiles(list),
    };
  },
  sarif(io) {
    const sarif = new SarifWriter(io);
    return {
      file: (input, _kind, report) => sarif.add(input.jsonName, report),
      end: () => sarif.end(),
    };
  },
};
