/** Keeps a result until one of its inputs is another value. The inputs are only compared. */
export function rememberLast<T>(compute: () => T): (...inputs: readonly unknown[]) => T {
  let last: { readonly inputs: readonly unknown[]; readonly result: T } | undefined;
  return (...inputs) => {
    if (!last?.inputs.every((input, place) => input === inputs[place])) {
      last = { inputs, result: compute() };
    }
    return last.result;
  };
}
