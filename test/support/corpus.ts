import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { HttpResponse } from '../../src/service/httpResponse';

/** Facts of a monitor, besides ID, name and status. */
export type MonitorFact =
  'target' | 'lastCheckedAt' | 'intervalSec' | 'since' | 'changedAt' | 'lastError' | 'tags';

interface CaseBase {
  readonly file: string;
  readonly response: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Other values to accept, by field. `null`: not read. `any`: any value that is not presented as fact. */
type Tolerance = Readonly<Record<string, readonly unknown[]>>;

export interface ListCase extends CaseBase {
  /** Several pages in place of `response`. `expect` is about all of them together. */
  readonly responses?: readonly unknown[];
  /** How many monitors were asked for with each page; 50 unless the case says otherwise. */
  readonly pageSize?: number;
  readonly expect: {
    readonly itemsPath: readonly (string | number)[];
    readonly alsoPaths?: readonly (readonly (string | number)[])[];
    readonly total: number | null;
    readonly count: number;
    readonly statusInferable: boolean;
    /** A careful reader's understanding of the first monitor, without knowledge of the service. */
    readonly first: Readonly<
      Partial<Record<MonitorFact, string | number | readonly string[] | null>>
    > | null;
    readonly all: readonly Readonly<Record<'id' | 'name' | 'status', string>>[];
    /** Other values to accept. A key is a field, or `status` with the index of a row. */
    readonly alsoOk?: Tolerance;
  };
}

export interface TokenCase extends CaseBase {
  readonly expect: {
    readonly token: string | null;
    readonly expiresAt: string | null;
    readonly expiresInMs: number | null;
    readonly jwtExp?: string;
    readonly decoyTokens?: readonly string[];
  };
}

export interface ErrorCase extends CaseBase {
  readonly status: number;
  readonly contentType: string;
  readonly expect: {
    readonly message: string | null;
    readonly kind: string | null;
    readonly alsoOk?: readonly string[];
  };
}

/** All tokens of the corpus were answered at this moment. */
export const receivedAt = Date.parse('2026-03-04T11:30:00Z');

const root = path.resolve('test', 'corpus');

/** The sources of cases: documentation, memory or invention. */
export const CORPORA = ['documented', 'remembered', 'made-up'] as const;
export type Corpus = (typeof CORPORA)[number];

/** The cases in `<folder>/<kind>/*.json`. The folder is a corpus, or absolute. */
function readCases<T extends CaseBase>(
  folder: string,
  kind: 'list' | 'token' | 'error',
): readonly T[] {
  const cases = path.resolve(root, folder, kind);
  const names = existsSync(cases)
    ? readdirSync(cases).filter((name) => name.endsWith('.json'))
    : [];
  return names.sort().map((name) => ({
    ...(JSON.parse(readFileSync(path.join(cases, name), 'utf8')) as T),
    file: path.join(path.relative(root, cases), name),
  }));
}

export const listCases = (folder: string) =>
  readCases<ListCase>(folder, 'list').map(withTolerances);
export const tokenCases = (folder: string) => readCases<TokenCase>(folder, 'token');
export const errorCases = (folder: string) => readCases<ErrorCase>(folder, 'error');

/** Applies the tolerances in `test/corpus/tolerances.json`. */
function withTolerances(listCase: ListCase): ListCase {
  const text = readFileSync(path.join(root, 'tolerances.json'), 'utf8');
  const all = JSON.parse(text) as Record<string, Tolerance>;
  const alsoOk = { ...listCase.expect.alsoOk, ...all[path.basename(listCase.file)] };
  return { ...listCase, expect: { ...listCase.expect, alsoOk } };
}

/** A response as the client hands it to the extraction. */
export function aResponse(
  json: unknown,
  more: Partial<Omit<HttpResponse, 'header'>> & { headers?: Record<string, string> } = {},
): HttpResponse {
  const headers = new Map(
    Object.entries(more.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const text = more.text ?? (json === undefined ? '' : JSON.stringify(json));
  return {
    url: 'https://monitors.example/monitors/list',
    status: 200,
    contentType: 'application/json',
    json,
    text,
    bytes: text.length,
    receivedAt,
    ...more,
    header: (name) => headers.get(name.toLowerCase()),
  };
}
