import type { JsonObject } from './json';
import { isArray, isObject, ownValue } from './json';
import { toField, toPlain } from './keys';
import {
  genericMessages,
  messageKeys,
  noFieldNames,
  sentenceOnlyKeys,
  unshownKeys,
} from './vocabulary/errorWords';

/** Error bodies are shallow; what lies deeper is an echo or the insides of the program. */
const deepest = 6;
const mostEntries = 50;
const mostKeys = 300;
/** Values looked at in all: nested lists of lists would be looked through for ever. */
const mostValues = 2_000;
const longestText = 2_000;

/** The sentence a person would want out of an error body; a code or a generic phrase only for want of better. */
export function findMessage(body: unknown): string | undefined {
  const found = [...messagesIn(body, { depth: 0, budget: { left: mostValues } })];
  return found.find((text) => !isGeneric(text)) ?? found[0];
}

/** Whether the body tells fields of the request that are wrong: `{errors: {email: [...]}}`, DRF's, FastAPI's `loc`. */
export function hasFieldErrors(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const detail = ownValue(body, 'detail');
  if (isArray(detail) && detail.some((item) => isObject(item) && isArray(ownValue(item, 'loc')))) {
    return true;
  }
  const errors = ownValue(body, 'errors') ?? ownValue(body, 'error');
  return isFieldMap(errors) || isFieldMap(body);
}

/** A map of field names to sentences, at least one of which is a real field. */
function isFieldMap(value: unknown): value is JsonObject {
  if (!isObject(value)) {
    return false;
  }
  const entries = Object.entries(value).slice(0, mostEntries);
  const lists = entries.filter(
    ([, texts]) => isArray(texts) && texts.every((text) => typeof text === 'string'),
  );
  return (
    lists.length > 0 &&
    lists.length === entries.length &&
    lists.some(([key]) => !noFieldNames.has(toPlain(key)))
  );
}

function isGeneric(text: string): boolean {
  return (
    genericMessages.has(toPlain(text)) ||
    /^[A-Za-z0-9]+(?:[_.-][A-Za-z0-9]+)+$/.test(text) ||
    /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text) ||
    /^[\d ]+$/.test(text)
  );
}

interface Search {
  readonly depth: number;
  readonly budget: { left: number };
}

function* messagesIn(value: unknown, search: Search): Generator<string> {
  if (search.depth > deepest || search.budget.left-- <= 0) {
    return;
  }
  const below = { ...search, depth: search.depth + 1 };
  if (typeof value === 'string') {
    const text = value.slice(0, longestText);
    if (text.trim() !== '') {
      yield text;
    }
  } else if (isArray(value)) {
    for (const element of value.slice(0, mostEntries)) {
      yield* messagesIn(element, below);
    }
  } else if (isObject(value)) {
    yield* messagesOfObject(value, below);
  }
}

function* messagesOfObject(object: JsonObject, below: Search): Generator<string> {
  if (isFieldMap(object)) {
    yield* fieldMessages(object, below);
    return;
  }
  const byPlain = new Map(
    Object.entries(object)
      .slice(0, mostKeys)
      .map(([key, value]) => [toField(key), value]),
  );
  for (const key of messageKeys) {
    const value = byPlain.get(key);
    if (value === undefined) {
      continue;
    }
    for (const text of messagesIn(value, below)) {
      if (!sentenceOnlyKeys.has(key) || typeof value !== 'string' || /\s/.test(text.trim())) {
        yield withField(text, object);
      }
    }
  }
  if (below.depth > 1) {
    yield* fieldMessages(object, below);
  }
  // SOAP turned into JSON: one envelope in the other, each with a name of its own.
  const inner = Object.entries(object).filter(([key, value]) => !key.startsWith('@') && isObject(value));
  if (inner.length === 1 && !unshownKeys.has(toPlain(inner[0]?.[0] ?? ''))) {
    yield* messagesIn(inner[0]?.[1], below);
  }
}

/** FastAPI names the field in `loc`, others in `field`, `param` or `property`. */
function withField(text: string, object: JsonObject): string {
  const loc = ownValue(object, 'loc');
  const field = isArray(loc)
    ? loc.at(-1)
    : (ownValue(object, 'field') ?? ownValue(object, 'param') ?? ownValue(object, 'property'));
  if (typeof field !== 'string' || !/^[\w.-]{1,40}$/.test(field)) {
    return text;
  }
  return text.toLowerCase().includes(field.toLowerCase()) ? text : `${field}: ${text}`;
}

/** Sentences that are about no field come first; the others are given the name of theirs. */
function* fieldMessages(object: JsonObject, below: Search): Generator<string> {
  const entries = Object.entries(object)
    .slice(0, mostEntries)
    .filter(([key, value]) => !unshownKeys.has(toPlain(key)) && isArray(value));
  const general = entries.filter(([key]) => noFieldNames.has(toPlain(key)));
  for (const [, value] of general) {
    yield* messagesIn(value, below);
  }
  for (const [key, value] of entries.filter((entry) => !general.includes(entry))) {
    for (const text of messagesIn(value, below)) {
      yield nameField(key, text);
    }
  }
}

function nameField(key: string, text: string): string {
  const startsOwnSentence = /^[A-Z]/.test(text);
  return startsOwnSentence || key.length > 40 ? text : `${key}: ${text}`;
}
