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

/** What a key says of itself and of its value. */
interface Key {
  readonly name: string;
  readonly masked: string;
  readonly secrecy: Secrecy;
  readonly isDescribing: boolean;
  readonly isOfName: boolean;
  readonly isOfValue: boolean;
}

/** Masks records, copying only what changes. Looks at keys and texts once, because they recur. */
export class Masker {
  readonly #toKey = remember((name: string) => this.#describe(name));
  readonly #search = remember(maskText);

  /** @param sent the secret of the call, masked in keys and values, because the response repeats it */
  constructor(private readonly sent?: { mask: (text: string) => string }) {}

  maskValue(value: unknown): unknown {
    return this.#mask(value, '', 'no', 0);
  }

  /** Masks a key and its value without what is beside them. */
  maskMember(name: string, value: unknown): readonly [key: string, value: unknown] {
    const { masked, secrecy } = this.#toKey(name);
    return [masked, this.#mask(value, name, secrecy, 1)];
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
      secrecy: secrecyOf(name),
      isDescribing: isDescribing(name),
      isOfName: NAME_KEY.test(name),
      isOfValue: VALUE_KEY.test(name),
    };
  }

  #mask(value: unknown, key: string, secrecy: Secrecy, depth: number): unknown {
    if (typeof value === 'string') {
      return isSecretValue(value, key, secrecy) ? MASK : this.#maskText(value);
    }
    if (typeof value === 'number') {
      const isSecret = secrecy !== 'no' && isSecretNumber(String(value), key);
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
    const keys = Object.keys(source).map((name) => this.#toKey(name));
    const label = keys.some((key) => key.isOfValue) ? findLabel(source, keys) : undefined;
    const changes = new Map<Key, unknown>();
    for (const key of keys) {
      const { name, secrecy } = key;
      const value = source[name];
      const inherited = key.isDescribing ? 'no' : outer;
      const masked =
        label !== undefined && key.isOfValue
          ? this.#mask(value, label, secrecyOfName(label), depth)
          : this.#mask(value, name, secrecy === 'no' ? inherited : secrecy, depth);
      if (masked !== value || key.masked !== name) {
        changes.set(key, masked);
      }
    }
    if (changes.size === 0) {
      return source;
    }
    return Object.fromEntries(
      keys.map((key) => [key.masked, changes.has(key) ? changes.get(key) : source[key.name]]),
    );
  }

  /** Masks `["Authorization", "…"]`, in a list of pairs or in a flat list of headers, and `["--password", "…"]`. */
  #maskList(source: readonly unknown[], key: string, outer: Secrecy, depth: number): unknown {
    const isOfPairs = /header|cookie|env/i.test(key) || (key === '' && source.length === 2);
    const masked = source.map((value, at) => {
      const before = at > 0 ? source[at - 1] : undefined;
      const isPaired = isOfPairs ? at % 2 === 1 : typeof before === 'string' && OPTION.test(before);
      const secrecy = isPaired ? secrecyOfName(before) : 'no';
      return secrecy === 'no'
        ? this.#mask(value, '', outer, depth)
        : this.#mask(value, String(before), secrecy, depth);
    });
    return masked.every((value, at) => value === source[at]) ? source : masked;
  }
}

/** Finds the name of a secret beside its value: `{"name": "Authorization", "value": "…"}`. */
function findLabel(source: JsonObject, keys: readonly Key[]): string | undefined {
  const labels = keys.filter((key) => key.isOfName).map(({ name }) => source[name]);
  return labels.find((label): label is string => secrecyOfName(label) !== 'no');
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
