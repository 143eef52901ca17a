import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRecord } from '../../src/base/storedJson';
import { formatLedgerLine, parseLedger } from '../../src/credits/ledger';
import { matchesFilter, parseFilter, toFilterText } from '../../src/monitors/filter';
import { MONITOR_STATUSES, type Monitor } from '../../src/monitors/monitor';
import { parseBaseUrl } from '../../src/service/address';
import { toErrorLine } from '../../src/service/errorLine';
import { readCreditsLeft, readRetryAt } from '../../src/service/headers';
import { requireSuccess, toHttpError, toNotJsonError } from '../../src/service/httpErrors';
import { ServiceError } from '../../src/service/errors';
import type { HttpResponse } from '../../src/service/httpResponse';
import { readToken } from '../../src/service/mapping/learn/readToken';
import { readPage } from '../../src/service/mapping/read/readPage';
import { parseMappingSettings } from '../../src/service/mapping/settings';
import { describeShape } from '../../src/service/shape';
import { formatSession, parseSession } from '../../src/session/session';
import { toFileKey } from '../../src/storage/files';
import { formatLook, parseLook } from '../../src/storage/lastLooks';
import { MappingStore } from '../../src/storage/mappingStore';
import { formatPage, parsePage } from '../../src/storage/pageFormat';
import { formatHistories, parseHistories } from '../../src/storage/statusHistory';
import { aPage } from '../support/aPage';
import { aSession } from '../support/aSession';
import { NO_MAPPING_SETTINGS } from '../support/noMappingSettings';
import {
  aResponse,
  CORPORA,
  errorCases,
  listCases,
  receivedAt,
  tokenCases,
} from '../unit/service/mapping/corpus';
import { readPages } from '../unit/service/mapping/readPages';

/** A reader of what comes from outside. */
export interface Target {
  readonly name: string;
  /** Texts as they come when all is well; all others are made of them. */
  readonly seeds: () => readonly string[] | Promise<readonly string[]>;
  /** Reads a text, whatever it is. @throws what must not be thrown, AssertionError among it */
  readonly read: (text: string) => void | Promise<void>;
}

const SECRET = 'Sekret-0815-of-the-user';
const DAY = 86_400_000;

const lists = CORPORA.flatMap((corpus) => listCases(corpus));
const errors = CORPORA.flatMap((corpus) => errorCases(corpus));

/** A body as the client hands it on. */
function toResponse(text: string, status = 200, more: Parameters<typeof aResponse>[1] = {}): HttpResponse {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not JSON.
  }
  return aResponse(json, { status, text, ...more });
}

/** Ids are unique, texts are texts, numbers are numbers; and a record can be looked at. */
function checkMonitors(monitors: readonly Monitor[]): void {
  assert.equal(new Set(monitors.map(({ id }) => id)).size, monitors.length, 'ids are unique');
  for (const { id, name, status, place, tags, target, type, since, intervalMs, lastCheckedAt } of monitors) {
    assert.ok(typeof id === 'string' && id !== '' && typeof name === 'string');
    assert.ok(name !== '' || place !== undefined, 'there is something to call it by');
    assert.ok(MONITOR_STATUSES.includes(status));
    assert.ok(tags.every((tag) => typeof tag === 'string'));
    assert.ok([target, type].every((text) => text === undefined || typeof text === 'string'));
    assert.ok(
      [since, intervalMs, lastCheckedAt].every((time) => time === undefined || Number.isFinite(time)),
    );
  }
  void monitors[0]?.raw;
}

function toHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').map((line) => [line.split(':', 1)[0]!, line.replace(/^[^:]*:\s*/, '')]),
  );
}

const mappings = mkdtempSync(join(tmpdir(), 'monitor-explorer-fuzz-'));
const store = new MappingStore({ storageFolder: mappings });
const ADDRESS = 'https://status.example';

export const TARGETS: readonly Target[] = [
  {
    name: 'pages',
    seeds: () =>
      lists.map(({ response, responses = [response, response] }) =>
        responses.map((each) => JSON.stringify(each)).join('\n'),
      ),
    read: (text) => {
      const responses = text
        .split('\n')
        .slice(0, 3)
        .map((line) => toResponse(line));
      const { mapping, pages, total } = readPages(responses);
      pages.forEach(({ monitors }) => checkMonitors(monitors));
      assert.ok(total === undefined || (Number.isSafeInteger(total) && total >= 0), `a total of ${total}`);
      responses.forEach(({ json }) => assert.ok(describeShape(json).length <= 4_000));
      const [first] = responses;
      const learned = readPages([first!]);
      const own =
        learned.mapping &&
        readPage(learned.mapping, first!, { pageIndex: 0, pageSize: 50, settings: NO_MAPPING_SETTINGS });
      assert.equal(own?.mappingError, undefined, 'a mapping that was learned of one page fits it');
      assert.ok(mapping === undefined || JSON.stringify(mapping).length < 2_000_000);
    },
  },
  {
    name: 'token',
    seeds: () => [
      ...CORPORA.flatMap((corpus) => tokenCases(corpus)).map(({ response }) => JSON.stringify(response)),
      'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3NzI2MjM4MDB9.c2lnbmF0dXJl',
    ],
    read: (text) => {
      const response = toResponse(text, 200, { headers: { Authorization: text.slice(0, 200) } });
      const { token, expiresAt } = readToken(response, {
        requestedLifetimeMs: DAY,
        settings: NO_MAPPING_SETTINGS,
      });
      assert.ok(token === undefined || (typeof token.value === 'string' && token.value !== ''));
      assert.ok(Number.isFinite(expiresAt.value), `a token that ends at ${expiresAt.value}`);
    },
  },
  {
    name: 'errors',
    seeds: () =>
      errors.map(({ status, contentType, response }) =>
        [`${status}`, contentType, typeof response === 'string' ? response : JSON.stringify(response)].join(
          '\n',
        ),
      ),
    read: (text) => {
      const [status = '', contentType = '', ...body] = text.split('\n');
      const said = `${body.join('\n')} ${SECRET}`;
      for (const of of [body.join('\n'), said, JSON.stringify({ error: { message: said } })]) {
        const response = toResponse(of, Math.trunc(Number(status)) || 500, { contentType });
        const thrown: unknown[] = [
          toHttpError(response, SECRET, 'token'),
          toNotJsonError(response, SECRET, 'monitors/list'),
        ];
        try {
          requireSuccess(response, SECRET, 'monitors/list');
        } catch (error) {
          thrown.push(error);
        }
        for (const error of thrown) {
          assert.ok(error instanceof ServiceError);
          const { serviceMessage = '', retryAt } = error as { serviceMessage?: string; retryAt?: number };
          assert.ok(serviceMessage.length <= 300);
          assert.ok(
            !`${serviceMessage} ${error.message} ${toErrorLine(error)}`.includes(SECRET),
            'the secret is repeated',
          );
          assert.ok(retryAt === undefined || retryAt - receivedAt <= DAY);
        }
      }
    },
  },
  {
    name: 'headers',
    seeds: () => [
      'Retry-After: 120',
      'Retry-After: Wed, 21 Oct 2026 07:28:00 GMT',
      'X-RateLimit-Reset: 1772623800\nX-Credits-Remaining: 100, 100;w=60',
      'RateLimit: "default";r=0;t=30\nRetry-After-Ms: 1500.5',
    ],
    read: (text) => {
      const headers = toHeaders(text);
      const header = (name: string): string | undefined =>
        Object.hasOwn(headers, name) ? headers[name] : undefined;
      const retryAt = readRetryAt(header, receivedAt);
      assert.ok(retryAt === undefined || (retryAt >= receivedAt && retryAt <= receivedAt + DAY));
      const credits = readCreditsLeft(header);
      assert.ok(credits === undefined || (Number.isFinite(credits) && credits >= 0));
    },
  },
  {
    name: 'saved pages',
    seeds: async () => {
      const read = lists.slice(0, 60).map(({ response }) => readPages([aResponse(response)]).monitors);
      return Promise.all(read.map(async (monitors) => String(await formatPage(aPage({ monitors })))));
    },
    read: async (text) => {
      const page = parsePage(Buffer.from(text));
      if (page) {
        page.monitors.forEach(({ raw, id }) => assert.ok(id !== '' && typeof raw !== 'function'));
        const again = parsePage(await formatPage(page));
        assert.deepEqual(
          again?.monitors.map(toFields),
          page.monitors.map(toFields),
          'saved again, it is the same',
        );
      }
    },
  },
  {
    name: 'saved mappings',
    seeds: () =>
      lists.map(({ response }) => {
        const { mapping } = readPages([aResponse(response)]);
        return `${JSON.stringify({ version: 1, mapping })}\n${JSON.stringify(response)}`;
      }),
    read: async (text) => {
      const [saved = '', body = ''] = text.split('\n');
      mkdirSync(join(mappings, 'mappings'), { recursive: true });
      writeFileSync(join(mappings, 'mappings', `${toFileKey(ADDRESS)}.json`), saved);
      const { mapping } = await store.load(ADDRESS);
      if (mapping) {
        const settings = NO_MAPPING_SETTINGS;
        checkMonitors(readPage(mapping, toResponse(body), { pageIndex: 0, pageSize: 50, settings }).monitors);
        readPages([toResponse(body)], { known: mapping });
      }
    },
  },
  {
    name: 'other saved files',
    seeds: () => [
      formatSession(aSession()),
      formatLedgerLine({ type: 'allowance', at: 1, calls: 2 }).trim(),
      formatLedgerLine({ type: 'agentAllowance', at: 1, calls: 2, account: 'a' }).trim(),
      '{"v":1,"type":"call","id":"a","at":1,"kind":"list","reason":"more","caller":"user","account":"a","outcome":"ok","status":200}',
      formatHistories(new Map([['a', [{ status: 'up', from: 1, to: 2 }]]])),
      formatLook({ at: 1, total: 3, complete: true, monitors: [{ id: 'a', name: 'A', status: 'up' }] }),
    ],
    read: (text) => {
      const session = parseSession(text);
      assert.ok(
        session === undefined ||
          formatSession(parseSession(formatSession(session))!) === formatSession(session),
      );
      const { events } = parseLedger(text);
      assert.deepEqual(parseLedger(events.map(formatLedgerLine).join('')).events, events);
      const histories = parseHistories(text);
      assert.equal(formatHistories(parseHistories(formatHistories(histories))), formatHistories(histories));
      const look = parseLook(text);
      assert.ok(look === undefined || formatLook(parseLook(formatLook(look))!) === formatLook(look));
    },
  },
  {
    name: 'settings',
    seeds: () => [
      `${JSON.stringify({ token: 'data.token', monitors: "items[?type=='x'].{a: b}", statusValues: { ok: 'up' } })}\n${JSON.stringify(lists[0]!.response)}`,
      `${JSON.stringify({ id: 'join(`-`, [id, name])', total: 'length(@)', status: 'a || b' })}\n${JSON.stringify(lists[1]!.response)}`,
      'https://status.example/api/\n{}',
      'http://127.0.0.1:8080\n{}',
    ],
    read: (text) => {
      const [setting = '', body = ''] = text.split('\n');
      const { baseUrl } = parseBaseUrl(setting);
      if (baseUrl) {
        const again = parseBaseUrl(baseUrl.href).baseUrl;
        assert.deepEqual(again, baseUrl, 'a base URL is read as it is written');
        assert.ok(/^https:|^http:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl.href));
      }
      const { settings, problems } = parseMappingSettings(parseRecord(setting));
      assert.ok(problems.length <= 1_100);
      const read = readPages([toResponse(body)], { settings });
      checkMonitors(read.monitors);
      readToken(toResponse(body), { requestedLifetimeMs: DAY, settings });
    },
  },
  {
    name: 'filters',
    seeds: () => [
      'status:down name:"two words" tag:x',
      'https://a.example:8080 raw.field:3',
      ...lists.slice(0, 20).map(({ response }) => `type:http url:example\n${JSON.stringify(response)}`),
    ],
    read: (text) => {
      const [typed = '', body = ''] = text.split('\n');
      const filter = parseFilter(typed);
      if (filter) {
        assert.ok(filter.terms.every(({ value }) => value !== ''));
        assert.deepEqual(parseFilter(filter.text)?.terms, filter.terms, 'as it is shown, it says the same');
        readPages([toResponse(body)]).monitors.forEach((monitor) => matchesFilter(filter, monitor));
      }
      const terms = parseFilter(toFilterText('tag', typed))?.terms ?? [];
      assert.ok(terms.length <= 1, 'one term is one term');
    },
  },
];

function toFields({ id, name, status, target, type, since, tags }: Monitor): unknown {
  return { id, name, status, target, type, since, tags };
}
