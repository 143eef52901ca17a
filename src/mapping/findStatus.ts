import { isObject } from '../base/json';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import type { Candidate, Holder, Sample } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { readFlag, readTime, toText } from './values';
import { toWords, wordSet } from './words';

// Finds the status fields of a record.

/** The meaning of a value that a check found or a user set. */
interface Meaning {
  readonly status: MonitorStatus;
  readonly about: 'check' | 'setting';
}

type Meanings = Signal['meanings'];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (['check', 'setting'] as const).flatMap((about) =>
    MONITOR_STATUSES.flatMap((status) => {
      const words = wordSet(lexicon.STATUS_WORDS[about][status] ?? '');
      return [...words].map((word) => [word, { status, about }] as const);
    }),
  ),
);

/** A longer text is a sentence. */
const MAX_WORDS = 8;

/** Returns the meaning of known words: "Up", "MONITOR_DOWN", "6 out of 10 are available". */
export function meaningOf(value: unknown): Meaning | undefined {
  const words = typeof value === 'string' && value.length <= 60 ? toWords(value) : [];
  const whole = MEANINGS.get(words.join(''));
  if (whole || words.length > MAX_WORDS || words.some((word) => lexicon.NEGATIONS.has(word))) {
    return whole;
  }
  const known = words.flatMap((word) => MEANINGS.get(word) ?? []);
  const isBad = ({ status, about }: Meaning) => status !== 'up' && (about === 'check' || status === 'paused');
  const found = known.find(isBad) ?? known.find(({ status }) => status === 'up') ?? known[0];
  // "up 99.9 %" is an average.
  if (found?.status === 'up' && toText(value).includes('%')) {
    return undefined;
  }
  const [, part, all] = /\b(\d{1,9})\s?(?:out of|of|\/)\s?(\d{1,9})/.exec(toText(value)) ?? [];
  return found?.status === 'up' && part !== all ? { status: 'degraded', about: 'check' } : found;
}

export interface FoundStatus {
  readonly mapping: StatusMapping;
  /** A field gives the health, not only on or off. */
  readonly isFound: boolean;
  /** Two fields contradict each other. */
  readonly isAsked: boolean;
}

interface Scored {
  readonly one: Candidate;
  readonly score: number;
}

const PLACES: Readonly<Record<Holder, number>> = {
  own: 1,
  status: 0.97,
  check: 0.85,
  other: 0.5,
  error: 0,
  incident: 0,
  stranger: 0,
};
const MIN_SCORE = 0.45;
/** Prefers words to booleans. */
const WORD_BONUS = 0.12;
/** If contradictory fields score closer than this, ask the user. */
const MIN_MARGIN = 0.15;

const MAX_MEANINGS = 50;

const FLAG_UP: Meanings = { true: 'up', false: 'down' };
const FLAG_DOWN: Meanings = { true: 'down', false: 'up' };

export function findStatus(candidates: readonly Candidate[], samples: readonly Sample[]): FoundStatus {
  if (samples.length > 0 && !samples.some(({ value }) => isObject(value))) {
    return statusOfScalars(samples);
  }
  const named = best(candidates, scoreStatus);
  // Prefer fields with known words: `status: "ok"` to `health: "expiring"`.
  const texts = named
    .filter(({ one }) => isStatusText(one))
    .map(({ one, score }) => ({
      one,
      score:
        score * (0.6 + 0.4 * one.share((value) => meaningOf(value) !== undefined)) +
        (tells(one, 'up') && tells(one, 'down') ? 0.1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const [check, other] = texts.filter(({ one }) => tellsCheck(one));
  const settings = texts.filter(({ one }) => !tellsCheck(one)).map(({ one }) => one);
  const good = best(candidates, (one) => scoreFlag(one, lexicon.GOOD_FLAGS));
  // Zeros may be counts: `failed: 0`.
  const bad = best(candidates, (one) => scoreFlag(one, lexicon.BAD_FLAGS)).filter(
    ({ one }) => one.holder !== 'other' && one.share((value) => value === 0) < 1,
  );
  const flags = [...good, ...bad];
  // Prefer an `online` flag that varies to "normal" in all records.
  const varied = check?.one.distinct === 1 ? flags.find(({ one }) => one.distinct > 1) : undefined;
  const word = check && [{ ...check, score: check.score + WORD_BONUS }];
  const [main] = varied ? [varied] : [...(word ?? []), ...flags].sort((a, b) => b.score - a.score);
  const codes = named.filter(
    ({ one, score }) => score > 0.75 && one.share(isCode) === 1 && !one.says(lexicon.GRAVITY_WORDS),
  );
  const source = main?.one ?? settings[0] ?? codes[0]?.one;
  const isAsked =
    check !== undefined &&
    other !== undefined &&
    check.score - other.score < MIN_MARGIN &&
    contradict(check.one, other.one);
  const isWord = source !== undefined && source === check?.one;
  const ofFlag = good.some(({ one }) => one === source)
    ? FLAG_UP
    : bad.some(({ one }) => one === source)
      ? FLAG_DOWN
      : undefined;
  const alarms = [
    ...bad.filter(({ one }) => one !== source && (one.holder === 'own' || one.holder === 'status')),
    ...best(candidates, (one) => scoreFlag(one, lexicon.DEGRADED_FLAGS)),
  ];
  return {
    mapping: {
      paths: isAsked || source === undefined ? [] : [source.path],
      meanings: isAsked || source === undefined ? {} : ((isWord ? undefined : ofFlag) ?? meaningsOf(source)),
      off: findOff(
        candidates,
        settings.filter((one) => one !== source),
        check !== undefined,
      ),
      alarms: alarms.map(({ one }) => ({
        path: one.path,
        meanings: { true: bad.some((flag) => flag.one === one) ? 'down' : 'degraded' },
      })),
    },
    isFound: main !== undefined,
    isAsked,
  };
}

function best(candidates: readonly Candidate[], score: (one: Candidate) => number): readonly Scored[] {
  const scored = candidates.map((one) => ({ one, score: score(one) }));
  return scored.filter((one) => one.score >= MIN_SCORE).sort((a, b) => b.score - a.score);
}

export function scoreStatus({ words, plain, wrap, holder, depth }: Candidate): number {
  const part = holder === 'status' ? (lexicon.STATUS_PARTS.get(plain) ?? 0) : 0;
  const wrapped = holder === 'check' ? lexicon.scoreWords([...wrap.words, ...words], lexicon.STATUS) : 0;
  const score = Math.max(part, wrapped, lexicon.scoreWords(words, lexicon.STATUS));
  return score * PLACES[holder] - 0.01 * depth;
}

/** Scores a flag with a clear name. 0 and 1 under "status" are usually codes. */
function scoreFlag(
  { words, plain, wrap, holder, depth, filled }: Candidate,
  names: ReadonlyMap<string, number>,
): number {
  const list = { names, not: lexicon.STATUS.not };
  const score = Math.max(
    lexicon.scoreWords(words, list),
    lexicon.scoreWords([...wrap.words, ...words], list),
  );
  const mayBeNumber =
    lexicon.scoreWords(words, lexicon.STATUS) === 0 &&
    !/^(?:down|warnings?|errors|failures?|failed)$/.test(plain);
  const isFlag = (value: unknown) =>
    /^(?:true|false|unknown)$/i.test(toText(value)) || (mayBeNumber && readFlag(value) !== undefined);
  const place = holder === 'other' ? 0.7 : PLACES[holder];
  return filled.length > 0 && score > 0.81 && filled.every(isFlag) ? score * place - 0.01 * depth : 0;
}

function isStatusText(one: Candidate): boolean {
  return (
    one.share((value) => meaningOf(value) !== undefined) >= 0.5 &&
    one.distinct <= 12 &&
    (tells(one, 'up') || !one.says(lexicon.GRAVITY_WORDS))
  );
}

const tells = (one: Candidate, status: MonitorStatus): boolean =>
  one.share((value) => meaningOf(value)?.status === status) > 0;

const tellsCheck = (one: Candidate): boolean => one.share((value) => meaningOf(value)?.about === 'check') > 0;

function isCode(value: unknown): boolean {
  return (
    Number.isSafeInteger(value) ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= 12)
  );
}

function contradict(a: Candidate, b: Candidate): boolean {
  const told = a.values.map((value, i) => [meaningOf(value)?.status, meaningOf(b.values[i])?.status]);
  return told.some((both) => both.includes('up') && both.includes('down'));
}

function meaningsOf({ filled }: Pick<Candidate, 'filled'>): Meanings {
  const meanings: Record<string, MonitorStatus> = {};
  for (const value of new Set(filled.map(toStatusKey))) {
    const meaning = Object.keys(meanings).length < MAX_MEANINGS ? meaningOf(value) : undefined;
    if (meaning) {
      meanings[value] = meaning.status;
    }
  }
  const statuses = Object.values(meanings);
  const tellsFailure = statuses.includes('down') || statuses.includes('degraded');
  // "running" means up if the field can also show failures.
  for (const value of tellsFailure && !statuses.includes('up') ? lexicon.ON_STATES : []) {
    if (value in meanings) {
      meanings[value] = 'up';
    }
  }
  return meanings;
}

/** Finds signs that a monitor is off. */
function findOff(
  candidates: readonly Candidate[],
  settings: readonly Candidate[],
  isChecked: boolean,
): readonly Signal[] {
  const own = candidates.filter(({ holder }) => holder === 'own' || holder === 'status');
  const flags = (names: ReadonlyMap<string, number>) =>
    best(own, (one) => scoreFlag(one, names)).map(({ one }) => one.path);
  const isSwitch = ({ plain }: Candidate) => lexicon.OFF_FLAGS.has(plain) || lexicon.ON_FLAGS.has(plain);
  const times = own.filter(
    (one) => lexicon.OFF_TIMES.has(one.plain) && one.share((value) => readTime(value) !== undefined) > 0,
  );
  const inWords = [...settings, ...own.filter(isSwitch)].flatMap((one) => {
    const words = Object.keys(meaningsOf(one));
    const isIdle = isChecked && !words.some((word) => lexicon.ON_WORDS.has(word));
    const paused = Object.entries(meaningsOf(one)).filter(
      ([word, status]) => status === 'paused' && !(isIdle && lexicon.IDLE_WORDS.has(word)),
    );
    return paused.length > 0 ? [{ path: one.path, meanings: Object.fromEntries(paused) }] : [];
  });
  return [
    ...flags(lexicon.OFF_FLAGS).map((path): Signal => ({ path, meanings: { true: 'paused' } })),
    ...flags(lexicon.ON_FLAGS).map((path): Signal => ({ path, meanings: { false: 'paused' } })),
    ...times.map(({ path }): Signal => ({ path, meanings: { '@time': 'paused' } })),
    ...inWords,
  ];
}

/** Reads entries without fields: `{"shop": "up", "blog": false}`. */
function statusOfScalars(samples: readonly Sample[]): FoundStatus {
  const filled = samples.map(({ value }) => value);
  const isKeyed = samples.some(({ key }) => key !== undefined);
  const areFlags = filled.every((value) => typeof value === 'boolean');
  const meanings = areFlags ? FLAG_UP : meaningsOf({ filled });
  const mapping = { paths: isKeyed ? ['$'] : [], meanings, off: [], alarms: [] };
  return { mapping, isFound: isKeyed && Object.keys(meanings).length > 0, isAsked: false };
}
