/** Caches results, because a page has few different keys and values. */
export function remember<K, T>(read: (value: K) => T): (value: K) => T {
  const known = new Map<K, T>();
  return (value) => {
    if (!known.has(value)) {
      known.set(value, read(value));
    }
    return known.get(value)!;
  };
}
