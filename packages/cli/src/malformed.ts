import { EXIT } from './exit-code.ts';
import { Failure } from './failure.ts';

/** What is wrong with a text, table or font file that cannot be understood, and where (exit code 4). */
export function malformed(place: string, problem: string, advice?: string): Failure {
  return new Failure(EXIT.format, `${place}: ${problem}`, advice);
}
