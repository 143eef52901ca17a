import { MASK } from './maskText';

// Masks the password or token that was sent, in any spelling that a response may repeat it in.

/** A character in a URL, JSON or HTML, perhaps escaped several times. */
const ESCAPED =
  /%(?:25){0,3}([\da-f]{2})|\\{1,8}u([\da-f]{4})|&(?:amp;){0,3}(?:#x([\da-f]{1,6})|#(\d{1,7})|amp|lt|gt|quot|apos);/g;
/** Quick filter: what {@link ESCAPED} and other alphabets begin with. */
const MAY_BE_ESCAPED = /[%\\&\x80-\uffff]/;
/** What differs between spellings, and between the alphabets of Base64. */
const VARIABLE = /[\0- "&'+/<=>\\_\x7f-]/g;
/** A longer secret is recognized by its beginning, so that a search takes linear time. */
const MAX_LENGTH = 90;
const MIN_LENGTH = 6;

function unescapeOnce(text: string): string {
  return text.replace(
    ESCAPED,
    (_, percent?: string, unit?: string, hex?: string, decimal?: string) => {
      // Named characters are variable.
      const code = Number(decimal ?? `0x${percent ?? unit ?? hex}`);
      const character = String.fromCharCode(code);
      if (percent && code > 127) {
        return `%${percent}`;
      }
      return code > 127 ? encode(character) : character;
    },
  );
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Returns what is equal in all spellings. HTML in JSON is escaped twice. */
function toSpelling(text: string): string {
  const ascii = text.toLowerCase().replace(/[^\0-\x7f]+/g, encode);
  return unescapeOnce(unescapeOnce(ascii.toLowerCase())).toLowerCase().replace(VARIABLE, '');
}

/** Returns a secret in Base64, which depends on the number of bytes before the secret. */
function toBase64(secret: string, before: number): string {
  const encoded = Buffer.from(' '.repeat(before) + secret).toString('base64url');
  // The first and the last character also depend on what is beside the secret.
  return encoded.slice(before === 0 ? 0 : before + 1, -1);
}

/** The password or token of a call. A short or simple one is never masked, because it may occur by chance. */
export class SentSecret {
  readonly #pattern: RegExp;
  /** A shorter text can't hold the secret. */
  readonly #length: number;

  constructor(private readonly secret: string) {
    const isByChance =
      secret.length < MIN_LENGTH || (secret.length < 16 && /^[a-z]+$/i.test(secret));
    const start = secret.slice(0, MAX_LENGTH);
    const spellings = [start, ...[0, 1, 2].map((before) => toBase64(start, before))]
      .map(toSpelling)
      .filter(({ length }) => length > 3);
    const lengths = [secret, ...spellings].map(({ length }) => length);
    this.#length = isByChance ? Infinity : Math.min(...lengths);
    const patterns = spellings.map((spelling) =>
      [...spelling].map((each) => each.replace(/\W/, '\\$&')).join(`${VARIABLE.source}*`),
    );
    this.#pattern = new RegExp(patterns.join('|') || '(?!)', 'i');
  }

  isIn(text: string): boolean {
    if (text.length < this.#length) {
      return false;
    }
    const isPlain = text.includes(this.secret) || this.#pattern.test(text);
    return isPlain || (MAY_BE_ESCAPED.test(text) && this.#pattern.test(toSpelling(text)));
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
