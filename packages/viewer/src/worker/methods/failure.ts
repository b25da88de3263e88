import { EditError, FormatError } from '@unbake/formats';
import type { Failure } from '../protocol.ts';

/** An error as it crosses to the page. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FormatError) {
    return { code: error.code, message: error.detail, offset: error.offset, path: error.path };
  }
  if (error instanceof EditError) {
    return { code: 'edit', message: error.reason, path: error.path, expected: error.expected };
  }
  if (error instanceof DOMException && error.name === 'AbortError') return { code: 'cancelled', message: 'cancelled' };
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    return { code: 'file/unreadable', message: 'the file was moved, changed or deleted since it was chosen' };
  }
  return { code: 'bug', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
