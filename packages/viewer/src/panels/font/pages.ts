import { type Signal, signal } from '@preact/signals';
import { type OpenFile, refOf } from '../../state/files.ts';
import { foreground, isCancelled } from '../../worker/client.ts';
import type { FontFacts } from '../../worker/content-facts.ts';
import type { ShownPixels } from '../../worker/protocol.ts';

/** Decoded pages that are held: 64 MB of them at the usual 1024 by 1024, but the ones in use always. */
const KEPT = 16;

/** The decoded pages of a font, each asked for when it is first needed. */
export class FontPages {
  readonly #file: OpenFile;
  readonly #font: FontFacts;
  readonly #pages = new Map<number, Signal<ShownPixels | undefined>>();

  constructor(file: OpenFile, font: FontFacts) {
    this.#file = file;
    this.#font = font;
  }

  /** The page; undefined until it is there, and for one that cannot be read. Read in a component it follows. */
  page(index: number): ShownPixels | undefined {
    const known = this.#pages.get(index);
    if (known) return known.value;
    const made = signal<ShownPixels | undefined>(undefined);
    this.#pages.set(index, made);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= KEPT) break;
      this.#pages.delete(old);
    }
    void this.#load(index, made);
    return made.value;
  }

  async #load(index: number, into: Signal<ShownPixels | undefined>): Promise<void> {
    const picture = this.#font.pages[index]?.picture;
    if (picture === undefined) return;
    try {
      into.value = await foreground.call('picture', [await refOf(this.#file), picture, 0]);
    } catch (error) {
      // The gallery says why a page cannot be decoded; one that was cancelled is asked for again.
      if (isCancelled(error)) this.#pages.delete(index);
    }
  }
}
