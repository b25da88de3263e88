import { nodeWorldMatrices, type Scene } from '@unbake/formats';
import { useMemo } from 'preact/hooks';
import { formatNumber, t } from '../../i18n/i18n.ts';
import type { SceneData } from '../../view3d/scene-data.ts';
import type { SceneState } from '../../view3d/scene-state.ts';
import { Morphs } from './morphs.tsx';
import { kindOf, labelOf, trianglesOf } from './rows.ts';
import { KIND_NAMES, nameOf } from './tree-row.tsx';

interface NodeDetailsProps {
  data: SceneData;
  state: SceneState;
  node: number | undefined;
  joints: ReadonlySet<number>;
}

/** What the selected node is, and the sliders of its morph targets; of all meshes while none is selected. */
export function NodeDetails({ data, state, node, joints }: NodeDetailsProps) {
  const { scene } = data;
  const world = useMemo(() => nodeWorldMatrices(scene), [scene]);
  const source = node === undefined ? undefined : scene.nodes[node];
  const meshes = source
    ? source.mesh === undefined
      ? []
      : [source.mesh]
    : scene.meshes.flatMap((mesh, i) => (mesh.targetNames.length > 0 ? [i] : []));
  const at = node === undefined ? undefined : world[node];
  return (
    <div class="outline-details">
      {node !== undefined && source ? (
        <>
          <h2>{nameOf(scene, node)}</h2>
          <dl>
            <Row name={t('outline.kind')} value={t(KIND_NAMES[kindOf(scene, node, joints)])} />
            <Row name={t('outline.socket')} value={labelOf(scene, node)} />
            <Row name={t('outline.position')} value={vector(source.translation)} />
            <Row name={t('outline.rotation')} value={vector(source.rotation)} />
            <Row name={t('outline.scale')} value={vector(source.scale)} />
            <Row name={t('outline.world')} value={at && vector([at[12]!, at[13]!, at[14]!])} />
            <Row name={t('outline.mesh')} value={meshText(scene, node)} />
            <Row name={t('outline.materials')} value={materialText(scene, source.mesh)} />
          </dl>
        </>
      ) : (
        <p class="muted">{t('outline.select')}</p>
      )}
      {meshes.map((mesh) => (
        <Morphs key={mesh} scene={scene} mesh={mesh} state={state} />
      ))}
    </div>
  );
}

function Row({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function meshText(scene: Scene, node: number): string | undefined {
  const { mesh } = scene.nodes[node]!;
  const source = mesh === undefined ? undefined : scene.meshes[mesh];
  if (!source) return undefined;
  const vertices = source.primitives.reduce((sum, part) => sum + part.vertexCount, 0);
  return t('outline.meshFacts', {
    name: source.name,
    triangles: formatNumber(trianglesOf(scene, node)),
    vertices: formatNumber(vertices),
  });
}

function materialText(scene: Scene, mesh: number | undefined): string | undefined {
  const parts = mesh === undefined ? [] : (scene.meshes[mesh]?.primitives ?? []);
  const used = new Set(parts.flatMap((part) => (part.material === undefined ? [] : [part.material])));
  return [...used].map((index) => scene.materials[index]?.name).join(', ');
}

function vector(values: readonly number[]): string {
  return values.map((value) => String(Number(value.toPrecision(6)))).join(', ');
}
