import type { PanelProps } from '../shell/lazy.tsx';

/** Findings. */
export default function Diagnostics({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
