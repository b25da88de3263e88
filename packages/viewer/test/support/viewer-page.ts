import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../../../test-support/browser.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const cli = fileURLToPath(new URL('../../../cli/bin/unbake.js', import.meta.url));

/** Browser tests are skipped without a browser or without the built page. */
export const canRun = chromiumPath() !== undefined && existsSync(`${dist}index.html`);

export interface GivenFile {
  /** As the page sees it; with folders for a dropped folder. */
  name: string;
  bytes: Uint8Array;
}

export interface ViewerPage {
  page: Page;
  /** Console errors and warnings, exceptions, failed requests, violations of the policy: all are faults. */
  problems: string[];
  drop(...files: GivenFile[]): Promise<void>;
  /** Opens a tab and waits for its panel. */
  tab(id: string): Promise<void>;
  /** What a click downloads. */
  download(click: () => Promise<unknown>): Promise<GivenFile>;
}

export interface PageOptions {
  /** After the address, such as `?lang=ja`. */
  query?: string;
  viewport?: { width: number; height: number };
  locale?: string;
  colorScheme?: 'light' | 'dark';
}

export interface ViewerHost {
  url: string;
  browser: Browser;
  open(options?: PageOptions): Promise<ViewerPage>;
  /** A page of what `unbake view` shows. */
  openServed(path: string, options?: PageOptions): Promise<ViewerPage>;
  close(): Promise<void>;
}

/** The built page on a host that serves files and nothing else, and a browser. */
export async function startViewer(): Promise<ViewerHost> {
  const server = staticHost();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({
    executablePath: chromiumPath()!,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--enable-unsafe-swiftshader',
    ],
  });
  const children: ChildProcess[] = [];
  return {
    url,
    browser,
    open: (options) => openPage(browser, url, options),
    async openServed(path, options) {
      const child = spawn(process.execPath, [cli, 'view', path]);
      children.push(child);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return openPage(browser, line.toString().trim(), options);
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await browser.close();
      server.close();
    },
  };
}

async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<ViewerPage> {
  const { query = '', ...context } = options;
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, locale: 'en-GB', ...context });
  const problems: string[] = [];
  page.on('console', (message) => {
    // The software driver comments on every picture that a test reads back.
    if (message.text().includes('GPU stall due to ReadPixels')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is closed, and a file that is let go, end their requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    );
  });
  await page.goto(url + query);
  await page.waitForSelector('.header');
  return {
    page,
    problems,
    drop: (...files) => drop(page, files),
    async tab(id) {
      // A click takes a while: it waits until the page is still.
      if ((await page.getAttribute(`#tab-${id}`, 'aria-selected')) !== 'true') await page.click(`#tab-${id}`);
      await page.locator(`.panel-${id} > *:not(.muted)`).first().waitFor();
    },
    async download(click) {
      const [found] = await Promise.all([page.waitForEvent('download'), click()]);
      return { name: found.suggestedFilename(), bytes: new Uint8Array(readFileSync(await found.path())) };
    },
  };
}

/** Drops files on the page, as a browser does. */
async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }));
  await page.evaluate((list) => {
    const data = new DataTransfer();
    for (const { name, data: text } of list) {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('.app')!.dispatchEvent(event);
  }, given);
}

/** A file of the samples under its own name. */
export function fileOf(path: string): GivenFile {
  return { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The build as it is now, in memory: another build meanwhile does not change it. */
function staticHost() {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').replace('//', '/');
    files.set(path.slice(dist.length), readFileSync(path));
  }
  return createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.slice(1) || 'index.html';
    const body = files.get(path);
    if (!body) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
  });
}
