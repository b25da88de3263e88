import type { PanelProps } from '../shell/lazy.tsx';

/** Bytes. */
export default function Hex({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
