const MAX_KEY_LENGTH = 80;
const ASCII = /^[\x00-\x7f]*$/;

function fold(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
}

/** Splits `lastCheckedAt`, `last_checked_at` or `Last-Checked-At` into lower-case words. */
export function toWords(key: string): readonly string[] {
  if (/^[a-z]{1,80}$/.test(key)) {
    return key.length > 5 ? splitWord(key) : [key];
  }
  return fold(key.slice(0, MAX_KEY_LENGTH))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word.length > 5 ? splitWord(word) : word))
    .filter((word) => word !== '');
}

/** Parts of keys without separators: `lasttesttime`, `httptestid`. */
const PARTS = wordSet(`
  last next latest current previous display friendly health availability monitor service server device resource host
  http test check probe sensor node job request polled poll ping checked tested scan alarm alert trigger item site website
  status state name title label type kind time date address target endpoint monitored error message reason change changed
  down start end update updated since utc seen run interval response url severity code value text domain user group cert count
  is enabled disabled paused active id uuid guid key clock
  major minor partial outage degraded performance under maintenance
`);
const WHOLE_WORDS = wordSet('uptime downtime runtime timeout hostname website username lifetime update');

function splitWord(word: string): readonly string[] {
  if (WHOLE_WORDS.has(word)) {
    return [word];
  }
  for (let length = word.length - 2; length >= 2; length--) {
    if (PARTS.has(word.slice(0, length))) {
      const rest = word.slice(length);
      const parts = PARTS.has(rest) ? [rest] : splitWord(rest);
      if (parts.every((part) => PARTS.has(part))) {
        return [word.slice(0, length), ...parts];
      }
    }
  }
  return [word];
}

/** Normalizes to `lastcheckedat`. */
export function toPlain(key: string): string {
  return toWords(key).join('');
}

/** Normalizes a sentence to `you dont have any monitors`. */
export function toPlainWords(text: string): string {
  return text
    .replace(/['’]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, ' ');
}

export function toSingular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) {
    return `${word.slice(0, -3)}y`;
  }
  if (/(?:s|x|ch|sh)es$/.test(word)) {
    return word.slice(0, -2);
  }
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Parses groups separated by `|`. The first scores 1, each next 0.05 less. */
export function rankedWords(text: string): ReadonlyMap<string, number> {
  const groups = text.split('|').map((group) => [...wordSet(group)]);
  return new Map(groups.flatMap((group, i) => group.map((word) => [word, 1 - 0.05 * i] as const)));
}
