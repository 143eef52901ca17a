import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Monitor } from '../../../../src/monitors/monitor';
import { readList } from '../../../support/readPages';
import { isConfident } from '../../../../src/service/mapping/mapping';
import { readToken } from '../../../../src/service/mapping/learn/readToken';
import { formatPage, parsePage } from '../../../../src/storage/pageFormat';
import { toMonitorName } from '../../../../src/ui/texts/monitorText';
import { aPage } from '../../../support/aPage';
import { inEnglish as t } from '../../../support/inEnglish';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse } from '../../../support/corpus';

const read = (json: unknown, settings = NO_MAPPING_SETTINGS) =>
  readList(aResponse(json), { pageIndex: 0, pageSize: 50, settings });
const statusesOf = (json: unknown) => read(json).monitors.map(({ status }) => status);
const askedFor = (json: unknown) => read(json).questions.map(({ field }) => field);

describe('reading one record that is no list', () => {
  for (const json of [
    { id: 1, name: 'Ines', email: 'i@y.example', status: 'active' },
    { data: { id: 1, name: 'Harbour', url: 'https://y.example', plan: 'pro' } },
    { status: 'ok', name: 'API', version: '1.2' },
    { id: 'req-1', status: 'error', message: 'No such plan' },
  ]) {
    it(`does not take ${JSON.stringify(json)} for a monitor`, () => assert.equal(read(json).found, false));
  }
});

describe('doubting a status', () => {
  it('asks where two fields contradict each other', () => {
    const extraction = read([
      { id: 1, name: 'a', status: 'up', health: 'failed' },
      { id: 2, name: 'b', status: 'up', health: 'ok' },
    ]);
    assert.deepEqual(
      extraction.monitors.map(({ status }) => status),
      ['unknown', 'unknown'],
    );
    assert.deepEqual(extraction.questions[0]?.candidates.map(({ path }) => path).sort(), [
      ['health'],
      ['status'],
    ]);
    assert.deepEqual(extraction.unknownStatusValues, []);
    const settings = { ...NO_MAPPING_SETTINGS, choices: { status: ['health'] } };
    assert.equal(
      read([{ id: 1, name: 'a', status: 'up', health: 'failed' }], settings).monitors[0]?.status,
      'down',
    );
  });

  for (const flag of [{ is_healthy: [false, true] }, { is_down: [true, false] }] as readonly Readonly<
    Record<string, readonly boolean[]>
  >[]) {
    const [name = '', values = []] = Object.entries(flag)[0] ?? [];
    it(`asks where ${name} contradicts a word, and not where it agrees`, () => {
      const records = (swapped: boolean) =>
        ['up', 'down'].map((status, at) => ({
          id: at,
          name: `n${at}`,
          status,
          [name]: values[swapped ? 1 - at : at],
        }));
      assert.deepEqual(statusesOf(records(false)), ['unknown', 'unknown']);
      assert.deepEqual(askedFor(records(false)), ['status']);
      assert.deepEqual(statusesOf(records(true)), ['up', 'down']);
      assert.deepEqual(askedFor(records(true)), []);
    });
  }

  it('does not doubt the field that says it is the current one, nor agreement', () => {
    assert.deepEqual(statusesOf([{ id: 1, name: 'a', current_status: 'up', health: 'failed' }]), ['up']);
    assert.deepEqual(statusesOf([{ id: 1, name: 'a', status: 'down', health: 'critical' }]), ['down']);
  });

  it('never calls a monitor up or down, and sure, where two plain fields say both', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('status', 'state', 'health', 'monitor_status', 'availability'),
      {
        minLength: 2,
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(names, fc.boolean(), ([a = '', b = ''], turned) => {
        const record = { id: 1, name: 'a', [a]: turned ? 'up' : 'down', [b]: turned ? 'down' : 'up' };
        const { monitors, fields } = read([record, { id: 2, name: 'b', [a]: 'up', [b]: 'up' }]);
        assert.equal(monitors[0]?.status, 'unknown');
        assert.ok(!fields.status || !isConfident(fields.status));
      }),
    );
  });

  it('does not take how grave an alarm would be for how it is', () => {
    const two = (key: string, a: string, b: string) => [
      { id: 1, name: 'a', [key]: a },
      { id: 2, name: 'b', [key]: b },
    ];
    assert.deepEqual(statusesOf(two('severity', 'CRITICAL', 'WARNING')), ['unknown', 'unknown']);
    assert.deepEqual(statusesOf(two('severity', 'critical', 'normal')), ['down', 'up']);
  });
});

describe('asking only what can be answered', () => {
  const records = (of: (i: number) => object) => [1, 2, 3].map((i) => ({ id: i, name: `m${i}`, ...of(i) }));

  it('raises no question about a status where nothing is like one', () => {
    assert.deepEqual(
      askedFor(records((i) => ({ url: `https://h${i}.example`, type: 'http', region: `r${i % 2}` }))),
      [],
    );
    assert.deepEqual(askedFor(records(() => ({ enabled: true }))), []);
    assert.deepEqual(askedFor(records(() => ({ status: 2 }))), []);
  });

  it('asks where codes differ', () =>
    assert.deepEqual(askedFor(records((i) => ({ status: i % 2 }))), ['status']));

  it('asks for no name where the stand-in is all there is', () => {
    assert.deepEqual(askedFor([1, 2].map((i) => ({ id: i, target: `192.0.2.${i}`, status: 'up' }))), []);
  });
});

describe('a record without name, target and ID', () => {
  it('is called by its place in the list, on whichever page it came, also out of a saved page', async () => {
    const response = aResponse([{ status: 'up' }, { status: 'down' }, { status: 'down', name: 'Kran' }]);
    const { monitors } = readList(response, {
      pageIndex: 1,
      pageSize: 50,
      settings: NO_MAPPING_SETTINGS,
    });
    const expected = ['Monitor 1 of page 2', 'Monitor 2 of page 2', 'Kran'];
    const namesOf = (all: readonly Monitor[]) => all.map((monitor) => toMonitorName(t, monitor));
    assert.deepEqual(namesOf(monitors), expected);
    const saved = parsePage(await formatPage(aPage({ pageIndex: 1, monitors })));
    assert.deepEqual(namesOf(saved!.monitors), expected);
  });
});

describe('reading what belongs to a record', () => {
  it('takes no target from one of several objects, nor a name from an object of its own', () => {
    const origins = [{ address: '192.0.2.1' }, { address: '192.0.2.2' }];
    assert.equal(read([{ id: 1, name: 'pool', origins }]).monitors[0]?.target, undefined);
    assert.equal(read([{ id: 1, dataCenterInfo: { name: 'MyOwn' } }]).monitors[0]?.name, '1');
  });

  it('reads what is inside drawers, and alerts where there is nothing else', () => {
    const rules = [{ name: 'ShopDown', state: 'firing' }];
    assert.deepEqual(read({ groups: [{ name: 'sites', interval: 60, rules }] }).itemsPath?.value, [
      'groups',
      '*',
      'rules',
    ]);
    assert.equal(read({ alerts: [{ id: 1, name: 'a', status: 'firing' }] }).monitors.length, 1);
    const both = read({ monitors: [], alerts: [{ id: 1, name: 'a', status: 'firing' }] });
    assert.deepEqual(both.itemsPath?.value, ['monitors']);
  });
});

describe('reading a token of a response that was cut short', () => {
  it('takes no piece of JSON or HTML for a token', () => {
    for (const text of [
      '{"access_token":"abcdef0123456789abcdef',
      '["abcdef0123456789',
      '<html0123456789abcdef',
    ]) {
      const response = aResponse(undefined, { text, contentType: 'text/plain' });
      const extraction = readToken(response, { requestedLifetimeMs: 1, settings: NO_MAPPING_SETTINGS });
      assert.equal(extraction.token, undefined);
      assert.equal(extraction.question, undefined);
    }
  });
});
