import { isObject, parseJson } from './json';

// Reads back as JSON what was written to a keyring. Nothing is trusted: every field is checked, and no other is taken.

/** A check for each field of `T`; a field added to `T` doesn't compile until it is checked. */
export type Shape<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

export const isText = (value: unknown) => typeof value === 'string';
export const isName = (value: unknown) => typeof value === 'string' && value !== '';
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
export const orAbsent = (check: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || check(value);

/** Takes the fields of a shape and no others, own ones only. `null` is absent: JSON has it for NaN. */
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

/** What a text says; an empty object where it isn't JSON, or says something else than an object. Never throws. */
export function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
