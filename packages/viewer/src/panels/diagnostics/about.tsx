import type { AssetInfo } from '@unbake/formats';
import { formatNumber, formatSize, t } from '../../i18n/i18n.ts';

/** The facts of a file as `unbake info` lists them. */
export function About({ info, label, size }: { info: AssetInfo; label: string; size: number }) {
  const { inferred, textures, classes, chunks, details, ...rest } = info;
  const rows: [string, string][] = [];
  for (const [key, value] of Object.entries({ ...rest, ...details })) {
    if (value === undefined || value === null || key === 'kind') continue;
    rows.push([key, textOf(value)]);
  }
  if (chunks) rows.push(['chunks', chunks.map((c) => `${c.name} (${c.class}, ${formatSize(c.size)})`).join('\n')]);
  if (classes) rows.push(['classes', classes.map((c) => `${c.name} × ${c.objects}`).join('\n')]);
  if (textures) {
    const lines = textures.map((x) => `${x.name} ${x.width}×${x.height} ${x.format}, mips: ${x.mips}`);
    rows.push(['textures', lines.join('\n')]);
  }
  return (
    <details class="diagnostics-about" open>
      <summary>{t('diag.about')}</summary>
      <p>
        {info.kind || label}, {formatSize(size)}
      </p>
      <table>
        <tbody>
          {rows.map(([key, value]) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {inferred && inferred.length > 0 && (
        <>
          <h3>{t('diag.inferred')}</h3>
          <ul>
            {inferred.map(({ what, value, why }) => (
              <li key={what}>
                {what}: {value} <span class="muted">({why})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return JSON.stringify(value, null, 1);
}
