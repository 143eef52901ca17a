import assert from 'node:assert/strict';
import { createReader } from '../../../src/mapping/createReader';
import { aResponse } from '../../support/corpus';
import { aPageOf, readList, readPages, type PagesRead } from '../../support/readPages';

const aRecord = (id: string, status = 'up') => ({ id, name: `Monitor ${id}`, status });
const two = [aRecord('a'), aRecord('b')];

const read = (json: unknown) => readList(aResponse(json));
/** `a`, or `a in Parent` for one in a record or group. */
const rowsOf = ({ records }: PagesRead) =>
  records
    .map(({ monitor, isNested }) => {
      const parent = monitor.parent === undefined ? '' : ` in ${monitor.parent}`;
      return `${isNested ? '+' : ''}${monitor.id}${parent}`;
    })
    .join();

describe('The entries of a page', () => {
  it('include values that are not records, and have their place from 1', () => {
    const { entries, entriesWithoutRecord, records } = read({
      monitors: [...two, null, 'none', 7, aRecord('c'), aRecord('d')],
    });
    assert.deepEqual([entries, entriesWithoutRecord, records.length], [7, 3, 4]);
    assert.deepEqual(records[2]!.monitor.place, { page: 1, position: 6 });
  });

  it('are the records of an object, by their keys', () => {
    const up = { status: 'up' };
    const page = read({
      monitors: { web: up, db: up, mail: up, queue: { status: 'down' }, total: 4 },
    });
    assert.deepEqual([rowsOf(page), page.entries], ['web,db,mail,queue', 4]);
  });

  it('lack an id if the keys are indexes', () =>
    assert.equal(rowsOf(read({ monitors: { 0: { name: 'x' }, 1: { name: 'y' } } })), ','));

  const lists: readonly (readonly [string, object, string, hasOtherList?: boolean])[] = [
    [
      'are those of lists beside it with the same fields',
      { up: two, down: [aRecord('c', 'down')] },
      'a,b,c',
    ],
    [
      'are those of a list once if another one repeats some',
      { monitors: [...two, aRecord('c', 'down')], failing: [aRecord('c', 'down')] },
      'a,b,c',
    ],
    [
      'are those of groups, under the names of the groups',
      {
        groups: [
          { name: 'Docks', monitors: two },
          { name: 'Pier', monitors: [aRecord('c')] },
        ],
      },
      'a in Docks,b in Docks,c in Pier',
    ],
    [
      'have the services of each host, under its name',
      { hosts: [{ ...aRecord('h'), services: [aRecord('s', 'down')] }, aRecord('i')] },
      'h,+s in Monitor h,i',
    ],
    [
      'have the services in an object of a host',
      { hosts: [{ ...aRecord('h'), attributes: { children: two } }] },
      'h,+a in Monitor h,+b in Monitor h',
    ],
    [
      'have children without a name',
      { monitors: [{ ...aRecord('h'), children: [{ id: 's', status: 'down' }] }] },
      'h,+s in Monitor h',
    ],
    [
      'have no checks that are a history',
      { monitors: [{ ...aRecord('h'), recent_checks: [{ id: 7, status: 'up', at: 1 }] }] },
      'h',
    ],
    [
      'are not those of another object',
      { result: { monitors: two }, extra: { appliances: [aRecord('c', 'down')] } },
      'a,b',
      true,
    ],
    [
      'are not those inside nested ones',
      { hosts: [{ ...aRecord('h'), checks: [{ ...aRecord('s'), checks: [aRecord('t')] }] }] },
      'h,+s in Monitor h',
      true,
    ],
    [
      'are not parts with a name and a status',
      { hosts: [{ ...aRecord('h'), modules: [{ name: 'x', status: 'down', volts: 3 }] }] },
      'h',
      true,
    ],
    [
      'are not those of groups beside the list',
      { sites: two, children: [{ name: 'Pier', sites: [aRecord('c')] }] },
      'a,b',
      true,
    ],
  ];
  for (const [what, json, rows, hasOtherList = false] of lists) {
    it(`${what}${hasOtherList ? ', so another list may have monitors' : ''}`, () => {
      const page = read(json);
      assert.deepEqual([rowsOf(page), page.hasOtherList], [rows, hasOtherList]);
    });
  }

  it('come from the list beside it if the list itself is left out', () => {
    const pages = [{ up: two }, { down: [aRecord('c', 'down')] }].map((json) => aResponse(json));
    assert.equal(rowsOf(readPages(pages)), 'c');
  });

  it('are all of a list that the user picked', () => {
    const json = { result: { monitors: two }, extra: { appliances: [aRecord('c')] } };
    const picks = { fields: { monitors: ['result.monitors'] } };
    assert.equal(readList(aResponse(json), { picks }).hasOtherList, false);
  });

  it('are read up to 20,000, and then another list may have monitors', () => {
    const pageOf = (length: number) =>
      read({ monitors: Array.from({ length }, (_, id) => ({ id, status: 'up' })) });
    const cut = pageOf(20_001);
    const full = pageOf(20_000);
    assert.deepEqual([cut.records.length, cut.entries, cut.hasOtherList], [20_000, 20_001, true]);
    assert.deepEqual([full.records.length, full.hasOtherList], [20_000, false]);
  });
});

describe('A page without its list', () => {
  const first = aResponse({ result: { monitors: two } });
  for (const json of [
    [aRecord('c')],
    { users: [{ name: 'Ines' }] },
    { message: 'maintenance' },
    'text',
  ]) {
    it(`isn't read if it is ${JSON.stringify(json)}`, () =>
      assert.equal(readPages([first, aResponse(json)]).contents[1]!.hasList, false));
  }

  it('is empty in a new account if its total is 0', () => {
    const hasList = (json: unknown) => createReader(undefined)(aPageOf(aResponse(json))).hasList;
    assert.deepEqual([{ total: 0 }, null, {}, { total: 3 }, { count: 0 }].map(hasList), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('The fingerprint of a record', () => {
  const record = { name: 'a', state: { word: 'up', since: 1772623200 }, last_check: 1772623200 };
  const textOf = (json: object) =>
    read({ monitors: [json, { ...record, name: 'z' }] }).records[0]!.fingerprint();

  it('is the same if only status, error and times differ', () => {
    const later = { ...record, state: { word: 'down', since: 1772623300 }, last_check: 1772623400 };
    assert.equal(textOf(later), textOf(record));
  });

  it('is the same if only the picked status of the first check differs', () => {
    const textOfCheck = (status: string) => {
      const monitors = [
        { name: 'a', checks: [{ status }] },
        { name: 'z', checks: [{ status: 'up' }] },
      ];
      const picks = { fields: { status: ['checks[0].status'] } };
      return readList(aResponse({ monitors }), { picks }).records[0]!.fingerprint();
    };
    assert.equal(textOfCheck('down'), textOfCheck('up'));
  });

  it('differs if anything else does', () =>
    assert.notEqual(textOf({ ...record, zone: 'eu' }), textOf(record)));
});

describe('A reader', () => {
  it('reads a page once, and again by another mapping', () => {
    const { mapping } = read({ monitors: two });
    const page = aPageOf(aResponse({ monitors: two }));
    const reader = createReader(mapping);
    assert.equal(reader(page), reader(page));
    assert.notEqual(createReader(mapping)(page), reader(page));
  });
});
