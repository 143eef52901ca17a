import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isErrorReport, readError } from '../../../../src/service/readError';
import type { ListRead } from '../../../support/readPages';
import { readList } from '../../../support/readPages';
import { parseMappingSettings } from '../../../../src/service/mapping/settings';
import { describeShape } from '../../../../src/service/shape';
import { readToken } from '../../../../src/service/mapping/learn/readToken';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse, errorCases, listCases, tokenCases } from '../../../support/corpus';

/** Reads a response in every way there is; returns the list for a closer look. */
function readEverything(json: unknown, status = 200, pageSize = 50): ListRead {
  const response = aResponse(json, { status, text: '' });
  const list = readList(response, { pageIndex: 0, pageSize, settings: NO_MAPPING_SETTINGS });
  readToken(response, { requestedLifetimeMs: 86_400_000, settings: NO_MAPPING_SETTINGS });
  assert.ok((readError(response).message ?? '').length <= 300);
  isErrorReport(response);
  assert.ok(describeShape(json).length <= 4_000);
  assertSound(list);
  return list;
}

function assertSound(list: ListRead): void {
  const ids = list.monitors.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
  for (const { id, name, place, tags } of list.monitors) {
    assert.ok(typeof id === 'string' && id !== '');
    assert.ok(typeof name === 'string' && (name !== '' || place !== undefined));
    assert.ok(Array.isArray(tags));
  }
  if (!list.found) {
    assert.equal(list.monitors.length, 0);
  }
}

const nasty = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '*',
  '@key',
  '',
];
const usual = [
  'id',
  'name',
  'status',
  'url',
  'data',
  'monitors',
  'items',
  'total',
  'next',
  'token',
  'expires_in',
];
const key = fc.oneof(fc.constantFrom(...nasty), fc.constantFrom(...usual), fc.string());
const anyJson = fc.jsonValue({ maxDepth: 6 });
const likelyJson = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constantFrom('up', 'ok', '2'),
    ),
    fc.array(tie('json'), { maxLength: 5 }),
    // Through text, as the client does it: so that `__proto__` is a key like any other.
    fc.array(fc.tuple(key, tie('json')), { maxLength: 6 }).map(toObject),
  ),
}));

function toObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const members = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
  );
  return JSON.parse(`{${members.join()}}`);
}

describe('reading whatever JSON there is', function () {
  // Thousands of responses: on a busy machine these take their time.
  this.timeout(60_000);

  it('never throws on arbitrary JSON', () => {
    fc.assert(
      fc.property(anyJson, (json) => void readEverything(json)),
      { numRuns: 400 },
    );
  });

  it('never throws on JSON with the keys that services use and those that prototypes have', () => {
    fc.assert(
      fc.property(likelyJson.json, fc.constantFrom(200, 400, 401, 429, 500), (json, status) => {
        readEverything(json, status);
      }),
      { numRuns: 1_500 },
    );
  });

  it('stays sound when real responses are damaged', () => {
    const responses = [
      ...listCases('documented'),
      ...listCases('remembered'),
      ...tokenCases('documented'),
      ...errorCases('documented'),
    ];
    const damage = fc.constantFrom<(value: unknown) => unknown>(
      () => null,
      () => [],
      () => ({}),
      () => ({ toString: 'x' }),
      () => '',
      () => -1,
      (value) => [value],
      (value) => ({ value }),
      (value) => String(value),
    );
    fc.assert(
      fc.property(fc.constantFrom(...responses), fc.nat(), damage, ({ response }, at, change) => {
        readEverything(damaged(response, at, change));
      }),
      { numRuns: 800 },
    );
  });

  it('reads the monitors of a group where another has something else in place of its list', () => {
    const groups = [{ checks: [{ id: 1, name: 'a', status: 'up' }] }, { checks: 'none' }, { checks: [] }];
    assert.deepEqual(
      readEverything(groups).monitors.map(({ name }) => name),
      ['a'],
    );
  });

  it('never throws where any field of a monitor is something that can’t be made a text', () => {
    const good = { id: 'x/b', name: 'b', type: 'http', status: 'up', period: 1, periodUnit: 'hours' };
    for (const wrong of [{ toString: 'x' }, [{ toString: 'x' }]]) {
      for (const field of Object.keys(good)) {
        readEverything({ monitors: [{ ...good, [field]: wrong }] });
        readEverything({ monitors: [good, { ...good, id: 'y/c', [field]: wrong }] });
        readEverything({ monitors: [good, { id: 'c', [field]: wrong }, { id: 'd' }] });
      }
    }
  });

  it('leaves prototypes alone', () => {
    readEverything(
      JSON.parse('{"monitors":[{"__proto__":{"id":"x","status":"up"},"constructor":{"name":"y"}}]}'),
    );
    assert.equal(({} as Record<string, unknown>)['status'], undefined);
    const list = readEverything(JSON.parse('{"monitors":[{"toString":"x"},{"toString":"y"}]}'));
    assert.deepEqual(
      list.monitors.map(({ status }) => status),
      ['unknown', 'unknown'],
    );
  });
});

/** Changes the value at the nth place of a response, counted depth first. */
function damaged(json: unknown, nth: number, change: (value: unknown) => unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const copy = { json: structuredClone(json) } as Record<string, unknown>;
  const visit = (holder: Record<string, unknown>) => {
    for (const name of Object.keys(holder)) {
      places.push([holder, name]);
      const value = holder[name];
      if (typeof value === 'object' && value !== null) {
        visit(value as Record<string, unknown>);
      }
    }
  };
  visit(copy);
  const [holder, name] = places[nth % places.length] as [Record<string, unknown>, string];
  holder[name] = change(holder[name]);
  return copy['json'];
}

describe('reading what is too much', () => {
  const nested = (open: string, close: string, levels: number): unknown =>
    JSON.parse(open.repeat(levels) + '1' + close.repeat(levels));

  it('bears 50,000 levels at every field', () => {
    const deep = nested('{"value":[', ']}', 25_000);
    const keys = [
      'id',
      'name',
      'status',
      'url',
      'type',
      'last_check',
      'interval',
      'tags',
      'results',
      'config',
    ];
    for (const key of keys) {
      const records = [1, 2].map((id) => ({ id, name: `m${id}`, status: 'up', [key]: deep }));
      const { monitors } = readEverything({ monitors: records, total: 2 });
      assert.equal(monitors.length, 2, key);
      assert.doesNotThrow(() => monitors[0]?.raw);
    }
    for (const key of [
      'total',
      'next',
      'pagination',
      'data',
      'monitors',
      'token',
      'error',
      'errors',
      'message',
    ]) {
      readEverything({ [key]: deep });
      readEverything({ messages: deep, [key]: [deep] }, 400);
    }
  }).timeout(60_000);

  it('takes time in proportion to the length of what it reads', () => {
    const hostile: readonly ((size: number) => unknown)[] = [
      (size) => ({ monitors: [{ id: 1, url: `https://api.example/${'v1/'.repeat(size)}x` }] }),
      (size) => ({
        monitors: [{ id: 1, name: ' '.repeat(size), interval: '1'.repeat(size), status: '('.repeat(size) }],
      }),
      (size) => ({ message: 'password '.repeat(size), error: 'a_'.repeat(size) }),
      (size) =>
        Object.fromEntries(
          Array.from({ length: size }, (_, i) => [`expires_in_${i}`, { expires_in: i, token: `t${i}` }]),
        ),
      (size) => ({ token: `${'a.'.repeat(size)}b`, expires: '9'.repeat(size) }),
    ];
    for (const make of hostile) {
      // The processor's time: what else the machine does in the meantime is no part of it.
      const timeOf = (size: number) => {
        const json = make(size);
        const runs = Array.from({ length: 3 }, () => {
          const start = process.cpuUsage();
          readEverything(json);
          const { user, system } = process.cpuUsage(start);
          return (user + system) / 1000;
        });
        return Math.min(...runs);
      };
      const [small, large] = [timeOf(2_000), timeOf(32_000)];
      // Sixteen times the length: linear is 16, quadratic 256. What takes no time to speak of proves nothing.
      assert.ok(large < 50 || large / small < 64, `${make.toString()}: ${small} ms, then ${large} ms`);
    }
  }).timeout(60_000);

  it('takes for a total only what can be counted with', () => {
    for (const total of [1e308, 2 ** 64 - 1, -1, 1.5, '9'.repeat(30)]) {
      const read = readEverything({
        monitors: [{ id: 1, name: 'a', status: 'up' }],
        total,
      });
      assert.equal(read.total, undefined);
    }
  });

  it('bears nesting to 10,000 levels', () => {
    readEverything(nested('[', ']', 10_000));
    readEverything(nested('{"data":', '}', 10_000));
    readEverything(nested('{"monitors":[', ']}', 5_000));
    readEverything({ monitors: [{ id: 1, name: nested('{"name":', '}', 10_000) }] });
    readEverything({ errors: nested('[{"error":', '}]', 5_000) }, 400);
  });

  it('bears expressions on JSON that is nested too deeply for them', () => {
    const { settings } = parseMappingSettings({ monitors: '**', token: 'a[]', id: 'id', name: 'values(@)' });
    const deep = nested('{"data":', '}', 10_000);
    readToken(aResponse(deep, { text: '' }), { requestedLifetimeMs: 1, settings });
    readList(aResponse(deep, { text: '' }), { pageIndex: 0, pageSize: 1, settings });
    const flattened = parseMappingSettings({ monitors: '[][][]', token: 'to_string(@)' }).settings;
    readList(aResponse(nested('[', ']', 10_000), { text: '' }), {
      pageIndex: 0,
      pageSize: 1,
      settings: flattened,
    });
    readToken(aResponse(deep, { text: '' }), { requestedLifetimeMs: 1, settings: flattened });
  });

  it('reads 100,000 monitors in one page, each with an id of its own', () => {
    const monitors = Array.from({ length: 100_000 }, (_, i) => ({ id: i % 10, name: `m${i}`, status: 'up' }));
    const list = readEverything({ monitors, total: 100_000 }, 200, 100_000);
    assert.equal(list.monitors.length, 100_000);
  }).timeout(60_000);

  it('reads 100,000 equal records without ids', () => {
    const monitors = Array.from({ length: 100_000 }, () => ({ name: 'same', status: 'down' }));
    const list = readEverything({ monitors }, 200, 100_000);
    assert.equal(new Set(list.monitors.map(({ id }) => id)).size, 100_000);
  }).timeout(60_000);

  it('reads bodies of 10 MB that hold nothing it knows', () => {
    readEverything({ message: 'x'.repeat(10_000_000) }, 500);
    readEverything('y'.repeat(10_000_000));
    readEverything({ token: 'z'.repeat(10_000_000) });
    readEverything(Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`key-${i}`, { a: 1 }])));
    readEverything(Array.from({ length: 1_000_000 }, (_, i) => i));
    readEverything(
      Array.from({ length: 50 }, () =>
        Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => [[[]]])),
      ),
    );
    readEverything({
      data: Array.from({ length: 4_000 }, (_, i) => ({
        expires_in: i,
        issued_at: i,
        token: `tok${i}-0123456789ab`,
      })),
    });
  }).timeout(60_000);

  it('reads nulls for everything', () => {
    const list = readEverything({ monitors: [null, null], total: null, next: null });
    assert.equal(list.monitors.length, 0);
    readEverything({
      monitors: [{ id: null, name: null, status: null, url: null, tags: null, lastCheck: null }],
    });
    readEverything(null);
    readEverything(undefined);
  });
});
