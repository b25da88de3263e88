/** What a pointer does to a view, in CSS pixels of the element. */
export interface PointerMoves {
  zoom(factor: number, at: { x: number; y: number }): void;
  pan(dx: number, dy: number): void;
  /** The pointer is here. */
  readAt(x: number, y: number): void;
}

const WHEEL_STEP = 1.3;

/** Wheel zooms, dragging moves, two fingers do both. Gives what takes the listeners off again. */
export function pointers(element: HTMLElement, moves: () => PointerMoves): () => void {
  const down = new Map<number, { x: number; y: number }>();
  const off = new AbortController();
  const placeOf = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  element.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      moves().zoom(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, placeOf(event));
    },
    { passive: false, signal: off.signal },
  );
  const listen = (
    name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    run: (e: PointerEvent) => void,
  ) => element.addEventListener(name, run, { signal: off.signal });
  listen('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, placeOf(event));
  });
  listen('pointermove', (event) => {
    const at = placeOf(event);
    const last = down.get(event.pointerId);
    if (!last) {
      moves().readAt(at.x, at.y);
      return;
    }
    down.set(event.pointerId, at);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      const factor = distance(at, other) / Math.max(1, distance(last, other));
      moves().pan((at.x - last.x) / 2, (at.y - last.y) / 2);
      if (Math.abs(factor - 1) > 0.001) moves().zoom(factor, middle);
    } else moves().pan(at.x - last.x, at.y - last.y);
  });
  const up = (event: PointerEvent) => {
    down.delete(event.pointerId);
    const at = placeOf(event);
    moves().readAt(at.x, at.y);
  };
  listen('pointerup', up);
  listen('pointercancel', (event) => {
    down.delete(event.pointerId);
  });
  return () => off.abort();
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
