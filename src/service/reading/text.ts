/**
 * Characters that change how the text around them looks without being seen: C0 and C1 controls,
 * soft hyphen, zero-width characters, bidi marks and overrides, variation selectors' kin, tags.
 */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const whiteSpace = /[\s\u2028\u2029]+/gu;

/** A text of the service made fit to be shown on one line: nothing unseen, one blank between words, cut. */
export function cleanText(text: string, limit: number): string {
  const folded = text
    .slice(0, limit * 8)
    .replace(whiteSpace, ' ')
    .replace(unseen, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cutText(folded, limit);
}

/** At most `limit` UTF-16 units, ending in an ellipsis where cut, never in half a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const head = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/u, '');
  return `${head.trimEnd()}…`;
}

/** A short look at a value, for a question. Never used for tokens. */
export function toPreview(value: unknown): string {
  if (typeof value === 'string') {
    return cleanText(value, 60);
  }
  if (Array.isArray(value)) {
    return `[${value.length}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return '{…}';
  }
  return String(value);
}

/** Enough of a token to recognise it by and too little to use it. */
export function maskToken(token: string): string {
  const size = `(${token.length})`;
  if (token.length < 12) {
    return `•••• ${size}`;
  }
  const shown = token.length < 20 ? 2 : 4;
  return `${cleanText(token.slice(0, shown), 8)}…${cleanText(token.slice(-2), 4)} ${size}`;
}
