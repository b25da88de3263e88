/** What a model shows otherwise than its file says; `code` and the values, so that a page can say it in any language. */
export type Notice =
  | {
      /** The GPU takes no picture as large as this one. */
      code: 'texture-reduced';
      image: string;
      width: number;
      height: number;
      shownWidth: number;
      shownHeight: number;
    }
  | { code: 'texture-unreadable'; image: string; reason: string }
  /** three.js has UV sets 0 to 3; the first is used. */
  | { code: 'uv-set'; material: string; uv: number };
