import type { PanelProps } from '../shell/lazy.tsx';

/** Steps and differences. */
export default function Edits({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
