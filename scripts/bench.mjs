// Builds, runs bench/tasks/*.bench.mjs one after the other, prints a table and writes bench/results/latest.json.
// Arguments choose tasks by a part of their name.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './run.mjs';

const wanted = process.argv.slice(2);
if (!(await install()) || !(await build())) process.exit(1);

const files = readdirSync(`${root}bench/tasks`)
  .filter((file) => file.endsWith('.bench.mjs'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
const rows = [];
let failed = false;
for (const file of files) {
  const task = file.replace('.bench.mjs', '');
  console.error(`running ${task}`);
  try {
    const { default: runTask } = await import(pathToFileURL(`${root}bench/tasks/${file}`).href);
    for (const row of await runTask()) rows.push({ task, ...row });
  } catch (error) {
    failed = true;
    console.error(`${task} failed: ${error.stack}`);
  }
}

const shown = rows.map((row) => [row.task, row.name, format(row.value), row.unit, row.note ?? '']);
const widths = [0, 1, 2, 3, 4].map((column) => shown.reduce((width, row) => Math.max(width, row[column].length), 0));
for (const row of shown) {
  const cells = row.map((cell, i) => (i === 2 ? cell.padStart(widths[i]) : cell.padEnd(widths[i])));
  console.log(cells.join('  ').trimEnd());
}
mkdirSync(`${root}bench/results`, { recursive: true });
const machine = { cpu: cpus()[0]?.model ?? '', node: process.version };
writeFileSync(
  `${root}bench/results/latest.json`,
  `${JSON.stringify({ schema: 'unbake-bench-v1', machine, rows }, null, 2)}\n`,
);
process.exitCode = failed ? 1 : 0;

function format(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
