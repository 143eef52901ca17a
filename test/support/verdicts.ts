import { parsePath } from '../../src/base/path';
import { isDeepStrictEqual } from 'node:util';
import { reasonOf, readErrorMessage } from '../../src/mapping/readOutcome';
import { readToken } from '../../src/mapping/readToken';
import type { Monitor } from '../../src/monitors/monitor';
import type { HttpResponse } from '../../src/service/httpResponse';
import {
  aResponse,
  receivedAt,
  type ErrorCase,
  type ListCase,
  type MonitorFact,
  type TokenCase,
} from './corpus';
import { readPages } from './readPages';

/**
 * `right`; `asked`: not read, and the user is asked; `not told`: left out; `sure wrong`: presented as fact; `none`:
 * not in the case.
 */
export type Verdict = 'right' | 'asked' | 'not told' | 'wrong' | 'sure wrong' | 'none';

export const LIST_FIELDS = [
  'list',
  'total',
  'id',
  'name',
  'status',
  'target',
  'lastCheck',
  'interval',
  'since',
  'lastChange',
  'lastError',
  'tags',
] as const;
type ListField = (typeof LIST_FIELDS)[number];

/** Reads pages of one list in their order. */
function readFields(responses: readonly HttpResponse[], pageSize = 50) {
  const read = readPages(responses, { pageSize });
  const { mapping, monitors, lists, listing, asks, contents, total } = read;
  // The view doesn't claim a count that may be the page's length, but it is read.
  const count = total?.count === listing.entries ? total.count : undefined;
  return {
    mapping,
    monitors,
    asks,
    isListAsked: lists.length > 0 || contents.some(({ hasList }) => !hasList),
    total: listing.total ?? count,
  };
}

type PagesRead = ReturnType<typeof readFields>;

/** The verdicts of a case, by field. */
export interface Judged<F extends string> {
  readonly verdicts: Readonly<Record<F, Verdict>>;
  /** The read and the expected value of fields that aren't right. */
  readonly details: readonly string[];
}

export function judgeList(listCase: ListCase): Judged<ListField> {
  const { expect, headers, response, responses, pageSize } = listCase;
  const pages = (responses ?? [response]).map((json) =>
    aResponse(json, { headers: { ...headers } }),
  );
  const read = readFields(pages, pageSize ?? 50);
  const judge = new ListJudge(listCase, read);
  const { total } = read;
  const verdicts = {
    list: judge.list(),
    total: judge.value('total', total ?? null, expect.total),
    id: judge.rows('id', (one) => one.id || undefined),
    name: judge.rows('name', (one) => (one.name === one.id ? undefined : one.name)),
    status: judge.rows('status', (one) => one.status),
    target: judge.first('target', 'target', (one) => one.target),
    lastCheck: judge.first('lastCheckedAt', 'lastCheck', (one) => toSecond(one.lastCheckedAt)),
    interval: judge.first(
      'intervalSec',
      'interval',
      (one) => one.intervalMs && one.intervalMs / 1000,
    ),
    since: judge.first('since', 'since', (one) => toSecond(one.since)),
    lastChange: judge.first('changedAt', 'lastChange', (one) => toSecond(one.changedAt)),
    lastError: judge.first('lastError', 'lastError', (one) => one.lastError),
    tags: judge.first('tags', 'tags', (one) => [...one.tags]),
  };
  return { verdicts, details: judge.details };
}

function toSecond(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 19);
}

class ListJudge {
  readonly details: string[] = [];

  constructor(
    private readonly listCase: ListCase,
    private readonly read: PagesRead,
  ) {}

  list(): Verdict {
    const { expect } = this.listCase;
    const { mapping, monitors, isListAsked } = this.read;
    if (this.tolerates('list', mapping ? 'found' : null)) {
      return 'right';
    }
    const wanted = [expect.itemsPath, ...(expect.alsoPaths ?? [])].map((path) =>
      JSON.stringify(path),
    );
    const found = mapping && JSON.stringify(parsePath(mapping.list));
    if (found !== undefined && wanted.includes(found) && monitors.length === expect.count) {
      return 'right';
    }
    return isListAsked
      ? this.note('asked', 'list', found, wanted)
      : this.note(
          mapping ? 'sure wrong' : 'not told',
          'list',
          [found, monitors.length],
          [wanted, expect.count],
        );
  }

  value(field: string, found: unknown, wanted: unknown): Verdict {
    if (isDeepStrictEqual(found, wanted) || this.tolerates(field, found)) {
      return 'right';
    }
    return this.note(found === null ? 'not told' : 'sure wrong', field, found, wanted);
  }

  rows(field: 'id' | 'name' | 'status', read: (one: Monitor) => string | undefined): Verdict {
    const { expect } = this.listCase;
    if (expect.all.length === 0 || this.tolerates('list', this.read.mapping ? 'found' : null)) {
      return 'none';
    }
    const wrong = expect.all.flatMap((wanted, i) => {
      const monitor = this.read.monitors[i];
      const found = (monitor && read(monitor)) ?? null;
      const isFine =
        found === wanted[field] ||
        this.tolerates(field, found) ||
        this.tolerates(`${field}${i}`, found);
      // Without an ID, name and target identify a monitor.
      const others =
        field === 'id' ? [monitor?.name, monitor?.target] : field === 'name' ? [monitor?.id] : [];
      const isNamed = found === null && others.includes(wanted[field]);
      const isHonest = field === 'status' && !expect.statusInferable && found === 'unknown';
      return isFine || isNamed || isHonest ? [] : [{ found, wanted: wanted[field] }];
    });
    if (wrong.length === 0) {
      return 'right';
    }
    const isUntold = wrong.every(({ found }) => found === null || found === 'unknown');
    const { asks } = this.read;
    const isAsked =
      this.read.isListAsked || (asks.includes(field) && (isUntold || field !== 'status'));
    const verdict = isAsked ? 'asked' : isUntold ? 'not told' : 'sure wrong';
    return this.note(
      verdict,
      field,
      wrong.map(({ found }) => found),
      wrong.map(({ wanted }) => wanted),
    );
  }

  first(key: MonitorFact, field: ListField, read: (one: Monitor) => unknown): Verdict {
    const expected = this.listCase.expect.first?.[key];
    if (expected === undefined) {
      return 'none';
    }
    const [monitor] = this.read.monitors;
    const value = monitor ? (read(monitor) ?? null) : null;
    const found = field === 'tags' && Array.isArray(value) && value.length === 0 ? null : value;
    const isTime = key === 'lastCheckedAt' || key === 'since' || key === 'changedAt';
    const isEmpty = Array.isArray(expected) && expected.length === 0;
    const wanted = isEmpty
      ? null
      : isTime && typeof expected === 'string'
        ? expected.slice(0, 19)
        : expected;
    return this.value(field, found, wanted);
  }

  private tolerates(field: string, found: unknown): boolean {
    return (
      this.listCase.expect.alsoOk?.[field]?.some((value) => isDeepStrictEqual(value, found)) ??
      false
    );
  }

  private note(verdict: Verdict, field: string, found: unknown, wanted: unknown): Verdict {
    this.details.push(
      `${this.listCase.file} ${field}: ${verdict} ${JSON.stringify(found)} ≠ ${JSON.stringify(wanted)}`,
    );
    return verdict;
  }
}

const requestedLifetimeMs = 24 * 3_600_000;

export function judgeToken({
  file,
  response,
  headers,
  expect,
}: TokenCase): Judged<'token' | 'expiry'> {
  const received = aResponse(response, { headers: { ...headers } });
  const reading = readToken(received, requestedLifetimeMs);
  const read = reading.token?.value ?? null;
  const details: string[] = [];
  const note = (field: string, verdict: Verdict, what: unknown): Verdict => {
    details.push(`${file} ${field}: ${verdict} ${JSON.stringify(what)}`);
    return verdict;
  };
  const asked = reading.choices.length > 0 && expect.token !== null;
  const token =
    read === expect.token
      ? 'right'
      : note('token', read !== null ? 'sure wrong' : asked ? 'asked' : 'wrong', [
          read,
          expect.token,
        ]);
  const ends = [
    ...(expect.expiresAt === null ? [] : [Date.parse(expect.expiresAt)]),
    ...(expect.expiresInMs === null ? [] : [receivedAt + expect.expiresInMs]),
    ...(expect.jwtExp === undefined ? [] : [Date.parse(expect.jwtExp)]),
  ];
  const end = Math.min(...(ends.length > 0 ? ends : [receivedAt + requestedLifetimeMs]));
  // Without a token, nothing ends.
  const isRight = Math.abs(reading.expiresAt - end) < 1_500;
  const ofEnd = () => note('expiry', 'sure wrong', [new Date(reading.expiresAt), new Date(end)]);
  const expiry = read === null ? 'none' : isRight ? 'right' : ofEnd();
  return { verdicts: { token, expiry }, details };
}

/** The reasons of errors, by the kinds in the cases. */
const REFUSAL_KINDS: Readonly<Record<string, string>> = {
  payment: 'outOfCredits',
  'rate-limit': 'tooManyCalls',
  validation: 'invalid',
  unauthorized: 'badLogin',
  server: 'serviceError',
};

export function judgeError(errorCase: ErrorCase): Judged<'error'> {
  const { expect, file, response: body, status, contentType } = errorCase;
  // The body may be a text that is no JSON.
  const text = typeof body === 'string' ? { text: body } : {};
  const headers = { ...errorCase.headers };
  const more = { status, contentType, headers, ...text };
  const response = aResponse(typeof body === 'string' ? undefined : body, more);
  const message = readErrorMessage(response);
  // Many cases are of a sign-in, and no case says so.
  const kind = reasonOf(response, 'token', message);
  const wanted = expect.kind === null ? null : (REFUSAL_KINDS[expect.kind] ?? expect.kind);
  const said = [expect.message, ...(expect.alsoOk ?? [])].includes(message || null);
  // A page of a website says nothing of the account.
  const isPage = kind === 'notTheService' && contentType.includes('html');
  const told = wanted === null || kind === wanted || isPage;
  if (said && told) {
    return { verdicts: { error: 'right' }, details: [] };
  }
  const error = told ? (message === '' ? 'not told' : 'wrong') : 'sure wrong';
  const details = [`${file} error: ${error} ${JSON.stringify([message, kind, expect])}`];
  return { verdicts: { error }, details };
}
