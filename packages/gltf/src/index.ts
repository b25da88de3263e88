export { sceneToDocument } from './export/document.ts';
export { EXTRAS_VERSION } from './export/extras.ts';
export { roughnessOf, shininessOf } from './export/material.ts';
export type * from './export/options.ts';
export { exportGlb, exportGltf } from './export/write.ts';
export type { DecodeImage } from './import/material.ts';
export * from './import/read.ts';
export * from './sidecar.ts';
