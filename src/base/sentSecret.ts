import { MASK } from './maskText';

// Masks the password or token that was sent, in any spelling that a response may repeat it in.

/** A character in a URL, JSON or HTML, perhaps escaped several times. */
const ESCAPED =
  /%(?:25){0,3}([\da-f]{2})|\\{1,8}u([\da-f]{4})|&(?:amp;){0,3}(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g;
const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
/** Quick filter: what {@link ESCAPED} and other alphabets begin with. */
const MAY_BE_ESCAPED = /[%\\&\x80-\uffff]/;
/** Spaces, pluses and backslashes, which differ between spellings. */
const VARIABLE = /[\0- +\\\x7f]/g;
/** A longer secret is recognized by its beginning, so that a search takes linear time. */
const MAX_LENGTH = 90;
const MIN_LENGTH = 6;
const NOTHING = '(?!)';
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function unescapeOnce(text: string): string {
  return text.replace(
    ESCAPED,
    (_, percent?: string, unit?: string, hex?: string, decimal?: string, name?: string) => {
      const code = Number(decimal ?? `0x${percent ?? unit ?? hex}`);
      if (percent && code > 127) {
        return `%${percent}`;
      }
      const character = NAMED.get(name ?? '') ?? String.fromCharCode(code);
      return code > 127 ? encode(character) : character;
    },
  );
}

/** Returns equal texts for all spellings, except for {@link VARIABLE}. HTML in JSON is escaped twice. */
function toSpelling(text: string): string {
  const ascii = text.toLowerCase().replace(/[^\0-\x7f]+/g, encode);
  return unescapeOnce(unescapeOnce(ascii.toLowerCase())).toLowerCase();
}

/** Returns a secret in Base64, which depends on the number of bytes before the secret. */
function toBase64(secret: string, before: number): string {
  const encoded = Buffer.from(' '.repeat(before) + secret).toString('base64url');
  // The first and the last character also depend on what is beside the secret.
  return encoded.slice(before === 0 ? 0 : before + 1, -1);
}

/** Returns a pattern for the plain spelling, and for both alphabets of Base64. */
function toPattern(secret: string): string {
  const parts = toSpelling(secret).split(VARIABLE);
  const escaped = parts.filter((part) => part !== '').map((part) => part.replace(/\W/g, '\\$&'));
  const pattern = escaped.join(`${VARIABLE.source}*`);
  return parts.join('').length < MIN_LENGTH
    ? NOTHING
    : pattern.replaceAll('\\-', '[-+]?').replaceAll('_', '[_/]');
}

/** The password or token of a call. A short or simple one is never masked, because it may occur by chance. */
export class SentSecret {
  readonly #pattern: RegExp;
  /** A shorter text can't hold the secret. */
  readonly #length: number;

  constructor(private readonly secret: string) {
    const isByChance =
      secret.length < MIN_LENGTH || (secret.length < 16 && /^[a-z]+$/i.test(secret));
    const start = isByChance ? '' : secret.slice(0, MAX_LENGTH);
    const spellings = [start, ...[0, 1, 2].map((before) => toBase64(start, before))];
    this.#pattern = new RegExp(spellings.map(toPattern).join('|'), 'i');
    this.#length = toSpelling(start).replace(/%[\da-f]{2}|[^!-~]|[-+\\]/gi, '').length;
  }

  isIn(text: string): boolean {
    if (text.length < this.#length) {
      return false;
    }
    return (
      this.#pattern.test(text) ||
      (MAY_BE_ESCAPED.test(text) && this.#pattern.test(toSpelling(text).replace(VARIABLE, '')))
    );
  }

  /** Masks the smallest part that repeats the secret; the whole text if the secret has spaces or quotes in it. */
  mask(text: string): string {
    if (!this.isIn(text)) {
      return text;
    }
    const hide = (part: string): string => (this.isIn(part) ? MASK : part);
    const masked = text
      .replaceAll(this.secret, MASK)
      .replace(/[^\s"'<>=?:,/(){}[\]]+/g, hide)
      .replace(/[^\s"'<>]+/g, hide);
    return hide(masked);
  }
}
