/** A box to place, in texels. */
export interface Box {
  width: number;
  height: number;
}

/** Where a box went: its page, and its top left corner. */
export interface Place {
  page: number;
  x: number;
  y: number;
}

/**
 * Places boxes in rows on square pages, tallest first, with `margin` texels between boxes and to the edges. The same boxes
 * give the same places. Boxes must fit a page: `size - 2 * margin`.
 */
export function packShelves(boxes: readonly Box[], size: number, margin: number): Place[] {
  const order = boxes.map((_, i) => i).sort((a, b) => boxes[b]!.height - boxes[a]!.height || a - b);
  const places = new Array<Place>(boxes.length);
  let page = 0;
  let x = margin;
  let y = margin;
  let shelf = 0;
  for (const i of order) {
    const { width, height } = boxes[i]!;
    if (x + width + margin > size) {
      x = margin;
      y += shelf + margin;
      shelf = 0;
    }
    if (y + height + margin > size) {
      page++;
      x = margin;
      y = margin;
      shelf = 0;
    }
    places[i] = { page, x, y };
    x += width + margin;
    shelf = Math.max(shelf, height);
  }
  return places;
}
