import type { Extension } from '@gltf-transform/core';
import {
  EXTTextureWebP,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsSpecular,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { MsftLod } from './msft-lod.ts';
import { MsftTextureDds } from './msft-texture-dds.ts';

/** What the package reads and writes beyond glTF itself. */
export const EXTENSIONS: (typeof Extension)[] = [
  EXTTextureWebP,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsSpecular,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureTransform,
  MsftLod,
  MsftTextureDds,
];
