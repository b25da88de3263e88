// The built viewer in headless Chromium, as `unbake view` serves it, for scripts that measure or picture it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { root } from './run.mjs';

const CHROMIUMS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function openBrowser() {
  const executablePath = CHROMIUMS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM to its path');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'],
  });
}

/** Runs `work` with the address of what `unbake view` serves; without a path it is the empty page. */
export async function served(path, work) {
  const args = ['packages/cli/bin/unbake.js', 'view', ...(path === undefined ? [] : [path])];
  const server = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(server.stdout, 'data');
    return await work(line.toString().trim());
  } finally {
    server.kill();
  }
}

/** Waits until a model is drawn and no further picture follows. */
export async function modelDrawn(page) {
  await page.waitForFunction(() => Number(document.querySelector('.view3d-host > canvas')?.dataset.nodes) > 0);
  await page.waitForTimeout(500);
}
