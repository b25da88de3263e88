import type { AssetInfo } from '../asset.ts';
import { formatText } from '../dds/asset.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { classCounts, inferredIn } from '../yabx/asset.ts';
import { geometryIsBigEndian } from './buffers.ts';
import { svoImages } from './images.ts';
import { detectMatrixLayout } from './matrix-layout.ts';
import type { Svo } from './open.ts';
import { svoToScene } from './to-scene.ts';

/** What `unbake info` shows of an SVO file. */
export function svoInfo(svo: Svo): AssetInfo {
  const { yabx, stevia } = svo;
  const scene = svoToScene(svo);
  const meshes = stevia.all('Mesh').length;
  const isFont = meshes === 0 && stevia.all('Batch').length === 0 && stevia.all('Image').length > 0;
  let triangles = 0;
  let vertices = 0;
  for (const mesh of scene.meshes) {
    for (const primitive of mesh.primitives) {
      triangles += primitive.indices.length / 3;
      vertices += primitive.vertexCount;
    }
  }
  return {
    kind: !yabx ? 'SVO without a readable graph' : isFont ? 'SVO textures without geometry' : 'SVO model',
    ...(yabx ? { name: yabx.name.text, byteOrder: yabx.bigEndian ? 'big' : 'little' } : {}),
    chunks: svo.avts.chunks.map(({ entry, class: kind }) => ({ name: entry.name, class: kind, size: entry.size })),
    ...(yabx ? { classes: classCounts(yabx), objects: yabx.objects.length } : {}),
    meshes,
    triangles,
    vertices,
    materials: scene.materials.map((m) => m.name),
    textures: svoImages(svo, new Report()).map(({ name, dds }) => ({
      name,
      width: dds.width,
      height: dds.height,
      format: formatText(dds),
      mips: dds.mips,
    })),
    nodes: stevia.all('Node').length,
    joints: scene.skins.reduce((most, skin) => Math.max(most, skin.joints.length), 0),
    morphTargets: scene.meshes.flatMap((mesh) => mesh.targetNames),
    inferred: inferredOf(
      svo,
      scene.skins.length > 0,
      scene.meshes.some((m) => m.targetNames.length > 0),
    ),
  };
}

/** Readings that rest on hypotheses of the specification. */
function inferredOf(svo: Svo, skins: boolean, morphs: boolean): NonNullable<AssetInfo['inferred']> {
  const { yabx, stevia } = svo;
  const inferred = yabx ? inferredIn(yabx) : [];
  const nodes = stevia.all('Node');
  if (nodes.length > 0) {
    const layout = detectMatrixLayout(nodes);
    const why = (decided: boolean) =>
      decided
        ? `${layout.agreeing} of ${layout.compared} nodes agree with their TRS`
        : 'the default; no node decides it';
    inferred.push({ what: 'matrix layout', value: layout.layout, why: why(layout.layoutDecided) });
    inferred.push({ what: 'quaternion order', value: layout.quaternion, why: why(layout.quaternionDecided) });
  }
  if (geometryIsBigEndian(yabx)) {
    inferred.push({ what: 'byte order of geometry', value: 'big', why: 'that of the graph' });
  }
  if (skins) {
    inferred.push({ what: 'joints', value: 'the nodes of the Tree in list order', why: 'svo.md §5 [H]' });
  }
  if (morphs) {
    inferred.push({
      what: 'morph targets',
      value: 'one vertex buffer each',
      why: 'as many buffers as names and a base',
    });
  }
  return inferred;
}
