import { isObject } from '../base/json';
import type { MonitorStatus } from '../monitors/monitor';
import type { Candidate, Sample } from './candidates';
import { scoreWords } from './findFields';
import * as words from './lexicon';
import { toStatusKey, type Path, type Signal, type StatusMapping } from './mapping';
import { readFlag, readTime } from './values';
import { toWords } from './words';

// Which values of a record tell its status.

interface Meaning {
  readonly status: MonitorStatus;
  readonly about: 'check' | 'setting';
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  words.STATUS_WORDS.flatMap(({ status, about, words: list }) =>
    list
      .trim()
      .split(/\s+/)
      .map((word) => [word, { status, about }] as const),
  ),
);

/** More words are a sentence. */
const MAX_WORDS = 8;

/** What a status value says, as far as its words are known. */
export function meaningOf(value: unknown): Meaning | undefined {
  if (typeof value !== 'string' || value.length > 60) {
    return undefined;
  }
  const list = toWords(value);
  const whole = MEANINGS.get(list.join(''));
  if (whole || list.length > MAX_WORDS || list.some((word) => words.NEGATIONS.has(word))) {
    return whole;
  }
  const [, part, all] = /\b(\d{1,9})\s?(?:out of|of|\/)\s?(\d{1,9})/.exec(value) ?? [];
  const known = list.flatMap((word) => MEANINGS.get(word) ?? []);
  const isBad = ({ status, about }: Meaning) => status !== 'up' && (about === 'check' || status === 'paused');
  const found = known.find(isBad) ?? known.find(({ status }) => status === 'up') ?? known[0];
  return found?.status === 'up' && part !== all ? { status: 'degraded', about: 'check' } : found;
}

export interface FoundStatus {
  readonly mapping: StatusMapping;
  /** Something tells how a monitor is, and not only whether it is on. */
  readonly isFound: boolean;
  /** Two fields contradict each other. */
  readonly isAsked: boolean;
}

const PLACES = { own: 1, status: 0.97, check: 0.85, other: 0.5, error: 0, incident: 0, stranger: 0 };
const MIN_SCORE = 0.45;

function scoreStatus({ words: key, within, holder, depth }: Candidate): number {
  const part = holder === 'status' ? (words.STATUS_PARTS.get(key.join('')) ?? 0) : 0;
  const own = scoreWords(key, words.STATUS);
  const wrapped = within.length > 0 && holder === 'check' ? scoreWords([...within, ...key], words.STATUS) : 0;
  return Math.max(own, part, wrapped) * PLACES[holder] - 0.01 * depth;
}

function scoreFlag(
  { words: key, within, holder, depth }: Candidate,
  names: ReadonlyMap<string, number>,
): number {
  const list = { names, not: words.STATUS.not };
  const score = Math.max(scoreWords(key, list), scoreWords([...within, ...key], list));
  return score < 0.81 ? 0 : score * (holder === 'other' ? 0.7 : PLACES[holder]) - 0.01 * depth;
}

/** A word tells more than a yes or no. */
const TEXT_BONUS = 0.12;

const distinct = (values: readonly unknown[]): number => new Set(values).size;

function isFlag({ filled, words: key }: Candidate): boolean {
  // 0 and 1 under "status" are codes more often than yes or no.
  const areBooleans = filled.every((value) => typeof value === 'boolean');
  const isStatus = words.STATUS.names.has(key.join(''));
  return (
    filled.length > 0 && filled.every((value) => readFlag(value) !== undefined) && (areBooleans || !isStatus)
  );
}

export function findStatus(candidates: readonly Candidate[], samples: readonly Sample[]): FoundStatus {
  if (samples.length > 0 && !samples.some(({ value }) => isObject(value))) {
    return ofScalars(samples);
  }
  const ranked = candidates
    .map((one) => ({ one, score: scoreStatus(one) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  const texts = ranked.filter(({ one: { filled, words: key } }) => {
    const known = filled.filter((value) => meaningOf(value) !== undefined);
    const isGravity = key.some((word) => /^(?:severity|priority|importance|level)$/.test(word));
    const isWord = known.length * 2 >= filled.length && filled.length > 0 && distinct(filled) <= 12;
    return isWord && !(isGravity && !filled.some((value) => meaningOf(value)?.status === 'up'));
  });
  const isCheck = ({ one }: { one: Candidate }) =>
    one.filled.some((value) => meaningOf(value)?.about === 'check');
  const checks = texts.filter(isCheck);
  const flags = (names: ReadonlyMap<string, number>) =>
    candidates
      .map((one) => ({ one, score: isFlag(one) ? scoreFlag(one, names) : 0 }))
      .filter(({ score }) => score >= MIN_SCORE)
      .sort((a, b) => b.score - a.score);
  const good = flags(words.GOOD_FLAGS);
  // Zeros alone may be counts: `failed: 0`.
  const bad = flags(words.BAD_FLAGS).filter(
    ({ one: { filled } }) => !filled.every((value) => value === 0 || value === '0'),
  );
  const [first, second] = checks;
  const isAsked =
    first !== undefined &&
    second !== undefined &&
    first.score - second.score < 0.15 &&
    contradict(first.one, second.one);
  const settings = texts.filter((text) => !isCheck(text));
  const codes = ranked.filter(
    ({ one, score }) => score > 0.75 && one.filled.length > 0 && one.filled.every(isCode),
  );
  const varied = [...good, ...bad].find(({ one }) => distinct(one.filled) > 1);
  // "normal" in all records tells less than `online: false` in one.
  const isEqual = checks[0] !== undefined && distinct(checks[0].one.filled) === 1;
  const [best] = [
    ...checks.slice(0, 1).map(({ one, score }) => ({ one, score: score + TEXT_BONUS })),
    ...good.slice(0, 1),
    ...bad.filter(({ one }) => one.holder !== 'other').slice(0, 1),
  ].sort((a, b) => b.score - a.score);
  const main =
    (isEqual ? varied : undefined) ?? [...checks, ...good, ...bad].find(({ one }) => one === best?.one);
  const source = main ?? settings[0] ?? codes[0];
  const isText = main !== undefined && main === checks[0];
  const flagged = isText
    ? undefined
    : good[0] === main && main
      ? FLAG_UP
      : bad[0] === main && main
        ? FLAG_DOWN
        : undefined;
  const paths = isAsked || source === undefined ? [] : [source.one.path];
  return {
    mapping: {
      paths,
      meanings: flagged ?? (source && !isAsked ? meaningsOf(source.one) : {}),
      off: findOff(
        candidates,
        settings.map(({ one }) => one).filter((one) => one.path !== paths[0]),
        flags,
      ),
      alarms: [
        ...bad
          .filter(({ one }) => one !== source?.one && (one.holder === 'own' || one.holder === 'status'))
          .map(({ one }) => toSignal(one.path, { true: 'down' })),
        ...flags(words.DEGRADED_FLAGS).map(({ one }) => toSignal(one.path, { true: 'degraded' })),
      ],
    },
    isFound: main !== undefined,
    isAsked,
  };
}

const FLAG_UP = { true: 'up', false: 'down' } as const;
const FLAG_DOWN = { true: 'down', false: 'up' } as const;

function toSignal(path: Path, meanings: Signal['meanings']): Signal {
  return { path, meanings };
}

function isCode(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value.length <= 12);
}

function contradict(a: Candidate, b: Candidate): boolean {
  return a.values.some((value, i) => {
    const told = [meaningOf(value)?.status, meaningOf(b.values[i])?.status];
    return told.includes('up') && told.includes('down');
  });
}

function meaningsOf({ filled }: Candidate): Record<string, MonitorStatus> {
  const values = [...new Set(filled.map(toStatusKey))].slice(0, 50);
  const known = values.flatMap((value) => {
    const meaning = meaningOf(value);
    return meaning ? [[value, meaning.status] as const] : [];
  });
  const tells = known.some(([, status]) => status === 'down' || status === 'degraded');
  const isOn = (value: string) =>
    tells && !known.some(([, status]) => status === 'up') && words.ON_STATES.has(value);
  return Object.fromEntries(known.map(([value, status]) => [value, isOn(value) ? 'up' : status]));
}

function findOff(
  candidates: readonly Candidate[],
  settings: readonly Candidate[],
  flags: (names: ReadonlyMap<string, number>) => readonly { readonly one: Candidate }[],
): readonly Signal[] {
  const own = (names: ReadonlyMap<string, number>) => flags(names).filter(({ one }) => one.holder === 'own');
  const times = candidates.filter(
    ({ words: key, holder, filled }) =>
      holder === 'own' &&
      words.OFF_TIMES.has(key.join('')) &&
      filled.some((value) => readTime(value) !== undefined),
  );
  const switches = candidates.filter(
    ({ words: key, holder, filled }) =>
      holder === 'own' &&
      (words.OFF_FLAGS.has(key.join('')) || words.ON_FLAGS.has(key.join(''))) &&
      filled.some((value) => meaningOf(value)?.status === 'paused'),
  );
  const inWords = [...settings, ...switches].flatMap((one) => {
    const paused = Object.entries(meaningsOf(one)).filter(([, status]) => status === 'paused');
    return paused.length > 0 ? [toSignal(one.path, Object.fromEntries(paused))] : [];
  });
  return [
    ...own(words.OFF_FLAGS).map(({ one }) => toSignal(one.path, { true: 'paused' })),
    ...own(words.ON_FLAGS).map(({ one }) => toSignal(one.path, { false: 'paused' })),
    ...times.map(({ path }) => toSignal(path, { '@time': 'paused' })),
    ...inWords,
  ];
}

/** `{"shop": "up", "blog": false}`: the entry itself is the status. */
function ofScalars(samples: readonly Sample[]): FoundStatus {
  const isKeyed = samples.some(({ key }) => key !== undefined);
  const areFlags = samples.every(({ value }) => typeof value === 'boolean');
  const meanings = Object.fromEntries(
    samples.flatMap(({ value }) => {
      const meaning = meaningOf(value);
      return meaning ? [[toStatusKey(value), meaning.status]] : [];
    }),
  ) as Record<string, MonitorStatus>;
  const mapping = {
    paths: isKeyed ? ['$'] : [],
    meanings: areFlags ? FLAG_UP : meanings,
    off: [],
    alarms: [],
  };
  return { mapping, isFound: isKeyed && (areFlags || Object.keys(meanings).length > 0), isAsked: false };
}
