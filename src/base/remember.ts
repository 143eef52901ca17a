/** Caches results, because a page has few different keys and values. */
export function remember<K, T>(readNew: (value: K) => T): (value: K) => T {
  const known = new Map<K, T>();
  return (value) => {
    const result = known.get(value);
    if (result !== undefined || known.has(value)) {
      return result as T;
    }
    const read = readNew(value);
    known.set(value, read);
    return read;
  };
}
