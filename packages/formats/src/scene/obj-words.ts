import { pictureStem, safeFileName } from './file-name.ts';
import type { Scene } from './scene.ts';

/** File names for the pictures of a scene that `map_Kd` can name: unique, safe on every disk, without blanks. */
export function objPictureNames(scene: Scene, extension = 'png'): string[] {
  const names = scene.images.map((image) => safeFileName(objName(pictureStem(image.name)), 'image'));
  return uniqueNames(names, 'image').map((name) => `${name}.${extension}`);
}

/** An f32 as a decimal number without an exponent, in as few of 7 to 9 digits as give it back. -0 is 0. */
export function plainNumber(value: number): string {
  const single = Math.fround(value);
  if (single === 0 || !Number.isFinite(single)) return '0';
  let text = single.toExponential(6);
  for (let digits = 7; digits <= 8 && Math.fround(Number(text)) !== single; digits++)
    text = single.toExponential(digits);
  const [mantissa, exponent] = text.split('e') as [string, string];
  const sign = single < 0 ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  if (point <= 0) return trimZeros(`${sign}0.${'0'.repeat(-point)}${digits}`);
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return trimZeros(`${sign}${digits.slice(0, point)}.${digits.slice(point)}`);
}

function trimZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '');
}

/** A name as one word of an OBJ or MTL line: blanks, control characters, `#` and `\` become `_`. */
export function objName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return name.replace(/[\s\u0000-\u001f\u007f-\u009f#\\]/g, '_').replace(/\p{Surrogate}/gu, '_');
}

/** The names as OBJ words; a later one that is the same but for case gets a number. */
export function uniqueNames(names: readonly string[], fallback: string): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const word = objName(name) || fallback;
    let unique = word;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${word}-${n}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
