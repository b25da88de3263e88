import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { Failure, ioError, usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { printable } from '../output/error.ts';
import { type Action, examples } from '../program.ts';
import { openInBrowser } from '../view/browser.ts';
import { type Opened, openForView } from '../view/opened.ts';
import { startViewServer, type ViewServer } from '../view/server.ts';

interface ViewOptions {
  port: number;
  open?: boolean;
}

/** The built page, shipped with this package. */
const PAGE = fileURLToPath(new URL('../../viewer', import.meta.url));

export function define(command: Command, action: Action): void {
  command
    .argument('[path]', 'a file or a folder; without one the page opens empty')
    .option('--port <number>', 'port on 127.0.0.1 (default: any free one)', parsePort, 0)
    .option('--open', 'open the address in the browser')
    .addHelpText(
      'after',
      `
Prints the address of the page and serves it until Ctrl-C. Only this machine can reach it, only with
the random part of the address, and only what was opened can be read; nothing is written.
${examples(
  ['unbake view hero.svo --open', 'one file in the browser'],
  ['unbake view assets/', 'a folder: models, textures, archives with thumbnails'],
  ['unbake view', 'the empty page, for files that are dropped on it'],
)}`,
    )
    .action(action(view));
}

async function view(io: Io, path: string | undefined, options: ViewOptions): Promise<ExitCode> {
  const server = await start(path, options.port);
  io.stdout.write(`${server.url}\n`);
  const what = path === undefined ? 'the empty page' : printable(path);
  io.stderr.write(`Showing ${what} at the address above, to this machine only. Ctrl-C ends it.\n`);
  if (options.open) {
    await openInBrowser(server.url).catch((error: Error) => {
      io.stderr.write(`The browser cannot be started (${error.message}): open the address yourself.\n`);
    });
  }
  // The server runs until a signal ends the program.
  await new Promise<never>(() => {});
  return EXIT.done;
}

async function start(path: string | undefined, port: number): Promise<ViewServer> {
  if (!existsSync(`${PAGE}/index.html`)) {
    throw new Failure(EXIT.io, 'the page of the viewer is missing', 'Install unbake again, or run npm run build.');
  }
  let opened: Opened | undefined;
  if (path !== undefined) {
    try {
      opened = await openForView(path);
    } catch (error) {
      throw ioError('read', printable(path), error);
    }
  }
  try {
    return await startViewServer({ page: realpathSync(PAGE), opened, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'is not allowed' : 'is in use';
    throw usageError(`port ${port} ${why}`, 'Give another with --port, or none.');
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('a whole number from 0 to 65535 is needed.');
}
