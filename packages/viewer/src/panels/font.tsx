import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';
import type { OpenFile } from '../state/files.ts';
import { selection } from '../state/selection.ts';
import { foreground } from '../worker/client.ts';
import type { FontFacts } from '../worker/content-facts.ts';
import { GlyphDetail } from './font/glyph-detail.tsx';
import { GlyphTable } from './font/glyph-table.tsx';
import { FontHead } from './font/head.tsx';
import { FontPages } from './font/pages.ts';
import { TextPreview } from './font/text-preview.tsx';

/** An RFZ font: a text in it, its glyphs with their metrics, its pages. */
export default function Font({ file }: PanelProps) {
  const loaded = useLoaded(file, (ref, signal) => foreground.call('font', [ref], { signal }));
  if (loaded.kind !== 'ready') return <Pending of={loaded} />;
  return <FontView key={loaded.key} file={file} font={loaded.value} />;
}

function FontView({ file, font }: { file: OpenFile; font: FontFacts }) {
  const pages = useMemo(() => new FontPages(file, font), [file, font]);
  const chosen = useSignal(-1);
  const selected = useComputed(() => {
    if (chosen.value >= 0) return chosen.value;
    const now = selection.value;
    return now?.file === file.id && now.object !== undefined
      ? font.glyphs.findIndex((glyph) => glyph.object === now.object)
      : -1;
  });
  const show = (glyph: number) => {
    chosen.value = glyph;
  };
  return (
    <div class="font">
      <div class="font-body">
        <FontHead font={font} />
        <TextPreview file={file} font={font} pages={pages} onGlyph={show} />
        <section class="font-glyphs" aria-label={t('font.glyphs')}>
          <GlyphTable file={file} font={font} selected={selected.value} onSelect={show} />
          <GlyphDetail file={file} font={font} pages={pages} index={selected.value} />
        </section>
      </div>
    </div>
  );
}
