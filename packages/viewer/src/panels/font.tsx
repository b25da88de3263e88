import type { PanelProps } from '../shell/lazy.tsx';

/** Glyph table and preview of a font. */
export default function Font({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
