/** More ticks than a row has pixels are one tick. */
const MOST = 4000;

/** The path of upright lines at `times`, in a box that is `end` wide and 10 high; times outside the box are left out. */
export function tickPath(times: readonly number[], end: number): string {
  const apart = end / MOST;
  let path = '';
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (!(time >= 0 && time <= end) || (time >= last && time - last < apart)) continue;
    last = time;
    path += `M${Number(time.toFixed(4))} 1v8`;
  }
  return path;
}
