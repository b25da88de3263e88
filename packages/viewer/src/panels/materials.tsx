import type { PanelProps } from '../shell/lazy.tsx';

/** Every field of states, parameters and samplers. */
export default function Materials({ file }: PanelProps) {
  return <p class="muted padded">{file.name}</p>;
}
