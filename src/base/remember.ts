/** Caches results, because a page has few different keys and values. */
export function remember<K, T>(read: (value: K) => T): (value: K) => T {
  const known = new Map<K, T>();
  return (value) => {
    let result = known.get(value);
    if (result === undefined && !known.has(value)) {
      result = read(value);
      known.set(value, result);
    }
    return result as T;
  };
}
