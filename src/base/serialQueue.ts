/** Runs tasks one after the other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws the error of the task, which doesn't stop later ones */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
