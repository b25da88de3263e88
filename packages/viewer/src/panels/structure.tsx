import { useSignal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';
import type { PanelProps } from '../shell/lazy.tsx';
import { factsOf } from '../state/files.ts';
import { ByteTree } from './structure/byte-tree.tsx';
import { Objects } from './structure/objects.tsx';

/** The file by its objects, where it has a graph of them, and by its bytes. */
export default function Structure({ file }: PanelProps) {
  const hasGraph = factsOf(file)?.has.graph ?? false;
  const byBytes = useSignal(false);
  const bytes = byBytes.value || !hasGraph;
  const choice = (label: string, value: boolean) => (
    <button type="button" aria-pressed={bytes === value} onClick={() => (byBytes.value = value)}>
      {label}
    </button>
  );
  return (
    <div class="structure">
      {hasGraph && (
        <div class="structure-modes">
          {choice(t('structure.objects'), false)}
          {choice(t('structure.bytes'), true)}
        </div>
      )}
      {bytes ? <ByteTree file={file} /> : <Objects file={file} />}
    </div>
  );
}
