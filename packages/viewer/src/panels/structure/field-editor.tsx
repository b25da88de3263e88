import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import type { OpenFile } from '../../state/files.ts';
import { editFile, failureFrom } from '../../state/session.ts';
import type { Failure, GraphField, GraphObject } from '../../worker/protocol.ts';

/** Longer values are edited on several lines. */
const LINE = 60;

interface Props {
  file: OpenFile;
  object: GraphObject;
  field: GraphField;
  editable: boolean;
}

/** A value as text; a click on it opens an input, Enter or Apply sets it, Escape leaves it. */
export function FieldEditor({ file, object, field, editable }: Props) {
  const open = useSignal(false);
  const draft = useSignal(field.text);
  const failure = useSignal<Failure | undefined>(undefined);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (open.value) input.current?.focus();
  }, [open.value]);
  const path = `${object.path}.${field.name}`;
  const isReference = field.refs?.some((id) => id > 0) ?? false;
  if (!editable || !field.editable) return isReference ? null : <span class="structure-text">{field.text}</span>;
  if (!open.value) {
    return (
      <button
        type="button"
        class="structure-edit"
        aria-label={t('edit.change', { field: path })}
        title={t('edit.change', { field: path })}
        onClick={() => {
          draft.value = field.text;
          failure.value = undefined;
          open.value = true;
        }}
      >
        {isReference ? '✎' : field.text || '""'}
      </button>
    );
  }
  const close = () => {
    open.value = false;
  };
  const apply = async () => {
    if (draft.value === field.text) {
      close();
      return;
    }
    try {
      await editFile(file, `${path} = ${short(draft.value)}`, { kind: 'set', path, input: draft.value });
      close();
    } catch (error) {
      failure.value = failureFrom(error);
    }
  };
  const props = {
    ref: input,
    value: draft.value,
    'aria-label': t('edit.change', { field: path }),
    'aria-invalid': failure.value !== undefined,
    onInput: (event: { currentTarget: { value: string } }) => {
      draft.value = event.currentTarget.value;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.shiftKey) void apply();
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return (
    <span class="structure-editor">
      {field.text.length > LINE ? <textarea rows={4} {...props} /> : <input type="text" {...props} />}
      <button type="button" class="primary" onClick={() => void apply()}>
        {t('edit.apply')}
      </button>
      <button type="button" onClick={close}>
        {t('app.cancel')}
      </button>
      {failure.value && (
        <span class="error" role="alert">
          {t('edit.failed', { why: failure.value.message })}{' '}
          {failure.value.expected && t('edit.expected', { what: failure.value.expected })}
        </span>
      )}
    </span>
  );
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
