/** Caches results, because a page has few different keys and values. */
export function remember<K, T>(read: (value: K) => T): (value: K) => T {
  const results = new Map<K, T>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined && !results.has(value)) {
      result = read(value);
      results.set(value, result);
    }
    return result as T;
  };
}
