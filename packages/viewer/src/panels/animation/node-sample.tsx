import { useComputed } from '@preact/signals';
import { createSampleInfo, FormatError, SAMPLE_SIZE, type SampleBranch, sampleNode } from '@unbake/formats';
import { type MessageKey, t } from '../../i18n/i18n.ts';
import type { OpenFile } from '../../state/files.ts';
import { nodeOfSelection } from '../../view3d/node-places.ts';
import type { Engine, SceneData } from '../../view3d/scene-data.ts';
import type { SceneState } from '../../view3d/scene-state.ts';
import { nameOf } from '../outline/tree-row.tsx';

const BRANCHES: Record<SampleBranch, MessageKey> = {
  fallback: 'animation.branchFallback',
  k0: 'animation.branchExact',
  k1: 'animation.branchExact',
  interp: 'animation.branchBetween',
};

interface NodeSampleProps {
  file: OpenFile;
  data: SceneData;
  engine: Engine;
  state: SceneState;
}

/** What the game's sampler makes of the selected node at the time shown, and of which keys. */
export function NodeSample({ file, data, engine, state }: NodeSampleProps) {
  const node = useComputed(() => nodeOfSelection(file, data)).value;
  if (node === undefined || node >= engine.animation.nodeCount) return null;
  return (
    <section>
      <h2>{nameOf(data.scene, node)}</h2>
      <p class="animation-sample">{sampleText(engine, node, state.time.value)}</p>
    </section>
  );
}

function sampleText({ animation }: Engine, node: number, time: number): string {
  const sample = new Float64Array(SAMPLE_SIZE);
  const info = createSampleInfo();
  try {
    sampleNode(animation, node, time, 'x87', sample, 0, info);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.message;
  }
  const values = [...sample].map((value) => String(Number(value.toPrecision(7))));
  return t('animation.sample', {
    branch: t(BRANCHES[info.branch], { key: info.key, next: info.key + 1 }),
    frame: info.frame,
    rotation: values.slice(0, 4).join(', '),
    position: values.slice(4).join(', '),
  });
}
