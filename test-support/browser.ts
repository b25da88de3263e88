import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
  '.json': 'application/json',
};

/** The browser's path: $CHROMIUM, else where Debian puts it; undefined when none is installed. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path));
}

export interface BrowserSession {
  page: Page;
  /** Address of the repository's root as the page sees it. */
  origin: string;
  close(): Promise<void>;
}

/** A page of a fresh browser on a server of the repository's files; `blank.html` is an empty page that can import three.
 * Its `load(path)` imports a module: an `import()` of a test would be rewritten by vitest. */
export async function openBrowser(): Promise<BrowserSession> {
  const server = serveRepository();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('no Chromium found');
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-unsafe-swiftshader',
    ],
  });
  const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
  await page.goto(`${origin}/blank.html`);
  return {
    page,
    origin,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

const BLANK = `<!doctype html><meta charset="utf-8"><title>unbake</title>
<script type="importmap">{"imports": {
  "@unbake/formats": "/packages/formats/dist/index.js",
  "@unbake/three": "/packages/three/dist/index.js",
  "three": "/node_modules/three/build/three.module.js",
  "three/addons/": "/node_modules/three/examples/jsm/"
}}</script><script>window.load = (module) => import(module)</script><body style="margin:0"></body>`;

function serveRepository(): Server {
  const root = fileURLToPath(new URL('../', import.meta.url));
  return createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    // Asked for by the browser itself; a 404 would show as an error of the page.
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (path === '/blank.html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(BLANK);
      return;
    }
    const file = join(root, path);
    if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
}
