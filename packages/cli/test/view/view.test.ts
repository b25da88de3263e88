import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cli } from '../support/run-cli.ts';
import { startCli } from '../support/spawn-cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A started `unbake view`, once it has printed its address. */
async function startView(...args: string[]) {
  const child = startCli(['view', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

describe('unbake view', () => {
  test('prints an address of this machine and serves the built page until Ctrl-C, which ends with 130', async () => {
    const folder = tempFolder({ 'a.dds': 'not much' });
    const { child, url } = await startView(folder);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const page = await (await fetch(url)).text();
    expect(page).toContain('<meta name="unbake-api"');
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect((await fetch(`${url}${script}`)).status).toBe(200);
    expect(await (await fetch(`${url}api/files`)).json()).toMatchObject({ files: [{ path: 'a.dds', size: 8 }] });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  test('listens on the loopback address only', async () => {
    const { url } = await startView();
    const port = Number(new URL(url).port);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    for (const host of [outside?.address, '::1'].filter((h) => h !== undefined)) {
      const socket = connect(port, host);
      const event = await new Promise((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('error', () => resolve('refused'));
      });
      socket.destroy();
      expect(event, host).toBe('refused');
    }
  });

  test('says what is wrong with its arguments', async () => {
    const missing = await cli(['view', '/nowhere/at/all']);
    expect(missing).toMatchObject({ code: 3, stdout: '' });
    expect(missing.stderr).toContain('cannot read /nowhere/at/all: no such file or folder');
    for (const port of ['-1', '65536', 'x', '1.5']) {
      const wrong = await cli(['view', '--port', port]);
      expect(wrong.code, port).toBe(2);
      expect(wrong.stderr, port).toContain('a whole number from 0 to 65535');
    }
  });

  test('a port that is taken is wrong usage', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await cli(['view', '--port', String(port)]);
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} is in use`);
  });
});
