import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findSettingProblems } from '../../../src/ui/settingProblems';
import { inEnglish } from '../../support/inEnglish';

describe('The check of the paths in the settings', () => {
  it('reports each wrong path with its field and the reason', () => {
    const reading = { name: 'display.name', id: 'uid[' };
    const [id = '', ...more] = findSettingProblems(inEnglish, reading);
    assert.match(id, /^id: .+\. It's ignored until this is fixed\.$/);
    assert.deepEqual(more, []);
    assert.deepEqual(findSettingProblems(inEnglish, { id: 'data[0].id' }), []);
  });

  it('accepts any value without an exception', () => {
    fc.assert(fc.property(fc.anything(), (reading) => void findSettingProblems(inEnglish, reading)));
  });
});
