import { avtsCodes } from './codes/avts.ts';
import { ddsCodes } from './codes/dds.ts';
import { fileCodes } from './codes/file.ts';
import { gltfCodes } from './codes/gltf.ts';
import { mat0Codes } from './codes/mat0.ts';
import { mshCodes } from './codes/msh.ts';
import { mshAnimationCodes } from './codes/msh-animation.ts';
import { nresCodes } from './codes/nres.ts';
import { rfzCodes } from './codes/rfz.ts';
import { svoCodes } from './codes/svo.ts';
import { texmCodes } from './codes/texm.ts';
import { wearCodes } from './codes/wear.ts';
import { yabxCodes } from './codes/yabx.ts';

/** Every diagnostic code of the project, declared once, a file a format. docs/diagnostics.md is generated from it. */
export const CODES = {
  ...fileCodes,
  ...avtsCodes,
  ...yabxCodes,
  ...svoCodes,
  ...ddsCodes,
  ...rfzCodes,
  ...nresCodes,
  ...mshCodes,
  ...mshAnimationCodes,
  ...texmCodes,
  ...wearCodes,
  ...mat0Codes,
  ...gltfCodes,
};

export type Code = keyof typeof CODES;

/** The arguments that the message of a code needs. */
export type ArgsOf<C extends Code> = Parameters<(typeof CODES)[C]['message']>[0];
