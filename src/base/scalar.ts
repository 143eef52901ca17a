// Texts, numbers and booleans of unknown JSON.

/** Returns a text or number as text, or undefined for anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const isTrimmed =
      isVisible(value.charCodeAt(0)) && isVisible(value.charCodeAt(value.length - 1));
    return isTrimmed ? value : value.trim() || undefined;
  }
  return Number.isFinite(value) ? String(value) : undefined;
}

const isVisible = (code: number): boolean => code > 32 && code < 127;

/** Like {@link readText}, but accepts booleans and defaults to `''`. Never calls an untrusted `toString`. */
export function toText(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (readText(value) ?? '');
}

const YES = /^(?:true|yes|y|1|on|ja|oui|s[ií]|sim)$/i;
const NO = /^(?:false|no|n|0|off|nein|non|n[aã]o)$/i;

export function readFlag(value: unknown): boolean | undefined {
  const text = toText(value);
  return YES.test(text) || (NO.test(text) ? false : undefined);
}

export function readAmount(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const isText = typeof value === 'string' && /^\s?\d{1,15}(?:\.\d{1,6})?\s?$/.test(value);
  return isText ? Number(value) : undefined;
}

/** Checks for content. `error: "no"`, `captcha: 0` and `errors: []` are empty. */
export function isFilled(value: unknown): boolean {
  const empty = /^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i;
  return typeof value === 'object'
    ? Object.keys(value ?? {}).length > 0
    : !empty.test(toText(value));
}
