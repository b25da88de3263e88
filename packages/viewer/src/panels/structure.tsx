import type { PanelProps } from '../shell/lazy.tsx';

/** Objects and fields. */
export default function Structure({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
