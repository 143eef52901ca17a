import assert from 'node:assert/strict';
import { toPathText } from '../../../../src/service/mapping/mapping';
import { profileRecords, type FieldProfile } from '../../../../src/service/mapping/learn/profile';
import { DOUBT, RuleSet } from '../../../../src/service/mapping/learn/rules';

const fieldsOf = (...records: unknown[]): readonly FieldProfile[] =>
  profileRecords(records, new RuleSet()).fields;
const pathsOf = (...records: unknown[]): readonly string[] =>
  fieldsOf(...records).map(({ path }) => toPathText(path));
const fieldAt = (path: string, ...records: unknown[]): FieldProfile =>
  fieldsOf(...records).find((field) => toPathText(field.path) === path)!;

/** An object with so many keys. */
const wide = (keys: number, value: unknown = 1): object =>
  Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, value]));

describe('the places in the records of a list', () => {
  it('are those of all records, with what each of these that has one holds there', () => {
    const records = [{ id: 1, name: null }, 'no object', { id: 2, more: { x: true } }];
    assert.deepEqual(
      fieldsOf(...records).map(({ path, values }) => [toPathText(path), values]),
      [
        ['id', [1, 2]],
        ['name', [null]],
        ['more', [{ x: true }]],
        ['more.x', [true]],
      ],
    );
  });

  it('are of a list the list itself and the fields of its first element', () => {
    assert.deepEqual(pathsOf({ tags: ['a', 'b'], checks: [{ at: 1 }, { to: 2 }], none: [] }), [
      'tags',
      'tags[0]',
      'checks',
      'checks[0].at',
      'none',
    ]);
  });

  it('are of the record’s own keys, none of those that all objects have', () => {
    assert.deepEqual(pathsOf(Object.assign(Object.create({ inherited: 1 }) as object, { own: 1 })), ['own']);
  });

  it('are no more than 120 in an object, 600 in all, and five steps from the record', () => {
    assert.equal(fieldsOf(wide(121)).length, 120);
    assert.equal(fieldsOf(...Array.from({ length: 6 }, (_, at) => ({ [`r${at}`]: wide(120) }))).length, 600);
    assert.equal(pathsOf({ a: { b: { c: { d: { e: { f: 1 } } } } } }).at(-1), 'a.b.c.d.e');
  });

  it('have the words of their last key, and of those that hold them', () => {
    const field = fieldAt('lastCheck.httpStatus', { lastCheck: { httpStatus: 200 } });
    assert.deepEqual(
      [field.plain, field.words, field.wrappers, field.holderWords, field.inLastCheck],
      ['httpstatus', ['http', 'status'], ['lastcheck'], ['last', 'check'], true],
    );
    const own = fieldAt('id', { id: 1 });
    assert.deepEqual([own.wrappers, own.holderWords, own.inLastCheck, own.inArray], [[], [], false, false]);
  });

  it('are the record’s own, or less so where something else holds them', () => {
    const owned = (path: string, record: unknown): number => fieldAt(path, record).ownership;
    assert.equal(owned('id', { id: 1 }), 1);
    assert.equal(owned('owner.id', { id: 1, owner: { id: 2 } }), DOUBT.fatal);
    assert.equal(owned('attributes.id', { id: 1, attributes: { id: 2 } }), DOUBT.slight);
    assert.equal(owned('checkConfig.id', { id: 1, checkConfig: { id: 2 } }), DOUBT.slight);
    assert.equal(owned('alertSettings.id', { id: 1, alertSettings: { id: 2 } }), DOUBT.fair);
    assert.equal(owned('monitor.id', { id: 1, monitor: { id: 2 } }), DOUBT.mild);
    assert.equal(owned('turbine.id', { id: 1, turbine: { id: 2 } }), DOUBT.fair);
    assert.equal(owned('a.b.id', { id: 1, a: { b: { id: 2 } } }), DOUBT.fair * DOUBT.fair);
    assert.equal(owned('__metadata.uri', { id: 1, __metadata: { uri: 'x' } }), DOUBT.fatal * DOUBT.slight);
  });

  it('are the record’s own in the one object that every record is, whatever its name', () => {
    const owned = (...records: unknown[]): number => fieldAt('turbine.id', ...records).ownership;
    assert.equal(owned({ turbine: { id: 1 } }, { turbine: { id: 2 } }), DOUBT.slight);
    assert.equal(owned({ turbine: { id: 1 } }, { turbine: { id: 2 }, x: 1 }), DOUBT.fair);
    assert.equal(owned({ turbine: { id: 1 } }, {}), DOUBT.fair);
    assert.equal(owned({ turbine: { id: 1 } }, { turbine: null }), DOUBT.fair);
  });

  it('are in one of several objects of a list, but for that where a check begins', () => {
    const isOneOfSeveral = (path: string, ...records: unknown[]): boolean =>
      fieldAt(path, ...records).inMultiItemList;
    const one = { origins: [{ up: true }] };
    const several = { origins: [{ up: true }, { up: false }] };
    assert.equal(isOneOfSeveral('origins[0].up', one, several), true);
    assert.equal(isOneOfSeveral('origins[0].up', one, one), false);
    assert.equal(isOneOfSeveral('tags[0]', { tags: ['a', 'b'] }), false);
    assert.equal(isOneOfSeveral('steps[0].url', { steps: [{ url: 'a' }, { url: 'b' }] }), false);
    assert.equal(isOneOfSeveral('origins', several), false);
  });
});
