import type { PanelProps } from '../shell/lazy.tsx';

/** Downloads. */
export default function Export({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
