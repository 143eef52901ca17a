const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = { s: 1_000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const;

/** Milliseconds. Ten years are 3,650 days. */
export const MIN_LIFETIME_MS = MINUTE;
export const MAX_LIFETIME_MS = 3_650 * DAY;

export type LifetimeProblem = 'empty' | 'unitMissing' | 'unreadable' | 'tooShort' | 'tooLong';

export type ParsedLifetime = { readonly ms: number } | { readonly problem: LifetimeProblem };

/** Reads "45s", "30m", "12h", "90d" or "1 w". Rejects a capital M, which could mean months. */
export function parseLifetime(text: string): ParsedLifetime {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: 'empty' };
  }
  if (/^\d+$/.test(trimmed)) {
    return { problem: 'unitMissing' };
  }
  const [, digits, unit] = /^(\d+)\s*([smhdwSHDW])$/.exec(trimmed) ?? [];
  if (unit === undefined) {
    return { problem: 'unreadable' };
  }
  const ms = Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  if (ms < MIN_LIFETIME_MS) {
    return { problem: 'tooShort' };
  }
  if (ms > MAX_LIFETIME_MS) {
    return { problem: 'tooLong' };
  }
  return { ms };
}

/** Reverses {@link parseLifetime}; rounds down to seconds. */
export function toLifetimeText(ms: number): string {
  const fitting = (['w', 'd', 'h', 'm'] as const).find((unit) => ms >= UNITS[unit] && ms % UNITS[unit] === 0);
  const unit = fitting ?? 's';
  return `${Math.floor(ms / UNITS[unit])}${unit}`;
}
