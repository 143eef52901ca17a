export type Attempt<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** Does something that a vault or a memento may refuse. Never rejects. */
export async function attempt<T>(work: () => PromiseLike<T>): Promise<Attempt<T>> {
  try {
    return { done: true, value: await work() };
  } catch {
    // What a keyring says when it refuses may quote the secret: it is neither logged nor handed on.
    return { done: false };
  }
}
