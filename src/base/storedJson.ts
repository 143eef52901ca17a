import { isObject, parseJson } from './json';

// Reads JSON from the keyring, without trust: checks every field, and takes no others.

/** A check for each field of `T`, so that a new field compiles only with its check. */
export type Shape<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

export const isText = (value: unknown) => typeof value === 'string';
export const isName = (value: unknown) => typeof value === 'string' && value !== '';
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
export const orAbsent = (check: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || check(value);

/** Takes the own fields of a shape. `null` counts as absent, because JSON writes it for NaN. */
export function readAs<T extends object>(shape: Shape<T>, value: unknown): T | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const read: Record<string, unknown> = {};
  for (const [key, fits] of Object.entries<(value: unknown) => boolean>(shape)) {
    const field = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
    if (!fits(field)) {
      return undefined;
    }
    if (field !== undefined) {
      read[key] = field;
    }
  }
  return read as T;
}

/** Parses an object. Returns an empty one for any other text. */
export function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
