import { readTime } from '../base/time';
import { isProblem, MONITOR_STATUSES, type MonitorStatus } from '../monitors/monitor';
import { rank, type Candidate, type Ranked } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { readFlag, toText } from './values';
import { rankedWords, toPlain, toWords, wordSet } from './words';

/** The meaning of a value that a check found or a user set. */
interface Meaning {
  readonly status: MonitorStatus;
  readonly about: 'check' | 'setting';
}

type Meanings = Signal['meanings'];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [
    ...MONITOR_STATUSES.map((status) => ({ words: status, status, about: 'check' as const })),
    { words: 'off', status: 'paused', about: 'setting' } as const,
    { words: 'on', status: 'unknown', about: 'setting' } as const,
  ].flatMap(({ words, ...meaning }) =>
    [...wordSet(lexicon.STATUS_WORDS.get(words) ?? '')].map((word) => [word, meaning] as const),
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
/** Prefers an `online` flag that varies to "normal" in all records. */
const VARIETY_BONUS = 0.13;
const MAX_MEANINGS = 50;
/** If contradictory fields score closer than this, ask the user. */
const MIN_MARGIN = 0.15;

interface Source extends Ranked {
  readonly meanings: Meanings;
}

export function findStatus(candidates: readonly Candidate[], lastCheck?: Candidate) {
  const find = (toScore: (one: Candidate) => number, meanings?: Meanings) =>
    rank(candidates, MIN_SCORE, toScore).map(({ one, score }): Source => {
      return { one, score, meanings: meanings ?? meaningsOf(one, lastCheck) };
    });
  const flags = (kind: string, meanings: Meanings) => {
    const names = rankedWords(lexicon.FLAGS.get(kind) ?? '');
    return find((one) => scoreFlag(one, names), meanings);
  };
  const named = find(scoreStatus).filter(({ one }) => !isOfProcess(one));
  const texts = named.filter(({ one }) => isStatusText(one));
  const told = texts.filter(({ one }) => tellsCheck(one));
  // Beside `state`, `last_state` is the previous one.
  const isPrevious = ({ words, plain }: Candidate) =>
    told.some(({ one }) => plain !== one.plain && words.filter((w) => w !== 'last').join('') === one.plain);
  const checks = told.filter(({ one }) => !isPrevious(one));
  const settings = texts.filter(({ one }) => !tellsCheck(one));
  const isUp = flags('up', { true: 'up', false: 'down' });
  const isDown = flags('down', { true: 'down', false: 'up' });
  const words = checks.map((text) => ({ ...text, score: text.score + WORD_BONUS }));
  // Of two equally good fields, the one that tells "up" says more than pauses.
  const varied = ({ one, score }: Source) =>
    score + (one.distinct > 1 ? VARIETY_BONUS : 0) + (tellsUp(one) ? 0.005 : 0);
  const [main] = [...words, ...isUp, ...isDown].sort((a, b) => varied(b) - varied(a));
  // Only the user knows the meaning of codes.
  const isCode = (value: unknown) => /^.{1,12}$/.test(toText(value));
  const code = named.find(
    ({ one, score }) => score > 0.75 && one.share(isCode) === 1 && !one.words.includes('severity'),
  );
  const source = main ?? settings[0] ?? code;
  const rival = checks.find(({ one }) => one !== source?.one);
  const isAsked =
    source !== undefined &&
    rival !== undefined &&
    words.includes(source) &&
    source.score - WORD_BONUS - rival.score < MIN_MARGIN &&
    contradict(source, rival);
  // A monitor that answers may still be bad.
  const verdicts = checks.filter(
    ({ score }) => score > 0.8 && source !== undefined && !words.includes(source),
  );
  const isBeside = ({ one }: Source) =>
    one !== source?.one && (one.holder === 'own' || one.holder === 'status');
  const toSignals = (sources: readonly Source[]) =>
    sources.filter(isBeside).map(({ one, meanings }): Signal => ({ path: one.path, meanings }));
  const mapping: StatusMapping = {
    paths: isAsked || source === undefined ? [] : [source.one.path],
    meanings: isAsked || source === undefined ? {} : source.meanings,
    off: toSignals([
      ...flags('paused', { true: 'paused' }),
      ...flags('on', { false: 'paused' }),
      ...find(scoreOffTime, { '@time': 'paused' }),
      ...settings.map((one) => ({ ...one, meanings: pausesOf(one, main !== undefined) })),
    ]),
    alarms: toSignals([
      ...flags('down', { true: 'down' }),
      ...flags('degraded', { true: 'degraded' }),
      ...verdicts.map((one) => ({ ...one, meanings: meaningsIf(one, (_, status) => isProblem({ status })) })),
    ]),
  };
  // A field that only says whether the monitor is switched on isn't a status.
  return { mapping, isFound: main !== undefined, isAsked };
}

const PROCESS = /^(?:success|successful|succeeded|complete|completed|finished|done|new|pending)$/;
const OF_MONITORS = [
  ...[lexicon.NOUNS, lexicon.FILLERS, lexicon.CHECK_WORDS, lexicon.LAST_WORDS, lexicon.STATUS_KEY_WORDS],
  ...[lexicon.STATUS.names, lexicon.STATUS.ends],
];

/** Whether this is how far something besides the monitor's check is: `latest_comparison: {status: "new"}`. */
function isOfProcess({ words, outerWords, filled }: Candidate): boolean {
  const isOther = [...outerWords, ...words].some((word) => !OF_MONITORS.some((set) => set.has(word)));
  return isOther && filled.every((value) => PROCESS.test(toStatusKey(value)));
}

export function scoreStatus({ words, holder, depth }: Candidate): number {
  const isPart = holder === 'status' && !words.some((word) => lexicon.STATUS.not.has(word));
  return (
    Math.max(isPart ? 0.9 : 0, lexicon.scoreWords(words, lexicon.STATUS)) * PLACES[holder] - 0.01 * depth
  );
}

/** Scores a flag with a clear name. 0 and 1 under "status" are usually codes, and under "failed" counts. */
function scoreFlag({ words, plain, holder, depth, filled }: Candidate, names: ReadonlyMap<string, number>) {
  const score = lexicon.scoreWords(words, { ...lexicon.STATUS, names });
  const isNumber =
    lexicon.scoreWords(words, lexicon.STATUS) > 0 ||
    /^(?:down|warnings?|errors|fail(?:ures?|ed))$/.test(plain);
  const isFlag = (value: unknown) =>
    isNumber ? /^(?:true|false)$/i.test(toText(value)) : readFlag(value) !== undefined;
  // `active: 0` may count connections.
  const isCount = plain === 'active' && filled.every((value) => value === 0);
  const isClear = filled.length > 0 && !isCount && score > 0.81 && filled.every(isFlag);
  return isClear ? score * PLACES[holder] - 0.01 * depth : 0;
}

function scoreOffTime(one: Candidate): number {
  const isOff = /^(?:paused|suspended|disabled|deactivated|archived|stopped)(?:at|on|since)$/.test(one.plain);
  return isOff && one.share((value) => readTime(value) !== undefined) > 0 ? 1 : 0;
}

function isStatusText(one: Candidate): boolean {
  const isKnown = one.share((value) => meaningOf(value) !== undefined) >= 0.5;
  return isKnown && (tellsUp(one) || !one.words.includes('severity'));
}

const tellsUp = (one: Candidate): boolean => one.share((value) => meaningOf(value)?.status === 'up') > 0;

const tellsCheck = (one: Candidate): boolean => one.share((value) => meaningOf(value)?.about === 'check') > 0;

function contradict(a: Source, b: Source): boolean {
  const statusOf = ({ one, meanings }: Source, i: number) => meanings[toStatusKey(one.values[i])];
  const pairs = a.one.values.map((_, i) => [statusOf(a, i), statusOf(b, i)]);
  return pairs.some((both) => both.includes('up') && both.includes('down'));
}

const ON_OR_DONE = /^(?:active|running|ready|started|live|present|completed?|finished|done)$/;

function meaningsOf({ values, filled }: Candidate, lastCheck?: Candidate): Meanings {
  // What has run and will run again isn't pending.
  const hasRun = values.some((value, i) => toStatusKey(value) === 'scheduled' && lastCheck?.values[i]);
  const words = [...new Set(filled.map(toStatusKey))].slice(0, MAX_MEANINGS);
  const meanings = new Map(words.map((word) => [word, meaningOf(word)?.status] as const));
  const found = [...meanings.values()];
  // "running" and "completed" mean up if the field can also show failures, and "running" if others are stopped.
  const areOnUp = !found.includes('up') && (found.includes('down') || found.includes('degraded'));
  const areMachines = !found.includes('up') && meanings.has('stopped');
  const isUp = (word: string) =>
    (areOnUp && ON_OR_DONE.test(toPlain(word))) ||
    (areMachines && word === 'running') ||
    // "inactive" beside "firing" means that an alert doesn't fire.
    (word === 'inactive' && meanings.has('firing'));
  const known = [...meanings].flatMap(([word, status]) =>
    status ? [[word, isUp(word) ? 'up' : status] as const] : [],
  );
  return { ...Object.fromEntries(known), ...(hasRun && { scheduled: 'unknown' }) };
}

/** Beside a check result, "inactive" may be about an alarm or a maintenance. */
function pausesOf(source: Source, isChecked: boolean): Meanings {
  const mayBeOther = isChecked && Object.values(source.meanings).every((status) => status === 'paused');
  const isOther = (word: string) => mayBeOther && /^(?:inactive|not ?active|dormant)$/.test(word);
  return meaningsIf(source, (word, status) => status === 'paused' && !isOther(word));
}

const meaningsIf = ({ meanings }: Source, is: (word: string, status: MonitorStatus) => boolean): Meanings =>
  Object.fromEntries(Object.entries(meanings).filter((entry) => is(...entry)));
