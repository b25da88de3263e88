import { useSignal } from '@preact/signals';
import type { CODES } from '@unbake/formats';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { hexOffset } from '../lib/hex-text.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { factsOf, type OpenFile } from '../state/files.ts';
import { showTab, type TabId } from '../state/layout.ts';
import { select } from '../state/selection.ts';
import type { Finding } from '../worker/protocol.ts';
import { About } from './diagnostics/about.tsx';

/** Findings of one code that are shown before the rest is asked for. */
const FIRST = 20;
const ORDER = { error: 0, warning: 1, info: 2 };

/** What is known of the file, and every finding with the way to its bytes and its field. */
export default function Diagnostics({ file }: PanelProps) {
  const query = useSignal('');
  const findings = file.findings.value;
  const groups = useMemo(() => grouped(findings ?? [], query.value), [findings, query.value]);
  const advice = useAdvice();
  const facts = factsOf(file);
  return (
    <div class="diagnostics">
      {facts && <About info={facts.info} label={facts.label} size={facts.size} />}
      <h2>{t('diag.list')}</h2>
      {facts && !findings && <p class="muted">{t('diag.checking')}</p>}
      {findings?.length === 0 && <p class="diagnostics-good">{t('diag.none')}</p>}
      {findings && findings.length > FIRST && (
        <input
          type="search"
          placeholder={t('diag.filter')}
          aria-label={t('diag.filter')}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
      )}
      {groups.map(([code, list]) => (
        <Group
          key={code}
          file={file}
          code={code}
          findings={list}
          advice={advice?.[code as keyof typeof CODES]?.advice}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  file: OpenFile;
  code: string;
  findings: readonly Finding[];
  advice: string | undefined;
}

function Group({ file, code, findings, advice }: GroupProps) {
  const all = useSignal(false);
  const shown = all.value ? findings : findings.slice(0, FIRST);
  const worst = findings.reduce((a, b) => (ORDER[b.severity] < ORDER[a.severity] ? b : a)).severity;
  return (
    <section class="diagnostics-group">
      <h3>
        <span class={`diagnostics-severity ${worst}`}>{t(`diag.${worst}`)}</span> <code>{code}</code>
        {findings.length > 1 && <span class="muted"> × {findings.length}</span>}
      </h3>
      {advice && (
        <p class="muted">
          {t('diag.advice')}: {advice}
        </p>
      )}
      <ul>
        {shown.map((finding, i) => (
          <Row key={i} file={file} finding={finding} />
        ))}
      </ul>
      {findings.length > shown.length && (
        <button
          type="button"
          onClick={() => {
            all.value = true;
          }}
        >
          {t('diag.more', { n: findings.length - shown.length })}
        </button>
      )}
    </section>
  );
}

function Row({ file, finding }: { file: OpenFile; finding: Finding }) {
  const { offset, length, path, message } = finding;
  const jump = (tab: TabId) => {
    const end = offset + Math.max(1, length);
    select({ file: file.id, path, start: offset, end, at: offset, from: 'diagnostics' });
    showTab(tab);
  };
  return (
    <li class="diagnostics-row">
      <p>{message}</p>
      <p class="muted">
        <code>
          {hexOffset(offset)}
          {length > 0 && ` +${length}`}
        </code>{' '}
        <code>{path}</code>
      </p>
      <p>
        <button type="button" class="link chip" onClick={() => jump('hex')}>
          {t('diag.toHex')}
        </button>
        {factsOf(file) && (
          <button type="button" class="link chip" onClick={() => jump('structure')}>
            {t('diag.toStructure')}
          </button>
        )}
      </p>
    </li>
  );
}

function grouped(findings: readonly Finding[], query: string): [string, Finding[]][] {
  const wanted = query.trim().toLowerCase();
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const text = `${finding.code} ${finding.message} ${finding.path}`.toLowerCase();
    if (wanted && !text.includes(wanted)) continue;
    const group = groups.get(finding.code);
    if (group) group.push(finding);
    else groups.set(finding.code, [finding]);
  }
  const rank = ([, list]: [string, Finding[]]) => Math.min(...list.map((f) => ORDER[f.severity]));
  return [...groups].sort((a, b) => rank(a) - rank(b));
}

/** What to do about each code. */
function useAdvice(): typeof CODES | undefined {
  const codes = useSignal<typeof CODES | undefined>(undefined);
  useEffect(() => {
    void import('@unbake/formats').then((library) => {
      codes.value = library.CODES;
    });
  }, []);
  return codes.value;
}
