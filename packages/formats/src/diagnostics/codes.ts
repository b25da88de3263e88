import { avtsCodes } from './codes/avts.ts';

/** Every diagnostic code of the project, declared once. docs/diagnostics.md is generated from it. */
export const CODES = {
  ...avtsCodes,
};

export type Code = keyof typeof CODES;

/** The arguments that the message of a code needs. */
export type ArgsOf<C extends Code> = Parameters<(typeof CODES)[C]['message']>[0];
