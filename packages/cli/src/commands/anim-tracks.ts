import { isCanonicalNode, nodeName, trackRange, tracksOf } from '@unbake/formats';
import type { Command } from 'commander';
import { type AnimatedModel, addReadingOptions, nodeTitle, openModel, type ReadingOptions } from '../anim/model.ts';
import { jsonNumbers, shortNumber } from '../anim/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io/io.ts';
import { printable } from '../output/error.ts';
import { writeJson } from '../output/json.ts';
import { formatCount, formatTable, plural } from '../output/table.ts';
import { type Action, examples } from '../program.ts';

const NONE = 0xffff;
/** Key times of a node that the table shows. */
const SHOWN_TIMES = 8;

export function define(command: Command, action: Action): void {
  addReadingOptions(
    command
      .description('The keys of every node: times, block of the frame map, fallback key.')
      .argument('<file>', 'a model, archive!entry, or - for standard input')
      .option('--json', 'print a JSON document (unbake-anim-tracks-v1) with every key and word'),
  )
    .addHelpText('after', examples(['unbake anim tracks hero.msh', 'a line for each node']))
    .action(action(animTracks));
}

async function animTracks(io: Io, file: string, options: ReadingOptions & { json?: boolean }): Promise<ExitCode> {
  const model = await openModel(io, file, options);
  if (options.json) writeJson(io, tracksJson(model));
  else writeTracks(io, model);
  return EXIT.done;
}

/** Why the sense is as it is. */
function senseReason({ rotationSense }: AnimatedModel): string {
  return rotationSense === 'conjugate'
    ? "the engine's matrix formula turns by the conjugate of a stored rotation"
    : 'asked for';
}

function tracksJson(model: AnimatedModel) {
  const { input, msh, anim, quatOrder, rotationSense } = model;
  const tracks = tracksOf(anim);
  return {
    schema: 'unbake-anim-tracks-v1',
    file: input.jsonName,
    frameCount: anim.frameCount,
    keyCount: anim.keyCount,
    mapWords: anim.frameMap.length,
    quatOrder,
    rotationSense: { sense: rotationSense, why: senseReason(model) },
    nodes: tracks.map(({ keys }, node) => {
      const { first, last } = rangeOf(model, node);
      const start = anim.mapStarts[node]!;
      return {
        node,
        name: nodeName(msh, node) ?? null,
        parent: anim.parents[node]! < 0 ? null : anim.parents[node]!,
        canonical: isCanonicalNode(anim, node),
        fallbackKey: last,
        map:
          start === NONE
            ? null
            : { start, frames: anim.frameCount, words: [...anim.frameMap.subarray(start, start + anim.frameCount)] },
        keys: keys.map(({ time, position, rotation, words }, i) => ({
          key: anim.keyCount === 0 ? null : first + i,
          time: jsonNumbers([time])[0],
          position: jsonNumbers(position),
          rotation: [...rotation],
          words: words ?? null,
        })),
      };
    }),
  };
}

/** Keys `first` to `last`, as `tracksOf` takes them: a node without a map has its fallback key only. */
function rangeOf({ anim }: AnimatedModel, node: number): { first: number; last: number } {
  const { first, last } = trackRange(anim, node);
  return { first: anim.mapStarts[node] === NONE ? last : first, last };
}

function writeTracks(io: Io, model: AnimatedModel): void {
  const { input, msh, anim, quatOrder, rotationSense } = model;
  const counts = [plural(anim.nodeCount, 'node'), plural(anim.keyCount, 'key'), plural(anim.frameCount, 'frame')];
  io.stdout.write(`${printable(input.shown)}: ${counts.join(', ')}, ${plural(anim.frameMap.length, 'map word')}\n`);
  io.stdout.write(`quaternion order: ${quatOrder.order} (${quatOrder.why})\n`);
  io.stdout.write(`rotation sense: ${rotationSense} (${senseReason(model)})\n\n`);
  const rows = tracksOf(anim).map(({ keys }, node) => {
    const { first, last } = rangeOf(model, node);
    const start = anim.mapStarts[node]!;
    const times = keys.slice(0, SHOWN_TIMES).map((key) => shortNumber(key.time));
    const more = keys.length > SHOWN_TIMES ? ` and ${formatCount(keys.length - SHOWN_TIMES)} more` : '';
    return [
      `#${node}`,
      nodeTitle(msh, node),
      anim.parents[node]! < 0 ? '-' : `#${anim.parents[node]}`,
      anim.keyCount === 0 ? 'at rest' : first === last ? `${last}` : `${first}..${last}`,
      anim.keyCount === 0 ? '-' : String(last),
      start === NONE ? '-' : `${start}..${start + anim.frameCount - 1}`,
      isCanonicalNode(anim, node) || anim.keyCount === 0 ? '' : 'not canonical',
      `${times.join(' ')}${more}`,
    ];
  });
  const columns = ['node', 'name', 'parent', 'keys', 'fallback', 'map words', '', 'times'];
  io.stdout.write(
    formatTable(
      columns.map((title) => ({ title })),
      rows,
    ),
  );
}
