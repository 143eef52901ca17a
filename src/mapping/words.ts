const MAX_KEY_LENGTH = 80;

/** Splits `lastCheckedAt`, `last_checked_at` or `Last-Checked-At` into lower-case words. */
export function toWords(key: string): readonly string[] {
  if (/^[a-z]{1,80}$/.test(key)) {
    return splitWord(key);
  }
  return key
    .slice(0, MAX_KEY_LENGTH)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap(splitWord);
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

function splitWord(word: string): readonly string[] {
  for (let length = word.length > 5 && !PARTS.has(word) ? word.length - 2 : 0; length >= 2; length--) {
    const rest = PARTS.has(word.slice(0, length)) ? splitWord(word.slice(length)) : [''];
    if (rest.every((part) => PARTS.has(part))) {
      return [word.slice(0, length), ...rest];
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
  return word
    .replace(/(.{2})ies$/, '$1y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^sui])s$/, '$1');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Parses groups separated by `|`. The first scores 1, each next 0.05 less. */
export function rankedWords(text: string): ReadonlyMap<string, number> {
  const groups = text.split('|').map((group) => [...wordSet(group)]);
  return new Map(groups.flatMap((group, i) => group.map((word) => [word, 1 - 0.05 * i] as const)));
}
