import type { PanelProps } from '../shell/lazy.tsx';

/** The files of a folder with thumbnails and filters. */
export default function Folder({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
