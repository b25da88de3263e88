import { cssColor, shortNumber } from './meaning.ts';

/** A colour with its numbers. */
export function Swatch({ values }: { values: readonly number[] }) {
  const color = cssColor(values);
  return (
    <span class="swatch">
      {color && <span class="swatch-color" style={{ background: color }} aria-hidden="true" />}
      <code>{values.map(shortNumber).join(' ')}</code>
    </span>
  );
}
