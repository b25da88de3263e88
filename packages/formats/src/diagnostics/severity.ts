/** error: something could not be read; warning: read, but not as the specification says; info: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** What `diagnostics/codes/*.ts` declares for one code, once. */
export interface CodeRow {
  /** Severity when the reporter does not say otherwise (spec svo.md §9, msh.md §3.6). */
  readonly severity: Severity;
  /** A few words, for the table of docs/diagnostics.md. */
  readonly title: string;
  /** What it means, in a sentence or two. */
  readonly meaning: string;
  /** What a user can do about it. */
  readonly advice: string;
  /** Where the rule stands, such as "svo.md §1". */
  readonly spec: string;
  /** The sentence for one occurrence. Numbers come with units, names quoted, bytes in hex. */
  readonly message: (args: never) => string;
}
