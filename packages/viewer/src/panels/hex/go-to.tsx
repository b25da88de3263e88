import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { hexOffset, parseOffset } from '../../lib/hex-text.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';

interface Props {
  size: number;
  tree: TraceTree | undefined;
  /** The byte after which the next unexplained one is looked for. */
  from: number;
  go: (offset: number) => void;
  children?: ComponentChildren;
}

/** Goes to an offset, or to the next bytes that nothing explains. */
export function GoTo({ size, tree, from, go, children }: Props) {
  const text = useSignal('');
  const wrong = useSignal(false);
  const gaps = useMemo(() => tree?.bytes.gaps(size), [tree, size]);
  const submit = (event: Event) => {
    event.preventDefault();
    const offset = parseOffset(text.value);
    wrong.value = offset === undefined || offset >= size;
    if (offset !== undefined && offset < size) go(offset);
  };
  return (
    <form class="hex-goto" onSubmit={submit}>
      <input
        type="text"
        aria-label={t('hex.goto')}
        aria-invalid={wrong.value}
        placeholder={t('hex.offset')}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit">{t('hex.go')}</button>
      {gaps && gaps.length > 0 && (
        <button type="button" onClick={() => go((gaps.find((gap) => gap.start > from) ?? gaps[0]!).start)}>
          {t('hex.nextGap')}
        </button>
      )}
      {children}
      {wrong.value && (
        <span class="error" role="alert">
          {t('hex.outside', { end: hexOffset(size) })}
        </span>
      )}
    </form>
  );
}
