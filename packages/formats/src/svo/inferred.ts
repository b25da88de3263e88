import type { AssetInfo } from '../asset.ts';
import type { Scene } from '../scene/scene.ts';
import { inferredIn } from '../yabx/asset.ts';
import { geometryIsBigEndian } from './buffers.ts';
import { detectMatrixLayout } from './matrix-layout.ts';
import type { Svo } from './open.ts';
import { isStatedUsage } from './vertex-layout.ts';

type Inferred = NonNullable<AssetInfo['inferred']>;

/** The readings of this file that rest on hypotheses of the specification. */
export function svoInferred(svo: Svo, scene: Scene): Inferred {
  const { yabx, stevia } = svo;
  const primitives = scene.meshes.flatMap((mesh) => mesh.primitives);
  const textures = stevia.all('Texture');
  const states = stevia.all('State');
  const inferred = yabx ? inferredIn(yabx) : [];
  const add = (applies: boolean, what: string, value: string, why: string): void => {
    if (applies) inferred.push({ what, value, why });
  };
  inferred.push(...matricesOf(svo));
  add(geometryIsBigEndian(yabx), 'byte order of geometry', 'big', 'that of the graph');
  add(
    stevia.all('VertexElement').some(({ semantics }) => semantics !== undefined && !isStatedUsage(semantics)),
    'vertex semantics',
    "the letters of the declaration's name, else D3DDECLUSAGE",
    'svo.md §4 [H]',
  );
  add(
    primitives.some(({ colors }) => colors !== undefined),
    'vertex colours',
    'RGBA',
    'svo.md §4 [H]',
  );
  add(scene.skins.length > 0, 'joints', 'the nodes of the Tree in list order', 'svo.md §5 [H]');
  add(scene.skins.length > 0, '_mtxBind', 'the inverse bind matrix', 'svo.md §5 [H]');
  add(
    scene.meshes.some(({ targetNames }) => targetNames.length > 0),
    'morph targets',
    'one vertex buffer each',
    'as many buffers as names and a base',
  );
  add(
    stevia.all('Variant').length > 0,
    'parameter values',
    'the member of a Variant that is not zero or empty',
    'svo.md §6 [H]',
  );
  add(
    states.some(({ alphaRef }) => Boolean(alphaRef)),
    '_alphaRef',
    'an alpha test',
    'svo.md §6',
  );
  add(
    states.some(({ depthBias, depthBiasSlope }) => Boolean(depthBias || depthBiasSlope)),
    'depth bias',
    'f32',
    'svo.md §3 [H]',
  );
  add(
    textures.some(({ wrapU, wrapV }) => wrapU === 1 || wrapV === 1),
    'wrap mode 1',
    'mirror',
    'svo.md §6 [H]',
  );
  add(
    textures.some(({ textureType }) => textureType !== 'base'),
    'role of textures',
    'by the name of their type',
    'only "base" is known',
  );
  return inferred;
}

function matricesOf({ stevia }: Svo): Inferred {
  const nodes = stevia.all('Node');
  if (nodes.length === 0) return [];
  const layout = detectMatrixLayout(nodes);
  const why = (decided: boolean) =>
    decided ? `${layout.agreeing} of ${layout.compared} nodes agree with their TRS` : 'the default; no node decides it';
  return [
    { what: 'matrix layout', value: layout.layout, why: why(layout.layoutDecided) },
    { what: 'quaternion order', value: layout.quaternion, why: why(layout.quaternionDecided) },
  ];
}
