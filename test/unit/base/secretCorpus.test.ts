import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretKey, maskSecretValues, maskText } from '../../../src/base/secretValues';
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

describe('What docs/privacy.md says of masking', () => {
  const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'privacy.md'), 'utf8');
  const [, section = ''] = text.split('## What is masked');

  it('is how each of its texts is shown', () => {
    const rows = [...section.matchAll(/^\| `(.+?)` +\| `(.+?)` +\|$/gm)];
    assert.ok(rows.length >= 15);
    for (const [, from = '', to] of rows) {
      assert.equal(maskText(from), to);
    }
  });

  it('is true of each of the keys that it names', () => {
    const [masked = '', unmasked = ''] = section.split('**By its form**')[0]!.split('Not masked');
    const keys = [...masked.matchAll(/`([\w-]+)`/g)].map(([, key = '']) => key);
    assert.ok(keys.length >= 25);
    const inQueries = ['key', 'sid'];
    assert.deepEqual(
      keys.filter((key) => !isSecretKey(key)),
      inQueries,
    );
    for (const key of inQueries) {
      assert.equal(maskText(`https://shop.example/?${key}=a1b2`), `https://shop.example/?${key}=•••`);
    }
    for (const key of ['token_count', 'has_password', 'password_changed_at']) {
      assert.ok(unmasked.includes(`\`${key}\``));
      assert.equal(isSecretKey(key), false);
    }
  });
});
