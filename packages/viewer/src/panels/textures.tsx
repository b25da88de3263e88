import type { PanelProps } from '../shell/lazy.tsx';

/** Gallery of the pictures of a file. */
export default function Textures({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
