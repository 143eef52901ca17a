/** Splits `lastCheckedAt`, `last_checked_at` or `Last-Checked-At` into lower-case words. */
export function toWords(key: string): readonly string[] {
  if (/^[a-z]{1,80}$/.test(key)) {
    return splitWord(key);
  }
  return key
    .slice(0, 80)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap(splitWord);
}

/** Parts of keys without separators: `lasttesttime`, `httptestid`, `ispaused`. Longer ones come first. */
const PART =
  /endpoint|update|guid|latest|current|last|next|start|end|ping|probe|job|node|website|site|alert|url|uuid|utc|value|label|count|monitor|server|service|resource|device|host|http|checked|check|tested|test|polled|poll|scan|seen|run|sensor|item|trigger|alarm|health|availability|status|state|name|type|time|date|address|target|message|error|reason|changed(?!ate)|change|clock|interval|uptime|is|enabled|disabled|paused|active|online|down|up|id|major|minor|partial|outage|degraded|performance|under|maintenance/g;

function splitWord(word: string): readonly string[] {
  const parts = word.match(PART) ?? [];
  return parts.join('') === word ? parts : [word];
}

/** Normalizes to `lastcheckedat`. */
export function toPlain(key: string): string {
  return toWords(key).join('');
}
