const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = { s: 1_000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const;

/** Milliseconds. Ten years are 3,650 days. */
const MIN_LIFETIME_MS = MINUTE;
export const MAX_LIFETIME_MS = 3_650 * DAY;

/**
 * Reads "45s", "30m", "12h", "90d" or "1 w" as milliseconds. Rejects a capital M, which could mean months.
 * @returns `undefined` if it's unreadable, too short or too long
 */
export function parseLifetime(text: string): number | undefined {
  const [, digits, unit] = /^(\d+)\s*([smhdwSHDW])$/.exec(text.trim()) ?? [];
  const ms = Number(digits) * UNITS[unit?.toLowerCase() as keyof typeof UNITS];
  return ms >= MIN_LIFETIME_MS && ms <= MAX_LIFETIME_MS ? ms : undefined;
}

/** Reverses {@link parseLifetime}; rounds down to seconds. */
export function toLifetimeText(ms: number): string {
  const fitting = (['w', 'd', 'h', 'm'] as const).find((unit) => ms >= UNITS[unit] && ms % UNITS[unit] === 0);
  const unit = fitting ?? 's';
  return `${Math.floor(ms / UNITS[unit])}${unit}`;
}
