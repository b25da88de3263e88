import type { PanelProps } from '../shell/lazy.tsx';

/** Timeline and player of Parkan animation. */
export default function Animation({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
