const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds per unit. */
const UNITS = { s: 1_000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const;

/** Bounds of a typed lifetime in milliseconds. Ten years are 3,650 days. */
export const MIN_LIFETIME_MS = MINUTE;
export const MAX_LIFETIME_MS = 3_650 * DAY;

/** Why a typed lifetime is rejected. `ui/` has the messages. */
export type LifetimeProblem = 'empty' | 'unitMissing' | 'unreadable' | 'tooShort' | 'tooLong';

export type ParsedLifetime = { readonly ms: number } | { readonly problem: LifetimeProblem };

/** Reads "45s", "30m", "12h", "90d" or "1w"; blanks are allowed. Rejects a capital M, which could mean months. */
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

/** Returns the shortest text that {@link parseLifetime} reads as these milliseconds, rounded down to seconds. */
export function toLifetimeText(ms: number): string {
  const fitting = (['w', 'd', 'h', 'm'] as const).find((unit) => ms >= UNITS[unit] && ms % UNITS[unit] === 0);
  const unit = fitting ?? 's';
  return `${Math.floor(ms / UNITS[unit])}${unit}`;
}
