/** Does a piece of work in steps, with a pause between two, to avoid blocking. */
export async function finish<T>(
  work: Generator<undefined, T>,
  pause: () => Promise<unknown>,
): Promise<T> {
  let step = work.next();
  for (; !step.done; step = work.next()) {
    await pause();
  }
  return step.value;
}
