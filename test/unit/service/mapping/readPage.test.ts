import assert from 'node:assert/strict';
import type {
  FieldMapping,
  ListMapping,
  Mapping,
  PagingPlace,
  Path,
  PlainField,
  StatusMapping,
} from '../../../../src/service/mapping/mapping';
import {
  entriesOf,
  hasNext,
  readPage,
  recordsAt,
  type PageContext,
  type PageResult,
} from '../../../../src/service/mapping/read/readPage';
import { compileExpression, type Expression } from '../../../../src/service/mapping/settings';
import { aMonitor } from '../../../support/aMonitor';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse, receivedAt } from '../../../support/corpus';

const SURE = { confidence: 1, reason: 'usualName' } as unknown as Pick<FieldMapping, 'confidence' | 'reason'>;

const field = (path: Path, more: Partial<FieldMapping> = {}): FieldMapping => ({
  ...SURE,
  path,
  sources: [{ path }],
  isUsual: true,
  ...more,
});

/** Nothing tells it. */
const NO_STATUS: StatusMapping = {
  isUsual: true,
  values: { ok: 'up', bad: 'down' },
  off: [],
  offWords: [],
  alarms: [],
};
const STATUS: StatusMapping = { ...NO_STATUS, place: { ...SURE, path: ['status'] } };

const FIELDS = { id: field(['id']), name: field(['name']) };
const KEYS = ['id', 'name', 'status'];

const aList = (more: Partial<ListMapping> = {}): ListMapping => ({
  ...SURE,
  path: ['data'],
  fields: FIELDS,
  status: STATUS,
  repeatsIds: false,
  keys: KEYS,
  ...more,
});

interface Shape {
  readonly lists?: readonly [ListMapping, ...ListMapping[]];
  readonly paging?: readonly PagingPlace[];
  readonly keys?: readonly string[];
}

const aMapping = (...shapes: Shape[]): Mapping => ({
  shapes: shapes.map(({ lists = [aList()], paging = [], keys = ['data'] }) => ({
    lists,
    paging,
    keys,
  })) as unknown as Mapping['shapes'],
  isComplete: true,
  asks: [],
});

const read = (mapping: Mapping, json: unknown, context: Partial<PageContext> = {}): PageResult =>
  readPage(mapping, aResponse(json), {
    pageIndex: 0,
    pageSize: 50,
    settings: NO_MAPPING_SETTINGS,
    ...context,
  });

const readRecords = (list: Partial<ListMapping>, ...data: unknown[]): PageResult =>
  read(aMapping({ lists: [aList(list)] }), { data });
const readRecord = (list: Partial<ListMapping>, record: unknown) => readRecords(list, record).monitors[0]!;

const expression = (text: string): Expression => {
  const compiled = compileExpression(text);
  assert.ok('apply' in compiled);
  return compiled;
};

describe('the entries of a list', () => {
  it('are those of an array, without null', () => {
    assert.deepEqual(entriesOf([1, null, 2]), { values: [1, 2] });
    const whole = [1, 2];
    assert.equal(entriesOf(whole)?.values, whole);
    assert.deepEqual(entriesOf(null), { values: [] });
    assert.equal(entriesOf('x'), undefined);
    assert.equal(entriesOf(undefined), undefined);
  });

  it('are those of an object with their keys: the records, where at least half of it are', () => {
    assert.deepEqual(entriesOf({ a: { x: 1 }, b: {}, count: 2 }), {
      values: [{ x: 1 }, {}],
      keys: ['a', 'b'],
    });
    assert.deepEqual(entriesOf({ a: {}, count: 2 }), { values: [{}], keys: ['a'] });
    assert.deepEqual(entriesOf({ a: {}, b: 'up', c: 'down' }), {
      values: [{}, 'up', 'down'],
      keys: ['a', 'b', 'c'],
    });
    assert.deepEqual(entriesOf({}), { values: [], keys: [] });
  });

  it('are those of all groups, with keys where each group has them', () => {
    const path = ['groups', '*', 'list'];
    assert.deepEqual(recordsAt({ groups: [{ list: [1] }, { list: [2, 3] }] }, path), {
      values: [1, 2, 3],
      keys: undefined,
    });
    assert.deepEqual(recordsAt({ groups: [{ list: { a: {} } }, { list: { b: {} } }] }, path), {
      values: [{}, {}],
      keys: ['a', 'b'],
    });
    assert.equal(recordsAt({ groups: [{ list: { a: {} } }, { list: [1] }] }, path)?.keys, undefined);
    assert.deepEqual(recordsAt({ groups: [{ list: { a: {} } }, { list: 'x' }] }, path), {
      values: [{}],
      keys: ['a'],
    });
    assert.deepEqual(recordsAt({ groups: [] }, path), { values: [], keys: undefined });
    assert.deepEqual(recordsAt({ groups: [{}] }, path), { values: [], keys: undefined });
    assert.deepEqual(recordsAt([], ['*', 'list']), { values: [], keys: undefined });
    assert.equal(recordsAt({ groups: [{ list: 'x' }] }, path), undefined);
    assert.equal(recordsAt({}, path), undefined);
    assert.equal(recordsAt({}, ['data']), undefined);
    assert.equal(recordsAt({ data: 'x' }, ['data']), undefined);
  });
});

describe('a page that is read by a mapping', () => {
  it('is read by the first shape that fits, and else by the first, which is told', () => {
    const mapping = aMapping(
      { lists: [aList({ path: ['a'] })], keys: ['a'] },
      { lists: [aList({ path: ['b'] })], keys: ['b'] },
    );
    const record = { id: 1, name: 'One', status: 'ok' };
    assert.equal(read(mapping, { b: [record] }).monitors[0]?.name, 'One');
    assert.deepEqual(
      [read(mapping, { c: [] }).mappingError, read(mapping, { c: [] }).monitors],
      ['noList', []],
    );
  });

  it('has no list where the expression that gave it is gone', () => {
    const list = aList({ path: ['@expression'], reason: 'expression' });
    assert.equal(read(aMapping({ lists: [list] }), { data: [] }).mappingError, 'noList');
  });

  it('has the lists beside it, whose ids are told apart', () => {
    const lists = [aList(), aList({ path: ['more', 'checks'] })] as const;
    const mapping = aMapping({ lists, keys: ['data', 'more', 'more.checks'] });
    const record = (name: string): object => ({ id: 1, name, status: 'ok' });
    const page = read(mapping, { data: [record('One')], more: { checks: [record('Two')] } });
    assert.deepEqual(
      page.monitors.map(({ id, name }) => [id, name]),
      [
        ['1', 'One'],
        ['checks/1', 'Two'],
      ],
    );
    assert.equal(page.mappingError, undefined);
    assert.deepEqual(
      page.monitors.map(({ raw }) => (raw as { name: string }).name),
      ['One', 'Two'],
    );
    assert.equal(read(mapping, { data: [] }).mappingError, undefined, 'one of them is enough');
    const [alone] = read(mapping, { more: { checks: [record('Two')] } }).monitors;
    assert.equal((alone?.raw as { name: string }).name, 'Two');
  });

  it('has a monitor for each record, with the place and the record of each', () => {
    const page = readRecords(
      {},
      { id: 7, name: ' One ', status: 'OK ' },
      { id: 'b', name: 'Two', status: 'bad' },
    );
    assert.deepEqual(
      page.monitors.map(({ id, name, status, rawStatus, tags, place }) => [
        id,
        name,
        status,
        rawStatus,
        tags,
        place?.position,
      ]),
      [
        ['7', 'One', 'up', 'OK', [], 1],
        ['b', 'Two', 'down', 'bad', [], 2],
      ],
    );
    assert.deepEqual(page.monitors[1]?.raw, { id: 'b', name: 'Two', status: 'bad' });
    assert.deepEqual([page.isNew, page.mappingError, page.cutFrom], [false, undefined, undefined]);
  });

  it('is cut where it has far more than was asked for, which is told', () => {
    const records = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ id, name: `M${id}`, status: 'ok' }));
    assert.deepEqual(
      [
        read(aMapping({}), { data: records(1_001) }).monitors.length,
        read(aMapping({}), { data: records(1_001) }).cutFrom,
      ],
      [1_000, 1_001],
    );
    assert.equal(read(aMapping({}), { data: records(1_000) }).cutFrom, undefined);
    assert.equal(read(aMapping({}), { data: records(2_000) }, { pageSize: 200 }).cutFrom, undefined);
    const two = aMapping({ lists: [aList(), aList({ path: ['more'] })], keys: ['data', 'more'] });
    const page = read(two, { data: records(900), more: records(300) });
    assert.deepEqual([page.monitors.length, page.cutFrom], [1_000, 1_200]);
  });

  it('isn’t one of this mapping where ids come twice, unless they did when it was learned', () => {
    const twice = [
      { id: 1, name: 'One', status: 'ok' },
      { id: 1, name: 'Two', status: 'ok' },
    ];
    assert.equal(readRecords({}, ...twice).mappingError, 'ids');
    const page = readRecords({ repeatsIds: true }, ...twice);
    assert.deepEqual([page.mappingError, page.monitors.map(({ id }) => id)], [undefined, ['1', '1#2']]);
  });

  it('isn’t one of this mapping where most records lack what most had', () => {
    const full = { id: 1, name: 'One', status: 'ok' };
    assert.equal(
      readRecords({}, full, { name: 'Two', status: 'ok' }).mappingError,
      undefined,
      'half of them',
    );
    assert.equal(readRecords({}, { name: 'Two', status: 'ok' }).mappingError, 'ids');
    assert.equal(readRecords({}, { id: 2, status: 'ok' }).mappingError, 'fields');
    assert.equal(readRecords({}, { id: 2, name: 'Two' }).mappingError, 'fields');
    assert.equal(readRecords({}, { id: 2, name: 'Two', status: null }).mappingError, 'fields');
    const rare = { id: field(['id'], { isUsual: false }), name: field(['name'], { isUsual: false }) };
    const status = { ...STATUS, isUsual: false };
    assert.equal(readRecords({ fields: rare, status }, { other: 1 }).mappingError, undefined);
    assert.equal(readRecords({}).mappingError, undefined, 'an empty page');
  });

  it('isn’t one of this mapping where a name that stands for an id is that of another monitor', () => {
    const id = field(['name'], { reason: 'uniqueName' as FieldMapping['reason'] });
    const fields = { id, name: field(['name']), target: field(['url']), type: field(['type']) };
    const mapping = aMapping({ lists: [aList({ fields, keys: [...KEYS, 'url', 'type'] })] });
    const page = { data: [{ name: 'One', status: 'ok', url: 'https://a.example', type: 'http' }] };
    const known = { id: 'One', name: 'One', target: 'https://a.example', type: 'http' };
    const error = (other: Partial<typeof known>): unknown =>
      read(mapping, page, { others: [[], [aMonitor({ ...known, ...other })]] }).mappingError;
    assert.equal(error({}), undefined, 'the same, which has moved');
    assert.equal(error({ id: 'Two' }), undefined);
    assert.equal(error({ name: 'Other' }), 'ids');
    assert.equal(error({ target: 'https://b.example' }), 'ids');
    assert.equal(error({ type: 'ping' }), 'ids');
    assert.equal(read(mapping, page).mappingError, undefined);
    const own = aMapping({ lists: [aList({ fields: { ...fields, id: field(['name']) } })] });
    assert.equal(
      read(own, page, { others: [[aMonitor({ ...known, type: 'ping' })]] }).mappingError,
      undefined,
    );
  });

  it('is new where records, what they hold, or what is around them has fields that are not known', () => {
    const record = { id: 1, name: 'One', status: 'ok' };
    assert.equal(readRecords({}, { ...record, since: 1 }).isNew, true);
    assert.equal(
      readRecords({}, { ...record, 'field 2': 1, 'a@b': 2, 'a/b': 3, ['x'.repeat(61)]: 4 }).isNew,
      false,
    );
    const nested = { name: field(['name']), id: field(['meta', 'id']) };
    const keys = ['name', 'status', 'meta', 'meta.id', 'other'];
    const deep = { name: 'One', status: 'ok', meta: { id: 1 }, other: { x: 1 } };
    assert.equal(readRecords({ fields: nested, keys }, deep).isNew, false);
    assert.equal(readRecords({ fields: nested, keys }, { ...deep, meta: { id: 1, y: 2 } }).isNew, true);
    const tagged = { fields: { ...FIELDS, tags: field(['tags']) }, keys: [...KEYS, 'tags'] };
    assert.equal(
      readRecords(tagged, { ...record, tags: { env: 'prod' } }).isNew,
      false,
      'tags are no fields',
    );
    const many = Array.from({ length: 25 }, (_, id) => ({ id, name: `M${id}`, status: 'ok' }));
    assert.equal(
      readRecords({}, ...many.slice(0, 24), { ...many[24], late: 1 }).isNew,
      false,
      'only 24 are looked at',
    );
    assert.equal(readRecords({}, ...many.slice(0, 23), { ...many[23], late: 1 }).isNew, true);
    const around = (json: object, ...known: string[]): boolean =>
      read(aMapping({ keys: ['data', ...known] }), { data: [record], ...json }).isNew;
    assert.equal(around({ total: 1 }), true);
    assert.equal(around({ total: 1 }, 'total'), false);
    assert.equal(around({ meta: { page: 1 } }, 'meta'), true);
    assert.equal(around({ meta: { page: 1 } }, 'meta', 'meta.page'), false);
    const inner = aMapping({ lists: [aList({ path: ['data', 'list'] })], keys: ['data', 'data.list'] });
    assert.equal(read(inner, { data: { list: [record] } }).isNew, false);
    assert.equal(read(inner, { data: { list: [record], next: 'x' } }).isNew, true);
    assert.equal(read(aMapping({ lists: [aList({ path: [] })], keys: [] }), [record]).isNew, false);
    const wide = Object.fromEntries(
      Array.from({ length: 110 }, (_, at) => [
        `${'abcdefghij'[at % 10]!}_${'klmnopqrstu'[Math.floor(at / 10)]!}`,
        1,
      ]),
    );
    assert.equal(
      readRecords({ keys: Object.keys(wide).slice(0, 100) }, { ...wide, id: 1 }).isNew,
      false,
      'only 100 are',
    );
  });

  it('tells each unknown status value once, shortened, twenty at the most, and is new by it', () => {
    const page = readRecords(
      {},
      { id: 1, name: 'One', status: 'Odd' },
      { id: 2, name: 'Two', status: 'Odd' },
    );
    assert.deepEqual([page.unknownStatusValues, page.isNew], [['Odd'], true]);
    assert.equal(page.monitors[0]?.status, 'unknown');
    const told = { ...STATUS, values: { ...STATUS.values, odd: 'unknown' as const } };
    assert.deepEqual(
      readRecords({ status: told }, { id: 1, name: 'One', status: 'Odd' }).unknownStatusValues,
      [],
    );
    const keyed = aMapping({ lists: [aList({ fields: {}, status: NO_STATUS, keys: [] })] });
    const odds = read(keyed, { data: { web: 'odd' } });
    assert.deepEqual([odds.unknownStatusValues, odds.isNew], [['odd'], true]);
    const unsure = { ...STATUS, place: { ...SURE, path: ['status'], confidence: 0.2 } };
    const guessed = readRecords({ status: unsure }, { id: 1, name: 'One', status: 'ok' });
    assert.deepEqual([guessed.monitors[0]?.status, guessed.unknownStatusValues], ['unknown', []]);
    const odd = readRecords({ status: unsure }, { id: 1, name: 'One', status: 'Odd' });
    assert.deepEqual([odd.unknownStatusValues, odd.isNew], [['Odd'], false]);
    const many = Array.from({ length: 30 }, (_, id) => ({
      id,
      name: `M${id}`,
      status: `${id}`.padStart(90, 'x'),
    }));
    const { unknownStatusValues } = readRecords({}, ...many);
    assert.equal(unknownStatusValues.length, 1, 'their first 80 characters are the same');
    assert.equal(unknownStatusValues[0]!.length, 80);
    const short = Array.from({ length: 30 }, (_, id) => ({ id, name: `M${id}`, status: `s${id}` }));
    assert.equal(readRecords({}, ...short).unknownStatusValues.length, 20);
  });
});

describe('a monitor that is read by a mapping', () => {
  const fieldsWith = (more: Partial<Record<PlainField, FieldMapping>>): Partial<ListMapping> => ({
    fields: { ...FIELDS, ...more },
  });
  const base = { id: 1, name: 'One', status: 'ok' };

  it('has the first of several places that says anything', () => {
    const name = field(['name'], { sources: [{ path: ['title'] }, { path: ['label'] }, { path: ['name'] }] });
    assert.equal(readRecord(fieldsWith({ name }), { ...base, title: null, label: '' }).name, 'One');
    assert.equal(readRecord(fieldsWith({ name }), { ...base, label: 'Label' }).name, 'Label');
  });

  it('is called by what else is known of it where it has no name, and has an id of its content', () => {
    const url = fieldsWith({ target: field(['url']) });
    assert.equal(readRecord(url, { id: 1, url: 'a.example' }).name, 'a.example');
    assert.equal(readRecord({}, { id: 1 }).name, '1');
    const nameless = readRecord({}, { status: 'ok' });
    assert.equal(nameless.name, '');
    assert.match(nameless.id, /^~/);
    const byName = (status: string) => readRecord({}, { name: 'One', status }).id;
    assert.equal(byName('ok'), byName('bad'));
    assert.match(byName('ok'), /^~/);
    const byAddress = (status: string, address: string) => readRecord(url, { url: address, status }).id;
    assert.equal(byAddress('ok', 'a.example'), byAddress('bad', 'a.example'));
    assert.notEqual(byAddress('ok', 'a.example'), byAddress('ok', 'b.example'));
  });

  it('is an entry that is a text, or filed under its name', () => {
    const list = aMapping({ lists: [aList({ fields: {}, keys: [] })] });
    const monitorsOf = (data: unknown) =>
      read(list, { data }).monitors.map(({ id, name, status, target }) => [id, name, status, target]);
    assert.deepEqual(monitorsOf(['a.example', 'word']), [
      ['a.example', 'a.example', 'unknown', 'a.example'],
      ['word', 'word', 'unknown', undefined],
    ]);
    assert.deepEqual(monitorsOf({ web: 'ok', db: 'bad' }), [
      ['web', 'web', 'up', undefined],
      ['db', 'db', 'down', undefined],
    ]);
    assert.deepEqual(monitorsOf({ web: { status: 'ok' }, 12: { status: 'ok' } }), [
      ['12', '12', 'up', undefined],
      ['web', 'web', 'up', undefined],
    ]);
    const named = aMapping({ lists: [aList()] });
    assert.deepEqual(
      read(named, { data: { web: { status: 'ok' } } }).monitors.map(({ id, name }) => [id, name]),
      [['web', 'web']],
    );
  });

  it('is called by the key that it is filed under, where that is a word and no field names it', () => {
    const fields = { target: field(['url']) };
    const keyed = aMapping({ lists: [aList({ fields, keys: ['status', 'url'] })] });
    const namesOf = (mapping: Mapping, data: unknown) =>
      read(mapping, { data }).monitors.map(({ name }) => name);
    const record = { status: 'ok', url: 'https://a.example' };
    assert.deepEqual(namesOf(keyed, { web: record, 12: record, 'x-2': record, '2x': record }), [
      'https://a.example',
      'web',
      'x-2',
      '2x',
    ]);
    assert.deepEqual(namesOf(keyed, { web: 'https://a.example', 12: 'https://a.example' }), ['12', 'web']);
    assert.deepEqual(namesOf(keyed, [record]), ['https://a.example']);
    const named = aMapping({ lists: [aList({ fields: { ...fields, name: field(['name']) } })] });
    assert.deepEqual(namesOf(named, { web: record }), ['https://a.example']);
    assert.equal(read(keyed, { data: { web: record } }).isNew, false, 'keys of records are no fields');
    const list = aList({ fields, keys: ['status', 'url'] });
    const two = aMapping({ lists: [list, { ...list, path: ['more'] }], keys: ['data', 'more'] });
    assert.equal(read(two, { data: { web: record }, more: { db: record } }).isNew, false);
    const root = aMapping({ lists: [aList({ path: [], fields, keys: ['status', 'url'] })], keys: [] });
    assert.equal(read(root, { web: record }).isNew, false);
  });

  it('has a target only where it may be one; what an expression gives is one', () => {
    const target = field(['url'], { sources: [{ path: ['url'] }, { path: ['host'] }] });
    assert.equal(
      readRecord(fieldsWith({ target }), { ...base, url: 'two words', host: ' a.example ' }).target,
      'a.example',
    );
    assert.equal(readRecord(fieldsWith({ target }), { ...base, url: 7 }).target, undefined);
    const settings = {
      ...NO_MAPPING_SETTINGS,
      expressions: { target: expression('x'), name: expression('join(`"-"`, [name, x])') },
    };
    const [given] = read(aMapping({}), { data: [{ ...base, x: 'two words' }] }, { settings }).monitors;
    assert.deepEqual([given?.target, given?.name], ['two words', 'One-two words']);
    const [none] = read(aMapping({}), { data: [{ ...base, x: '' }] }, { settings }).monitors;
    assert.equal(none?.target, undefined);
    const byNumber = { ...NO_MAPPING_SETTINGS, expressions: { id: expression('n') } };
    assert.equal(
      read(aMapping({}), { data: [{ ...base, n: 5 }] }, { settings: byNumber }).monitors[0]?.id,
      '5',
    );
    const [text] = read(aMapping({}), { data: ['word'] }, { settings: byNumber }).monitors;
    assert.equal(text?.id, 'word', 'an entry that is a text has nothing for an expression');
  });

  it('has times, an interval, tags and a last error where they are read', () => {
    const monitor = readRecord(
      fieldsWith({
        type: field(['type']),
        lastCheck: field(['at']),
        interval: field(['every'], { unitMs: 1_000 }),
        tags: field(['tags']),
        lastError: field(['error']),
      }),
      { ...base, type: 'http', at: '2026-01-01T00:00:00Z', every: 30, tags: ['a'], error: 'x'.repeat(2_000) },
    );
    assert.deepEqual(
      [monitor.type, monitor.lastCheckedAt, monitor.intervalMs, monitor.tags, monitor.lastError?.length],
      ['http', Date.UTC(2026, 0, 1), 30_000, ['a'], 1_000],
    );
    assert.equal(
      readRecord(fieldsWith({ lastError: field(['error']) }), { ...base, error: 503 }).lastError,
      undefined,
    );
  });

  it('looks on where a field is null or absent, also for tags', () => {
    const tags = field(['a'], { sources: [{ path: ['a'] }, { path: ['b'] }] });
    assert.deepEqual(readRecord(fieldsWith({ tags }), { ...base, a: null, b: ['x'] }).tags, ['x']);
    assert.deepEqual(readRecord(fieldsWith({ tags }), { ...base, b: ['x'] }).tags, ['x']);
  });

  it('has since when it is so, unless that is still to come, or of trouble that is over', () => {
    const since = field(['since'], {
      sources: [{ path: ['down_at'], ofTrouble: true }, { path: ['since'] }],
    });
    const at = (record: object): number | undefined =>
      readRecord(fieldsWith({ since }), { ...base, ...record }).since;
    const [first, second] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    assert.equal(at({ down_at: first, since: second }), Date.parse(second));
    assert.equal(at({ status: 'bad', down_at: first, since: second }), Date.parse(first));
    assert.equal(at({ status: 'bad', down_at: '2026-03-05T00:00:00Z', since: second }), Date.parse(second));
    assert.equal(at({ since: '2099-01-01T00:00:00Z' }), undefined);
    assert.equal(at({ since: receivedAt }), receivedAt);
    const degraded = { ...STATUS, values: { bad: 'degraded' as const } };
    const ofTrouble = readRecord(
      { ...fieldsWith({ since }), status: degraded },
      { ...base, status: 'bad', down_at: first },
    );
    assert.equal(ofTrouble.since, Date.parse(first));
    assert.equal(at({}), undefined);
  });
});

describe('a status that is read by a mapping', () => {
  const statusOf = (
    status: Partial<StatusMapping>,
    record: object,
    own: [string, 'paused' | 'up'][] = [],
  ) => {
    const settings = { ...NO_MAPPING_SETTINGS, statusValues: new Map(own) };
    const [monitor] = read(
      aMapping({ lists: [aList({ status: { ...STATUS, ...status } })] }),
      { data: [{ id: 1, name: 'One', ...record }] },
      { settings },
    ).monitors;
    return [monitor!.status, monitor!.rawStatus];
  };

  it('is what its value means, to the user first', () => {
    assert.deepEqual(statusOf({}, { status: ' Ok' }), ['up', 'Ok']);
    assert.deepEqual(statusOf({}, { status: 'bad' }, [['bad', 'paused']]), ['paused', 'bad']);
    assert.deepEqual(statusOf({}, { status: 2 }), ['unknown', '2']);
    assert.deepEqual(statusOf({}, { status: 2 }, [['2', 'up']]), ['up', '2']);
    assert.deepEqual(statusOf({}, { status: '' }, [['', 'up']]), ['up', undefined]);
    assert.deepEqual(statusOf({}, { status: 'constructor' }), ['unknown', 'constructor']);
    assert.deepEqual(statusOf({}, { status: {} }), ['unknown', undefined]);
    assert.deepEqual(statusOf({}, {}), ['unknown', undefined]);
    assert.deepEqual(
      statusOf({ values: { 2: 'up' } }, { status: 2 }),
      ['unknown', '2'],
      'a number is no word',
    );
  });

  it('is what its value means also at a place that isn’t sure, where the user or the entry itself says so', () => {
    const unsure = { ...STATUS, place: { ...SURE, path: ['status'], confidence: 0.2 } };
    const statusesOf = (data: unknown, settings: PageContext['settings'] = NO_MAPPING_SETTINGS) =>
      read(aMapping({ lists: [aList({ status: unsure })] }), { data }, { settings }).monitors.map(
        ({ status }) => status,
      );
    const record = { id: 1, name: 'One', status: 'ok' };
    assert.deepEqual(statusesOf([record]), ['unknown']);
    assert.deepEqual(
      statusesOf([record], { ...NO_MAPPING_SETTINGS, statusValues: new Map([['odd', 'down']]) }),
      ['up'],
    );
    assert.deepEqual(
      statusesOf([record], { ...NO_MAPPING_SETTINGS, expressions: { status: expression('x') } }),
      ['up'],
    );
    assert.deepEqual(statusesOf({ web: 'ok' }), ['up']);
    assert.deepEqual(statusesOf({ web: record }), ['unknown']);
    const [text] = read(aMapping({}), { data: ['ok'] }).monitors;
    assert.deepEqual(
      [text?.status, text?.rawStatus],
      ['unknown', undefined],
      'an entry without a key is a name',
    );
  });

  it('that the user has given a meaning is no unknown one', () => {
    const settings = { ...NO_MAPPING_SETTINGS, statusValues: new Map([['odd', 'up' as const]]) };
    const page = read(aMapping({}), { data: [{ id: 1, name: 'One', status: 'odd' }] }, { settings });
    assert.deepEqual([page.unknownStatusValues, page.isNew], [[], false]);
  });

  it('is told by yes or no, and by what raises an alarm', () => {
    assert.deepEqual(statusOf({ yes: 'up' }, { status: true }), ['up', 'true']);
    assert.deepEqual(statusOf({ yes: 'up' }, { status: 'no' }), ['down', 'no']);
    assert.deepEqual(statusOf({ yes: 'down' }, { status: 1 }), ['down', '1']);
    assert.deepEqual(statusOf({ yes: 'down' }, { status: 0 }), ['up', '0']);
    assert.deepEqual(statusOf({ yes: 'up' }, { status: 'maybe' }), ['unknown', 'maybe']);
    const alarms: StatusMapping['alarms'] = [
      { path: ['slow'], when: true, status: 'degraded' },
      { path: ['reachable'], when: false, status: 'down' },
    ];
    assert.deepEqual(statusOf({ yes: 'up', alarms }, { status: true, slow: true }), ['degraded', 'true']);
    assert.deepEqual(statusOf({ yes: 'up', alarms }, { status: true, slow: true, reachable: 0 }), [
      'down',
      'true',
    ]);
    assert.deepEqual(statusOf({ yes: 'up', alarms }, { status: false, slow: true }), ['down', 'false']);
    assert.deepEqual(
      statusOf({ alarms }, { status: 'odd', slow: true }),
      ['unknown', 'odd'],
      'its value is to tell',
    );
    const readPlaceless = (record: object) =>
      readRecord({ status: { ...NO_STATUS, alarms } }, { id: 1, name: 'One', ...record }).status;
    assert.deepEqual(
      [readPlaceless({ slow: true }), readPlaceless({ slow: false })],
      ['degraded', 'unknown'],
    );
  });

  it('is paused where a user of the service has set that, whatever was found before', () => {
    const off: StatusMapping['off'] = [
      { path: ['enabled'], when: false },
      { path: ['paused_at'], when: 'since' },
      { path: ['state'], when: 'word' },
    ];
    const offWords = ['disabled'];
    const paused = (record: object, own?: [string, 'paused' | 'up'][]) =>
      statusOf({ off, offWords }, record, own);
    assert.deepEqual(paused({ status: 'ok', enabled: false }), ['paused', 'ok']);
    assert.deepEqual(paused({ status: 'ok', enabled: true }), ['up', 'ok']);
    assert.deepEqual(paused({ status: 'ok', enabled: null }), ['up', 'ok']);
    assert.deepEqual(paused({ enabled: 'no' }), ['paused', 'no'], 'in its own word where there is no other');
    assert.deepEqual(paused({ status: 'bad', paused_at: '2026-01-01T00:00:00Z' }), ['paused', 'bad']);
    assert.deepEqual(paused({ paused_at: '2026-01-01T00:00:00Z' }), ['paused', undefined]);
    assert.deepEqual(paused({ status: 'bad', paused_at: 'never' }), ['down', 'bad']);
    assert.deepEqual(paused({ status: 'ok', state: ' Disabled' }), ['paused', 'ok']);
    assert.deepEqual(paused({ status: 'ok', state: 'enabled' }), ['up', 'ok']);
    assert.deepEqual(paused({ status: 'ok', state: 'enabled' }, [['enabled', 'paused']]), ['paused', 'ok']);
    assert.deepEqual(paused({ status: 'ok', state: 'disabled' }, [['disabled', 'up']]), ['up', 'ok']);
    assert.deepEqual(paused({ status: 'ok', state: 7 }), ['up', 'ok']);
  });

  it('makes a page new by a word that may say off and isn’t known', () => {
    const off: StatusMapping['off'] = [{ path: ['state'], when: 'word' }];
    const isNew = (state: unknown): boolean =>
      readRecords(
        { status: { ...STATUS, off }, keys: [...KEYS, 'state'] },
        { id: 1, name: 'One', status: 'ok', state },
      ).isNew;
    assert.deepEqual([isNew('odd'), isNew('OK'), isNew(''), isNew(7)], [true, false, false, false]);
  });

  it('is what an expression gives, and else what stands at its place', () => {
    const settings = { ...NO_MAPPING_SETTINGS, expressions: { status: expression('x.y') } };
    const statuses = (...data: unknown[]) =>
      read(aMapping({}), { data }, { settings }).monitors.map(({ status }) => status);
    const record = { id: 1, name: 'One', status: 'bad' };
    assert.deepEqual(
      statuses(
        { ...record, x: { y: 'ok' } },
        { ...record, id: 2 },
        { ...record, id: 3, x: { y: true } },
        { ...record, id: 4, x: { y: [] } },
        { ...record, id: 5, x: { y: '' } },
      ),
      ['up', 'down', 'up', 'down', 'down'],
    );
    const placeless = aMapping({ lists: [aList({ status: NO_STATUS })] });
    assert.equal(read(placeless, { data: [record] }, { settings }).monitors[0]?.status, 'unknown');
  });
});

describe('what a page says of further pages', () => {
  const place = (says: PagingPlace['says'], ...path: string[]): PagingPlace => ({ ...SURE, says, path });
  const records = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `M${id}`, status: 'ok' }));
  const said = (
    paging: readonly PagingPlace[],
    count: number,
    json: object,
    context: Partial<PageContext> = {},
  ) => {
    const { total, hasMore } = read(
      aMapping({ paging }),
      { data: records(count), ...json },
      { pageSize: 5, ...context },
    );
    return [total, hasMore];
  };

  it('is a total that is at least what was seen', () => {
    const paging = [place('total', 'total')];
    assert.deepEqual(said(paging, 5, { total: 12 }), [12, true]);
    assert.deepEqual(said(paging, 5, { total: '12' }), [12, true]);
    assert.deepEqual(said(paging, 5, { total: 5 }), [5, false]);
    assert.deepEqual(said(paging, 2, { total: 12 }, { pageIndex: 2 }), [12, false]);
    assert.deepEqual(said(paging, 5, { total: 9 }, { pageIndex: 1 }), [undefined, undefined]);
    assert.deepEqual(said(paging, 0, { total: 12 }, { pageIndex: 3 }), [12, false]);
    assert.deepEqual(said(paging, 0, { total: 0 }), [0, false]);
    for (const total of [4, -1, 5.5, '5x', '1'.repeat(13), null, true, 2 ** 60]) {
      assert.deepEqual(said(paging, 5, { total }), [undefined, undefined], JSON.stringify(total));
    }
  });

  it('is the first of two totals', () => {
    const paging = [place('total', 'a'), place('total', 'b')];
    assert.deepEqual(said(paging, 5, { a: 9, b: 12 }), [9, true]);
    assert.deepEqual(said(paging, 5, { a: 1, b: 12 }), [12, true]);
  });

  it('is a count that can’t be that of the page alone', () => {
    const paging = [place('count', 'count')];
    assert.deepEqual(said(paging, 5, { count: 12 }), [12, true]);
    assert.deepEqual(said(paging, 3, { count: 3 }), [3, false]);
    assert.deepEqual(said(paging, 5, { count: 5 }), [undefined, undefined]);
    assert.deepEqual(said(paging, 3, { count: 5 }), [undefined, undefined], 'as many as were asked for');
    assert.deepEqual(said(paging, 6, { count: 6 }), [undefined, undefined]);
    assert.deepEqual(
      said(paging, 5, { count: 10 }, { pageIndex: 1 }),
      [undefined, undefined],
      'what was seen',
    );
  });

  it('is yes or no, or a link, whichever says so first', () => {
    const paging = [place('more', 'more'), place('next', 'next')];
    assert.deepEqual(said(paging, 5, { more: true }), [undefined, true]);
    assert.deepEqual(said(paging, 5, { more: false, next: 'x' }), [undefined, false]);
    assert.deepEqual(said(paging, 5, { more: 'yes', next: null }), [undefined, false]);
    assert.deepEqual(said(paging, 5, { next: 'x' }), [undefined, true]);
    assert.deepEqual(said([place('total', 'total'), ...paging], 5, { total: 12, more: false }), [12, false]);
  });

  it('is a total that an expression gives', () => {
    const settings = { ...NO_MAPPING_SETTINGS, expressions: { total: expression('meta.n') } };
    assert.deepEqual(said([place('total', 'total')], 5, { total: 12, meta: { n: 30 } }, { settings }), [
      30,
      true,
    ]);
    for (const n of ['x', -1]) {
      const json = { total: 12, meta: { n } };
      assert.deepEqual(said([place('total', 'total')], 5, json, { settings }), [12, true]);
    }
  });

  it('is a next page where there is a link, a token, a number or a flag, and none where that is empty', () => {
    for (const next of ['x', 7, true, { href: 'x' }, { url: 'x' }, { href: 5 }]) {
      assert.equal(hasNext(next), true, JSON.stringify(next));
    }
    for (const next of [null, '', false, 0]) {
      assert.equal(hasNext(next), false, JSON.stringify(next));
    }
    for (const next of [undefined, {}, { href: null }, [], { other: 'x' }]) {
      assert.equal(hasNext(next), undefined, JSON.stringify(next));
    }
  });
});
