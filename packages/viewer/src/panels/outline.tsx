import type { PanelProps } from '../shell/lazy.tsx';

/** The scene tree: search, visibility, levels of detail, morph targets. */
export default function Outline({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
