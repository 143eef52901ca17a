import assert from 'node:assert/strict';
import { maskSecretValues } from '../../../src/base/secretValues';
import { lookalikes, recordsWithSecrets } from '../../support/secretCorpus';

describe('Masking the records of the corpus', () => {
  it('leaves no secret in any record, and all else that a user needs to see', () => {
    for (const { record, secrets, shown } of recordsWithSecrets()) {
      const masked = JSON.stringify(maskSecretValues(record));
      for (const secret of secrets) {
        assert.ok(!masked.includes(JSON.stringify(secret).slice(1, -1)), `${secret} in ${masked}`);
      }
      for (const text of shown) {
        assert.ok(masked.includes(JSON.stringify(text).slice(1, -1)), `${text} not in ${masked}`);
      }
      assert.equal(JSON.stringify(maskSecretValues(JSON.parse(masked))), masked, 'masked twice');
    }
  });

  it('changes nothing in a record that only looks as if it had a secret', () => {
    for (const record of lookalikes()) {
      assert.equal(maskSecretValues(record), record, JSON.stringify(maskSecretValues(record)));
    }
  });

  it('has a hundred records of each kind', () => {
    assert.ok(recordsWithSecrets().length >= 100);
    assert.ok(lookalikes().length >= 100);
  });
});
