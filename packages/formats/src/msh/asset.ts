import type { Asset, SceneOptions } from '../asset.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { nresEntries } from '../nres/describe.ts';
import { repackNres } from '../nres/write.ts';
import { checkModel } from './checks.ts';
import { mshInfo } from './info.ts';
import { mshToJson } from './json.ts';
import { readMsh } from './read.ts';
import { looksLikeModel, MESH_TYPE } from './recognise.ts';
import type { MshSceneOptions } from './scene-options.ts';
import { materialSources } from './sources.ts';
import { tableName } from './tables.ts';
import { mshToScene } from './to-scene.ts';
import type { Msh } from './types.ts';
import { writeMsh } from './write.ts';

/** Parkan models (msh.md §2): NRes archives whose entries are tables. */
export const mshFormat: FormatRow = {
  id: 'msh',
  label: 'MSH model',
  extensions: ['.msh'],
  entryType: MESH_TYPE,
  sniff: looksLikeModel,
  open: openMsh,
};

/** The asset of a model, with its tables for callers that need more than every format has. */
export interface MshAsset extends Asset {
  readonly msh: Msh;
  /** Options of `MshSceneOptions` beside those of every format. */
  scene(options?: SceneOptions & MshSceneOptions): ReturnType<typeof mshToScene>;
}

function openMsh(bytes: Uint8Array, options: OpenOptions): MshAsset {
  const report = new Report();
  const base = options.base ?? 0;
  const msh = readMsh(bytes, { report, base });
  const name = options.name ?? '';
  return {
    format: 'msh',
    bytes,
    msh,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      checkModel(msh, all);
      return all;
    },
    info: () => mshInfo(msh, options.name),
    entries: () => nresEntries(msh.nres, (entry) => tableName(entry.type)),
    toJson: () => mshToJson(msh),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readMsh(bytes, { trace, base });
      return trace;
    },
    canonical: () => repackNres(msh.nres),
    write: () => writeMsh(msh),
    scene(asked = {}) {
      const { findAsset, ...sceneOptions } = asked as SceneOptions & MshSceneOptions;
      const sources = materialSources(name, options.archive, findAsset);
      return mshToScene(msh, { name: name.replace(/\.msh$/i, ''), ...sceneOptions }, sources);
    },
  };
}
