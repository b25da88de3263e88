import type { Profile } from '@unbake/formats';
import { Option } from 'commander';

export type PoseFormat = 'table' | 'csv' | 'json';

export function profileOption(): Option {
  return new Option('--profile <profile>', 'x87 rounds as the game does, double does not')
    .choices(['x87', 'double'])
    .default('x87');
}

export function poseFormatOption(): Option {
  return new Option('--format <format>', 'what is printed').choices(['table', 'csv', 'json']).default('table');
}

const view = new DataView(new ArrayBuffer(8));

/** The pattern of a number in the profile's precision, hexadecimal, most significant digit first. */
export function bitsOf(value: number, profile: Profile): string {
  if (profile === 'x87') {
    view.setFloat32(0, value);
    return view.getUint32(0).toString(16).padStart(8, '0');
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

export function bitsOfAll(values: ArrayLike<number>, profile: Profile): string[] {
  return Array.from(values, (value) => bitsOf(value, profile));
}

/** Numbers for JSON; those that it lacks as `nan`, `inf`, `-inf`. */
export function jsonNumbers(values: ArrayLike<number>): (number | string)[] {
  return Array.from(values, jsonNumber);
}

function jsonNumber(value: number): number | string {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

/** A number for people: enough digits to tell f32 apart. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7)) + 0) : String(jsonNumber(value));
}

/** An error or a tolerance: three digits. */
export function smallNumber(value: number): string {
  return value === 0 ? '0' : value < 0.001 ? value.toExponential(2) : value.toPrecision(3);
}

/** A line of RFC 4180: cells with a comma, a quote or a line break are quoted. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}
