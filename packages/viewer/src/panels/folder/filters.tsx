import { useMemo } from 'preact/hooks';
import { formatNumber, t } from '../../i18n/i18n.ts';
import type { AssetKind } from '../../worker/content-facts.ts';
import type { Item } from '../folder.tsx';
import { countCodes, countKinds, type Filter, KINDS } from './filter.ts';

interface FiltersProps {
  items: readonly Item[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Narrows the list by name, kind and findings. */
export function Filters({ items, filter, onChange }: FiltersProps) {
  const kinds = useMemo(() => countKinds(items), [items]);
  const codes = useMemo(() => countCodes(items), [items]);
  const counted = (label: string, n: number) => `${label} (${formatNumber(n)})`;
  return (
    <search class="folder-filters">
      <input
        type="search"
        placeholder={t('folder.name')}
        aria-label={t('folder.name')}
        value={filter.name}
        onInput={(event) => onChange({ ...filter, name: event.currentTarget.value })}
      />
      <select
        aria-label={t('folder.kind')}
        value={filter.kind}
        onChange={(event) => onChange({ ...filter, kind: event.currentTarget.value as AssetKind | '' })}
      >
        <option value="">{t('folder.kind.all')}</option>
        {KINDS.filter((kind) => kinds.has(kind) || filter.kind === kind).map((kind) => (
          <option key={kind} value={kind}>
            {counted(t(`folder.kind.${kind}`), kinds.get(kind) ?? 0)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('folder.findings')}
        value={filter.findings}
        onChange={(event) => onChange({ ...filter, findings: event.currentTarget.value })}
      >
        <option value="">{t('folder.findings.all')}</option>
        <option value="error">{t('folder.findings.error')}</option>
        <option value="warning">{t('folder.findings.warning')}</option>
        <option value="clean">{t('folder.findings.clean')}</option>
        {codes.length > 0 && (
          <optgroup label={t('folder.findings.codes')}>
            {codes.map(([code, n]) => (
              <option key={code} value={code}>
                {counted(code, n)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </search>
  );
}
