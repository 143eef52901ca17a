/** Milliseconds between the two clicks of a double click, at most: what Windows has unless the person sets it. */
const DOUBLE_CLICK_MS = 500;

/**
 * Tells a click on a row from the second half of a double click that meets another row: a page can come between the two,
 * and what stands under the pointer then is not what was clicked. VS Code opens a row at each click of the two.
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

  /** Whether the person means the row that was clicked. */
  accept(): boolean {
    const isSecond = this.#changed && this.#now() - this.#clickedAt < DOUBLE_CLICK_MS;
    // A double click has no third click.
    this.#clickedAt = isSecond ? -Infinity : this.#now();
    this.#changed = false;
    return !isSecond;
  }
}
