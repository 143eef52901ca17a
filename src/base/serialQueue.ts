/** Runs tasks one after the other, in the order in which they come. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** A task that fails holds up no other. @throws what the task throws */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
