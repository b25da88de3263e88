import type { AssetInfo } from '../asset.ts';
import { formatText } from '../dds/asset.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import { classCounts } from '../yabx/asset.ts';
import { svoImages } from './images.ts';
import { svoInferred } from './inferred.ts';
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
    inferred: svoInferred(svo, scene),
  };
}
