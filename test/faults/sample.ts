/** Numbers from 0 up to and without 1, the same ones for the same seed: a linear congruential generator (Numerical Recipes). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many of them, the same ones for the same seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const left = [...all];
  const next = numbersFrom(seed);
  return Array.from(
    { length: Math.min(count, all.length) },
    () => left.splice(Math.floor(next() * left.length), 1)[0]!,
  );
}
