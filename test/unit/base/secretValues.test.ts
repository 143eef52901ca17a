import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isSecretKey,
  maskSecret,
  maskSecretValues,
  maskText,
  MASK,
  showsSecret,
} from '../../../src/base/secretValues';

describe('masking secrets', () => {
  for (const key of [
    'password',
    'Passwd',
    'pwd',
    'SECRET',
    'token',
    'apiKey',
    'api_key',
    'API-KEY',
    'Authorization',
    'privateKey',
    'credentials',
    'cookie',
    'clientSecret',
    'access_key',
    'bearer',
    'basicAuthPassword',
    'X-Auth-Token',
    'sslPrivateKey',
    'apikey',
    'dbpassword',
  ]) {
    it(`masks ${key}`, () => assert.deepEqual(maskSecretValues({ [key]: 'hunter2' }), { [key]: MASK }));
  }

  for (const key of [
    'tokenCount',
    'hasPassword',
    'keyword',
    'monkey',
    'author',
    'password_changed_at',
    'tokenType',
    'name',
    'key',
    'compass',
  ]) {
    it(`leaves ${key}`, () => assert.equal(isSecretKey(key), false));
  }

  it('leaves numbers and yes-or-no values', () => {
    const value = { token: 3, password: true, secret: null };
    assert.equal(maskSecretValues(value), value);
  });

  it('masks at any depth, in pairs of name and value, and below a key that says so', () => {
    assert.deepEqual(
      maskSecretValues({
        headers: [
          { name: 'Authorization', value: 'Basic abc' },
          { key: 'Accept', value: 'text/html' },
        ],
        auth: { credentials: { user: 'ines', word: 'hunter2' }, list: [{ password: 'x' }] },
      }),
      {
        headers: [
          { name: 'Authorization', value: MASK },
          { key: 'Accept', value: 'text/html' },
        ],
        auth: { credentials: { user: MASK, word: MASK }, list: [{ password: MASK }] },
      },
    );
  });

  it('masks credentials inside URLs', () => {
    assert.deepEqual(maskSecretValues({ url: 'https://ines:hunter2@h.example/x?api_key=abc&page=2' }), {
      url: `https://${MASK}@h.example/x?api_key=${MASK}&page=2`,
    });
  });

  it('copies only what changes', () => {
    const same = { a: [1] };
    const masked = maskSecretValues({ same, other: { password: 'x' } }) as { same: unknown };
    assert.equal(masked.same, same);
  });

  it('never throws, and masks nothing twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const once = maskSecretValues(value);
        assert.deepEqual(maskSecretValues(once), once);
      }),
    );
    const deep: unknown = JSON.parse(`${'{"a":['.repeat(50_000)}{"password":"x"}${']}'.repeat(50_000)}`);
    maskSecretValues(deep);
  });

  it('masks a known secret wherever a text repeats it, and never by chance', () => {
    assert.equal(maskSecret('Bad token abc.123!', 'abc.123'), 'Bad token •••!');
    assert.equal(maskSecret('abc.123, abc.123', 'abc.123'), '•••, •••');
    assert.equal(maskSecret('/login?p=h0rse%20%26%20cart', 'h0rse & cart'), '/login?p=•••');
    assert.equal(maskSecret('No correcthorsebattery here', 'correcthorsebattery'), 'No ••• here');
    assert.equal(maskSecret('The password is wrong', 'password'), 'The password is wrong');
    assert.equal(maskSecret('Down until 2026', '2026'), 'Down until 2026');
    assert.equal(maskSecret('No secret', ''), 'No secret');
    assert.equal(maskSecret('Lone \ud800 half', 'h0rse\ud800'), 'Lone \ud800 half');
  });

  it('says whether a text shows a secret', () => {
    assert.equal(showsSecret('token:a1b2c3'), true);
    assert.equal(showsSecret('https://ines:hunter2@shop.example'), true);
    assert.equal(showsSecret('shop-eu-1'), false);
    assert.equal(showsSecret(`token:${MASK}`), false);
  });

  it('leaves prototypes alone', () => {
    const masked = maskSecretValues(JSON.parse('{"__proto__":{"password":"x"},"a":1}')) as object;
    assert.equal(Object.getPrototypeOf(masked), Object.prototype);
    assert.equal(({} as Record<string, unknown>)['password'], undefined);
  });
});

describe('masking a text', () => {
  const pieces = fc.constantFrom(
    ...[
      'https://',
      'u:p@h.example',
      '//',
      '@',
      ':',
      '=',
      ';',
      '&',
      '?',
      ' ',
      '"',
      "'",
      '\\"',
      '{',
      '}',
      '[',
      ']',
      ',',
    ],
    ...[
      'password',
      'api_key',
      'Authorization',
      'Cookie',
      'token',
      'key',
      'pin',
      'Bearer ',
      'Basic ',
      '--token ',
      ' -u ',
    ],
    ...[
      'abc',
      'x9Y8z7w6',
      '1234',
      '•••',
      '\n',
      '\\n',
      '%3A%2F%2F',
      '%3D',
      '%26',
      '-----BEGIN PRIVATE KEY-----',
      'eyJhbGciOi.eyJz',
    ],
    ...['{"password":"x1"}', '["Authorization","y2"]', 'none', '=>', '密码', 'sha256'],
  );
  const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

  it('masks nothing twice where a mask has made another form', () => {
    for (const text of ['--token "\\"https:// -u ', "--token ''Basic ", 'Bearer --token "\\"https://']) {
      assert.equal(maskText(maskText(text)), maskText(text), text);
    }
  });

  it('masks nothing twice, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = maskText(text);
        assert.equal(maskText(once), once, text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes time in proportion to the text, however it is built', () => {
    for (const piece of [
      ...[
        'a',
        '=',
        ':',
        '@',
        '//',
        '//a:b',
        'a:b,',
        '=a:b',
        '"token=no ',
        '"token":3,',
        'cookie: ',
        'password=a,',
        ' -a ',
        '\\',
      ],
      ...[
        'eyJaaaaaa.',
        '-----BEGIN PRIVATE KEY-----',
        '%25',
        '%253D=',
        'x=%3D',
        '{"a":',
        '[',
        'Bearer ',
        'mysql -',
        'sshpass ',
        'the password is ',
        'token:"',
        "key='",
      ],
    ]) {
      maskText(piece.repeat(200_000 / piece.length));
      maskText(`password=${piece.repeat(200_000 / piece.length)}`);
    }
  });
});
