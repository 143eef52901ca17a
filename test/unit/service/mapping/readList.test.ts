import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ListRead } from '../../../support/readPages';
import { readList } from '../../../support/readPages';
import { isConfident } from '../../../../src/service/mapping/mapping';
import { parseMappingSettings } from '../../../../src/service/mapping/settings';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse } from '../../../support/corpus';

interface Page {
  readonly pageIndex?: number;
  readonly pageSize?: number;
  readonly headers?: Record<string, string>;
}

function read(json: unknown, page: Page = {}, settings = NO_MAPPING_SETTINGS): ListRead {
  const { pageIndex = 0, pageSize = 50, headers = {} } = page;
  return readList(aResponse(json, { headers }), { pageIndex, pageSize, settings });
}

const aRecord = (i: number) => ({
  id: `m-${i}`,
  name: `Monitor ${i}`,
  status: 'up',
  url: `https://h${i}.example`,
});
const three = [aRecord(1), aRecord(2), aRecord(3)];
const idsOf = (json: unknown) => read(json).monitors.map(({ id }) => id);

describe('finding the list', () => {
  const places: readonly (readonly [string, unknown, string])[] = [
    ['at the top', three, ''],
    ['under a noun', { checks: three }, 'checks'],
    ['under a word for results', { data: three, meta: { total: 3 } }, 'data'],
    ['nested', { data: { monitors: three, tags: [{ id: 1, name: 'a' }] } }, 'data.monitors'],
    ['under a word it does not know', { foo: three }, 'foo'],
    ['beside empty arrays', { result: three, errors: [], messages: [] }, 'result'],
    [
      'beside a longer list of something else',
      { incidents: [...three, ...three], components: three },
      'components',
    ],
    ['keyed by id', { monitors: { 11: three[0], 12: three[1] } }, 'monitors'],
    [
      'in groups',
      {
        groups: [
          { name: 'A', monitors: three },
          { name: 'B', monitors: [aRecord(4)] },
        ],
      },
      'groups.*.monitors',
    ],
    [
      'as edges and nodes',
      { data: { monitors: { edges: three.map((node) => ({ node })) } } },
      'data.monitors.edges',
    ],
    [
      'as JSON:API',
      { data: three.map(({ id, ...attributes }) => ({ id, type: 'monitor', attributes })) },
      'data',
    ],
    ['as the first of a tuple', [three, {}], '0'],
    ['as HAL', { _embedded: { monitors: three } }, '_embedded.monitors'],
  ];
  for (const [what, json, path] of places) {
    it(`finds it ${what}`, () => {
      const extraction = read(json);
      assert.equal(extraction.itemsPath?.value.join('.'), path);
      assert.ok(isConfident(extraction.itemsPath));
      assert.equal(extraction.monitors[0]?.name, 'Monitor 1');
      assert.equal(extraction.monitors[0].status, 'up');
    });
  }

  it('reads two arrays of monitors together, and tells their ids apart', () => {
    const services = [{ id: 1, name: 'HTTP', state: 'OK' }];
    const extraction = read({ hosts: [{ id: 1, name: 'gw', state: 'UP' }], services });
    assert.deepEqual(
      extraction.monitors.map(({ id }) => id),
      ['1', 'services/1'],
    );
    assert.deepEqual(extraction.alsoPaths, [['services']]);
  });

  it('reads plain ids and a map of words', () => {
    assert.deepEqual(idsOf([193432, 193433]), ['193432', '193433']);
    const words = read({ checks: { db: 'up', cache: 'down' } }).monitors;
    assert.deepEqual(
      words.map(({ name, status }) => [name, status]),
      [
        ['db', 'up'],
        ['cache', 'down'],
      ],
    );
  });

  for (const json of [
    { monitors: [] },
    [],
    { data: [] },
    { monitors: null, total: 0 },
    { code: 0, data: {}, message: 'success' },
  ]) {
    it(`reads ${JSON.stringify(json)} as no monitors`, () => {
      const extraction = read(json);
      assert.equal(extraction.found, true);
      assert.equal(extraction.monitors.length, 0);
      assert.deepEqual(extraction.questions, []);
    });
  }

  for (const json of [
    {},
    { error: 'no' },
    'text',
    7,
    null,
    { users: [{ id: 1, name: 'Ines', email: 'i@y.example' }] },
  ]) {
    it(`finds none in ${JSON.stringify(json)}`, () => assert.equal(read(json).found, false));
  }

  for (const name of ['notifications', 'events', 'users']) {
    it(`asks whether ${name} are monitors where they are the only list, and say nothing of how they are`, () => {
      const { found, questions } = read({
        [name]: [1, 2].map((id) => ({ id, name: `n${id}`, type: 'mail' })),
      });
      assert.equal(found, false);
      assert.deepEqual(
        questions.map(({ field, candidates }) => [field, candidates.map(({ path }) => path)]),
        [['list', [[name]]]],
      );
    });
  }

  it('asks where two lists fit equally well, and follows the answer', () => {
    const json = { alpha: three, beta: [aRecord(7)] };
    const extraction = read(json);
    assert.equal(extraction.found, false);
    const [question] = extraction.questions;
    assert.deepEqual(question?.candidates.map(({ path }) => path).sort(), [['alpha'], ['beta']]);
    const settings = { ...NO_MAPPING_SETTINGS, choices: { list: ['beta'] } };
    assert.deepEqual(
      read(json, {}, settings).monitors.map(({ id }) => id),
      ['m-7'],
    );
  });

  it("follows the user's expression, and tells what it gave instead", () => {
    const monitors = parseMappingSettings({ monitors: 'a[].b' }).settings;
    assert.equal(read({ a: [{ b: three[0] }, { b: three[1] }] }, {}, monitors).monitors.length, 2);
    const wrong = read({ monitors: three, a: 1 }, {}, parseMappingSettings({ monitors: 'a' }).settings);
    assert.deepEqual(wrong.problems, [{ field: 'monitors', message: 'expected an array, got number' }]);
    assert.equal(wrong.monitors.length, 3);
  });
});

describe('reading the fields of a monitor', () => {
  const first = (record: object, others: readonly object[] = []) =>
    read({ monitors: [record, ...others] }).monitors[0];

  it('takes its own id and not that of a team or a project', () => {
    assert.equal(first({ team_id: 7, monitor_id: 12, project: { id: 3 }, name: 'a' })?.id, '12');
    assert.equal(first({ MonitorGuid: 'g-1', Name: 'a', IsActive: true })?.id, 'g-1');
  });

  it('does not take for an id what comes twice', () => {
    const records = [
      { code: 'x', slug: 'a', name: 'A' },
      { code: 'x', slug: 'b', name: 'B' },
    ];
    assert.deepEqual(idsOf({ monitors: records }), ['a', 'b']);
  });

  it('makes ids from content where there are none: the same again, and apart from each other', () => {
    const records = [
      { kind: 'http', port: 1 },
      { kind: 'http', port: 2 },
      { kind: 'http', port: 2 },
    ];
    const [a, b, c] = idsOf({ monitors: records });
    assert.deepEqual(idsOf({ monitors: records }), [a, b, c]);
    assert.equal(c, `${b}#2`);
    assert.notEqual(a, b);
  });

  it('keeps the id of a record whose status and time have changed', () => {
    const at = (status: string, lastCheck: string) =>
      idsOf({ monitors: [{ title: 'Gate', status, lastCheck }] });
    assert.deepEqual(at('up', '2026-03-04T11:00:00Z'), at('down', '2026-03-04T12:00:00Z'));
  });

  it('takes the name made for people', () => {
    assert.equal(first({ id: 1, name: 'gate-01', displayName: 'The gate' })?.name, 'The gate');
    assert.equal(first({ id: 1, alias: '', url: 'https://g.example' })?.name, 'https://g.example');
    assert.equal(first({ id: 1, creator: { name: 'Ines' } })?.name, '1');
  });

  it('takes the target, and not the addresses of other things', () => {
    assert.equal(
      first({ id: 1, request: { url: 'https://g.example' }, icon_url: 'https://i.example' })?.target,
      'https://g.example',
    );
    assert.equal(first({ id: 1, url: 'https://', hostname: '198.51.100.9' })?.target, '198.51.100.9');
    assert.equal(
      first({ id: 'a7', ping_url: 'https://p.example/a7', html_url: 'https://h.example' })?.target,
      undefined,
    );
    assert.equal(
      first({ id: 71, url: 'https://svc.example/api/checks/71/', msp_address: 'https://g.example' })?.target,
      'https://g.example',
    );
  });

  it('reads time and interval with their units', () => {
    const of = (record: object, others: readonly object[] = []) => first({ id: 1, ...record }, others);
    assert.equal(of({ last_check: 1772623200 })?.lastCheckedAt, 1772623200000);
    assert.equal(of({ lastCheckedAt: '2026-03-04T16:50:00+0530' })?.lastCheckedAt, 1772623200000);
    assert.equal(of({ next_check: 1772623200, created_at: 1772623200 })?.lastCheckedAt, undefined);
    assert.equal(of({ last_check: 0 })?.lastCheckedAt, undefined);
    assert.equal(of({ interval: '5m' })?.intervalMs, 300_000);
    assert.equal(of({ interval: 60_000 })?.intervalMs, 60_000);
    assert.equal(of({ interval_seconds: 5 })?.intervalMs, 5_000);
    assert.equal(of({ frequency: 5 }, [{ id: 2, frequency: 15 }])?.intervalMs, 300_000);
    assert.equal(of({ check_frequency: 30 }, [{ id: 2, check_frequency: 180 }])?.intervalMs, 30_000);
  });

  it('reads tags in every form', () => {
    assert.deepEqual(first({ id: 1, tags: ['a', 'b'] })?.tags, ['a', 'b']);
    assert.deepEqual(first({ id: 1, tags: [{ id: 9, name: 'prod' }] })?.tags, ['prod']);
    assert.deepEqual(first({ id: 1, tags: { env: 'prod' } })?.tags, ['env:prod']);
    assert.deepEqual(first({ id: 1, tags: 'prod backup' })?.tags, ['prod', 'backup']);
  });

  it('keeps the whole record', () => {
    const record = { id: 1, name: 'a', unheardOf: { deep: [1] } };
    assert.deepEqual(first(record)?.raw, record);
  });

  it("follows the user's expressions for each field", () => {
    const { settings, problems } = parseMappingSettings({
      id: 'k',
      name: "join('/', [g, n])",
      target: 'n',
      type: 'g',
    });
    assert.deepEqual(problems, []);
    const [monitor] = read({ monitors: [{ id: 1, k: 'key', g: 'edge', n: 'gate' }] }, {}, settings).monitors;
    assert.deepEqual(
      [monitor?.id, monitor?.name, monitor?.target, monitor?.type],
      ['key', 'edge/gate', 'gate', 'edge'],
    );
  });

  it('reads the same records alike in every envelope and every style of keys', () => {
    const wrap = fc.constantFrom<(list: unknown[]) => unknown>(
      (list) => list,
      (list) => ({ monitors: list, total: list.length }),
      (list) => ({ data: { items: list }, success: true }),
      (list) => ({ result: list, errors: [] }),
      (list) => ({ data: list.map((record) => ({ attributes: record })) }),
    );
    const style = fc.constantFrom<(words: string) => string>(
      (words) => words.replaceAll(' ', '_'),
      (words) => words.replaceAll(' ', '-'),
      (words) => words.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
      (words) => words.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase()),
    );
    const status = fc.constantFrom('up', 'down', 'degraded', 'paused', 'pending');
    const record = fc.record({ id: fc.uuid(), name: fc.stringMatching(/^[A-Z][a-z]{2,12}$/), status });
    const records = fc.uniqueArray(record, { minLength: 1, maxLength: 8, selector: ({ id }) => id });
    fc.assert(
      fc.property(records, wrap, style, (monitors, envelope, styled) => {
        const raw = monitors.map(({ id, name, status: word }) => ({
          [styled('monitor id')]: id,
          [styled('display name')]: name,
          [styled('current status')]: word,
          [styled('target url')]: `https://${name.toLowerCase()}.example/`,
          [styled('created at')]: '2025-01-01T00:00:00Z',
        }));
        const read_ = read(envelope(raw)).monitors.map(({ id, name, status: s, target }) => ({
          id,
          name,
          s,
          target,
        }));
        const expected = monitors.map(({ id, name, status: s }) => ({
          id,
          name,
          s,
          target: `https://${name.toLowerCase()}.example/`,
        }));
        assert.deepEqual(read_, expected);
      }),
    );
  });
});

describe('reading how many there are', () => {
  const page = Array.from({ length: 50 }, (_, i) => aRecord(i));
  const total = (envelope: object, where: Page = {}) => {
    const extraction = read({ monitors: page, ...envelope }, where).total;
    return extraction && isConfident(extraction) ? extraction.value : undefined;
  };

  it('does not take the count of a full page for the total', () =>
    assert.equal(total({ count: 50 }), undefined));
  it('takes a count that is larger than the page', () => assert.equal(total({ count: 340 }), 340));
  it('takes a total before a count', () => assert.equal(total({ count: 50, total_count: 340 }), 340));
  it('takes the count of a first page that is not full', () =>
    assert.equal(total({ count: 50 }, { pageSize: 100 }), 50));
  it('does not believe a total that is smaller than the page', () =>
    assert.equal(total({ total: 7 }), undefined));
  it('does not believe a total that has already been passed', () => {
    assert.equal(total({ total: 50 }, { pageIndex: 1 }), undefined);
  });
  for (const envelope of [
    { total: 340 },
    { meta: { pagination: { total: '340' } } },
    { result_info: { page: 1, per_page: 50, count: 50, total_count: 340 } },
    { total_monitor_count: 340 },
    { '@odata.count': 340 },
    { page: { size: 50, totalElements: 340, totalPages: 7, number: 0 } },
  ]) {
    it(`reads ${JSON.stringify(envelope)}`, () => assert.equal(total(envelope), 340));
  }
  it("follows the user's expression", () => {
    const { settings } = parseMappingSettings({ total: 'n' });
    assert.equal(read({ monitors: page, total: 99, n: 340 }, {}, settings).total?.value, 340);
  });
});

describe('reading whether there are more', () => {
  const more = (envelope: object, where: Page = {}) =>
    read({ monitors: three, ...envelope }, where).hasMore?.value;
  const cases: readonly (readonly [object, boolean | undefined])[] = [
    [{ hasMore: true }, true],
    [{ has_more: false }, false],
    [{ nextToken: null }, false],
    [{ NextToken: 'eyJwYWdlIjoyfQ==' }, true],
    [{ nextLink: '' }, false],
    [{ pagination: { next: 'https://s.example?page=2' } }, true],
    [{ links: { first: 'x', next: null } }, false],
    [{ _links: { next: { href: 'https://s.example' } } }, true],
    [{ pageInfo: { hasNextPage: true, hasPreviousPage: false } }, true],
    [{ total: 3 }, false],
    [{ total: 9 }, true],
    [{}, undefined],
  ];
  for (const [envelope, expected] of cases) {
    it(`reads ${JSON.stringify(envelope)} as ${expected}`, () => assert.equal(more(envelope), expected));
  }
});

describe('reading since when a status is what it is', () => {
  const sinceOf = (records: readonly object[]) =>
    read({ monitors: records }).monitors.map(({ since }) => since);
  const [at, later] = ['2026-03-04T10:00:00Z', '2027-01-01T00:00:00Z'];

  for (const key of ['statusSince', 'last_status_change', 'stateChangedAt', 'last_state_change']) {
    it(`takes ${key}, and never a time later than the reading`, () => {
      const records = [
        { id: 1, name: 'a', status: 'down', [key]: at },
        { id: 2, name: 'b', status: 'up', [key]: later },
      ];
      assert.deepEqual(sinceOf(records), [Date.parse(at), undefined]);
    });
  }

  it('takes the time since when something is wrong for what is in trouble alone, and the start of its open incident', () => {
    const records = [
      { id: 1, name: 'a', status: 'up', downSince: at },
      { id: 2, name: 'b', status: 'down', downSince: at },
    ];
    assert.deepEqual(sinceOf(records), [undefined, Date.parse(at)]);
    const incidents = [
      { id: 1, name: 'a', status: 'up', current_incident: null },
      { id: 2, name: 'b', status: 'down', current_incident: { started_at: at } },
    ];
    assert.deepEqual(sinceOf(incidents), [undefined, Date.parse(at)]);
  });

  it('takes the last error where a record has one', () => {
    const records = [
      { id: 1, name: 'a', status: 'up', last_error: null },
      { id: 2, name: 'b', status: 'down', last_error: 'connection refused' },
    ];
    const { monitors } = read({ monitors: records });
    assert.deepEqual(
      monitors.map(({ lastError }) => lastError),
      [undefined, 'connection refused'],
    );
  });
});
