import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { formatNumber, t } from '../../i18n/i18n.ts';

/** Materials that are shown before more are asked for. */
const STEP = 60;

/** A list of materials, the first of many at once. `least`: shown in any case. */
export function Cards<T>({
  of,
  least = 0,
  children,
}: {
  of: readonly T[];
  least?: number;
  children: (item: T, index: number) => ComponentChildren;
}) {
  const asked = useSignal(STEP);
  const shown = Math.max(asked.value, least);
  return (
    <>
      {of.slice(0, shown).map(children)}
      {of.length > shown && (
        <button
          type="button"
          onClick={() => {
            asked.value = shown + STEP;
          }}
        >
          {t('diag.more', { n: formatNumber(of.length - shown) })}
        </button>
      )}
    </>
  );
}
