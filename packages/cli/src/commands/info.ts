import type { AssetInfo, FormatId } from '@unbake/formats';
import type { Command } from 'commander';
import { forEachInput, listFailures } from '../batch.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { openInput } from '../io/read-input.ts';
import { colorsFor } from '../output/color.ts';
import { printable } from '../output/error.ts';
import { endFiles, startFiles } from '../output/json.ts';
import { describeTotals, totalsOf } from '../output/report.ts';
import { formatBytes, formatCount, plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

export function define(command: Command, action: Action): void {
  command
    .argument('<files...>', 'files, archive!entry, or - for standard input')
    .option('--json', 'print a JSON document (unbake-info-v1)')
    .addHelpText(
      'after',
      examples(
        ['unbake info hero.svo', 'kind, chunks, meshes, materials, textures'],
        ['unbake info --json a.svo b.svo', 'the same for a program'],
        ["unbake info 'objects.rlb!hero.msh'", 'an entry of an archive'],
      ),
    )
    .action(action(info));
}

async function info(io: Io, files: string[], options: { json?: boolean }): Promise<ExitCode> {
  const list = options.json ? startFiles(io, 'unbake-info-v1') : undefined;
  const result = await forEachInput(
    io,
    files,
    { stopWhenClosed: true, onFailure: listFailures(io, list) },
    async (input) => {
      const { asset } = await openInput(io, input);
      const findings = totalsOf(asset.check());
      const facts = asset.info();
      if (list) {
        list.add({ file: input.jsonName, format: asset.format, size: asset.bytes.length, ...facts, findings });
      } else {
        const color = colorsFor(io, io.stdout);
        io.stdout.write(`${color.bold(printable(input.shown))}\n`);
        const lines = [
          ...factLines(facts, asset.format, asset.bytes.length),
          ['findings', describeTotals(findings)] as const,
        ];
        const width = Math.max(...lines.map(([label]) => label.length));
        for (const [label, text] of lines) {
          io.stdout.write(`  ${color.dim(label.padEnd(width))}  ${printable(text)}\n`);
        }
      }
      return false;
    },
  );
  if (list) endFiles(list);
  return result.exitCode;
}

const SHOWN = 12;

/** The facts as labelled lines, long lists cut. */
function factLines(facts: AssetInfo, format: FormatId, size: number): [label: string, text: string][] {
  const lines: [string, string][] = [['kind', `${facts.kind} (${format}), ${formatBytes(size)}`]];
  const add = (label: string, text: string | undefined): void => {
    if (text) lines.push([label, text]);
  };
  const addList = (label: string, items: readonly string[] | undefined): void => {
    if (!items?.length) return;
    for (const [i, item] of items.slice(0, SHOWN).entries()) lines.push([i === 0 ? label : '', item]);
    if (items.length > SHOWN) lines.push(['', `and ${formatCount(items.length - SHOWN)} more (--json lists all)`]);
  };
  add('name', facts.name);
  add('byte order', facts.byteOrder);
  addList(
    'chunks',
    facts.chunks?.map((chunk) => `${chunk.name} (${chunk.class}, ${formatBytes(chunk.size)})`),
  );
  add('objects', facts.objects === undefined ? undefined : formatCount(facts.objects));
  addList(
    'classes',
    facts.classes?.map((entry) => `${entry.name} x ${formatCount(entry.objects)}`),
  );
  add('geometry', geometryLine(facts));
  addList('materials', facts.materials);
  addList(
    'textures',
    facts.textures?.map((t) => `${t.name} ${t.width}x${t.height} ${t.format}, ${plural(t.mips, 'mip level')}`),
  );
  addList('morphs', facts.morphTargets);
  if (facts.joints) add('skeleton', plural(facts.joints, 'joint'));
  if (facts.animation !== undefined) add('animation', compact(facts.animation));
  if (facts.font !== undefined) add('font', compact(facts.font));
  for (const [key, value] of Object.entries(facts.details ?? {})) add(key, compact(value));
  addList(
    'inferred',
    facts.inferred?.map((decision) => `${decision.what}: ${decision.value} (${decision.why})`),
  );
  return lines;
}

function geometryLine(facts: AssetInfo): string {
  return [
    facts.nodes === undefined ? '' : plural(facts.nodes, 'node'),
    facts.meshes === undefined ? '' : plural(facts.meshes, 'mesh', 'meshes'),
    facts.triangles === undefined ? '' : plural(facts.triangles, 'triangle'),
    facts.vertices === undefined ? '' : plural(facts.vertices, 'vertex', 'vertices'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A JSON value on one line: `frames 12, tracks 3`. */
function compact(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length > SHOWN ? plural(value.length, 'item') : value.map(compact).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key} ${compact(item)}`)
    .join(', ');
}
