import { ddsImages, fontDatabaseOf, fontPagesOf, fontSvoOf, Report, readDds, readRfz } from '@unbake/formats';
import { openRef } from '../../lib/open-ref.ts';
import type { FontFacts, FontPageFacts } from '../content-facts.ts';
import type { FileRef } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';

/** The metrics of a font. Throws when the file holds none. */
export async function font(_: WorkContext, ref: FileRef): Promise<FontFacts> {
  const { yabx } = readRfz((await openRef(ref)).bytes);
  const found = yabx && fontDatabaseOf(yabx);
  if (!found) throw new Error('the file holds no font database');
  const svo = fontSvoOf(found);
  let pictures = 0;
  const pages = (svo ? fontPagesOf(svo) : []).map(({ name, width, height, chunk }): FontPageFacts => {
    const dds = new Report().attempt(() => readDds(chunk.data));
    const count = dds ? ddsImages(dds, chunk.data, name).length : 0;
    const page = { name, width, height, picture: count > 0 ? pictures : undefined };
    pictures += count;
    return page;
  });
  return {
    description: found.description,
    glyphs: found.glyphs.map(({ object, kerningCount }) => ({ object: object.id, kerning: kerningCount })),
    pages,
  };
}
