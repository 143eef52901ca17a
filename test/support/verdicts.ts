import { isDeepStrictEqual } from 'node:util';
import { parsePath } from '../../src/base/path';
import { reasonOf, readErrorMessage } from '../../src/mapping/readOutcome';
import { readToken } from '../../src/mapping/readToken';
import type { Monitor } from '../../src/monitors/monitor';
import {
  aResponse,
  receivedAt,
  type ErrorCase,
  type ListCase,
  type MonitorFact,
  type TokenCase,
} from './corpus';
import { readPages, type PagesRead } from './readPages';

/**
 * `right`; `asked`: not read, and the user is asked; `not told`: left out; `sure wrong`: presented as fact; `none`:
 * not in the case.
 */
export type Verdict = 'right' | 'asked' | 'not told' | 'wrong' | 'sure wrong' | 'none';

/** The verdicts of a case, by field. */
export interface Judged {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Fields that aren't right, with the read and the expected value. */
  readonly details: readonly string[];
}

interface Judgement {
  readonly verdict: Verdict;
  readonly found?: unknown;
  readonly wanted?: unknown;
  readonly wrong?: unknown;
}

const RIGHT: Judgement = { verdict: 'right' };
const NONE: Judgement = { verdict: 'none' };

type ReadField = (monitor: Monitor) => unknown;
type Judge = (listCase: ListCase, read: PagesRead) => Judgement;

const JUDGES: Readonly<Record<string, Judge>> = {
  list: judgeLists,
  total: judgeTotal,
  id: judgeRows('id', ({ id }) => id || null),
  name: judgeRows('name', ({ id, name }) => (name === id ? null : name)),
  status: judgeRows('status', ({ status }) => status),
  target: judgeFact('target', 'target', ({ target }) => target),
  lastCheck: judgeFact('lastCheck', 'lastCheckedAt', (monitor) => toSecond(monitor.lastCheckedAt)),
  interval: judgeFact(
    'interval',
    'intervalSec',
    ({ intervalMs }) => intervalMs && intervalMs / 1000,
  ),
  since: judgeFact('since', 'since', ({ since }) => toSecond(since)),
  lastChange: judgeFact('lastChange', 'changedAt', ({ changedAt }) => toSecond(changedAt)),
  lastError: judgeFact('lastError', 'lastError', ({ lastError }) => lastError),
  tags: judgeFact('tags', 'tags', ({ tags }) => (tags.length > 0 ? tags : null)),
};

export const LIST_FIELDS = Object.keys(JUDGES);

function toSecond(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 19);
}

export function judgeList(listCase: ListCase): Judged {
  const { file, headers = {}, response, responses = [response], pageSize = 50 } = listCase;
  const pages = responses.map((json) => aResponse(json, { headers }));
  const read = readPages(pages, { pageSize });
  return toJudged(
    file,
    Object.entries(JUDGES).map(([field, judge]) => [field, judge(listCase, read)]),
  );
}

function toJudged(file: string, judgements: readonly [field: string, Judgement][]): Judged {
  return {
    verdicts: Object.fromEntries(judgements.map(([field, { verdict }]) => [field, verdict])),
    details: judgements.flatMap(([field, { verdict, ...more }]) =>
      verdict === 'right' || verdict === 'none'
        ? []
        : [`${file} ${field}: ${verdict} ${JSON.stringify(more)}`],
    ),
  };
}

function tolerates({ expect }: ListCase, field: string, found: unknown): boolean {
  return expect.alsoOk?.[field]?.some((value) => isDeepStrictEqual(value, found)) === true;
}

const toleratesNoList = (listCase: ListCase, { mapping }: PagesRead): boolean =>
  tolerates(listCase, 'list', mapping ? 'found' : null);

const isListAsked = ({ lists, contents }: PagesRead): boolean =>
  lists.length > 0 || contents.some(({ hasList }) => !hasList);

function judgeLists(listCase: ListCase, read: PagesRead): Judgement {
  const { itemsPath, alsoPaths = [], count } = listCase.expect;
  const { mapping, monitors } = read;
  const path = mapping && parsePath(mapping.list);
  const paths = [itemsPath, ...alsoPaths];
  const isFound = paths.some((wanted) => isDeepStrictEqual(path, wanted));
  if (toleratesNoList(listCase, read) || (isFound && monitors.length === count)) {
    return RIGHT;
  }
  const missed = mapping ? 'sure wrong' : 'not told';
  const verdict = isListAsked(read) ? 'asked' : missed;
  return { verdict, found: [path, monitors.length], wanted: [paths, count] };
}

function judgeTotal(listCase: ListCase, { listing, total }: PagesRead): Judgement {
  // The view doesn't claim a count that may be the page's length, but it is read.
  const count = total?.count === listing.entries ? total.count : null;
  return judgeValue(listCase, 'total', listing.total ?? count, listCase.expect.total);
}

function judgeValue(listCase: ListCase, field: string, found: unknown, wanted: unknown): Judgement {
  if (isDeepStrictEqual(found, wanted) || tolerates(listCase, field, found)) {
    return RIGHT;
  }
  return { verdict: found === null ? 'not told' : 'sure wrong', found, wanted };
}

/** Judges a field of all monitors. */
function judgeRows(field: 'id' | 'name' | 'status', readField: ReadField): Judge {
  return (listCase, read) => {
    const { all, statusInferable } = listCase.expect;
    if (all.length === 0 || toleratesNoList(listCase, read)) {
      return NONE;
    }
    const wrong = all.flatMap((row, i) => {
      const monitor = read.monitors[i];
      const found = monitor ? readField(monitor) : null;
      const wanted = row[field];
      // Without an ID, name and target identify a monitor.
      const others = field === 'id' ? [monitor?.name, monitor?.target] : [monitor?.id];
      const isNamed = found === null && others.includes(wanted);
      const isHonest = field === 'status' && !statusInferable && found === 'unknown';
      const isFine =
        found === wanted ||
        tolerates(listCase, field, found) ||
        tolerates(listCase, `${field}${i}`, found);
      return isFine || isNamed || isHonest ? [] : [{ found, wanted }];
    });
    if (wrong.length === 0) {
      return RIGHT;
    }
    const isUntold = wrong.every(({ found }) => found === null || found === 'unknown');
    const isAsked = read.asks.includes(field) && (isUntold || field !== 'status');
    const missed = isUntold ? 'not told' : 'sure wrong';
    return { verdict: isListAsked(read) || isAsked ? 'asked' : missed, wrong };
  };
}

/** Judges a fact of the first monitor. */
function judgeFact(field: string, key: MonitorFact, readFact: ReadField): Judge {
  return (listCase, { monitors: [monitor] }) => {
    const expected = listCase.expect.first?.[key];
    if (expected === undefined) {
      return NONE;
    }
    const isTime =
      typeof expected === 'string' && ['lastCheck', 'since', 'lastChange'].includes(field);
    const isEmpty = Array.isArray(expected) && expected.length === 0;
    const told = isTime ? expected.slice(0, 19) : expected;
    const found = (monitor && readFact(monitor)) ?? null;
    return judgeValue(listCase, field, found, isEmpty ? null : told);
  };
}

const requestedLifetimeMs = 24 * 3_600_000;

export function judgeToken({ file, response, headers = {}, expect }: TokenCase): Judged {
  const reading = readToken(aResponse(response, { headers }), requestedLifetimeMs);
  const found = reading.token?.value ?? null;
  const { token: wanted, expiresAt, expiresInMs, jwtExp } = expect;
  const isAsked = reading.choices.length > 0 && wanted !== null;
  const missed = isAsked ? 'asked' : 'wrong';
  const token: Judgement =
    found === wanted ? RIGHT : { verdict: found === null ? missed : 'sure wrong', found, wanted };
  const ends = [
    ...[expiresAt, jwtExp].flatMap((time) => (time ? [Date.parse(time)] : [])),
    ...(expiresInMs === null ? [] : [receivedAt + expiresInMs]),
  ];
  const end = Math.min(...(ends.length > 0 ? ends : [receivedAt + requestedLifetimeMs]));
  const isRight = Math.abs(reading.expiresAt - end) < 1_500;
  const expiry: Judgement = isRight
    ? RIGHT
    : { verdict: 'sure wrong', found: new Date(reading.expiresAt), wanted: new Date(end) };
  // Without a token, nothing ends.
  return toJudged(file, [
    ['token', token],
    ['expiry', found === null ? NONE : expiry],
  ]);
}

/** The reasons of errors, by the kinds in the cases. */
const REFUSAL_KINDS: Readonly<Record<string, string>> = {
  payment: 'outOfCredits',
  'rate-limit': 'tooManyCalls',
  validation: 'invalid',
  unauthorized: 'badLogin',
  server: 'serviceError',
};

export function judgeError(errorCase: ErrorCase): Judged {
  const { expect, file, response: body, status, contentType, headers = {} } = errorCase;
  // The body may be a text that is no JSON.
  const response =
    typeof body === 'string'
      ? aResponse(undefined, { status, contentType, headers, text: body })
      : aResponse(body, { status, contentType, headers });
  const message = readErrorMessage(response);
  // Many cases are of a sign-in, and no case says so.
  const kind = reasonOf(response, 'token', message);
  const wanted = expect.kind && (REFUSAL_KINDS[expect.kind] ?? expect.kind);
  const isSaid = [expect.message, ...(expect.alsoOk ?? [])].includes(message || null);
  // A page of a website says nothing of the account.
  const isPage = kind === 'notTheService' && contentType.includes('html');
  const isTold = wanted === null || kind === wanted || isPage;
  if (isSaid && isTold) {
    return toJudged(file, [['error', RIGHT]]);
  }
  const missed = message === '' ? 'not told' : 'wrong';
  const verdict = isTold ? missed : 'sure wrong';
  return toJudged(file, [['error', { verdict, found: [message, kind], wanted: expect }]]);
}
