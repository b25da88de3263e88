import type { Asset, AssetImage } from '../asset.ts';
import { Trace } from '../binary/trace.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { nresEntries, nresInfo, nresToJson } from '../nres/describe.ts';
import { isNres, isRsli, readNres } from '../nres/read.ts';
import type { Nres } from '../nres/types.ts';
import { repackNres, writeNres } from '../nres/write.ts';
import { texmImage } from '../texm/asset.ts';
import { readTexm } from '../texm/read.ts';
import { TEXM_TYPE } from '../texm/types.ts';
import { checkContents } from './archive-checks.ts';

/** NRes archives of the game (msh.md §1). RsLi archives are recognised here too, to say that they are not supported. */
export const nresFormat: FormatRow = {
  id: 'nres',
  label: 'NRes archive',
  extensions: ['.rlb', '.lib'],
  sniff: (bytes) => isNres(bytes) || isRsli(bytes),
  open: openNres,
};

/** The asset of an archive, with its records for callers that need more than every format has. */
export interface NresAsset extends Asset {
  readonly nres: Nres;
}

function openNres(bytes: Uint8Array, options: OpenOptions): NresAsset {
  const report = new Report();
  const base = options.base ?? 0;
  const nres = readNres(bytes, { report, base });
  return {
    format: 'nres',
    bytes,
    nres,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      checkContents(nres, all);
      return all;
    },
    info: () => nresInfo(nres, 'NRes archive', options.name),
    entries: () => nresEntries(nres),
    toJson: () => ({ schema: 'unbake-nres-v1', ...nresToJson(nres) }),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readNres(bytes, { trace, base });
      return trace;
    },
    canonical: () => repackNres(nres),
    write: () => writeNres(nres),
    images: () => imagesOf(nres),
  };
}

/** The textures of an archive; one that cannot be read is left out, `check` says why. */
function imagesOf(nres: Nres): AssetImage[] {
  const images: AssetImage[] = [];
  for (const { type, name, data, offset } of nres.entries) {
    if (type !== TEXM_TYPE) continue;
    const texm = new Report().attempt(() => readTexm(data, { base: nres.base + offset }));
    if (texm) images.push(texmImage(texm, name));
  }
  return images;
}
