import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MASK, maskText } from '../../../src/base/maskText';
import { secrecyOf } from '../../../src/base/secrecyOf';
import { Masker } from '../../../src/base/masker';

/** A made-up record, its secrets, and what must stay visible when they are masked. */
interface RecordWithSecrets {
  readonly record: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
  readonly shown: readonly string[];
}

function readLines<T>(name: string): readonly T[] {
  const lines = readFileSync(join('test', 'corpus', 'secrets', name), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

describe('Masking the records of the corpus', () => {
  it('hides all secrets, and nothing else that a user needs', () => {
    for (const { record, secrets, shown } of readLines<RecordWithSecrets>('secrets.jsonl')) {
      const masked = JSON.stringify(new Masker().maskValue(record));
      for (const secret of secrets) {
        assert.ok(!masked.includes(JSON.stringify(secret).slice(1, -1)), `${secret} in ${masked}`);
      }
      for (const text of shown) {
        assert.ok(masked.includes(JSON.stringify(text).slice(1, -1)), `${text} not in ${masked}`);
      }
      assert.equal(
        JSON.stringify(new Masker().maskValue(JSON.parse(masked))),
        masked,
        'masked twice',
      );
    }
  });

  it('changes no record that only looks as if it had a secret', () => {
    for (const record of readLines<RecordWithSecrets['record']>('lookalikes.jsonl')) {
      assert.equal(
        new Masker().maskValue(record),
        record,
        JSON.stringify(new Masker().maskValue(record)),
      );
    }
  });
});

describe('Masking in docs/privacy.md', () => {
  const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'privacy.md'), 'utf8');
  const [, section = ''] = text.split('## What is masked');

  it('is right for each example', () => {
    const rows = [...section.matchAll(/^\| `(.+?)` +\| `(.+?)` +\|$/gm)];
    assert.ok(rows.length >= 8);
    for (const [, from = '', to] of rows) {
      assert.equal(maskText(from), to);
    }
  });

  it('is right for a random value of each key, and for short words', () => {
    const [masked = '', unmasked = ''] = section
      .split('**By its form**')[0]!
      .split('Some of these');
    const keys = [...masked.matchAll(/`([\w-]+)`/g)].map(([, key = '']) => key);
    assert.ok(keys.length >= 25);
    const inQueries = ['key', 'sid', 'code', 'ticket'];
    assert.deepEqual(
      keys.filter((key) => secrecyOf(key) === undefined),
      inQueries,
    );
    for (const key of inQueries) {
      assert.equal(
        maskText(`https://shop.example/?${key}=a1b2c3d4`),
        `https://shop.example/?${key}=•••`,
      );
    }
    for (const key of ['token_count', 'has_password', 'password_changed_at', 'secret_name']) {
      assert.ok(unmasked.includes(`\`${key}\``));
      assert.equal(secrecyOf(key), 'no');
    }
    const record = { token: 'UNI', auth: 'saml', signature: 'eu-2' };
    assert.equal(new Masker().maskValue(record), record);
    for (const key of keys.filter((each) => !inQueries.includes(each))) {
      const masked = new Masker().maskValue({ [key]: 'Qx7vN2mK9tRw4LpZ' });
      assert.deepEqual(masked, { [key]: MASK });
    }
  });
});
