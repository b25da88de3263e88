import type { CodeRow } from '../severity.ts';

/** glTF files that are read back: for building, and for importing animation. */
export const gltfCodes = {
  'gltf/invalid': {
    severity: 'error',
    title: 'not a usable glTF file',
    meaning: 'The file is no glTF 2.0, is cut short, or points outside its own data.',
    advice: 'Open it in the Khronos glTF validator, which names the place; export it again from the modelling program.',
    spec: 'glTF 2.0',
    message: (a: { problem: string }) => a.problem,
  },
  'gltf/picture': {
    severity: 'error',
    title: 'a picture of a glTF file cannot be decoded',
    meaning: 'The picture is missing, damaged, or in a file format that this program does not decode.',
    advice: 'Save the picture as PNG and export the glTF file again.',
    spec: 'glTF 2.0',
    message: (a: { name: string; problem: string }) => `"${a.name}": ${a.problem}`,
  },
} satisfies Record<string, CodeRow>;
