import { spawn } from 'node:child_process';

const OPENERS: { readonly [platform: string]: readonly string[] | undefined } = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of ours in the user's browser. Rejects when there is no program for it. */
export function openInBrowser(url: string): Promise<void> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command!, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
