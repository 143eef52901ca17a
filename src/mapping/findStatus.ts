import { readFlag, toText } from '../base/scalar';
import { maskText } from '../base/secretValues';
import { rankedWords, wordSet } from '../base/words';
import type { MonitorStatus } from '../monitors/monitor';
import { rank, type Candidate, type Ranked } from './candidates';
import * as lexicon from './lexicon';
import { toStatusKey, type Signal, type StatusMapping } from './mapping';
import { toPlain, toWords } from './words';

/** The meaning of a value that a check found or a user set. */
interface Meaning {
  readonly status: MonitorStatus;
  readonly isSetting: boolean;
}

type Meanings = Signal['meanings'];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(lexicon.STATUS_WORDS).flatMap(([kind, words]) => {
    const status = kind.replace('_setting', '') as MonitorStatus;
    const isSetting = kind.endsWith('_setting');
    return [...wordSet(words)].map((word) => [word, { status, isSetting }] as const);
  }),
);

/** Sentences, averages and shares: "up 99.9 %", "6 out of 10 are available". */
const NO_WORD = /^.{41}|%|\d\s?(?:out of|of|\/)\s?\d/;

/** Returns the meaning of known words: "Up", "MONITOR_DOWN". */
export function meaningOf(value: unknown): Meaning | undefined {
  const words = typeof value === 'string' && !NO_WORD.test(value) ? toWords(value) : [];
  const whole = MEANINGS.get(words.join(''));
  if (whole || words.some((word) => lexicon.NEGATIONS.has(word))) {
    return whole;
  }
  const known = words.flatMap((word) => MEANINGS.get(word) ?? []);
  const isBad = ({ status, isSetting }: Meaning) =>
    status !== 'up' && (!isSetting || status === 'paused');
  return known.find(isBad) ?? known.find(({ status }) => status === 'up') ?? known[0];
}

/** How far something is. */
const PROCESS = /^(?:success|successful|succeeded|completed?|finished|done|new|pending)$/;

const PLACES = { own: 1, status: 0.97, check: 0.85, other: 0.5, incident: 0, stranger: 0 } as const;
const MIN_SCORE = 0.45;
/** Prefers words to booleans. */
const WORD_BONUS = 0.12;
/** Prefers an `online` flag that varies to "normal" in all records. */
const VARIETY_BONUS = 0.13;
/** If contradictory fields score closer than this, ask the user. */
const MIN_MARGIN = 0.15;
/** Less clear fields may be about something else. */
const MIN_CLEAR = 0.8;

const FLAG_MEANINGS = {
  up: { true: 'up', false: 'down' },
  down: { true: 'down', false: 'up' },
  degraded: { true: 'degraded' },
  paused: { true: 'paused' },
  on: { false: 'paused' },
} as const satisfies Record<string, Meanings>;

type Source = Ranked & { readonly meanings: Meanings };

export function findStatus(candidates: readonly Candidate[]) {
  const find = (toScore: (one: Candidate) => number, meanings?: Meanings) =>
    rank(candidates, MIN_SCORE, toScore).map((it): Source => {
      return { ...it, meanings: meanings ?? meaningsOf(it.one) };
    });
  const flags = (kind: keyof typeof FLAG_MEANINGS) => {
    const names = rankedWords(lexicon.FLAGS[kind] ?? '');
    return find((one) => scoreFlag(one, names), FLAG_MEANINGS[kind]);
  };
  const named = find(scoreStatus);
  const texts = named.filter(
    ({ one }) => one.share((value) => meaningOf(value) !== undefined) >= 0.5,
  );
  const settings = texts.filter(({ one }) => !tellsCheck(one));
  // Beside `state`, `last_state` is the previous one.
  const isPrevious = ({ plain }: Candidate) =>
    texts.some(({ one }) => plain === `last${one.plain}`);
  const isProcess = ({ filled }: Candidate) =>
    filled.every((value) => PROCESS.test(toStatusKey(value)));
  const checks = texts.filter(
    ({ one, score }) =>
      tellsCheck(one) && !isPrevious(one) && (score >= MIN_CLEAR || !isProcess(one)),
  );
  const up = flags('up');
  const down = flags('down');
  const rate = (it: Source) =>
    it.score + (it.one.distinct > 1 ? VARIETY_BONUS : 0) + (checks.includes(it) ? WORD_BONUS : 0);
  const main = [...checks, ...up, ...down].sort((a, b) => rate(b) - rate(a)).at(0);
  const isWord = main !== undefined && checks.includes(main);
  const isAsked = isWord && checks.some((it) => contradict(main, it));
  // Only the user knows the meaning of codes.
  const isCode = (value: unknown) => /^.{1,12}$/.test(toText(value));
  const code = named.find(
    (it) => !texts.includes(it) && it.score > 0.75 && it.one.share(isCode) === 1,
  );
  const source = main ?? settings[0] ?? code;
  const told = isAsked ? undefined : source;
  const toSignals = (
    sources: readonly Source[],
    isKept: (word: string, all: Meanings) => boolean = () => true,
  ) =>
    sources
      .filter(({ one }) => one !== source?.one && (one.holder === 'own' || one.holder === 'status'))
      .map(({ one, meanings }): Signal => {
        const kept = Object.entries(meanings).filter(([word]) => isKept(word, meanings));
        return { path: one.path, meanings: Object.fromEntries(kept) };
      });
  // A monitor that answers may still be bad or in maintenance.
  const others = isWord ? [] : checks.filter(({ score }) => score > MIN_CLEAR);
  const pauseTimes = find((one) => Number(OFF_TIME.test(one.plain)), { '@time': 'paused' });
  const mapping: StatusMapping = {
    paths: told ? [told.one.path] : [],
    meanings: told?.meanings ?? {},
    off: [
      ...toSignals([...flags('paused'), ...flags('on'), ...pauseTimes]),
      // Beside a check result, "inactive" may be about an alarm or a maintenance, unless others are "active".
      ...toSignals(settings, (word, all) => word !== 'inactive' || !main || 'active' in all),
      ...toSignals(others, (word) => !meaningOf(word)?.isSetting),
    ],
    alarms: toSignals([...down, ...flags('degraded'), ...others]),
  };
  // A field that only says whether the monitor is switched on isn't a status.
  return { mapping, isFound: main !== undefined, isAsked };
}

export function scoreStatus({ words, holder, depth }: Candidate): number {
  const isPart = holder === 'status' && !words.some((word) => lexicon.STATUS.not.has(word));
  const score = Math.max(isPart ? 0.9 : 0, lexicon.scoreWords(words, lexicon.STATUS));
  return score * PLACES[holder] - 0.01 * depth;
}

/** Scores a flag with a clear name. 0 and 1 under "status" are usually codes, and under "failed" counts. */
function scoreFlag(
  { words, plain, holder, depth, filled }: Candidate,
  names: ReadonlyMap<string, number>,
) {
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

const OFF_TIME = /^(?:paused|suspended|disabled|deactivated|archived|stopped)(?:at|on|since)$/;

const tellsCheck = (one: Candidate): boolean =>
  one.share((value) => meaningOf(value)?.isSetting === false) > 0;

/** Whether two fields of nearly equal scores say "up" and "down" of one monitor. */
function contradict(a: Source, b: Source): boolean {
  const statusOf = ({ one, meanings }: Source, i: number) => meanings[toStatusKey(one.values[i])];
  const pairs = a.one.values.map((_, i) => [statusOf(a, i), statusOf(b, i)]);
  return (
    a.score - b.score < MIN_MARGIN &&
    pairs.some((both) => both.includes('up') && both.includes('down'))
  );
}

const ON_OR_DONE = /^(?:active|running|ready|started|live|present|completed?|finished|done)$/;

function meaningsOf({ filled }: Candidate): Meanings {
  // Meanings are saved, so without secrets.
  const shown = filled.filter((value) => maskText(toText(value)) === toText(value));
  const words = [...new Set(shown.map(toStatusKey))].filter(meaningOf);
  const found = words.map((word) => meaningOf(word)!.status);
  // If the field can also show failures, "running" and "completed" mean up, and so does "inactive" beside "firing".
  const areOnUp = !found.includes('up') && (found.includes('down') || found.includes('degraded'));
  const isUp = (word: string) =>
    (areOnUp && ON_OR_DONE.test(toPlain(word))) ||
    (word === 'inactive' && words.includes('firing'));
  return Object.fromEntries(words.map((word, i) => [word, isUp(word) ? 'up' : found[i]!]));
}
