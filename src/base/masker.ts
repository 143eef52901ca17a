import { toHash } from './toHash';
import { firstKeys, isArray, type JsonObject } from './json';
import { isSecretValue, MASK, maskText, mayHoldSecret } from './maskText';
import { remember } from './remember';
import { isSecretNumber, secrecyOf, type Secrecy } from './secrecyOf';
import type { SentSecret } from './sentSecret';

// Masks secrets in records: fields by their keys, pairs by the name beside the value, and all texts.

/** Deeper values are dropped. */
const MAX_DEPTH = 100;
/** The name of a value is expected among so many keys. */
const MAX_NAMES = 100;
/** Keys of pairs such as `{"header_name": "Authorization", "header_value": "…"}`. */
const NAME_KEY =
  /^(?:header|param|env)?_?(?:id|name|key|header|field|param|variable|label|title|type|macro|k|n)$/i;
const VALUE_KEY = /^(?:header|param|env)?_?(?:values?|val|content|text|answer|data|default|v)$/i;
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/** Says whether the value of a key is secret. */
function readMeaning(key: string) {
  return {
    secrecy: secrecyOf(key),
    isOfName: NAME_KEY.test(key),
    isOfValue: VALUE_KEY.test(key),
    /** In its list, each second element belongs to the one before. */
    isOfPairs: /header|cookie|env/i.test(key),
  };
}

interface Key extends ReturnType<typeof readMeaning> {
  readonly name: string;
  readonly masked: string;
}

/** Masks records, copying only what changes. Looks at keys, texts and records once, because they recur. */
export class Masker {
  readonly #toKey = remember((name: string) => this.#describe(name));
  /** By keys without their numbers, because a hostile page has many different ones. */
  readonly #toMeaning = remember(readMeaning);
  readonly #search = remember(maskText);
  readonly #records = new Map<unknown, unknown>();
  /**
   * Addresses as they came, by their masked text. Of two that look alike then, neither is here. Security: keep them in
   * memory only.
   */
  readonly addresses = new Map<string, string>();
  readonly #noKey = this.#toKey('');

  /** @param sent the secret of the call, masked in keys and values, because the response repeats it */
  constructor(private readonly sent?: SentSecret) {}

  maskValue(value: unknown): unknown {
    return this.#mask(value, this.#noKey, 'no', 0);
  }

  /** Looks at a key and a record of a large response, so that {@link maskValue} takes less time at once. */
  prepare(key = '', value: unknown): void {
    this.#toKey(key);
    this.#records.set(value, this.maskValue(value));
  }

  #maskText(text: string): string {
    const rest = this.sent?.mask(text) ?? text;
    const masked = mayHoldSecret(rest) ? this.#search(rest) : rest;
    if (masked !== rest && ADDRESS.test(rest)) {
      const isClear = (this.addresses.get(masked) ?? rest) === rest;
      this.addresses.set(masked, isClear ? rest : masked);
    }
    return masked;
  }

  #describe(name: string) {
    const masked = this.#maskText(name);
    return {
      ...this.#toMeaning(name.replace(/\d+/g, '0')),
      name,
      // A hash keeps masked keys different.
      masked: masked === name ? name : `${masked} #${toHash(name)}`,
    };
  }

  /** @param outer whether values are secret whose key says nothing about it */
  #mask(value: unknown, key: Key, outer: Secrecy, depth: number): unknown {
    const secrecy = key.secrecy ?? outer;
    if (typeof value === 'string') {
      return isSecretValue(value, key.name, secrecy) ? MASK : this.#maskText(value);
    }
    if (typeof value === 'number') {
      const digits = String(value);
      const isSecret = secrecy !== 'no' && isSecretNumber(digits, key.name);
      return isSecret || this.sent?.isIn(digits) ? MASK : value;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (depth === MAX_DEPTH) {
      return '…';
    }
    if (isArray(value)) {
      return this.#maskList(value, key, secrecy, depth + 1);
    }
    const prepared = secrecy === 'no' ? this.#records.get(value) : undefined;
    return prepared ?? this.#maskObject(value as JsonObject, secrecy, depth + 1);
  }

  #maskObject(source: JsonObject, outer: Secrecy, depth: number): unknown {
    const names = firstKeys(source, Infinity);
    let changes: Map<string, unknown> | undefined;
    for (const name of names) {
      const value = source[name];
      const key = this.#toKey(name);
      const named = key.isOfValue ? this.#findNamed(source, names) : undefined;
      const masked = this.#mask(value, named ?? key, outer, depth);
      if (masked !== value || key.masked !== name) {
        changes ??= new Map();
        changes.set(name, masked);
      }
    }
    if (changes === undefined) {
      return source;
    }
    return Object.fromEntries(
      names.map((name) => [this.#toKey(name).masked, changes.get(name) ?? source[name]]),
    );
  }

  /** Finds the name of a secret beside its value: `{"name": "Authorization", "value": "…"}`. */
  #findNamed(source: JsonObject, names: readonly string[]): Key | undefined {
    const keys = names.slice(0, MAX_NAMES).filter((name) => this.#toKey(name).isOfName);
    return keys.map((name) => this.#toSecretKey(source[name])).find(Boolean);
  }

  /** Returns the key that a name stands for if it's that of a secret. With spaces, it may be a title: "Reset password". */
  #toSecretKey(name: unknown): Key | undefined {
    if (typeof name !== 'string' || !/^\S{1,100}(?: \S{1,40}){0,3}$/.test(name)) {
      return undefined;
    }
    const key = this.#toKey(name);
    if (key.secrecy === undefined || key.secrecy === 'no') {
      return undefined;
    }
    return name.includes(' ') ? { ...key, secrecy: 'maybe' } : key;
  }

  /** Masks `["Authorization", "…"]`, in a list of pairs or in a flat list of headers, and `["--password", "…"]`. */
  #maskList(source: readonly unknown[], key: Key, outer: Secrecy, depth: number): unknown {
    const isOfPairs = key.isOfPairs || (key === this.#noKey && source.length === 2);
    let copy: unknown[] | undefined;
    for (let at = 0; at < source.length; at++) {
      const value = source[at];
      const before = at > 0 ? source[at - 1] : undefined;
      const named = isOfPairs && at % 2 === 1 ? this.#toSecretKey(before) : undefined;
      const masked = this.#isArgument(before, value)
        ? MASK
        : this.#mask(value, named ?? this.#noKey, outer, depth);
      if (masked !== value) {
        copy ??= [...source];
        copy[at] = masked;
      }
    }
    return copy ?? source;
  }

  /** Whether a text or number is secret after an option: "-p", "a1b2c3d4". */
  #isArgument(option: unknown, value: unknown): boolean {
    const isScalar = typeof value === 'string' || typeof value === 'number';
    if (typeof option !== 'string' || !isScalar || !option.startsWith('-')) {
      return false;
    }
    const text = `${option} ${value}`;
    return this.#search(text) !== text;
  }
}

/** Shortens a token so that users recognize it but can't use it. */
export function maskToken(token: string): string {
  const ends = token.length < 20 ? '••••' : `${token.slice(0, 4)}…${token.slice(-2)}`;
  return `${ends} (${token.length})`;
}
