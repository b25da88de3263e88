import type { PanelProps } from '../shell/lazy.tsx';

/** The model in 3D. Sets `view` of `state/view.ts` while it is mounted. */
export default function View3d({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
