import type { Svo } from '../open.ts';
import type { WeightStorage } from './vertex-data.ts';

export interface BuildSvoOptions {
  /** Stem of the chunks' names, such as `hero`; also the name of what has none. */
  baseName: string;
  /** A model of the game: gives the schema, byte order, chunk prefix, shader names and parameters to copy. */
  template?: Svo;
  /**
   * `auto` (default): DDS files as they are; other pictures in the format of an earlier export where they still fit it,
   * else DXT1, with alpha DXT5, and A8R8G8B8 where a side is no multiple of 4. Else the name of a format for
   * `encodeDds`: every picture is stored in it.
   */
  textureFormat?: string;
  /**
   * `auto` (default): as many levels as an earlier export says, else a full chain where a sampler uses them. DDS files
   * keep theirs, unless this is `full` or `none`.
   */
  mips?: 'auto' | 'full' | 'none';
  /** `float` (default): as the samples have them. `packed`: four bytes, exact to 1/255. */
  weights?: WeightStorage;
}
