import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newToken, refusal } from './guard.ts';
import { fileInside, type InsideFile, segmentsOf } from './inside.ts';
import type { Opened } from './opened.ts';
import { rangeOf } from './range.ts';

export interface ViewServerOptions {
  /** Folder of the built page, absolute and without links. */
  page: string;
  /** What is shown; undefined for the page alone. */
  opened: Opened | undefined;
  /** 0 for any free one. */
  port: number;
}

export interface ViewServer {
  /** With the token, to be opened in a browser. */
  url: string;
  close(): Promise<void>;
}

/** What the page may load, as its own `<meta>` says, and that no other page may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/**
 * Serves the page, and read-only what was opened, on 127.0.0.1. Addresses: `/TOKEN/` the page, `/TOKEN/api/files` the list
 * as JSON, `/TOKEN/api/file/PATH` a file, whole or by range.
 * @throws the system's error when the port cannot be had.
 */
export async function startViewServer(options: ViewServerOptions): Promise<ViewServer> {
  const token = newToken();
  let port = options.port;
  const server = createServer((request, response) => {
    answer(request, response, options, port, token).catch(() => {
      if (response.headersSent) response.destroy();
      else plain(response, 500);
    });
  });
  await listen(server, port);
  port = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${port}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { page, opened }: ViewServerOptions,
  port: number,
  token: string,
): Promise<void> {
  const refused = refusal(request, port, token);
  if (refused !== undefined) {
    plain(response, refused);
    return;
  }
  const path = (request.url ?? '').slice(token.length + 2).replace(/\?.*$/s, '');
  if (path === '' || path === 'index.html') {
    send(request, response, 'text/html; charset=utf-8', await pageWithApi(page, opened !== undefined));
    return;
  }
  if (path === 'api/files') {
    const listing = { name: opened?.name ?? '', files: opened ? await opened.list() : [] };
    send(request, response, 'application/json', Buffer.from(JSON.stringify(listing)));
    return;
  }
  const wanted = path.startsWith('api/file/') ? path.slice('api/file/'.length) : undefined;
  const segments = segmentsOf(wanted ?? path);
  if (!segments) {
    plain(response, 400);
    return;
  }
  const file = wanted === undefined ? await fileInside(page, segments) : await opened?.find(segments);
  if (!file) {
    plain(response, 404);
    return;
  }
  const type = wanted === undefined ? TYPES[extname(file.path)] : undefined;
  await sendFile(request, response, type ?? 'application/octet-stream', file);
}

/** The page, told where its files are. */
async function pageWithApi(page: string, hasFiles: boolean): Promise<Buffer> {
  const html = await readFile(`${page}/index.html`, 'utf8');
  return Buffer.from(hasFiles ? html.replace('<head>', '<head><meta name="unbake-api" content="api/">') : html);
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  { path, stats }: InsideFile,
): Promise<void> {
  const range = rangeOf(request.headers.range, stats.size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...HEADERS, 'content-range': `bytes */${stats.size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: stats.size };
  response.writeHead(range ? 206 : 200, {
    ...HEADERS,
    'content-type': type,
    'content-length': end - start,
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${stats.size}` } : {}),
  });
  if (request.method === 'HEAD' || end === start) {
    response.end();
    return;
  }
  // A file that shrinks meanwhile ends the connection instead of the answer.
  await pipeline(createReadStream(path, { start, end: end - 1 }), response);
}

function send(request: IncomingMessage, response: ServerResponse, type: string, body: Buffer): void {
  response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A status without anything of the request in it. */
function plain(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${status}\n`);
}
