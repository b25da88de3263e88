import { Report } from '../diagnostics/diagnostic.ts';
import { checkYabx } from '../yabx/checks.ts';
import { knownField } from '../yabx/known-fields.ts';
import { referenceTable } from '../yabx/references.ts';
import { FIRST_ID } from '../yabx/values.ts';
import { decodeIndexBuffer, decodeVertexBuffer, geometryIsBigEndian } from './buffers.ts';
import { chunkPath, type Svo } from './open.ts';
import { rangeOf } from './place.ts';
import { svoToScene } from './to-scene.ts';

type Rule = (svo: Svo, report: Report) => void;

/** Rules beyond what opening reports; the conversion to a scene reads everything that a node, mesh or image reaches. */
const RULES: readonly Rule[] = [checkGraph, checkReferences, checkByteOrder, svoToScene, checkUnusedBuffers];

/** Every check of the format (svo.md §9), contents included. What opening found is not repeated. */
export function checkSvo(svo: Svo, report: Report): void {
  for (const rule of RULES) rule(svo, report);
}

function checkGraph(svo: Svo, report: Report): void {
  if (!svo.yabx || !svo.graphChunk) return;
  const start = svo.base + svo.graphChunk.entry.offset;
  const found = new Report();
  checkYabx(svo.yabx, found, { start, end: start + svo.graphChunk.data.length });
  report.addAll(found, chunkPath(svo.graphChunk));
}

/** `svo/reference-class`: ids inside the table whose object is not of the class that the field points at. */
function checkReferences(svo: Svo, report: Report): void {
  if (!svo.yabx) return;
  const { classes, objects } = svo.yabx;
  const table = referenceTable(
    classes,
    objects.map((o) => o.classIndex),
  );
  for (const object of objects) {
    for (const field of object.fields) {
      const { value } = field;
      const target = knownField(field.declaredIn, field.name)?.target;
      if (target === undefined || (value.kind !== 'ref' && value.kind !== 'refs')) continue;
      for (const id of value.kind === 'ref' ? [value.value] : value.value) {
        const found = objects[id - FIRST_ID];
        // An id without an object is `yabx/reference`; a class that the schema does not have, `yabx/class-index`.
        if (found?.className === undefined || !table.problem(id, target)) continue;
        const args = { id, expected: target, found: found.className };
        report.add('svo/reference-class', args, rangeOf(field), `#${object.id}.${field.name}`);
      }
    }
  }
}

function checkByteOrder(svo: Svo, report: Report): void {
  const { stevia, graphChunk } = svo;
  if (!graphChunk || !geometryIsBigEndian(svo.yabx)) return;
  if (stevia.all('VertexBuffer').length + stevia.all('IndexBuffer').length === 0) return;
  const start = svo.base + graphChunk.entry.offset;
  report.add('svo/byte-order', { order: 'big-endian' }, { start, end: start + 4 }, chunkPath(graphChunk));
}

/** Buffers that no Batch names are read too. */
function checkUnusedBuffers(svo: Svo, report: Report): void {
  const batches = svo.stevia.all('Batch');
  const used = new Set([...batches.flatMap((b) => b.vertexBufferList ?? []), ...batches.map((b) => b.indexBuffer)]);
  for (const buffer of svo.stevia.all('VertexBuffer'))
    if (!used.has(buffer.id)) decodeVertexBuffer(svo, buffer, report);
  for (const buffer of svo.stevia.all('IndexBuffer')) if (!used.has(buffer.id)) decodeIndexBuffer(svo, buffer, report);
}
