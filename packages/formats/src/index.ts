export type * from './asset.ts';
export * from './avts/checks.ts';
export * from './avts/layout.ts';
export * from './avts/read.ts';
export type * from './avts/types.ts';
export * from './avts/write.ts';
export { bytesEqual } from './binary/bytes.ts';
export * from './binary/crc32.ts';
export * from './binary/hex.ts';
export * from './binary/source.ts';
export { asciiLower } from './binary/text.ts';
export * from './binary/trace.ts';
export * from './binary/trace-value.ts';
export { ddsImages, ddsToJson } from './dds/asset.ts';
export { type DecodeDdsOptions, decodeDds, decodeSurface, surfaceOf } from './dds/decode.ts';
export * from './dds/encode.ts';
export { buildMips, type MipSpace } from './dds/mips.ts';
export { parsePixelFormat } from './dds/pixel-format.ts';
export * from './dds/read.ts';
export type * from './dds/types.ts';
export * from './dds/write.ts';
export type { Code } from './diagnostics/codes.ts';
export { CODES } from './diagnostics/codes.ts';
export * from './diagnostics/diagnostic.ts';
export { FormatError } from './diagnostics/format-error.ts';
export type * from './diagnostics/severity.ts';
export { type Difference, diffAssets, graphOf, type PixelDifference } from './edit/diff.ts';
export { applyPatch, makePatch, type Patch, type PatchChunk } from './edit/patch.ts';
export { type ReplacementOptions, replacementFor } from './edit/replacement.ts';
export { type EditSession, editAsset } from './edit/session.ts';
export { type EditableTexture, findTexture, type StoredDds, type StoredTexm } from './edit/texture.ts';
export { checkFont } from './font/asset.ts';
export * from './font/bmfont.ts';
export * from './font/bmfont-write.ts';
export * from './font/build.ts';
export * from './font/checks.ts';
export * from './font/folder.ts';
export * from './font/glyph-layout.ts';
export * from './font/pack.ts';
export * from './font/pages.ts';
export * from './font/ruhuna.ts';
export * from './font/types.ts';
export type * from './format-row.ts';
export { FORMATS } from './formats.ts';
export { mat0Json } from './mat0/json.ts';
export { inferMat0Version, type ReadMat0Options, readMat0 } from './mat0/read.ts';
export * from './mat0/types.ts';
export * from './mat0/write.ts';
export { type BlendUse, blendNode, blendUse } from './msh/animation/blend.ts';
export {
  type BuildOptions,
  type BuiltAnimation,
  type BuiltTable,
  buildAnimation,
  builtTables,
  patchNodes,
} from './msh/animation/build.ts';
export { evaluateChannel, type SourceChannel } from './msh/animation/channel.ts';
export { checkAnimation } from './msh/animation/checks.ts';
export {
  type AxisChange,
  type Convention,
  DEFAULT_CONVENTION,
  fromSceneRotation,
  fromSceneTranslation,
  type QuatOrder,
  type RotationSense,
  toSceneRotation,
  toSceneTranslation,
} from './msh/animation/convention.ts';
export {
  type Deviation,
  type DeviationOptions,
  EXACT_WITHIN,
  isExact,
  measureDeviation,
} from './msh/animation/deviation.ts';
export { animationChanges } from './msh/animation/edit.ts';
export {
  type FromChannelsOptions,
  type ImportedTracks,
  isCanonicalNode,
  type SourceNode,
  tracksFromChannels,
} from './msh/animation/from-channels.ts';
export {
  AnimationChoiceError,
  type ImportedScene,
  type ImportSceneOptions,
  importDeviation,
  importScene,
} from './msh/animation/import-scene.ts';
export { exportedName, matchNodes, type NodeMatches } from './msh/animation/match-nodes.ts';
export {
  blendedPose,
  createPose,
  type Pose,
  poseAt,
  poseMatrices,
  sampleAll,
  sampleMatrix,
} from './msh/animation/pose.ts';
export { detectQuaternionOrder, type QuatOrderChoice, type RestGeometry } from './msh/animation/quat-order.ts';
export { readAnimation } from './msh/animation/read.ts';
export { reduceKeys } from './msh/animation/reduce.ts';
export { createSampleInfo, type SampleBranch, type SampleInfo, sampleNode } from './msh/animation/sample.ts';
export { animationTables, restGeometry } from './msh/animation/tables-of.ts';
export { type ChannelOptions, type ExportedChannels, toChannels } from './msh/animation/to-channels.ts';
export type { ChannelNotes } from './msh/animation/trace-curve.ts';
export { type Track, type TrackKey, trackRange, tracksOf } from './msh/animation/tracks.ts';
export * from './msh/animation/types.ts';
export type { NresAsset } from './msh/archive-asset.ts';
export type { MshAsset } from './msh/asset.ts';
export * from './msh/checks.ts';
export * from './msh/geometry.ts';
export { mshToJson } from './msh/json.ts';
export * from './msh/materials.ts';
export * from './msh/names.ts';
export { type ReadMshOptions, readMsh } from './msh/read.ts';
export * from './msh/recognise.ts';
export type * from './msh/scene-options.ts';
export * from './msh/slots.ts';
export { materialSources } from './msh/sources.ts';
export { TABLES, type TableRow, tableName, tableRow } from './msh/tables.ts';
export * from './msh/to-scene.ts';
export type * from './msh/types.ts';
export * from './msh/write.ts';
export { typeName } from './nres/describe.ts';
export * from './nres/layout.ts';
export * from './nres/lookup.ts';
export * from './nres/read.ts';
export type { Nres, NresDirectory, NresEntry, NresFile, NresGap } from './nres/types.ts';
export * from './nres/write.ts';
export * from './open.ts';
export * from './rfz/lzw-decode.ts';
export * from './rfz/lzw-encode.ts';
export * from './rfz/read.ts';
export type * from './rfz/types.ts';
export * from './rfz/write.ts';
export * from './scene/file-name.ts';
export * from './scene/losses.ts';
export * as math from './scene/math.ts';
export * from './scene/normals.ts';
export * from './scene/obj.ts';
export { objPictureNames } from './scene/obj-words.ts';
export * from './scene/scene.ts';
export * from './scene/strips.ts';
export * from './scene/tangents.ts';
export * from './scene/world.ts';
export { canonicalSvo, type SvoAsset, svoToJson, writeSvo } from './svo/asset.ts';
export * from './svo/buffers.ts';
export { type BuiltSvo, buildSvo } from './svo/build/build.ts';
export type * from './svo/build/options.ts';
export * from './svo/checks.ts';
export * from './svo/edit.ts';
export * from './svo/geometry.ts';
export * from './svo/images.ts';
export * from './svo/material.ts';
export * from './svo/matrix-layout.ts';
export * from './svo/morph.ts';
export * from './svo/node-graph.ts';
export * from './svo/node-pose.ts';
export * from './svo/open.ts';
export * from './svo/skin.ts';
export * from './svo/stevia.ts';
export type * from './svo/stevia-types.ts';
export * from './svo/streams.ts';
export * from './svo/to-scene.ts';
export * from './svo/vertex-layout.ts';
export { decodeTexm } from './texm/decode.ts';
export { type EncodeTexmOptions, encodePixels, encodeTexm, type TexmTemplate } from './texm/encode.ts';
export { texmFormatLabel } from './texm/json.ts';
export { isTexm, type ReadTexmOptions, readTexm, rectInside } from './texm/read.ts';
export {
  isTexmFormat,
  TEXM_FORMATS,
  TEXM_TYPE,
  type Texm,
  type TexmFormat,
  type TexmLevel,
  type TexmPage,
  type TexmRect,
} from './texm/types.ts';
export { writeTexm } from './texm/write.ts';
export * from './wear/read.ts';
export { checkYabx } from './yabx/checks.ts';
export { replaceField, setValue, type ValueInput } from './yabx/edit.ts';
export { EditError } from './yabx/edit-error.ts';
export { encodeValue } from './yabx/encode-value.ts';
export { YABX_JSON_SCHEMA, yabxFromJson, yabxToJson } from './yabx/json.ts';
export { fieldNames, objectPaths, pathOfObject, resolvePath, type YabxPlace } from './yabx/path.ts';
export { isYabx, type ReadYabxOptions, readYabx } from './yabx/read.ts';
export type * from './yabx/types.ts';
export { type WriteYabxOptions, writeYabx } from './yabx/write.ts';
