/** An edit, a path or an edited document that does not fit. Nothing was changed. */
export class EditError extends Error {
  override readonly name = 'EditError';
  /** As given, such as `State[0]._cullMode`. */
  readonly path: string;
  /** What does not fit. */
  readonly reason: string;
  /** What would fit. */
  readonly expected: string;

  constructor(path: string, reason: string, expected: string) {
    super(`${path || 'path'}: ${reason}; expected ${expected}`);
    this.path = path;
    this.reason = reason;
    this.expected = expected;
  }
}
