/** Bounds of a Shape. */
export interface Bounds {
  readonly center: [number, number, number];
  readonly size: [number, number, number];
  /** From the centre of the box to the vertex that is farthest away. */
  readonly radius: number;
}

/**
 * Inferred: the bounds of a Shape are those of the vertices that it draws, without morph targets and before skinning; the
 * sphere has the centre of the box and ends at the farthest vertex. The samples' numbers are these (svo.md §5 is silent).
 * @param positions 3 a vertex, at least one vertex.
 */
export function shapeBounds(positions: Float32Array): Bounds {
  const low: [number, number, number] = [positions[0]!, positions[1]!, positions[2]!];
  const high: [number, number, number] = [...low];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    const value = positions[i]!;
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  const at = (i: 0 | 1 | 2) => low[i] + (high[i] - low[i]) / 2;
  const center: [number, number, number] = [at(0), at(1), at(2)];
  let radius = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const distance = Math.hypot(
      positions[i]! - center[0],
      positions[i + 1]! - center[1],
      positions[i + 2]! - center[2],
    );
    if (distance > radius) radius = distance;
  }
  return { center, size: [high[0] - low[0], high[1] - low[1], high[2] - low[2]], radius };
}
