import { isArray, isObject } from './json';
import { toSingular, toWords } from './keys';
import type { Leaf } from './recordProfile';
import { readDuration, readInstant, readTimeSpan } from './times';
import { nouns } from './vocabulary/listWords';

/** How well the values of a place have the form of a field, from 0 (cannot be) to 1. */
export type FormOf = (leaf: Leaf, sampleSize: number) => number;

/** The share of those values that say anything which pass a test; 0 where none says anything. */
function shareOf(values: readonly unknown[], test: (value: unknown) => boolean): number {
  const telling = values.filter((value) => value !== null && value !== undefined && value !== '');
  return telling.length === 0 ? 0 : telling.filter(test).length / telling.length;
}

/** Present in every record, never empty, never twice: what an id is. */
export const formOfId: FormOf = ({ values, inArray }, sampleSize) => {
  if (inArray) {
    return 0;
  }
  const ids = values.filter(isIdValue).map(String);
  const unique = new Set(ids).size / Math.max(1, sampleSize);
  return unique >= 1 ? 1 : unique > 0.9 ? 0.8 : unique * 0.5;
};

function isIdValue(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.trim() !== '' && value.length <= 400;
  }
  return typeof value === 'number' && Number.isFinite(value);
}

export const formOfName: FormOf = ({ values, inArray }, sampleSize) => {
  if (inArray) {
    return 0;
  }
  const texts = shareOf(
    values,
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 300,
  );
  const same = sampleSize >= 3 && values.length >= 3 && new Set(values).size === 1;
  return texts * (same ? 0.7 : 1);
};

const hostForm =
  /^(?:(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}\.?|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\]?)(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const urlForm = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]+\S*$/i;
const bareHost = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i;

/** What a network card is known by; it looks like an IPv6 address, and nothing can be checked by it. */
const cardForm = /^(?:[0-9a-f]{2}:){5}(?:[0-9a-f]{2}:[0-9a-f]{2}:)?[0-9a-f]{2}$/i;

/** Whether a text can be what is checked: a URL with a host, a host name, an address, each with port or path. */
export function isTarget(text: string): boolean {
  return text.length <= 2_048 && (urlForm.test(text) || (hostForm.test(text) && !cardForm.test(text)));
}

/** What forms leave behind where nothing was typed. */
function isPlaceholder(text: string): boolean {
  return /^(?:[a-z]+:\/\/|-+|n\/?a|none|null)?$/i.test(text.trim());
}

/** A name of people or of a firm, as in `host: "Acme"`: hosts are written small, or all in capitals. */
const properName = /^[A-Z][a-z]+$/;

/** One word that can be a host; a placeholder is none. */
export function isBareHost(value: unknown): boolean {
  if (typeof value !== 'string' || !bareHost.test(value)) {
    return false;
  }
  return !/^\d+$/.test(value) && !properName.test(value) && !isPlaceholder(value);
}

/** Keys, in plain form, under which one word is a host of the place's own network. */
export function isHostName(plainKey: string): boolean {
  return /^(?:host|hostname|hostaddress|address|server|networkaddress|dns|fqdn)$/.test(plainKey);
}

export const formOfTarget: FormOf = ({ values, plain, crowded }) => {
  if (crowded) {
    return 0.5 * shareOf(values, (value) => typeof value === 'string' && isTarget(value.trim()));
  }
  const telling = values.filter((value) => typeof value !== 'string' || !isPlaceholder(value));
  const targets = shareOf(telling, (value) => typeof value === 'string' && isTarget(value.trim()));
  if (targets > 0 || !isHostName(plain)) {
    return targets;
  }
  // A host may be known by one word in the place's own network.
  return 0.72 * shareOf(values, isBareHost);
};

export const formOfType: FormOf = ({ values, inArray }, sampleSize) => {
  if (inArray) {
    return 0;
  }
  const short = shareOf(values, (value) => typeof value === 'string' && /^[^/\n]{1,40}$/.test(value));
  const codes = 0.68 * shareOf(values, (value) => typeof value === 'number');
  const distinct = new Set(values);
  // JSON:API and Icinga give every object its class: `type: "monitor"`.
  const isClass =
    sampleSize > 1 &&
    distinct.size === 1 &&
    toWords(String(values[0])).some((word) => nouns.has(toSingular(word)));
  const unique = sampleSize >= 5 && distinct.size === values.length;
  return Math.max(short, codes) * (isClass ? 0.68 : 1) * (unique ? 0.8 : 1);
};

export const formOfInstant: FormOf = ({ values }) =>
  shareOf(
    values.filter((value) => value !== 0 && value !== '0' && value !== '-'),
    (value) => readInstant(value) !== undefined || (typeof value === 'string' && /^000\d-/.test(value)),
  );

export const formOfInterval: FormOf = ({ values, inArray }) =>
  inArray
    ? 0
    : shareOf(values, (value) => {
        if (isObject(value)) {
          return readTimeSpan(value) !== undefined;
        }
        if (typeof value === 'number') {
          return value >= 0 && value < 1e9;
        }
        return typeof value === 'string' && (/^\d{1,7}$/.test(value) || readDuration(value) !== undefined);
      });

export const formOfTags: FormOf = ({ values, inArray }) => {
  if (inArray) {
    return 0;
  }
  const filled = values.filter((value) => value !== null && value !== undefined);
  return filled.length > 0 &&
    filled.every((value) => isArray(value) || isObject(value) || typeof value === 'string')
    ? 1
    : 0;
};
