import { signal } from '@preact/signals';

/** What the 3D view offers to the rest of the page while it shows a model. */
export interface ViewApi {
  /** Moves the camera so that the selection, or else the whole model, fills the view. */
  frame(): void;
  /** The picture as it is now, as PNG. */
  capture(options: { transparent: boolean; scale?: number }): Promise<Blob>;
}

/** Set by view3d.tsx when it is mounted, undefined when it is not or when there is no WebGL. */
export const view = signal<ViewApi | undefined>(undefined);
