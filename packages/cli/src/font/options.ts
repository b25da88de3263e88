import { InvalidArgumentError } from 'commander';

/** For commander: a number that a field of 16 bits holds. */
export function u16(text: string): number {
  return wholeNumber(text, 0, 0xffff);
}

/** @throws InvalidArgumentError unless the text is a whole number of that range. */
export function wholeNumber(text: string, min: number, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) {
    throw new InvalidArgumentError(`It must be a whole number of ${min} to ${max}.`);
  }
  return Number(text);
}
