import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findSettingProblems } from '../../../src/ui/settingProblems';
import { inEnglish } from '../../support/inEnglish';

const messages = (reading: unknown, monitorUrl = ''): string[] =>
  findSettingProblems(inEnglish, reading, monitorUrl).map(({ message }) => message);

describe('The check of the settings', () => {
  it('reports each wrong value with its field and the reason', () => {
    const reading = { name: 'display.name', id: 'uid[', statusValues: { '2': 'fine' } };
    const [id = '', values = '', url = '', ...more] = messages(reading, 'http://app.example.com/{id}');
    assert.match(id, /^ID: .+\. It's ignored until this is fixed\.$/);
    assert.match(values, /^Status Values: expected one of up, /);
    assert.match(url, /^Enter an https:\/\/ URL without user and password, and with /);
    assert.deepEqual(more, []);
  });

  it('reports nothing if all values are right, or none is set', () => {
    assert.deepEqual(messages({ id: 'data[0].id' }), []);
    assert.deepEqual(messages(undefined), []);
  });

  it('accepts any value without an exception', () => {
    assert.equal(messages(7).length, 1);
    fc.assert(fc.property(fc.anything(), fc.string(), (reading, url) => void messages(reading, url)));
  });
});
