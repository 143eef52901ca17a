import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePicks, NO_PICKS, parseSetting, toSetting } from '../../../src/mapping/picker/picks';

describe('The setting for fields', () => {
  it('accepts each way to write a path', () => {
    const { picks, wrong } = parseSetting({ token: 'data["token"]', name: '["a"].b', status: [] });
    assert.deepEqual(
      [picks.fields, wrong],
      [{ token: ['data.token'], name: ['a.b'], status: [] }, []],
    );
  });

  for (const path of ['uid[', '["\\x"]', '["\\N"]', 'a || b', 'checks[].name', '.']) {
    it(`refuses the path ${path}`, () => {
      assert.deepEqual(parseSetting({ id: path }).wrong, ['id']);
    });
  }

  it('accepts a path or a list of paths for each field, and meanings of status values', () => {
    const { picks, wrong } = parseSetting({
      monitors: 'data.items',
      token: '@header.X-Auth-Token',
      name: ['attributes.label', 'checks[0].name'],
      changedAt: '["a.b"].changed_at',
      statusValues: { ' AV ': 'up', 9: 'down' },
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(picks.fields, {
      monitors: ['data.items'],
      token: ['@header.X-Auth-Token'],
      name: ['attributes.label', 'checks[0].name'],
      changedAt: ['["a.b"].changed_at'],
    });
    assert.deepEqual(picks.statusValues, { av: 'up', 9: 'down' });
  });

  it('uses what is right, and names each field with a wrong path', () => {
    const setting = {
      name: 'a..b',
      id: 7,
      target: 'url',
      nome: 'x',
      statusValues: { a: 'fine', b: 'up' },
    };
    const { picks, wrong } = parseSetting(setting);
    assert.deepEqual(picks.fields, { target: ['url'] });
    assert.deepEqual(picks.statusValues, { b: 'up' });
    assert.deepEqual(wrong, ['name', 'id']);
  });

  it('may be any value', () => {
    fc.assert(fc.property(fc.anything(), (setting) => void parseSetting(setting)));
  });

  for (const setting of [undefined, null, 'x', {}, { name: '' }, { name: null }]) {
    it(`is ignored silently if it is ${JSON.stringify(setting)}`, () => {
      const { picks, wrong } = parseSetting(setting);
      assert.deepEqual([picks.fields, wrong], [{}, []]);
    });
  }

  it('keeps what the user picked for other fields', () => {
    const picked = { ...NO_PICKS, fields: { monitors: ['beta'], name: ['label'] } };
    const { fields } = mergePicks(parseSetting({ id: 'uid' }).picks, picked);
    assert.deepEqual(fields, { monitors: ['beta'], name: ['label'], id: ['uid'] });
  });

  it('can be written from a learned mapping, and means the same', () => {
    const status = { paths: ['state'], meanings: { ok: 'up' }, off: [], alarms: [] } as const;
    const list = {
      path: 'data',
      fields: { name: ['label'], target: ['url', 'host'] },
      status,
      keys: [],
    };
    const { picks } = parseSetting(toSetting({ lists: [list], unclear: [] }, 'token', NO_PICKS));
    const fields = { name: ['label'], target: ['url', 'host'], status: ['state'] };
    assert.deepEqual(picks.fields, { token: ['token'], monitors: ['data'], ...fields });
    assert.deepEqual(picks.statusValues, { ok: 'up' });
  });

  it('is written with an empty list for a field that a user left out, and without one that was not found', () => {
    const status = { paths: [], meanings: {}, off: [], alarms: [] };
    const mapping = {
      lists: [{ path: 'data', fields: { name: [], type: [] }, status, keys: [] }],
      unclear: [],
    };
    const left = { fields: { name: [], status: [], paused: ['muted'] }, statusValues: {} };
    const { picks } = parseSetting(toSetting(mapping, undefined, left));
    assert.deepEqual(picks.fields, { monitors: ['data'], ...left.fields });
  });
});
