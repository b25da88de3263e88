import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Details that are made when they are first opened. */
export function Folded({ summary, children }: { summary: ComponentChildren; children: () => ComponentChildren }) {
  const open = useSignal(false);
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) open.value = true;
      }}
    >
      <summary>{summary}</summary>
      {open.value && children()}
    </details>
  );
}
