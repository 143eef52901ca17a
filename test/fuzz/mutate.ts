import { isObject } from '../../src/base/json';

/** What has broken readers before: names of prototypes, texts that mean something to a screen, numbers at the edges. */
const NASTY: readonly unknown[] = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    'length',
    '*',
    '@key',
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '$(x)',
  ],
  ...[
    '[x](command:y)',
    'a'.repeat(5_000),
    'Bearer x',
    'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOi0xfQ.x',
    '1e999',
    '-0',
  ],
  ...[
    '2026-02-30T25:61:00Z',
    '+275760-09-13T00:00:00Z',
    'PT1H',
    '99999999999999999999',
    'down',
    'id',
    'status',
  ],
  ...[
    0,
    -1,
    0.1,
    1e21,
    9_007_199_254_740_993,
    -1e-7,
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    { value: null },
  ],
];

const CHARACTERS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\n',
  '<',
  '>',
  '=',
  ';',
  '%',
  '\u0000',
  '\uffff',
  '9',
];

/** Deeper than any reader looks, and deep enough for the stack of one that recurses without a bound. */
const DEPTHS = [2, 10, 200, 5_000];
const MAX_CHANGES = 4;

/** Changes texts at random: as JSON where they are, else character by character. */
export class Mutator {
  readonly #next: () => number;

  /** @param next numbers from 0 up to and without 1. */
  constructor(next: () => number) {
    this.#next = next;
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }

  /** @param other another text, of which parts may be taken. */
  mutate(text: string, other: string): string {
    let changed = text;
    for (let left = 1 + this.below(MAX_CHANGES); left > 0; left--) {
      changed = this.below(4) === 0 ? this.#changeText(changed, other) : this.#changeJson(changed, other);
    }
    return changed;
  }

  /** One line is one JSON: a case may be of several responses, or of a head and a body. */
  #changeJson(text: string, other: string): string {
    const lines = text.split('\n');
    const at = this.below(lines.length);
    try {
      const parts = nodesOf(JSON.parse(lines[at]!));
      const others = nodesOf(JSON.parse(this.oneOf(other.split('\n'))));
      lines[at] = JSON.stringify(this.#replaced(parts, this.oneOf(others).value));
      return lines.join('\n');
    } catch {
      return this.#changeText(text, other);
    }
  }

  #replaced(nodes: readonly Node[], other: unknown): unknown {
    const { value, put } = this.oneOf(nodes);
    const changes: readonly (() => unknown)[] = [
      () => this.oneOf(NASTY),
      () => other,
      () => undefined,
      () => this.oneOf(nodes).value,
      () => (typeof value === 'number' ? -value * 10 ** this.below(20) : String(value)),
      () => [value, value],
      () => ({ [String(this.oneOf(NASTY))]: value }),
      () => Array.from({ length: this.below(300) }, () => value),
      () => this.#withOtherKey(value),
    ];
    return put(this.oneOf(changes)());
  }

  /** Through text, so that `__proto__` is a key like any other. */
  #withOtherKey(value: unknown): unknown {
    if (!isObject(value)) {
      return value;
    }
    const entries = Object.entries(value);
    const renamed = this.below(entries.length + 1);
    const members = entries.map(
      ([key, entry], at) =>
        `${JSON.stringify(at === renamed ? String(this.oneOf(NASTY)) : key)}:${JSON.stringify(entry)}`,
    );
    return JSON.parse(`{${members.join()}}`);
  }

  #changeText(text: string, other: string): string {
    const from = this.below(text.length + 1);
    const to = Math.min(text.length, from + this.below(20));
    const [head, piece, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
    const changes: readonly (() => string)[] = [
      () => head,
      () => head + tail,
      () => head + piece + piece + tail,
      () => head + this.oneOf(CHARACTERS) + tail,
      () => head + String(this.oneOf(NASTY)) + tail,
      () => head + other.slice(this.below(other.length)) + tail,
      () => head + piece.repeat(this.below(200)) + tail,
      () => this.oneOf(['[', '{"a":']).repeat(this.oneOf(DEPTHS)) + text,
      () => head + String.fromCharCode(this.below(65_536)) + tail,
    ];
    return this.oneOf(changes)();
  }
}

/** A value somewhere in JSON, and the whole as it is with another one in its place. */
interface Node {
  readonly value: unknown;
  readonly put: (value: unknown) => unknown;
}

/** No more than these are told apart. */
const MAX_NODES = 3_000;

function nodesOf(json: unknown): readonly Node[] {
  const nodes: Node[] = [{ value: json, put: (value) => value }];
  for (const { value } of nodes) {
    if (nodes.length < MAX_NODES && typeof value === 'object' && value !== null) {
      const holder = value as Record<string, unknown>;
      for (const key of Object.keys(holder)) {
        nodes.push({
          value: holder[key],
          put: (changed) => {
            Object.defineProperty(holder, key, { value: changed, enumerable: true });
            return json;
          },
        });
      }
    }
  }
  return nodes;
}
