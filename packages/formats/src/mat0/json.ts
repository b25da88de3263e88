import { toHex } from '../binary/hex.ts';
import type { JsonValue } from '../scene/scene.ts';
import { type Mat0, phaseColours } from './types.ts';

/** Every field of a material: colours 0 to 1, and the bytes as stored. */
export function mat0Json(mat0: Mat0): { [key: string]: JsonValue } {
  const { version, phaseCount, blockCount } = mat0;
  return {
    version,
    phaseCount,
    blockCount,
    a: mat0.a ?? null,
    b: mat0.b ?? null,
    c: mat0.c ?? null,
    d: mat0.d ?? null,
    phases: mat0.phases.map((phase) => ({
      ...phaseColours(phase),
      params: toHex(phase.params),
      texture: phase.texture,
      nameField: toHex(phase.nameField),
    })),
    blocks: mat0.blocks.map(({ head, mode, keys }) => ({ head, mode, keys: keys.map((key) => [...key]) })),
    rest: toHex(mat0.rest),
  };
}
