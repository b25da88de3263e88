// Converts the bundled samples to GLB in out/, checks them with the Khronos validator and says what was kept.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { build, install, root } from './run.mjs';

if (!(await install()) || !(await build())) process.exit(1);
const { validateBytes } = createRequire(import.meta.url)('gltf-validator');
const cli = join(root, 'packages/cli/bin/unbake.js');
const out = join(root, 'out');

const samples = ['fixtures/svo/oracle_hero.svo', 'fixtures/svo/oracle_face.svo', 'fixtures/msh/turret.msh'];
let failed = 0;
for (const sample of samples) {
  const target = join('out', `${basename(sample, extname(sample))}.glb`);
  rmSync(join(root, target), { force: true });
  console.log(`\n$ unbake export ${sample} -o ${target}`);
  const run = spawnSync(process.execPath, [cli, 'export', sample, '-o', target], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) {
    failed++;
    continue;
  }
  const report = await validateBytes(new Uint8Array(readFileSync(join(root, target))), { uri: basename(target) });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  console.log(`glTF validator: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
  for (const message of messages) console.log(`  ${message.code} ${message.pointer}: ${message.message}`);
  const { drawCallCount, totalTriangleCount, totalVertexCount, materialCount, animationCount } = report.info;
  console.log(
    `holds ${totalTriangleCount} triangles, ${totalVertexCount} vertices, ${drawCallCount} draw calls, ${materialCount} materials, ${animationCount} animations`,
  );
  if (numErrors + numWarnings > 0) failed++;
}
console.log(
  `\n${samples.length - failed} of ${samples.length} samples exported to ${out}, valid glTF without warnings`,
);
console.log('Open a .glb by dropping it on any glTF viewer, or import it in Blender.');
process.exitCode = failed === 0 ? 0 : 1;
