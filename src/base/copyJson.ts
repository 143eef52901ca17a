type Holder = Record<string, unknown>;

/** Copies parsed JSON of any depth. `structuredClone` throws at some thousand levels. */
export function copyJson(json: unknown): unknown {
  const root: Holder = { json };
  const holders = [root];
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) {
        const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Holder;
        holder[key] = copy;
        holders.push(copy);
      }
    }
  }
  return root['json'];
}
