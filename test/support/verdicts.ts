import { isDeepStrictEqual } from 'node:util';
import type { Monitor } from '../../src/monitors/monitor';
import { readToken } from '../../src/service/mapping/learn/readToken';
import { isConfident, type PlainField } from '../../src/service/mapping/mapping';
import { toRefusalKind } from '../../src/service/refusals';
import { readError } from '../../src/service/readError';
import { readPages, type PagesRead } from './readPages';
import { NO_MAPPING_SETTINGS } from './noMappingSettings';
import type { ErrorCase, ListCase, TokenCase } from './corpus';
import { aResponse, receivedAt } from './corpus';

/**
 * `right`; `asked`: not read, and the one question has it; `not told`: left out; `wrong`: shown as unsure; `sure wrong`: presented
 * as fact; `none`: the case says nothing of the field.
 */
export type Verdict = 'right' | 'asked' | 'not told' | 'wrong' | 'sure wrong' | 'none';

export const listFields = ['list', 'total', 'id', 'name', 'status', 'target'] as const;
export type ListField = (typeof listFields)[number];

/** Fields that are held against what is expected as well, beyond the table of the report. */
export const furtherFields = ['hasMore', 'type', 'lastCheck', 'interval', 'since', 'lastError'] as const;
export type FurtherField = (typeof furtherFields)[number];

export interface ListVerdict {
  readonly verdicts: Readonly<Record<ListField | FurtherField, Verdict>>;
  /** What was read where something else was expected, for whoever mends it. */
  readonly details: readonly string[];
  readonly read: PagesRead;
}

export function judgeList(listCase: ListCase): ListVerdict {
  const { expect, headers } = listCase;
  const responses = (listCase.responses ?? [listCase.response]).map((json) =>
    aResponse(json, { headers: { ...headers } }),
  );
  const read = readPages(responses, { pageSize: listCase.pageSize ?? 50 });
  const details: string[] = [];
  const judge = new ListJudge(listCase, read, details);
  const verdicts = {
    list: judge.list(),
    total: judge.value('total', read.total, expect.total),
    id: judge.rows('id'),
    name: judge.rows('name'),
    status: judge.rows('status'),
    target: judge.first('target', 'target', (monitor) => monitor.target ?? null),
    hasMore:
      expect.hasMore === null ? ('none' as const) : judge.value('hasMore', read.hasMore, expect.hasMore),
    type: judge.first('type', 'type', (monitor) => monitor.type ?? null),
    lastCheck: judge.first('lastCheckedAt', 'lastCheck', ({ lastCheckedAt }) => toSecond(lastCheckedAt)),
    interval: judge.first('intervalSec', 'interval', ({ intervalMs }) =>
      intervalMs === undefined ? null : intervalMs / 1000,
    ),
    since: judge.first('since', 'since', ({ since }) => toSecond(since)),
    lastError: judge.first('lastError', 'lastError', ({ lastError }) => lastError ?? null),
  };
  return { verdicts, details, read };
}

function toSecond(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString().slice(0, 19);
}

class ListJudge {
  constructor(
    private readonly listCase: ListCase,
    private readonly pages: PagesRead,
    private readonly details: string[],
  ) {}

  list(): Verdict {
    const { expect } = this.listCase;
    const { mapping, monitors } = this.pages;
    const found = mapping !== undefined;
    if (this.tolerates('list', found ? 'found' : null)) {
      return 'right';
    }
    const paths = [expect.itemsPath, ...(expect.alsoPaths ?? [])].map((path) => JSON.stringify(path)).sort();
    const lists = mapping?.shapes.flatMap((shape) => shape.lists) ?? [];
    const read = lists.map(({ path }) => JSON.stringify(path)).sort();
    if (found && isDeepStrictEqual(paths, read) && monitors.length === expect.count) {
      return 'right';
    }
    if (!found && this.pages.questions.some(({ field }) => field === 'list')) {
      return 'asked';
    }
    return this.missed('list', found, [read.join(), monitors.length], [paths.join(), expect.count]);
  }

  value<T>(field: string, found: T | undefined, expected: T | null): Verdict {
    const read = found ?? null;
    if (read === expected || this.tolerates(field, read)) {
      return 'right';
    }
    return this.missed(field, read !== null, read, expected);
  }

  rows(field: 'id' | 'name' | 'status'): Verdict {
    const { expect } = this.listCase;
    if (expect.all.length === 0 || this.tolerates('list', this.pages.mapping ? 'found' : null)) {
      return 'none';
    }
    const wrong = expect.all.flatMap((expected, i) => {
      const monitor = this.pages.monitors[i];
      const read = monitor?.[field] ?? null;
      // Without an id of its own, a monitor is told by name, target and type together.
      const isMade = field === 'id' && /^~/.test(monitor?.id ?? '');
      const isTold = isMade && [monitor?.name, monitor?.target].includes(expected.id ?? undefined);
      if (
        read === expected[field] ||
        isTold ||
        this.tolerates(field, read) ||
        this.tolerates(`${field}${i}`, read)
      ) {
        return [];
      }
      return field === 'status' && !expect.statusInferable && read === 'unknown'
        ? []
        : [`${read}≠${expected[field]}`];
    });
    if (wrong.length === 0) {
      return 'right';
    }
    if (this.pages.questions.some((question) => question.field === field || question.field === 'list')) {
      const sure =
        field === 'status' && wrong.some((row) => !row.startsWith('unknown') && !row.startsWith('null'));
      if (!sure) {
        return this.noted('asked', field, wrong);
      }
    }
    if (field === 'status' && wrong.every((row) => row.startsWith('unknown≠'))) {
      return this.noted('not told', field, wrong);
    }
    const list = this.pages.mapping?.shapes[0].lists[0];
    const choice = field === 'status' ? list?.status.place : list?.fields[field];
    return this.missed(field, choice !== undefined && isConfident(choice), wrong, '');
  }

  first(
    key: 'target' | 'type' | 'lastCheckedAt' | 'intervalSec' | 'since' | 'lastError',
    field: PlainField,
    read: (m: Monitor) => unknown,
  ): Verdict {
    const { first } = this.listCase.expect;
    if (!first || first[key] === undefined) {
      return 'none';
    }
    const [monitor] = this.pages.monitors;
    const found = monitor ? read(monitor) : null;
    const wanted =
      (key === 'lastCheckedAt' || key === 'since') && first[key] !== null
        ? String(first[key]).slice(0, 19)
        : first[key];
    if (found === wanted || this.tolerates(field, found)) {
      return 'right';
    }
    return this.missed(field, found !== null, found, wanted);
  }

  private tolerates(field: string, read: unknown): boolean {
    return this.listCase.expect.alsoOk?.[field]?.includes(read) ?? false;
  }

  private missed(field: string, sure: boolean, read: unknown, expected: unknown): Verdict {
    if (read === null) {
      return this.noted('not told', field, [read, expected]);
    }
    return this.noted(sure ? 'sure wrong' : 'wrong', field, [read, expected]);
  }

  private noted(verdict: Verdict, field: string, what: unknown): Verdict {
    this.details.push(`${this.listCase.file} ${field}: ${verdict} ${JSON.stringify(what)}`);
    return verdict;
  }
}

export interface TokenVerdict {
  readonly verdicts: Readonly<Record<'token' | 'expiry', Verdict>>;
  readonly details: readonly string[];
}

const requestedLifetimeMs = 24 * 3_600_000;

export function judgeToken({ file, response, headers, expect }: TokenCase): TokenVerdict {
  const received = aResponse(response, { headers: { ...headers } });
  const reading = readToken(received, { requestedLifetimeMs, settings: NO_MAPPING_SETTINGS });
  const read = reading.token?.value ?? null;
  const details: string[] = [];
  const note = (field: string, verdict: Verdict, what: unknown): Verdict => {
    details.push(`${file} ${field}: ${verdict} ${JSON.stringify(what)}`);
    return verdict;
  };
  const asked = reading.question !== undefined && expect.token !== null;
  const token =
    read === expect.token
      ? 'right'
      : note('token', read !== null ? 'sure wrong' : asked ? 'asked' : 'wrong', [read, expect.token]);
  const ends = [
    ...(expect.expiresAt === null ? [] : [Date.parse(expect.expiresAt)]),
    ...(expect.expiresInMs === null ? [] : [receivedAt + expect.expiresInMs]),
    ...(expect.jwtExp === undefined ? [] : [Date.parse(expect.jwtExp)]),
  ];
  const end = Math.min(...(ends.length > 0 ? ends : [receivedAt + requestedLifetimeMs]));
  // Without a token, nothing ends.
  const expiry =
    read === null
      ? 'none'
      : Math.abs(reading.expiresAt.value - end) < 1_500
        ? 'right'
        : note('expiry', 'sure wrong', [
            new Date(reading.expiresAt.value),
            new Date(end),
            reading.expiresAt.reason,
          ]);
  return { verdicts: { token, expiry }, details };
}

export interface ErrorVerdict {
  readonly verdict: Verdict;
  readonly details: readonly string[];
}

/** A response as an error case describes it; the body may be a text that is no JSON. */
export function responseOf({ response, status, contentType, headers }: ErrorCase) {
  const text = typeof response === 'string' ? response : undefined;
  return aResponse(text === undefined ? response : undefined, {
    status,
    contentType,
    headers: { ...headers },
    ...(text !== undefined && { text }),
  });
}

/** What the cases call a kind, where we call it otherwise. */
const REFUSAL_KINDS: Readonly<Record<string, string>> = {
  payment: 'outOfCredits',
  'rate-limit': 'rateLimit',
  validation: 'badRequest',
};

export function judgeError(errorCase: ErrorCase): ErrorVerdict {
  const { expect, file } = errorCase;
  const response = responseOf(errorCase);
  const extraction = readError(response);
  const { message } = extraction;
  // Many cases are of a sign-in, and no case says so.
  const kind = toRefusalKind(response, extraction, 'token');
  const wanted = expect.kind === null ? null : (REFUSAL_KINDS[expect.kind] ?? expect.kind);
  const said = [expect.message, ...(expect.alsoOk ?? [])].includes(message ?? null);
  const told = wanted === null || kind === wanted;
  if (said && told) {
    return { verdict: 'right', details: [] };
  }
  const verdict = told ? (message === undefined ? 'not told' : 'wrong') : 'sure wrong';
  return { verdict, details: [`${file} error: ${verdict} ${JSON.stringify([message, kind, expect])}`] };
}
