#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const argument = process.argv[2];
if (process.argv.length === 3 && (argument === '--version' || argument === '-V')) {
  // Nothing else is loaded: scripts ask for the version often.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  // import() opens all files of the program at once, which fails where few open files are allowed; require() does not.
  const { main } = createRequire(import.meta.url)('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
