import { useSignal } from '@preact/signals';
import { drawnGlyph } from '@unbake/formats';
import { useMemo } from 'preact/hooks';
import { formatNumber, t } from '../../i18n/i18n.ts';
import { VirtualList } from '../../shell/virtual-list.tsx';
import type { OpenFile } from '../../state/files.ts';
import type { FontFacts } from '../../worker/content-facts.ts';
import { characterText, codeText, findGlyphs } from './glyph-text.ts';
import { problemsByObject } from './problems.ts';

const ROW_HEIGHT = 26;

interface GlyphTableProps {
  file: OpenFile;
  font: FontFacts;
  /** Index of a glyph; -1 for none. */
  selected: number;
  onSelect: (glyph: number) => void;
}

/** Every glyph of a font with the metrics that the game draws it with. */
export function GlyphTable({ file, font, selected, onSelect }: GlyphTableProps) {
  const query = useSignal('');
  const { glyphs } = font.description;
  const listed = useMemo(() => findGlyphs(glyphs, query.value), [glyphs, query.value]);
  const problems = useMemo(() => problemsByObject(file.findings.value ?? []), [file.findings.value]);
  const at = listed.indexOf(selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 12,
      PageUp: at - 12,
      Home: 0,
      End: listed.length - 1,
    }[event.key];
    if (to === undefined || listed.length === 0) return;
    event.preventDefault();
    onSelect(listed[Math.max(0, Math.min(listed.length - 1, to))]!);
  };
  return (
    <div class="font-list">
      <input
        type="search"
        class="font-search"
        placeholder={t('font.search')}
        aria-label={t('font.search')}
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
      />
      <p class="muted font-count">
        {t('font.count', { n: formatNumber(listed.length), total: formatNumber(glyphs.length) })}
      </p>
      <div class="font-row font-columns" aria-hidden="true">
        <span />
        <span>{t('font.code')}</span>
        <span>{t('font.advance')}</span>
        <span>{t('font.bearing')}</span>
        <span>{t('font.size')}</span>
        <span>{t('font.page')}</span>
      </div>
      <div class="font-rows">
        <VirtualList
          count={listed.length}
          rowHeight={ROW_HEIGHT}
          shown={at}
          label={t('font.glyphs')}
          role="listbox"
          focusable
          activeId={at >= 0 ? `glyph-${selected}` : undefined}
          onKeyDown={onKeyDown}
        >
          {(row) => {
            const index = listed[row]!;
            const glyph = glyphs[index]!;
            const drawn = drawnGlyph(font.description, glyph);
            const problem = problems.get(font.glyphs[index]!.object);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
              <div
                key={index}
                id={`glyph-${index}`}
                class="font-row font-glyph"
                role="option"
                tabIndex={-1}
                aria-selected={index === selected}
                title={problem}
                onClick={() => onSelect(index)}
              >
                <span class="font-character">{characterText(glyph.code)}</span>
                <span class="mono">
                  {codeText(glyph.code)}
                  {problem && <b class="warning"> ⚠</b>}
                </span>
                <span>{drawn.advance}</span>
                <span>
                  {drawn.bearingX}, {drawn.bearingY}
                </span>
                <span>
                  {drawn.width}×{drawn.height}
                </span>
                <span>{glyph.page}</span>
              </div>
            );
          }}
        </VirtualList>
      </div>
    </div>
  );
}
