import { readTime } from '../base/time';
import { MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { rank, type Candidate, type Ranked } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { readFlag, toText } from './values';
import { toWords, wordSet } from './words';

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

const PLACES = { own: 1, status: 0.97, check: 0.85, other: 0.5, incident: 0, stranger: 0 } as const;
const MIN_SCORE = 0.45;
/** Prefers words to booleans. */
const WORD_BONUS = 0.12;
const MAX_MEANINGS = 50;
/** If contradictory fields score closer than this, ask the user. */
const MIN_MARGIN = 0.15;

const FLAG_UP: Meanings = { true: 'up', false: 'down' };
const FLAG_DOWN: Meanings = { true: 'down', false: 'up' };

export function findStatus(candidates: readonly Candidate[]) {
  const flags = (names: ReadonlyMap<string, number>) =>
    rank(candidates, MIN_SCORE, (one) => scoreFlag(one, names));
  const [good, bad] = [flags(lexicon.GOOD_FLAGS), flags(lexicon.BAD_FLAGS)];
  const named = rank(candidates, MIN_SCORE, scoreStatus);
  const texts = named.filter(({ one }) => isStatusText(one));
  const checks = texts.filter(({ one }) => tellsCheck(one));
  // Of two equally good fields, the one that varies says more, and more than pauses.
  const best = checks.filter(({ one, score }) => one.distinct > 1 && score === checks[0]?.score);
  const check = best.find(({ one }) => tellsUp(one)) ?? best[0] ?? checks[0];
  const other = checks.find((one) => one !== check);
  const settings = texts.filter(({ one }) => !tellsCheck(one)).map(({ one }) => one);
  const words = check ? [{ ...check, score: check.score + WORD_BONUS }] : [];
  // Prefer an `online` flag that varies to "normal" in all records.
  const varied = check?.one.distinct === 1 ? good.find(({ one }) => one.distinct > 1) : undefined;
  const [main] = varied ? [varied] : [...words, ...good, ...bad].sort((a, b) => b.score - a.score);
  // Only the user knows the meaning of codes.
  const code = named.find(
    ({ one, score }) => score > 0.75 && one.share(isCode) === 1 && !one.says(lexicon.GRAVITY_WORDS),
  );
  const source = main?.one ?? settings[0] ?? code?.one;
  const isAsked =
    check !== undefined &&
    other !== undefined &&
    check.score - other.score < MIN_MARGIN &&
    contradict(check.one, other.one);
  const isFlag = (ranked: readonly Ranked[]) =>
    source !== check?.one && ranked.some(({ one }) => one === source);
  const meanings = isFlag(good) ? FLAG_UP : isFlag(bad) ? FLAG_DOWN : source ? meaningsOf(source) : {};
  const alarms = bad.filter(({ one }) => one !== source && (one.holder === 'own' || one.holder === 'status'));
  const others = settings.filter((one) => one !== source);
  const degraded = toSignals(flags(lexicon.DEGRADED_FLAGS), { true: 'degraded' });
  const mapping: StatusMapping = {
    paths: isAsked || source === undefined ? [] : [source.path],
    meanings: isAsked ? {} : meanings,
    off: findOff(candidates, others, main !== undefined),
    alarms: [...toSignals(alarms, { true: 'down' }), ...degraded],
  };
  // A field that only says whether the monitor is switched on isn't a status.
  return { mapping, isFound: main !== undefined, isAsked };
}

const toSignals = (ranked: readonly Ranked[], meanings: Meanings): readonly Signal[] =>
  ranked.map(({ one }) => ({ path: one.path, meanings }));

export function scoreStatus({ words, plain, holder, depth }: Candidate): number {
  const part = holder === 'status' ? (lexicon.STATUS_PARTS.get(plain) ?? 0) : 0;
  return Math.max(part, lexicon.scoreWords(words, lexicon.STATUS)) * PLACES[holder] - 0.01 * depth;
}

/** Scores a flag with a clear name. 0 and 1 under "status" are usually codes, and under "failed" counts. */
function scoreFlag({ words, plain, holder, depth, filled }: Candidate, names: ReadonlyMap<string, number>) {
  const score = lexicon.scoreWords(words, { names, not: lexicon.STATUS.not });
  const mayBeNumber =
    lexicon.scoreWords(words, lexicon.STATUS) === 0 &&
    !/^(?:down|warnings?|errors|failures?|failed)$/.test(plain);
  const isFlag = (value: unknown) =>
    /^(?:true|false)$/i.test(toText(value)) || (mayBeNumber && readFlag(value) !== undefined);
  // `active: 0` may count connections.
  const isCount = plain === 'active' && filled.every((value) => value === 0);
  const isClear = filled.length > 0 && !isCount && score > 0.81 && filled.every(isFlag);
  return isClear ? score * PLACES[holder] - 0.01 * depth : 0;
}

function isStatusText(one: Candidate): boolean {
  const isKnown = one.share((value) => meaningOf(value) !== undefined) >= 0.5;
  return isKnown && (tellsUp(one) || !one.says(lexicon.GRAVITY_WORDS));
}

const tellsUp = (one: Candidate): boolean => one.share((value) => meaningOf(value)?.status === 'up') > 0;

const tellsCheck = (one: Candidate): boolean => one.share((value) => meaningOf(value)?.about === 'check') > 0;

const isCode = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= 12 : Number.isSafeInteger(value) || typeof value === 'boolean';

function contradict(a: Candidate, b: Candidate): boolean {
  const pairs = a.values.map((value, i) => [meaningOf(value)?.status, meaningOf(b.values[i])?.status]);
  return pairs.some((both) => both.includes('up') && both.includes('down'));
}

function meaningsOf({ filled }: Candidate): Meanings {
  const words = [...new Set(filled.map(toStatusKey))].slice(0, MAX_MEANINGS);
  const meanings = words.flatMap((word) => {
    const status = meaningOf(word)?.status;
    return status ? [[word, status] as const] : [];
  });
  const has = (status: MonitorStatus) => meanings.some(([, one]) => one === status);
  // "running" means up if the field can also show failures.
  const areOnUp = !has('up') && (has('down') || has('degraded'));
  // "inactive" beside "firing" means that an alert doesn't fire.
  const ofAlerts = words.includes('firing');
  const isUp = (word: string) =>
    (areOnUp && lexicon.ON_STATES.has(word)) || (ofAlerts && word === 'inactive');
  return Object.fromEntries(meanings.map(([word, status]) => [word, isUp(word) ? 'up' : status]));
}

const OFF_TIME = /^(?:paused|suspended|disabled|deactivated|archived|stopped)(?:at|on|since)$/;

/** Finds signs that a monitor is off: flags, times, and words of a setting beside the status. */
function findOff(
  candidates: readonly Candidate[],
  settings: readonly Candidate[],
  isChecked: boolean,
): readonly Signal[] {
  const own = candidates.filter(({ holder }) => holder === 'own' || holder === 'status');
  const flags = (names: ReadonlyMap<string, number>) => rank(own, MIN_SCORE, (one) => scoreFlag(one, names));
  const times = own.filter(
    (one) => OFF_TIME.test(one.plain) && one.share((value) => readTime(value) !== undefined) > 0,
  );
  return [
    ...toSignals(flags(lexicon.OFF_FLAGS), { true: 'paused' }),
    ...toSignals(flags(lexicon.ON_FLAGS), { false: 'paused' }),
    ...times.map(({ path }): Signal => ({ path, meanings: { '@time': 'paused' } })),
    ...settings.map((one): Signal => {
      const words = Object.entries(meaningsOf(one));
      // Beside a check result, "inactive" may be about an alarm or a maintenance.
      const mayBeOther = isChecked && words.every(([, status]) => status === 'paused');
      const paused = words.filter(
        ([word, status]) => status === 'paused' && !(mayBeOther && lexicon.IDLE_WORDS.has(word)),
      );
      return { path: one.path, meanings: Object.fromEntries(paused) };
    }),
  ];
}
