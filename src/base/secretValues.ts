import { toHash } from './hash';
import { isArray, type JsonObject } from './json';
import { isSecretValue, MASK, maskText, mayHoldSecret } from './maskText';
import { remember } from './remember';
import { isDescribing, isSecretNumber, secrecyOf, type Secrecy } from './secretKeys';

// Masks secrets in records: fields by their keys, pairs by the name beside the value, and all texts.

/** Deeper values are dropped. */
const MAX_DEPTH = 100;

/** Keys of pairs such as `{"header_name": "Authorization", "header_value": "…"}`. */
const NAME_KEY =
  /^(?:header|param|env)?_?(?:id|name|key|header|field|param|variable|label|title|type|macro|k|n)$/i;
const VALUE_KEY = /^(?:header|param|env)?_?(?:values?|val|content|text|answer|data|default|v)$/i;
const OPTION = /^--?[\w-]+$/;
/** A name is expected among the first keys of an object. */
const MAX_LABELED = 100;

/** What a key says of its value. */
interface Meaning {
  readonly secrecy: Secrecy;
  readonly isDescribing: boolean;
  readonly isOfName: boolean;
  readonly isOfValue: boolean;
  /** In its list, each second element belongs to the one before. */
  readonly isOfPairs: boolean;
}

interface Key {
  readonly name: string;
  readonly masked: string;
  readonly meaning: Meaning;
}

function readMeaning(name: string): Meaning {
  return {
    secrecy: secrecyOf(name),
    isDescribing: isDescribing(name),
    isOfName: NAME_KEY.test(name),
    isOfValue: VALUE_KEY.test(name),
    isOfPairs: /header|cookie|env/i.test(name),
  };
}

/** Masks records, copying only what changes. Looks at keys and texts once, because they recur. */
export class Masker {
  readonly #toKey = remember((name: string) => this.#describe(name));
  /** By keys without the numbers in them: a hostile page has many different ones. */
  readonly #toMeaning = remember(readMeaning);
  readonly #search = remember(maskText);
  readonly #noKey: Key;

  /** @param sent the secret of the call, masked in keys and values, because the response repeats it */
  constructor(private readonly sent?: { mask: (text: string) => string }) {
    this.#noKey = this.#toKey('');
  }

  maskValue(value: unknown): unknown {
    return this.#mask(value, this.#noKey, 'no', 0);
  }

  /** Masks a key and its value without what is beside them. */
  maskMember(name: string, value: unknown): readonly [key: string, value: unknown] {
    const key = this.#toKey(name);
    return [key.masked, this.#mask(value, key, key.meaning.secrecy, 1)];
  }

  #maskText(text: string): string {
    const rest = this.sent?.mask(text) ?? text;
    return mayHoldSecret(rest) ? this.#search(rest) : rest;
  }

  #describe(name: string): Key {
    const masked = this.#maskText(name);
    return {
      name,
      // A hash keeps masked keys different.
      masked: masked === name ? name : `${masked} #${toHash(name)}`,
      meaning: this.#toMeaning(name.replace(/\d+/g, '0')),
    };
  }

  #mask(value: unknown, key: Key, secrecy: Secrecy, depth: number): unknown {
    if (typeof value === 'string') {
      return isSecretValue(value, key.name, secrecy) ? MASK : this.#maskText(value);
    }
    if (typeof value === 'number') {
      const isSecret = secrecy !== 'no' && isSecretNumber(String(value), key.name);
      return isSecret || this.sent?.mask(`${value}`) === MASK ? MASK : value;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (depth === MAX_DEPTH) {
      return '…';
    }
    return isArray(value)
      ? this.#maskList(value, key, secrecy, depth + 1)
      : this.#maskObject(value as JsonObject, secrecy, depth + 1);
  }

  #maskObject(source: JsonObject, outer: Secrecy, depth: number): unknown {
    const names = Object.keys(source);
    let changes: Map<string, unknown> | undefined;
    for (const name of names) {
      const key = this.#toKey(name);
      const value = source[name];
      const label = key.meaning.isOfValue ? this.#findLabel(source, names) : undefined;
      const masked = label
        ? this.#mask(value, label, secrecyOfName(label.name), depth)
        : this.#mask(value, key, secrecyIn(outer, key.meaning), depth);
      if (masked !== value || key.masked !== name) {
        changes ??= new Map();
        changes.set(name, masked);
      }
    }
    return changes === undefined ? source : this.#copy(source, changes);
  }

  #copy(source: JsonObject, changes: ReadonlyMap<string, unknown>): JsonObject {
    const members = Object.keys(source).map((name) => [
      this.#toKey(name).masked,
      changes.has(name) ? changes.get(name) : source[name],
    ]);
    return Object.fromEntries(members) as JsonObject;
  }

  /** Finds the name of a secret beside its value: `{"name": "Authorization", "value": "…"}`. */
  #findLabel(source: JsonObject, names: readonly string[]): Key | undefined {
    const keys = names.slice(0, MAX_LABELED).filter((name) => this.#toKey(name).meaning.isOfName);
    const label = keys.map((name) => source[name]).find((name) => secrecyOfName(name) !== 'no');
    return typeof label === 'string' ? this.#toKey(label) : undefined;
  }

  /** Masks `["Authorization", "…"]`, in a list of pairs or in a flat list of headers, and `["--password", "…"]`. */
  #maskList(source: readonly unknown[], key: Key, outer: Secrecy, depth: number): unknown {
    const isOfPairs = key.meaning.isOfPairs || (key === this.#noKey && source.length === 2);
    let masked: unknown[] | undefined;
    for (let at = 0; at < source.length; at++) {
      const value = source[at];
      const before = at > 0 ? source[at - 1] : undefined;
      const isPaired = isOfPairs ? at % 2 === 1 : isOption(before);
      const secrecy = isPaired ? secrecyOfName(before) : 'no';
      const shown =
        secrecy === 'no'
          ? this.#mask(value, this.#noKey, outer, depth)
          : this.#mask(value, this.#toKey(String(before)), secrecy, depth);
      if (shown !== value) {
        masked ??= [...source];
        masked[at] = shown;
      }
    }
    return masked ?? source;
  }
}

/** Returns what a key in a secret object says: "type" only describes it, and "word" is secret. */
function secrecyIn(outer: Secrecy, { secrecy, isDescribing: describes }: Meaning): Secrecy {
  return secrecy === 'no' && !describes ? outer : secrecy;
}

function isOption(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('-') && OPTION.test(value);
}

/** Names with spaces may be titles: "Reset password". */
function secrecyOfName(name: unknown): Secrecy {
  if (typeof name !== 'string' || !/^\S{1,100}(?: \S{1,40}){0,3}$/.test(name)) {
    return 'no';
  }
  const secrecy = secrecyOf(name);
  return secrecy === 'sure' && name.includes(' ') ? 'maybe' : secrecy;
}

/** Shortens a token so that users recognize it but can't use it. */
export function maskToken(token: string): string {
  const ends = token.length < 20 ? '••••' : `${token.slice(0, 4)}…${token.slice(-2)}`;
  return `${ends} (${token.length})`;
}
