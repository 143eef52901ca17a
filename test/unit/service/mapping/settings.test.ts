import assert from 'node:assert/strict';
import { compileExpression, parseMappingSettings } from '../../../../src/service/mapping/settings';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';

describe('reading the setting', () => {
  it('compiles expressions and reads status words', () => {
    const { settings, problems } = parseMappingSettings({
      monitors: 'data[].node',
      statusValues: { 2: 'up', ' PS ': 'paused' },
    });
    assert.deepEqual(problems, []);
    assert.equal(settings.expressions.monitors?.text, 'data[].node');
    assert.deepEqual(
      [...settings.statusValues],
      [
        ['2', 'up'],
        ['ps', 'paused'],
      ],
    );
  });

  it('tells what is wrong, field by field, and keeps what is right', () => {
    const { settings, problems } = parseMappingSettings({
      token: 'a..b',
      id: 7,
      name: 'title',
      type: 'nosuch(@)',
      statusValues: { 2: 'fine' },
    });
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['token', 'id', 'statusValues'],
    );
    assert.deepEqual(Object.keys(settings.expressions), ['name', 'type']);
  });

  for (const value of [undefined, null, {}, { token: '' }]) {
    it(`takes ${JSON.stringify(value)} for nothing said`, () => {
      assert.deepEqual(parseMappingSettings(value), { settings: NO_MAPPING_SETTINGS, problems: [] });
    });
  }

  it('says so where the setting is no object', () => {
    assert.deepEqual(parseMappingSettings([1]).problems, [
      { field: 'reading', message: 'expected an object, got array' },
    ]);
  });
});

describe('applying an expression', () => {
  const apply = (text: string, json: unknown) => {
    const compiled = compileExpression(text);
    assert.ok('apply' in compiled);
    return compiled.apply(json);
  };

  it('gives what it selects', () => assert.deepEqual(apply('a[0].b', { a: [{ b: 7 }] }), { value: 7 }));

  it('says in types, never in values, that it does not fit', () => {
    const result = apply('length(secret)', { secret: 12345 });
    assert.ok('message' in result);
    assert.doesNotMatch(result.message, /12345/);
  });

  it('bears functions that do not exist and expressions without end', () => {
    assert.ok('message' in apply('nosuch(@)', {}));
    assert.ok('message' in compileExpression('a'.repeat(5_000)));
    assert.ok('message' in compileExpression('('.repeat(1_900)));
  });

  it('does not reach prototypes', () => {
    assert.deepEqual(apply('constructor', {}), { value: null });
    assert.deepEqual(apply('__proto__', {}), { value: null });
  });
});
