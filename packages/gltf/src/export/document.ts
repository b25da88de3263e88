import { Document, Logger } from '@gltf-transform/core';
import { type Loss, LossList, type Scene } from '@unbake/formats';
import { exportAnimations } from './animation.ts';
import { unbakeExtras } from './extras.ts';
import { exportMaterial } from './material.ts';
import { exportNodes } from './node.ts';
import type { ExportOptions } from './options.ts';
import { exportImages } from './texture.ts';

/**
 * The scene as a glTF document, and what was lost on the way, the scene's own losses first. The arrays of the scene may
 * be shared by the document. Throws TypeError when a picture has to be encoded and `options.encodeImage` is missing.
 */
export async function sceneToDocument(
  scene: Scene,
  options: ExportOptions = {},
): Promise<{ document: Document; losses: Loss[] }> {
  const losses = new LossList();
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const root = document.getRoot();
  root.getAsset().generator = 'Unbake';
  root.setExtras(unbakeExtras({}, { name: scene.name }));
  const pictures = await exportImages(scene, document, options, losses);
  const materials = scene.materials.map((m) => exportMaterial(m, scene, document, pictures, losses));
  losses.add('exact', 'materials', '', materials.length);
  const out = document.createScene(scene.name).setExtras(unbakeExtras(scene.raw));
  root.setDefaultScene(out);
  const nodes = exportNodes(scene, document, out, materials, options.allLods ?? false, losses);
  exportAnimations(scene, document, nodes, losses);
  return { document, losses: mergedLosses(scene.losses, losses.rows()) };
}

/** Both reports as one; what the scene reports as exact, such as its triangles, is not counted again. */
function mergedLosses(ofScene: readonly Loss[], ofExport: readonly Loss[]): Loss[] {
  const said = new Set(ofScene.filter((loss) => loss.kind === 'exact').map((loss) => loss.what));
  const merged = new LossList();
  merged.addAll(ofScene);
  merged.addAll(ofExport.filter((loss) => loss.kind !== 'exact' || !said.has(loss.what)));
  return merged.rows();
}
