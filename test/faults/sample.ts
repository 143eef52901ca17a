/** So many of them, the same ones for the same seed: a linear congruential generator picks (Numerical Recipes). */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const left = [...all];
  let state = seed >>> 0;
  return Array.from({ length: Math.min(count, all.length) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return left.splice(Math.floor((state / 2 ** 32) * left.length), 1)[0]!;
  });
}
