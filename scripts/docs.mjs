// Writes docs/cli.md from the help of every command and docs/diagnostics.md from the table of codes.
// With --check it writes nothing and ends with 1 when a page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { build, install, root, toolOutput } from './run.mjs';

const check = process.argv.includes('--check');
if (!check && (!(await install()) || !(await build()))) process.exit(1);
const { CODES } = await import('@unbake/formats');
const { commandHelp, EXIT_MEANINGS } = await import('unbake');

const pages = { 'docs/cli.md': await cliPage(), 'docs/diagnostics.md': diagnosticsPage() };
for (const [path, draft] of Object.entries(pages)) {
  const text = toolOutput('biome', ['format', `--stdin-file-path=${path}`], draft);
  if (!check) writeFileSync(root + path, text);
  else if (readOrNothing(root + path) !== text) {
    console.error(`${path} is out of date: run npm run docs`);
    process.exitCode = 1;
  }
}

async function cliPage() {
  const codes = EXIT_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`);
  const parts = [
    '# Command line',
    'Made by `npm run docs` from the help of each command.',
    '## Exit codes',
    ['| code | meaning |', '| --- | --- |', ...codes].join('\n'),
    'A fault of unbake itself ends with 4 and asks for a report; `UNBAKE_DEBUG=1` then shows where it happened.',
    '## Names of extracted files',
    readScheme(),
  ];
  for (const { name, help } of await commandHelp()) parts.push(`## ${name}`, `\`\`\`text\n${help.trim()}\n\`\`\``);
  return `${parts.join('\n\n')}\n`;
}

/** The numbered rules, as the source states them. */
function readScheme() {
  const source = readFileSync(`${root}packages/formats/src/scene/file-name.ts`, 'utf8');
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'));
  return comment.replace(/^ \* ?/gm, '').trim();
}

function diagnosticsPage() {
  const parts = [
    '# Diagnostics',
    'Made by `npm run docs` from the table of codes. The severity is the usual one; a finding may have another where its\nplace makes it better or worse. Sections are those of the format specifications.',
  ];
  let group = '';
  for (const [code, row] of Object.entries(CODES)) {
    const prefix = code.slice(0, code.indexOf('/'));
    if (prefix !== group) parts.push(`## ${prefix}/`);
    group = prefix;
    const spec = row.spec ? ` (${row.spec})` : '';
    parts.push(`### ${code}`, `**${row.severity}**: ${row.title}${spec}`, row.meaning, `*What to do:* ${row.advice}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function readOrNothing(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
