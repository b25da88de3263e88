import type { VertexStream } from './streams.ts';

/** Joints and weights of vertices, 4 a vertex, weights of sum 1, slots of weight 0 with joint 0. */
export interface SkinWeights {
  /** Indices into the list of joints. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  /** Vertices whose weights add up to 0, bound to their first joint; the first of them. */
  readonly unweighted: { count: number; first: number };
  /** Weights of joints that do not exist, left out; the first such joint. */
  readonly outOfRange: { count: number; joint: number };
  /** Vertices that had more than four joints; the largest four weights are kept. */
  readonly cut: number;
  /** Vertices whose stored (and completed) weights were more than 1e-3 off a sum of 1. */
  readonly rescaled: number;
}

/**
 * Inferred: joints and weights of a vertex (svo.md §5 [S]+[H]). Blend indices index the Tree's node list. With k weights
 * stored and k + 1 <= `influences` one last weight is `1 - sum`; weights beyond the influences are ignored; no weight
 * means 1 on the first joint. `influences` of 0 or undefined says nothing, and the stored weights are taken as they are.
 * @param streams all streams of the vertices; BLENDINDICES and BLENDWEIGHT ones are used, in order of their index.
 * @returns undefined when the vertices have neither blend indices nor weights.
 */
export function completeWeights(
  streams: readonly VertexStream[],
  firstVertex: number,
  vertexCount: number,
  influences: number | undefined,
  jointCount: number,
): SkinWeights | undefined {
  const indexStreams = ofUsage(streams, 'BLENDINDICES');
  const weightStreams = ofUsage(streams, 'BLENDWEIGHT');
  if (indexStreams.length === 0) return undefined;
  const slots = slotCount(indexStreams);
  const stored = slotCount(weightStreams);
  const limit = influences ? Math.min(influences, slots) : Math.min(Math.max(1, stored), slots);
  const used = Math.min(stored, limit);
  const implied = used < limit;

  const result = {
    joints: new Uint16Array(vertexCount * 4),
    weights: new Float32Array(vertexCount * 4),
    unweighted: { count: 0, first: 0 },
    outOfRange: { count: 0, joint: 0 },
    cut: 0,
    rescaled: 0,
  };
  const jointOf = new Float64Array(slots);
  const weightOf = new Float64Array(slots);
  for (let v = 0; v < vertexCount; v++) {
    gather(indexStreams, firstVertex + v, jointOf, slots);
    gather(weightStreams, firstVertex + v, weightOf, used);
    let sum = 0;
    for (let i = 0; i < slots; i++) {
      const weight = i < used ? weightOf[i]! : 0;
      weightOf[i] = weight > 0 && weight < Number.POSITIVE_INFINITY ? weight : 0;
      sum += weightOf[i]!;
    }
    if (implied) {
      weightOf[used] = Math.max(0, 1 - sum);
      sum += weightOf[used]!;
    }
    if (sum > 0 && Math.abs(sum - 1) > 1e-3) result.rescaled++;
    for (let i = 0; i < slots; i++) {
      if (weightOf[i]! === 0 || (jointOf[i]! >= 0 && jointOf[i]! < jointCount)) continue;
      if (result.outOfRange.count++ === 0) result.outOfRange.joint = jointOf[i]!;
      weightOf[i] = 0;
    }
    store(result, v, jointOf, weightOf, jointCount);
  }
  return result;
}

/**
 * The same with each joint at most once a vertex, its weights added up: exporters need that, glTF forbids a joint twice.
 */
export function mergeJoints(skin: Pick<SkinWeights, 'joints' | 'weights'>): Pick<SkinWeights, 'joints' | 'weights'> {
  const joints = skin.joints.slice();
  const weights = skin.weights.slice();
  for (let at = 0; at < joints.length; at += 4) {
    for (let i = at + 1; i < at + 4; i++) {
      for (let j = at; j < i; j++) {
        if (weights[i] === 0 || weights[j] === 0 || joints[i] !== joints[j]) continue;
        weights[j] = weights[j]! + weights[i]!;
        weights[i] = 0;
        joints[i] = 0;
      }
    }
  }
  return { joints, weights };
}

function ofUsage(streams: readonly VertexStream[], usage: VertexStream['usage']): VertexStream[] {
  return streams.filter((s) => s.usage === usage).sort((a, b) => a.index - b.index);
}

function slotCount(streams: readonly VertexStream[]): number {
  return streams.reduce((sum, s) => sum + s.components, 0);
}

function gather(streams: readonly VertexStream[], vertex: number, into: Float64Array, most: number): void {
  let out = 0;
  for (const { values, components } of streams) {
    for (let c = 0; c < components && out < most; c++) into[out++] = values[vertex * components + c] ?? 0;
  }
}

/** Puts the largest four weights of a vertex in their order into the result, normalised. */
function store(
  result: {
    joints: Uint16Array;
    weights: Float32Array;
    unweighted: { count: number; first: number };
    cut: number;
  },
  vertex: number,
  jointOf: Float64Array,
  weightOf: Float64Array,
  jointCount: number,
): void {
  const at = vertex * 4;
  let used = 0;
  for (let i = 0; i < weightOf.length; i++) if (weightOf[i]! > 0) used++;
  if (used > 4) {
    result.cut++;
    dropSmallest(weightOf, used - 4);
  }
  let sum = 0;
  for (let i = 0; i < weightOf.length; i++) sum += weightOf[i]!;
  if (!(sum > 0)) {
    if (result.unweighted.count++ === 0) result.unweighted.first = vertex;
    const first = jointOf[0]!;
    result.joints[at] = first >= 0 && first < jointCount ? first : 0;
    result.weights[at] = 1;
    return;
  }
  // Slots keep their place while they are within the first four, so that joints read as in the file.
  let out = 0;
  for (let i = 0; i < weightOf.length; i++) {
    const inPlace = weightOf.length <= 4;
    if (weightOf[i]! > 0) {
      result.joints[at + out] = jointOf[i]!;
      result.weights[at + out] = weightOf[i]! / sum;
    }
    if (inPlace || weightOf[i]! > 0) out++;
  }
}

function dropSmallest(weightOf: Float64Array, count: number): void {
  for (let n = 0; n < count; n++) {
    let smallest = -1;
    for (let i = weightOf.length - 1; i >= 0; i--) {
      if (weightOf[i]! > 0 && (smallest === -1 || weightOf[i]! < weightOf[smallest]!)) smallest = i;
    }
    weightOf[smallest] = 0;
  }
}
