import { asciiLower } from '../binary/text.ts';
import type { Dds } from '../dds/types.ts';
import type { Texm } from '../texm/types.ts';
import { EditError } from '../yabx/edit-error.ts';

/** A picture that can be replaced: one layer and face of a DDS file, or a Texm texture. */
export interface EditableTexture {
  /** For people. */
  readonly name: string;
  /** Whatever else names it: chunk, Image, file name. */
  readonly names: readonly string[];
  /** Which image, page or entry of the file it is. */
  readonly owner: number;
  readonly width: number;
  readonly height: number;
  /** For people. */
  readonly format: string;
  readonly mips: number;
  /** The texture as it is stored. */
  readonly bytes: Uint8Array;
  readonly stored: StoredDds | StoredTexm;
}

export interface StoredDds {
  readonly kind: 'dds';
  readonly dds: Dds;
  readonly layer: number;
  readonly face: number;
}

export interface StoredTexm {
  readonly kind: 'texm';
  readonly texm: Texm;
}

/**
 * The texture of a name: `#2` (place in the list), else its exact name, else without regard to case, with or without
 * extension.
 * @throws EditError that lists the textures when none or several fit.
 */
export function findTexture(textures: readonly EditableTexture[], wanted: string): EditableTexture {
  const listed = textures.map((t, i) => `#${i} ${t.name}`).join(', ') || 'nothing: the file has no textures';
  const byIndex = /^#(\d+)$/.exec(wanted);
  if (byIndex) {
    const found = textures[Number(byIndex[1])];
    if (found) return found;
    throw new EditError(wanted, 'there is no such texture', listed);
  }
  const folded = (name: string) => asciiLower(name.replace(/\.(?:dds|tga|png|texm?)$/i, ''));
  const steps = [(name: string) => name === wanted, (name: string) => folded(name) === folded(wanted)];
  for (const fits of steps) {
    const found = textures.filter((t) => [t.name, ...t.names].some(fits));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) {
      const names = found.map((t) => `#${textures.indexOf(t)} ${t.name}`).join(', ');
      throw new EditError(wanted, `${found.length} textures are called so`, `one of ${names}`);
    }
  }
  throw new EditError(wanted, 'there is no such texture', listed);
}
