import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  CULL_MODES,
  type JsonValue,
  type RawValues,
  type SceneMaterial,
} from '@unbake/formats';
import {
  AddEquation,
  BackSide,
  type BlendingDstFactor,
  type BlendingEquation,
  type BlendingSrcFactor,
  CustomBlending,
  DoubleSide,
  DstColorFactor,
  FrontSide,
  type Material,
  MaxEquation,
  MinEquation,
  NormalBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  OneMinusSrcColorFactor,
  ReverseSubtractEquation,
  SrcAlphaFactor,
  SrcColorFactor,
  SubtractEquation,
  ZeroFactor,
} from 'three';

interface BlendFunction {
  source: BlendingSrcFactor;
  destination: BlendingDstFactor;
  equation: BlendingEquation;
}

const FACTORS: Record<string, BlendingSrcFactor & BlendingDstFactor> = {
  zero: ZeroFactor,
  one: OneFactor,
  srcColor: SrcColorFactor,
  invSrcColor: OneMinusSrcColorFactor,
  srcAlpha: SrcAlphaFactor,
  invSrcAlpha: OneMinusSrcAlphaFactor,
};

const EQUATIONS: Record<string, BlendingEquation> = {
  add: AddEquation,
  sub: SubtractEquation,
  revSub: ReverseSubtractEquation,
  min: MinEquation,
  max: MaxEquation,
};

/** MAT0 mode 4 (msh.md §4), for which the scene has no name. */
const DESTINATION_COLOUR = 4;

/** Blending, alpha test, culling, depth bias and fill mode, as the scene and the source's own values say. */
export function setDrawState(material: Material, source: SceneMaterial): void {
  const state = object(source.raw.state);
  setBlending(material, source);
  if (source.alphaCutoff !== undefined && Number.isFinite(source.alphaCutoff)) material.alphaTest = source.alphaCutoff;
  const front = CULL_MODES[number(state._cullMode) ?? 2] === 'front';
  material.side = source.doubleSided ? DoubleSide : front ? BackSide : FrontSide;
  const bias = number(state._depthBias) ?? 0;
  const slope = number(state._depthBiasSlope) ?? 0;
  if (bias !== 0 || slope !== 0) {
    material.polygonOffset = true;
    material.polygonOffsetFactor = slope;
    // A bias of 1 is the whole range of depth; the unit of WebGL is one step of a buffer of 24 bits.
    material.polygonOffsetUnits = bias * 2 ** 24;
  }
  if (number(state._fillType) === 1) (material as { wireframe?: boolean }).wireframe = true;
}

function setBlending(material: Material, source: SceneMaterial): void {
  if (source.blend === 'opaque') return;
  material.transparent = true;
  material.depthWrite = false;
  const blend = blendFunction(source);
  if (!blend) {
    material.blending = NormalBlending;
    return;
  }
  material.blending = CustomBlending;
  material.blendEquation = blend.equation;
  material.blendSrc = blend.source;
  material.blendDst = blend.destination;
  // What is behind stays as opaque as it was, but for surfaces that cover it.
  const covers = source.blend === 'premultiplied';
  material.blendEquationAlpha = AddEquation;
  material.blendSrcAlpha = covers ? OneFactor : ZeroFactor;
  material.blendDstAlpha = covers ? OneMinusSrcAlphaFactor : OneFactor;
}

/** Undefined for plain alpha blending, and where nothing tells the factors. */
function blendFunction(source: SceneMaterial): BlendFunction | undefined {
  if (source.blend === 'alpha') return undefined;
  const state = object(source.raw.state);
  const from = FACTORS[BLEND_FACTORS[number(state._blendFactorSrc) ?? -1] ?? ''];
  const to = FACTORS[BLEND_FACTORS[number(state._blendFactorDst) ?? -1] ?? ''];
  const equation = EQUATIONS[BLEND_OPERATIONS[number(state._blendOperation) ?? 0] ?? ''];
  if (from !== undefined && to !== undefined && equation !== undefined)
    return { source: from, destination: to, equation };
  switch (source.blend) {
    case 'additive':
      return { source: SrcAlphaFactor, destination: OneFactor, equation: AddEquation };
    case 'multiply':
      return { source: ZeroFactor, destination: SrcColorFactor, equation: AddEquation };
    case 'premultiplied':
      return { source: OneFactor, destination: OneMinusSrcAlphaFactor, equation: AddEquation };
    default:
      return number(object(object(source.raw.msh).material).blendMode) === DESTINATION_COLOUR
        ? { source: DstColorFactor, destination: SrcColorFactor, equation: AddEquation }
        : undefined;
  }
}

/**
 * Inferred: meshes are drawn by ascending `_sortGroup`, and `_sortDistanceOffset` is added to the distance by which blended
 * parts are sorted (svo.md §6 names the fields only). 0 where there is none.
 */
export function sortOf(mesh: RawValues, part: RawValues): { group: number; offset: number } {
  return { group: number(mesh._sortGroup) ?? 0, offset: number(object(part.shape)._sortDistanceOffset) ?? 0 };
}

function object(value: JsonValue | undefined): RawValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
