import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForView } from '../../src/view/opened.ts';
import { startViewServer } from '../../src/view/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As sent, byte for byte: `fetch` would clean the path and refuse the headers. */
function ask(url: string, options: { path?: string; headers?: Record<string, string>; method?: string } = {}) {
  const { hostname, port, pathname } = new URL(url);
  const path = options.path ?? pathname;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const PAGE = { 'index.html': '<html><head></head></html>', 'assets/a.js': '1;', 'secret.txt': 'page' };

async function serve(path: string | undefined): Promise<{ url: string; token: string; origin: string }> {
  const page = realpathSync(tempFolder(PAGE));
  const opened = path === undefined ? undefined : await openForView(path);
  const server = await startViewServer({ page, opened, port: 0 });
  onTestFinished(() => server.close());
  const { origin, pathname } = new URL(server.url);
  return { url: server.url, origin, token: pathname.slice(1, -1) };
}

function folder(): string {
  return tempFolder({
    'in/hero.svo': 'hero bytes',
    'in/sub/テ 1#%.dds': 'texture',
    'in2/secret.txt': 'beside',
    'secret.txt': 'above',
  });
}

describe('what unbake view answers', () => {
  test('the page with the address of its files, assets with their type, a strict policy', async () => {
    const { url } = await serve(join(folder(), 'in'));
    const page = await ask(url);
    expect(page.status).toBe(200);
    expect(page.body.toString()).toBe('<html><head><meta name="unbake-api" content="api/"></head></html>');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const script = await ask(`${url}assets/a.js`);
    expect(script).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } });
  });

  test('without a path the page alone, which is not told of an interface', async () => {
    const { url } = await serve(undefined);
    expect((await ask(url)).body.toString()).toBe('<html><head></head></html>');
    expect(JSON.parse((await ask(`${url}api/files`)).body.toString())).toEqual({ name: '', files: [] });
    expect((await ask(`${url}api/file/hero.svo`)).status).toBe(404);
  });

  test('a folder as JSON, and its files under any name', async () => {
    const { url } = await serve(join(folder(), 'in'));
    const listing = await ask(`${url}api/files`);
    expect(listing.headers['content-type']).toBe('application/json');
    expect(JSON.parse(listing.body.toString())).toEqual({
      name: 'in',
      files: [
        { path: 'hero.svo', size: 10 },
        { path: 'sub/テ 1#%.dds', size: 7 },
      ],
    });
    const file = await ask(url, { path: `${new URL(url).pathname}api/file/sub/${encodeURIComponent('テ 1#%.dds')}` });
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } });
    expect(file.body.toString()).toBe('texture');
  });

  test('a single file, and nothing beside it', async () => {
    const root = folder();
    writeFileSync(join(root, 'in/other.svo'), 'other');
    const { url } = await serve(join(root, 'in/hero.svo'));
    expect(JSON.parse((await ask(`${url}api/files`)).body.toString()).files).toEqual([{ path: 'hero.svo', size: 10 }]);
    expect((await ask(`${url}api/file/hero.svo`)).body.toString()).toBe('hero bytes');
    for (const path of ['other.svo', 'sub/x', '', 'hero.svo/', './hero.svo']) {
      expect((await ask(url, { path: `${new URL(url).pathname}api/file/${path}` })).status, path).toBe(404);
    }
  });

  test('ranges, for files that are not read whole', async () => {
    const { url } = await serve(join(folder(), 'in'));
    const part = (range: string) => ask(`${url}api/file/hero.svo`, { headers: { range } });
    const middle = await part('bytes=2-4');
    expect(middle.status).toBe(206);
    expect(middle.body.toString()).toBe('ro ');
    expect(middle.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    expect((await part('bytes=5-')).body.toString()).toBe('bytes');
    expect((await part('bytes=-3')).body.toString()).toBe('tes');
    expect((await part('bytes=8-99')).body.toString()).toBe('es');
    expect(await part('bytes=10-')).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } });
    for (const whole of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      const answer = await part(whole);
      expect({ whole, status: answer.status, size: answer.body.length }).toEqual({ whole, status: 200, size: 10 });
    }
    const head = await ask(`${url}api/file/hero.svo`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' } });
    expect(head.body.length).toBe(0);
  });
});

describe('what unbake view refuses', () => {
  test('any address without its token', async () => {
    const { origin, token } = await serve(join(folder(), 'in'));
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const wrong = `${token[0] === '0' ? '1' : '0'}${token.slice(1)}`;
    for (const path of ['/', '/api/files', `/${wrong}/api/files`, `/${token.slice(1)}/`, `/${token}`, '//', '/%00/']) {
      const answer = await ask(origin, { path });
      expect({ path, status: answer.status, body: answer.body.toString() }).toEqual({
        path,
        status: 404,
        body: '404\n',
      });
    }
    const other = await serve(undefined);
    expect(other.token).not.toBe(token);
  });

  test('a host that is not this machine: a name that was pointed at it', async () => {
    const { url, origin } = await serve(join(folder(), 'in'));
    const { port } = new URL(origin);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1', `[::1]:${port}`]) {
      expect((await ask(url, { headers: { host } })).status, host).toBe(403);
    }
    expect((await ask(url, { headers: { host: `localhost:${port}` } })).status).toBe(200);
  });

  test('another site, by Origin and by Sec-Fetch-Site', async () => {
    const { url, origin } = await serve(join(folder(), 'in'));
    for (const from of ['http://evil.example', 'null', 'http://127.0.0.1:1', origin.replace('http:', 'https:')]) {
      expect((await ask(url, { headers: { origin: from } })).status, from).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask(url, { headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
    }
    expect((await ask(url, { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await ask(url, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
  });

  test('anything but reading', async () => {
    const { url } = await serve(join(folder(), 'in'));
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask(`${url}api/file/hero.svo`, { method })).status, method).toBe(405);
    }
  });

  test('paths outside of what was opened', async () => {
    const { url } = await serve(join(folder(), 'in'));
    const base = `${new URL(url).pathname}api/file/`;
    const out = [
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      '%2e%2e%2fsecret.txt',
      'sub/../../secret.txt',
      'sub/..%2f..%2fsecret.txt',
      '../in2/secret.txt',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '//etc/passwd',
      'hero.svo%00.txt',
      'sub',
      '.',
      '..',
      '',
    ];
    for (const path of out) expect((await ask(url, { path: base + path })).status, path).toBe(404);
    expect((await ask(url, { path: `${base}%zz` })).status).toBe(400);
    expect((await ask(url, { path: `${new URL(url).pathname}../secret.txt` })).status).toBe(404);
    expect((await ask(url, { path: `${new URL(url).pathname}assets/..%2f..%2fsecret.txt` })).status).toBe(404);
  });

  test('links that lead out, in the list too', async () => {
    const root = folder();
    symlinkSync('../secret.txt', join(root, 'in/out.svo'));
    symlinkSync('../in2', join(root, 'in/out'));
    symlinkSync('hero.svo', join(root, 'in/inside.svo'));
    symlinkSync('nowhere', join(root, 'in/broken.svo'));
    symlinkSync('/', join(root, 'in/all'));
    mkdirSync(join(root, 'in/deep'));
    symlinkSync('../..', join(root, 'in/deep/up'));
    const { url } = await serve(join(root, 'in'));
    const { files } = JSON.parse((await ask(`${url}api/files`)).body.toString());
    expect(files.map((file: { path: string }) => file.path)).toEqual(['hero.svo', 'inside.svo', 'sub/テ 1#%.dds']);
    expect((await ask(`${url}api/file/inside.svo`)).body.toString()).toBe('hero bytes');
    for (const path of ['out.svo', 'out/secret.txt', 'all/etc/passwd', 'deep/up/secret.txt', 'broken.svo']) {
      expect((await ask(`${url}api/file/${path}`)).status, path).toBe(404);
    }
  });

  test('a link that was opened itself is followed', async () => {
    const root = folder();
    symlinkSync('in', join(root, 'link'));
    symlinkSync('in/hero.svo', join(root, 'link.svo'));
    const { url } = await serve(join(root, 'link'));
    expect((await ask(`${url}api/file/hero.svo`)).body.toString()).toBe('hero bytes');
    const file = await serve(join(root, 'link.svo'));
    expect((await ask(`${file.url}api/file/link.svo`)).body.toString()).toBe('hero bytes');
    expect((await ask(`${file.url}api/file/hero.svo`)).status).toBe(404);
  });
});
