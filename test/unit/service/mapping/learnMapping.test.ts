import assert from 'node:assert/strict';
import {
  learnMapping,
  learnPages,
  type LearnContext,
  type Learned,
  type PagesLearned,
} from '../../../../src/service/mapping/learn/learnMapping';
import {
  toPathText,
  type FieldMapping,
  type ListMapping,
  type Mapping,
  type PlainField,
} from '../../../../src/service/mapping/mapping';
import { readPage } from '../../../../src/service/mapping/read/readPage';
import { parseMappingSettings, type MappingSettings } from '../../../../src/service/mapping/settings';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse } from '../../../support/corpus';

const learn = (pages: readonly unknown[], context: Partial<LearnContext> = {}): Learned =>
  learnMapping(
    pages.map((page) => aResponse(page)),
    { settings: NO_MAPPING_SETTINGS, pageSize: 2, ...context },
  );

const mappingOf = (pages: readonly unknown[], context?: Partial<LearnContext>): Mapping =>
  learn(pages, context).mapping!;

const listOf = (mapping: Mapping): ListMapping => mapping.shapes[0].lists[0];

/** "name from name, title" */
const fieldOf = (mapping: Mapping, field: PlainField): string => {
  const found: FieldMapping | undefined = listOf(mapping).fields[field];
  const sources = found?.sources.map(({ path }) => toPathText(path)).join(', ');
  return found ? `${toPathText(found.path)} ${found.reason}${sources ? ` from ${sources}` : ''}` : 'none';
};

const statusOf = (mapping: Mapping): string => {
  const { place, yes = '' } = listOf(mapping).status;
  return place ? `${toPathText(place.path)} ${place.reason} ${yes}`.trim() : 'none';
};

const monitor = (id: number, more: object = {}): object => ({
  id,
  name: `n${id}`,
  status: id % 2 === 0 ? 'down' : 'up',
  ...more,
});
const ONE = monitor(1);
const TWO = monitor(2);
const BOTH = [ONE, TWO];

const byExpression = (monitors: string): MappingSettings => parseMappingSettings({ monitors }).settings;
const byChoice = (choices: MappingSettings['choices']): MappingSettings => ({
  ...NO_MAPPING_SETTINGS,
  choices,
});

describe('a mapping', () => {
  it('has the names of fields around the list and in its records', () => {
    const { keys, lists } = mappingOf([{ page: 1, meta: { total: 9 }, data: [monitor(1, { x: 1 }), TWO] }])
      .shapes[0];
    assert.deepEqual(keys, ['page', 'meta', 'meta.total', 'data']);
    assert.deepEqual(lists[0].keys, ['id', 'name', 'status', 'x']);
    assert.deepEqual(mappingOf([BOTH]).shapes[0].keys, [], 'nothing is around a list that is all');
    const keyed = mappingOf([{ stat: 'ok', 0: ONE, 3: TWO }]);
    assert.deepEqual(keyed.shapes[0].keys, [], 'what is beside records under keys is none of them');
  });

  it('has all lists that stand beside each other, each with its own fields', () => {
    const { lists } = mappingOf([{ hosts: [ONE], services: [{ id: 2, title: 'x', state: 'ok' }] }]).shapes[0];
    assert.deepEqual(
      lists.map(({ path, fields }) => `${toPathText(path)} ${toPathText(fields.name?.path ?? [])}`),
      ['hosts name', 'services title'],
    );
  });

  it('has where else a field may be, four places at most, and one for good of an id', () => {
    const names = { title: 'a', label: 'b', displayName: 'c', nickname: 'd' };
    const mapping = mappingOf([[monitor(1, { uid: 7, ...names }), monitor(2, { uid: 8, ...names })]]);
    assert.equal(fieldOf(mapping, 'name'), 'displayName usualName from displayName, name, title, label');
    assert.equal(fieldOf(mapping, 'id'), 'id usualName from id');
  });

  it('is of the records alone where a list has something else in it', () => {
    const { fields, status } = listOf(mappingOf([[ONE, TWO, 'junk']]));
    assert.deepEqual([fields.id?.path, status.isUsual], [['id'], true]);
  });

  it('of names and their states learns a later word beside those before', () => {
    const context = { settings: NO_MAPPING_SETTINGS, pageIndex: 0, pageSize: 2 };
    const mapping = mappingOf([{ services: { db: 'up', cache: 'down' } }]);
    const later = aResponse({ services: { db: 'degraded', cache: 'down' } });
    assert.equal(readPage(mapping, later, context).isNew, true);
    const more = mappingOf([later.json], { known: mapping });
    const statuses = readPage(more, later, context).monitors.map(({ status }) => status);
    assert.deepEqual(statuses, ['degraded', 'down']);
    assert.deepEqual(Object.keys(listOf(more).status.values).sort(), ['degraded', 'down', 'up']);
  });

  it('has the keys of records as their ids where another page has an empty array in their place', () => {
    const keyed = { 'm-101': { name: 'a', status: 'up' }, 'm-102': { name: 'b', status: 'down' } };
    assert.equal(fieldOf(mappingOf([{ monitors: keyed }, { monitors: [] }]), 'id'), '"@key" mapKey');
  });

  it('tells a time of trouble from one of any status', () => {
    const mapping = mappingOf([[monitor(1, { down_since: 1 }), monitor(2, { status_since: 2 })]]);
    assert.deepEqual(listOf(mapping).fields.since?.sources, [
      { path: ['down_since'], ofTrouble: true },
      { path: ['status_since'] },
    ]);
  });

  it('knows what nine of ten records have as usual', () => {
    const tenOf = (without: number): Mapping =>
      mappingOf([
        Array.from({ length: 10 }, (_, at) =>
          monitor(at, { url: at < without ? [null, ''][at % 2] : 'https://a.example' }),
        ),
      ]);
    assert.equal(listOf(tenOf(1)).fields.target?.isUsual, true);
    assert.equal(listOf(tenOf(2)).fields.target?.isUsual, false);
  });

  const units: readonly (readonly [what: string, one: object, other: object, unitMs: number | undefined])[] =
    [
      ['beside it', { period: 1, periodUnit: 'days' }, { period: 2, periodUnit: 'days' }, 86_400_000],
      ['that differs', { period: 1, periodUnit: 'days' }, { period: 2, periodUnit: 'hours' }, undefined],
      ['that is a number', { period: 60, periodUnit: 1 }, { period: 90, periodUnit: 1 }, undefined],
      ['of something else', { o: { period: 60 }, periodUnit: 'days' }, { o: { period: 60 } }, 1_000],
    ];
  for (const [what, one, other, unitMs] of units) {
    it(`reads an interval by a unit ${what}`, () => {
      const mapping = mappingOf([[monitor(1, one), monitor(2, other)]]);
      assert.equal(listOf(mapping).fields.interval?.unitMs, unitMs);
    });
  }

  const standIns: readonly (readonly [json: unknown, id: string, name: string])[] = [
    [
      [
        { name: 'a', status: 'up' },
        { name: 'b', status: 'down' },
      ],
      'name uniqueName from name',
      'name usualName from name',
    ],
    [
      [
        { id: 1, status: 'up' },
        { id: 2, status: 'down' },
      ],
      'id usualName from id',
      'id fromId',
    ],
    [
      [
        { url: 'https://a.example', status: 'up' },
        { url: 'https://b.example', status: 'down' },
      ],
      'url uniqueName from url',
      'url fromTarget',
    ],
    [[ONE, ONE], '@ fromContent', 'name usualName from name'],
    [[1, 2, 3, 4, 5, 6, 7, 8, 1, 2].map((id) => monitor(id)), '@ fromContent', 'name usualName from name'],
    [{ hosts: ['a', 'b'] }, '@ itself', '@ itself'],
    [{ services: { db: 'up', cache: 'down' } }, '@key mapKey', '@ itself'],
    [
      { monitors: { 'm-101': { name: 'a', status: 'up' }, 'm-102': { name: 'b', status: 'up' } } },
      '@key mapKey',
      'name usualName from name',
    ],
    [{ monitors: { 'm-101': ONE, 'm-102': TWO } }, 'id usualName from id', 'name usualName from name'],
  ];
  for (const [json, id, name] of standIns) {
    it(`has the id ${id} and the name ${name} of ${JSON.stringify(json).slice(0, 80)}`, () => {
      const mapping = mappingOf([json]);
      assert.deepEqual([fieldOf(mapping, 'id').replaceAll('"', ''), fieldOf(mapping, 'name')], [id, name]);
    });
  }

  it('is complete once two pages, or records that differ in their status, have been seen', () => {
    const isComplete = (...pages: readonly unknown[]): boolean => mappingOf(pages).isComplete;
    assert.equal(isComplete([ONE]), false);
    assert.equal(isComplete([ONE, monitor(3)]), false);
    assert.equal(isComplete([ONE, TWO]), true);
    assert.equal(isComplete([ONE], [monitor(3)]), true);
    assert.equal(isComplete([ONE], []), false, 'a page with nothing on it tells nothing');
    assert.equal(isComplete({ data: [ONE] }, { a: 1 }), false, 'nor does one without the list');
    assert.equal(isComplete([{ id: 1, name: 'a' }]), false);
    assert.equal(
      isComplete([
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ]),
      true,
      'nothing says a status',
    );
  });

  it('says what it asks', () => {
    const zork = [monitor(1, { status: 'zork' }), monitor(2, { status: 'blub' })];
    assert.deepEqual(mappingOf([zork]).asks, ['status']);
    assert.deepEqual(mappingOf([BOTH]).asks, []);
  });

  it('is none where there is no list; one question is asked where there are several pages', () => {
    assert.deepEqual(learn([{ a: 1 }]), { questions: [], problems: [] });
    const { mapping, questions } = learn([{ alpha: [{ a: 1 }] }, { beta: [{ b: 1 }] }]);
    assert.equal(mapping, undefined);
    assert.deepEqual(
      questions.map(
        ({ field, candidates }) => `${field} ${candidates.map(({ path }) => toPathText(path)).join()}`,
      ),
      ['list alpha'],
    );
  });
});

describe('pages of different shapes', () => {
  const other = {
    items: [
      { uid: 'a', title: 'x', state: 'ok' },
      { uid: 'b', title: 'y', state: 'bad' },
    ],
  };
  const shapes = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, at) => ({ [`${'abcde'[at]}_monitors`]: [monitor(at)] }));
  const pathsOf = ({ shapes: all }: Mapping): readonly string[] =>
    all.map(({ lists }) => toPathText(lists[0].path));

  it('have a shape each, up to four', () => {
    const mapping = mappingOf([{ data: BOTH }, other]);
    assert.deepEqual(pathsOf(mapping), ['data', 'items']);
    assert.equal(fieldOf({ ...mapping, shapes: [mapping.shapes[1]!] }, 'name'), 'title usualName from title');
    assert.deepEqual(pathsOf(mappingOf([{ data: BOTH }, { data: [monitor(3)] }, other])), ['data', 'items']);
    assert.equal(mappingOf(shapes(4)).shapes.length, 4);
  });

  it('are begun with a list that has records in it, if any has', () => {
    const mapping = mappingOf([{ monitors: [] }, { data: BOTH }]);
    assert.deepEqual(pathsOf(mapping), ['monitors', 'data']);
    assert.equal(mapping.isComplete, true, 'by the records, of which the first page has none');
  });

  it('are read by the first as they come where there are more', () => {
    const mapping = mappingOf(shapes(5));
    assert.deepEqual(pathsOf(mapping), ['a_monitors']);
    const { repeatsIds, fields, status } = listOf(mapping);
    assert.deepEqual(
      [repeatsIds, fields.id?.isUsual, fields.name?.isUsual, status.isUsual],
      [true, false, false, false],
    );
  });

  it('are read by one as they come where one of them doesn’t fit what is learned from it', () => {
    const mapping = mappingOf([{ data: BOTH }, other, { data: [ONE, ONE] }]);
    assert.deepEqual([pathsOf(mapping), listOf(mapping).repeatsIds], [['data'], true]);
  });

  it('are read by the surest list as they come, whichever page has it', () => {
    const pages = [{ data: BOTH }, { monitors: [ONE, ONE] }];
    assert.deepEqual(pathsOf(mappingOf(pages)), ['monitors']);
    assert.deepEqual(pathsOf(mappingOf(pages.toReversed())), ['monitors']);
  });

  it('have the fields of all where the first page lacks one that the others have', () => {
    const others = Array.from({ length: 10 }, (_, at) => monitor(at));
    const mapping = mappingOf([[{ id: 11, status: 'up' }], others]);
    assert.deepEqual([mapping.shapes.length, fieldOf(mapping, 'name')], [1, 'name usualName from name']);
  });

  it('are the known ones where those are known', () => {
    const known = mappingOf([{ data: BOTH }, other]);
    assert.deepEqual(pathsOf(mappingOf([{ data: [monitor(3), monitor(4)] }], { known })), ['data', 'items']);
  });
});

describe('what a user has said', () => {
  it('comes first: a list by an expression, which the mapping keeps', () => {
    const settings = byExpression('b');
    const { mapping, problems } = learn([{ a: BOTH, b: [monitor(3)] }], { settings });
    assert.equal(mapping?.expression, 'b');
    assert.deepEqual(listOf(mapping).reason, 'expression');
    const response = aResponse({ a: BOTH, b: [monitor(3)] });
    const { monitors } = readPage(mapping, response, { pageIndex: 0, pageSize: 2, settings });
    assert.deepEqual(
      monitors.map(({ name }) => name),
      ['n3'],
    );
    assert.deepEqual(problems, []);
    assert.ok(!('expression' in mappingOf([BOTH])));
  });

  it('of a list need hold for one of the pages', () => {
    const { mapping, problems } = learn([{ b: 1 }, { b: [ONE] }], { settings: byExpression('b') });
    assert.deepEqual([listOf(mapping!).reason, problems], ['expression', []]);
    const chosen = learn([{ x: 1 }, { a: [TWO] }], { settings: byChoice({ list: ['a'] }) });
    assert.deepEqual([listOf(chosen.mapping!).reason, chosen.problems], ['chosen', []]);
  });

  const refused: readonly (readonly [
    settings: MappingSettings,
    json: unknown,
    field: string,
    message: string,
  ])[] = [
    [byExpression('b'), { a: BOTH, b: 1 }, 'monitors', 'expected an array, got number'],
    [
      byExpression('abs(b)'),
      { a: BOTH, b: 'x' },
      'monitors',
      'the expression does not fit what it was applied to (object)',
    ],
    [byChoice({ list: ['b'] }), { a: BOTH }, 'list', 'no list stands at the place you picked'],
    [byChoice({ id: ['b'] }), BOTH, 'id', 'nothing stands at the place you picked'],
    [byChoice({ name: ['b'] }), BOTH, 'name', 'nothing stands at the place you picked'],
    [byChoice({ status: ['b'] }), BOTH, 'status', 'nothing stands at the place you picked'],
  ];
  for (const [settings, json, field, message] of refused) {
    it(`is told of where it doesn’t hold, and the rules decide: ${field}, ${message}`, () => {
      const { mapping, problems } = learn([json], { settings });
      assert.deepEqual(problems, [{ field, message }]);
      const found = [
        listOf(mapping!).path,
        fieldOf(mapping!, 'id'),
        fieldOf(mapping!, 'name'),
        statusOf(mapping!),
      ];
      const path = json === BOTH ? [] : ['a'];
      assert.deepEqual(found, [
        path,
        'id usualName from id',
        'name usualName from name',
        'status statusWords',
      ]);
    });
  }

  it('of a list is told of where there is no page at all', () => {
    const message = 'expected an array, got nothing';
    assert.deepEqual(learn([], { settings: byExpression('b') }).problems, [{ field: 'monitors', message }]);
  });

  it('isn’t told of where there is no record', () => {
    const settings = byChoice({ id: ['b'], name: ['b'], status: ['b'] });
    assert.deepEqual(learn([{ monitors: [] }], { settings }).problems, []);
  });

  it('of id, name and status comes before the rules, and what those say next', () => {
    const records = [monitor(1, { uid: 7, label: 'a', fine: true }), monitor(2, { label: 'b', fine: false })];
    const settings = byChoice({ id: ['uid'], name: ['label'], status: ['fine'] });
    const { mapping, problems } = learn([records], { settings });
    assert.deepEqual(problems, []);
    assert.equal(fieldOf(mapping!, 'id'), 'uid chosen from uid');
    assert.equal(fieldOf(mapping!, 'name'), 'label chosen from label, name');
    assert.equal(statusOf(mapping!), 'fine chosen up');
    const { id, name } = listOf(mapping!).fields;
    assert.deepEqual([id?.runnerUp?.path, name?.runnerUp?.path], [['id'], ['name']]);
    const bad = [monitor(1, { down: true }), monitor(2, { down: false })];
    const byFlag = mappingOf([bad], { settings: byChoice({ status: ['down'] }) });
    assert.equal(statusOf(byFlag), 'down chosen down');
    const { alarms, place } = listOf(byFlag).status;
    assert.deepEqual([place?.runnerUp?.path, alarms], [['status'], []]);
  });

  it('may be of a place where the rules don’t look', () => {
    const records = [monitor(1, { names: ['a', 'b'] }), monitor(2, { names: ['c', 'd'] })];
    const mapping = mappingOf([records], { settings: byChoice({ name: ['names', 1] }) });
    assert.equal(fieldOf(mapping, 'name'), 'names[1] chosen from names[1], name');
  });

  it('gives status values by an expression, whose words are learned as those of a place are', () => {
    const { settings } = parseMappingSettings({ status: 'health.now' });
    const record = (id: number, now: string): object => ({ id, name: `n${id}`, health: { now } });
    const seen = (page: object, mapping: Mapping): string =>
      readPage(mapping, aResponse(page), { settings, pageIndex: 0, pageSize: 2 })
        .monitors.map(({ status }) => status)
        .join();
    const first = { data: [record(1, 'up'), record(2, 'down')] };
    const mapping = mappingOf([first], { settings });
    assert.equal(seen(first, mapping), 'up,down');
    const later = { data: [record(1, 'degraded'), record(2, 'down')] };
    assert.equal(readPage(mapping, aResponse(later), { settings, pageIndex: 0, pageSize: 2 }).isNew, true);
    assert.equal(seen(later, mappingOf([later], { settings, known: mapping })), 'degraded,down');
  });

  it('of an id has no other place beside it that is the same', () => {
    const mapping = mappingOf([BOTH], { settings: byChoice({ id: ['id'] }) });
    assert.equal(fieldOf(mapping, 'id'), 'id chosen from id');
    assert.deepEqual(listOf(mapping).fields.id?.runnerUp?.path, ['name']);
  });
});

describe('what is known', () => {
  const known = mappingOf([BOTH]);

  it('stays, and what is new is tried after it', () => {
    const more = [
      monitor(3, { status: 'warning', url: 'https://a.example', title: 'z', uid: 1 }),
      monitor(4, { status: 'disabled', uid: 2 }),
    ];
    const mapping = mappingOf([more], { known });
    assert.equal(fieldOf(mapping, 'id'), 'id usualName from id');
    assert.equal(fieldOf(mapping, 'name'), 'name usualName from name, title');
    assert.equal(fieldOf(mapping, 'target'), 'url usualName from url');
    assert.deepEqual(listOf(mapping).keys, ['id', 'name', 'status', 'url', 'title', 'uid']);
    const { values } = listOf(mapping).status;
    assert.deepEqual(values, { warning: 'degraded', disabled: 'paused', up: 'up', down: 'down' });
  });

  it('keeps the places of a field before those that are new, each of them once', () => {
    const known = mappingOf([[monitor(1, { title: 'a' }), TWO]]);
    const page = [3, 4].map((id) => ({ id, status: 'up', title: 'a', label: 'b' }));
    const mapping = mappingOf([page], { known });
    assert.equal(fieldOf(known, 'name'), 'name usualName from name, title');
    assert.equal(fieldOf(mapping, 'name'), 'name usualName from name, title, label');
  });

  it('of a field stays where a page lacks it', () => {
    const known = mappingOf([BOTH.map((one) => ({ ...one, url: 'https://a.example' }))]);
    assert.equal(fieldOf(mappingOf([[monitor(3)]], { known }), 'target'), 'url usualName from url');
  });

  it('stays where a page has nothing on it', () => {
    assert.deepEqual(mappingOf([[]], { known }), known);
  });

  it('is learned anew, but for the id, where it was of too little', () => {
    const page = [
      { id: 5, label: 'a', state: 'paused' },
      { id: 6, label: 'b', state: 'ok' },
    ];
    const little = mappingOf([page], { known: mappingOf([[ONE]]) });
    assert.deepEqual(
      [fieldOf(little, 'id'), fieldOf(little, 'name'), statusOf(little)],
      ['id usualName from id', 'label usualName from label', 'state statusWords'],
    );
    assert.deepEqual(listOf(little).status.values, { paused: 'paused', ok: 'up' });
  });

  it('is filled in where there was no record before', () => {
    const mapping = mappingOf([{ monitors: BOTH }], { known: mappingOf([{ monitors: [] }]) });
    assert.deepEqual(
      [fieldOf(mapping, 'id'), fieldOf(mapping, 'name'), statusOf(mapping)],
      ['id usualName from id', 'name usualName from name', 'status statusWords'],
    );
  });

  it('is learned where nothing said it before, and then stays; of an id and an interval there is one', () => {
    const nameless = mappingOf([
      [
        { id: 1, status: 'up' },
        { id: 2, status: 'down' },
      ],
    ]);
    assert.equal(fieldOf(nameless, 'name'), 'id fromId');
    assert.equal(fieldOf(mappingOf([BOTH], { known: nameless }), 'name'), 'name usualName from name');
    const everyMinute = { uid: 'a', interval_seconds: 60 };
    const record = { name: 'a', status: 'up', ...everyMinute };
    const byUid = mappingOf([[record, { ...record, uid: 'b', status: 'down' }]]);
    const better = [monitor(3, everyMinute), monitor(4, { ...everyMinute, uid: 'c', frequency_seconds: 30 })];
    const mapping = mappingOf([better], { known: byUid });
    assert.equal(fieldOf(mapping, 'id'), 'uid usualName from uid');
    assert.equal(fieldOf(mapping, 'interval'), 'interval_seconds usualName from interval_seconds');
  });

  it('of an id without a place of its own stays, too', () => {
    const known = mappingOf([[ONE, ONE]]);
    assert.equal(fieldOf(known, 'id'), '@ fromContent');
    assert.equal(fieldOf(mappingOf([BOTH], { known }), 'id'), '@ fromContent');
  });

  it('gains words for what is off', () => {
    const known = mappingOf([[monitor(1, { state: 'active' }), monitor(2, { state: 'paused' })]]);
    const page = [monitor(3, { state: 'active' }), monitor(4, { state: 'disabled' })];
    assert.deepEqual(listOf(known).status.offWords, ['paused']);
    assert.deepEqual(listOf(mappingOf([page], { known })).status.offWords, ['paused', 'disabled']);
  });

  it('is of all lists, and of ids that come again', () => {
    const two = mappingOf([{ hosts: [ONE], services: [TWO] }]);
    const again = mappingOf([{ hosts: [monitor(3)], services: [monitor(4)] }], { known: two });
    assert.deepEqual(
      again.shapes[0].lists.map(({ path }) => toPathText(path)),
      ['hosts', 'services'],
    );
    const repeating: Mapping = {
      ...known,
      shapes: [{ ...known.shapes[0], lists: [{ ...listOf(known), repeatsIds: true }] }],
    };
    assert.equal(listOf(mappingOf([[monitor(3), monitor(4)]], { known: repeating })).repeatsIds, true);
  });
});

describe('a page that tells more, or doesn’t fit', () => {
  const context = { pageIndex: 1, pageSize: 2, settings: NO_MAPPING_SETTINGS };
  const learnNext = (first: unknown, ...further: readonly unknown[]): PagesLearned => {
    const pages = [first, ...further].map((page, pageIndex) => ({ pageIndex, response: aResponse(page) }));
    const { pageIndex, response } = pages.at(-1)!;
    const next = { ...context, pageIndex };
    const mapping = mappingOf([first]);
    const result = readPage(mapping, response, next);
    return learnPages(response, { ...next, earlier: pages.slice(0, -1), known: { mapping, result } });
  };
  const namesOf = (result: PagesLearned['result']): readonly string[] =>
    (result?.monitors ?? []).map(({ name }) => name);

  it('changes nothing of pages read by a mapping that was complete', () => {
    const learned = learnNext(BOTH, [monitor(3, { url: 'https://a.example' }), monitor(4)]);
    assert.deepEqual([learned.hasChanged, learned.reread], [false, undefined]);
    assert.deepEqual(namesOf(learned.result), ['n3', 'n4']);
    assert.equal(fieldOf(learned.mapping!, 'target'), 'url usualName from url');
  });

  it('has the earlier pages read again by one that was not', () => {
    const learned = learnNext([ONE], [monitor(3, { status: 'degraded' })]);
    assert.equal(learned.hasChanged, false);
    assert.deepEqual(learned.reread?.map(namesOf), [['n1']]);
    assert.deepEqual(namesOf(learned.result), ['n3']);
    assert.equal(learned.mapping?.isComplete, true);
  });

  it('has all pages learned anew, and is told of', () => {
    const learned = learnNext({ data: BOTH }, { items: [{ uid: 'a', title: 'x', state: 'ok' }] });
    assert.equal(learned.hasChanged, true);
    assert.deepEqual(learned.reread?.map(namesOf), [['n1', 'n2']]);
    assert.deepEqual(namesOf(learned.result), ['x']);
  });

  it('is the last of several, and all before it are read again', () => {
    const added = learnNext([ONE], [monitor(3)], [monitor(5, { status: 'degraded' })]);
    assert.deepEqual([added.hasChanged, added.reread?.map(namesOf)], [false, [['n1'], ['n3']]]);
    assert.deepEqual(namesOf(added.result), ['n5']);
    const anew = learnNext({ data: BOTH }, { data: [monitor(3)] }, { items: [monitor(5)] });
    assert.deepEqual([anew.hasChanged, anew.reread?.map(namesOf)], [true, [['n1', 'n2'], ['n3']]]);
    assert.deepEqual(namesOf(anew.result), ['n5']);
  });

  it('has all pages learned anew where those before it don’t fit what it adds', () => {
    const nameless = [
      { id: 1, status: 'up' },
      { id: 2, status: 'down' },
    ];
    const learned = learnNext(nameless, [monitor(3), monitor(4)]);
    assert.deepEqual(namesOf(learned.result), ['n3', 'n4']);
    const errors = [...(learned.reread ?? []), learned.result].map((page) => page?.mappingError);
    assert.deepEqual(errors, [undefined, undefined]);
    const again = readPage(learned.mapping!, aResponse(nameless), context);
    assert.equal(again.mappingError, undefined);
  });

  it('is no change where it can’t be read at all', () => {
    const learned = learnNext({ data: BOTH }, { data: [monitor(3)] }, { message: 'x' });
    assert.deepEqual([learned.hasChanged, learned.result?.mappingError], [false, 'noList']);
  });

  it('is no change where nothing was known before', () => {
    const learned = learnPages(aResponse([monitor(3)]), {
      ...context,
      earlier: [{ pageIndex: 0, response: aResponse(BOTH) }],
    });
    assert.equal(learned.hasChanged, false);
    assert.deepEqual([...(learned.reread ?? []), learned.result].map(namesOf), [['n1', 'n2'], ['n3']]);
  });

  it('has nothing to say where there is no list at all', () => {
    const learned = learnPages(aResponse({ a: 1 }), { ...context, earlier: [] });
    assert.deepEqual(learned, { hasChanged: false, questions: [], problems: [] });
  });
});
