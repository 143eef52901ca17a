/** Milliseconds between the two clicks of a double click, at most: what Windows has unless the user sets it. */
const DOUBLE_CLICK_MS = 500;

/**
 * Tells a click on a row from one of several quick clicks that meets another row: a page can come between two of them,
 * and what stands under the pointer then is not what was clicked. VS Code opens a row at each click.
 */
export class RowClicks {
  readonly #now: () => number;
  #clickedAt = -Infinity;
  #changed = false;

  /** @param now Epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The rows are others now. */
  followChange(): void {
    this.#changed = true;
  }

  /** Whether the user means the row that was clicked. */
  accept(): boolean {
    const now = this.#now();
    const isMisled = this.#changed && now - this.#clickedAt < DOUBLE_CLICK_MS;
    this.#clickedAt = now;
    // Further quick clicks are still meant for the row of the first one, and one of them could make a call.
    this.#changed = isMisled;
    return !isMisled;
  }
}
