/** A ball around what is to be seen. */
export interface Ball {
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

/** What is shown when there is nothing: a ball of 1 around the origin. */
export const DEFAULT_BALL: Ball = { center: [0, 0, 0], radius: 1 };

/** Coordinates beyond are taken for rubbish: f32 arithmetic of the GPU ends at 3e38, and squares are taken of them. */
const FARTHEST = 1e15;
const SMALLEST = 1e-6;

/** The ball, or the default one where it has no size that can be shown. */
export function usableBall(ball: Ball | undefined): Ball {
  if (!ball?.center.every((c) => Math.abs(c) < FARTHEST)) return DEFAULT_BALL;
  if (!(ball.radius >= 0 && ball.radius < FARTHEST)) return { center: ball.center, radius: 1 };
  return { center: ball.center, radius: Math.max(SMALLEST, ball.radius) };
}

/** How far from its centre a ball fills the narrower side of a view. `fov` in degrees, of the height. */
export function framingDistance(radius: number, fov: number, aspect: number): number {
  const half = (fov * Math.PI) / 360;
  const narrow = aspect < 1 ? Math.atan(Math.tan(half) * Math.max(aspect, 0.05)) : half;
  return (radius * 1.1) / Math.sin(narrow);
}

/** Near and far planes that hold the ball, seen from `distance`, with what stands around it; near > 0, far > near. */
export function depthRange(distance: number, radius: number): { near: number; far: number } {
  const far = Math.max(distance + radius * 40, radius);
  return { near: Math.max((distance - radius * 2) / 2, far / 1e5), far };
}

/** Distance of grid lines and half of its size, in steps of 1, 2, 5: some ten lines across the model. */
export function gridOf(radius: number): { step: number; lines: number } {
  const raw = (radius * 2) / 10;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((f) => raw <= f * power) ?? 10);
  return { step, lines: 10 };
}
