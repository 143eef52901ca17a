import { MASK } from './maskText';

// Masks the password or token that was sent, in any spelling that a response may repeat it in.

/** A character in a URL, a form, JSON or HTML, perhaps escaped several times. */
const ESCAPED =
  /%(?:25){0,3}([\da-f]{2})|\\{1,8}u([\da-f]{4})|&(?:amp;){0,3}(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
/** Spaces, pluses and backslashes, which differ between spellings. */
const VARIABLE = /[\0- +\\\x7f]+/g;
/** These, and characters outside ASCII. */
const UNPRINTED = /[^!-~]|[+\\]/g;
/** A longer secret is recognized by its beginning, so that a search takes linear time. */
const MAX_LENGTH = 90;
const MIN_LENGTH = 6;
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function unescapeOnce(text: string): string {
  return text.replace(
    ESCAPED,
    (_, percent?: string, unit?: string, hex?: string, decimal?: string, name?: string) => {
      const code = decimal ? Number(decimal) : parseInt(percent ?? unit ?? hex ?? '', 16);
      if (name !== undefined || code < 128) {
        return NAMED.get(name?.toLowerCase() ?? '') ?? String.fromCharCode(code);
      }
      return percent === undefined ? encode(String.fromCharCode(code)) : `%${percent}`;
    },
  );
}

/** Quick filter: what {@link ESCAPED} and other alphabets begin with. */
const MAY_BE_ESCAPED = /[%\\&\x80-\uffff]/;

/** Returns the same text for all spellings. HTML in JSON is escaped twice. */
function toPlainSpelling(text: string): string {
  if (!MAY_BE_ESCAPED.test(text)) {
    return text.replace(VARIABLE, '').toLowerCase();
  }
  const ascii = text.toLowerCase().replace(/[^\0-\x7f]+/g, encode);
  return unescapeOnce(unescapeOnce(ascii)).replace(VARIABLE, '').toLowerCase();
}

/** Returns a secret in Base64, which depends on the number of bytes before the secret. */
function toBase64Spellings(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(' '.repeat(before) + secret).toString('base64url');
    // The first and the last character also depend on what is beside the secret.
    const own = encoded.slice(before === 0 ? 0 : before + 1, -1);
    return [own, own.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

/** The password or token of a call. A short or simple one is never masked, because it may occur by chance. */
export class SentSecret {
  readonly #spellings: RegExp;
  /** A shorter text can't hold it. */
  readonly #length: number;
  readonly #isVariable: boolean;

  constructor(private readonly secret: string) {
    const isByChance =
      secret.length < MIN_LENGTH || (secret.length < 16 && /^[a-z]+$/i.test(secret));
    const start = isByChance ? '' : secret.slice(0, MAX_LENGTH);
    const spellings = [start, ...toBase64Spellings(start)]
      .map(toPlainSpelling)
      .filter(({ length }) => length >= MIN_LENGTH)
      .map((spelling) => spelling.replace(/\W/g, '\\$&'));
    this.#spellings = new RegExp([...new Set(spellings)].join('|') || '(?!)', 'i');
    this.#length = start.replace(UNPRINTED, '').length;
    this.#isVariable = start.search(UNPRINTED) >= 0;
  }

  /** Quick filter for whole responses. */
  mayBeIn(text: string): boolean {
    return this.#spellings.test(text) || this.#mayBeSpelledIn(text);
  }

  isIn(text: string): boolean {
    if (text.length < this.#length) {
      return false;
    }
    return (
      this.#spellings.test(text) ||
      (this.#mayBeSpelledIn(text) && this.#spellings.test(toPlainSpelling(text)))
    );
  }

  /** Whether a text may hold another spelling. */
  #mayBeSpelledIn(text: string): boolean {
    return this.#isVariable || text.includes('%') || text.includes('\\') || text.includes('&');
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
