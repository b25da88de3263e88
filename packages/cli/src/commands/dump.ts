import { type JsonValue, leavesOf, type TraceNode, traceValue } from '@unbake/formats';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { fieldAt, findField } from '../fields.ts';
import type { Io } from '../io/io.ts';
import { openArgument } from '../io/read-input.ts';
import { writeJson } from '../output/json.ts';
import { type Action, examples } from '../program.ts';

interface DumpOptions {
  spans?: boolean;
  at?: string;
}

export function define(command: Command, action: Action): void {
  command
    .argument('<file>', 'a file, archive!entry, or - for standard input')
    .argument('[path]', 'one field or object, as the paths of hex and of diagnostics name it')
    .option('--spans', 'add the byte range of every field')
    .option('--at <offset>', 'the field that holds a byte, such as 0x1A2C')
    .addHelpText(
      'after',
      examples(
        ['unbake dump hero.svo > hero.json', 'everything; unbake apply takes an edited dump back'],
        ["unbake dump hero.svo 'State[0]._cullMode'", 'one field of the first State'],
        ["unbake dump hero.svo '#10002'", 'the object with this id'],
        ['unbake dump hero.svo --at 0x1A2C', 'what lies at this byte'],
      ),
    )
    .action(action(dump));
}

async function dump(io: Io, file: string, path: string | undefined, options: DumpOptions): Promise<ExitCode> {
  const opened = await openArgument(io, file);
  const { asset, input } = opened;
  if (options.at !== undefined) {
    const { offset, leaf } = fieldAt(opened, options.at, path);
    writeJson(io, {
      schema: 'unbake-dump-at-v1',
      file: input.jsonName,
      format: asset.format,
      at: offset,
      path: leaf?.path ?? null,
      offset: leaf?.node.start ?? null,
      length: leaf ? leaf.node.end - leaf.node.start : null,
      value: traceValue(leaf?.node.value) ?? null,
    });
    return EXIT.done;
  }
  const head = { schema: 'unbake-dump-v1', file: input.jsonName, format: asset.format };
  if (path === undefined) {
    const spans = options.spans ? { spans: spansOf(asset.trace().root) } : {};
    writeJson(io, { ...head, data: asset.toJson(), ...spans });
    return EXIT.done;
  }
  const { value, node } = findField(asset, path);
  const spans =
    options.spans && node
      ? {
          offset: node.start,
          length: node.end - node.start,
          ...(node.children.length > 0 ? { spans: spansOf(node) } : {}),
        }
      : {};
  writeJson(io, { ...head, path, value: value ?? groupValue(node), ...spans });
  return EXIT.done;
}

/** Byte ranges of the fields below a node, in file order. */
function spansOf(root: TraceNode): { path: string; offset: number; length: number }[] {
  return leavesOf(root).map(({ path, node }) => ({ path, offset: node.start, length: node.end - node.start }));
}

/** The fields of a group that only the trace knows. */
function groupValue(node: TraceNode | undefined): JsonValue {
  const fields: { [path: string]: JsonValue } = {};
  if (node) for (const leaf of leavesOf(node)) fields[leaf.path] = traceValue(leaf.node.value) ?? null;
  return fields;
}
