import type { Accessor } from '@gltf-transform/core';

/** All elements as f32, `size` numbers each, integers turned into what they stand for. Own memory. */
export function floats(accessor: Accessor, size: number): Float32Array {
  const array = accessor.getArray();
  const count = accessor.getCount();
  if (array instanceof Float32Array && accessor.getElementSize() === size) return array.slice();
  const values = new Float32Array(count * size);
  const element = new Array<number>(Math.max(size, accessor.getElementSize())).fill(0);
  const taken = Math.min(size, accessor.getElementSize());
  for (let i = 0; i < count; i++) {
    accessor.getElement(i, element);
    for (let k = 0; k < taken; k++) values[i * size + k] = element[k]!;
  }
  return values;
}

/** Colours as RGBA; alpha is 1 where there is none. */
export function colors(accessor: Accessor): Float32Array {
  const values = floats(accessor, 4);
  if (accessor.getElementSize() === 3) for (let i = 3; i < values.length; i += 4) values[i] = 1;
  return values;
}
