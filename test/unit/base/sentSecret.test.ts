import assert from 'node:assert/strict';
import { SentSecret } from '../../../src/base/sentSecret';

const SECRET = 'Hüt/7<&"x+ y\\z';
const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const toHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('x', '&#x78;')
    .replaceAll('z', '&#122;');
const toUnits = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': SECRET,
  'in upper case': SECRET.toUpperCase(),
  'in JSON': JSON.stringify(SECRET).slice(1, -1),
  'in JSON as code units': toUnits(SECRET),
  'in HTML': toHtml(SECRET),
  'in HTML in JSON': toHtml(SECRET).replaceAll('&', '\\u0026'),
  'in a URL': encodeURIComponent(SECRET),
  'in a URL in a URL': encodeURIComponent(encodeURIComponent(SECRET)),
  'in a form': new URLSearchParams({ p: SECRET }).toString().slice(2),
  'in Base64': inBase64(SECRET),
  'in Base64 after an e-mail': inBase64(`ada@example.com:${SECRET}`),
  'in Base64 for URLs': Buffer.from(`ab:${SECRET}`).toString('base64url'),
};

describe('Masking the password or token that was sent', () => {
  for (const [how, spelled] of Object.entries(SPELLINGS)) {
    it(`masks it ${how}`, () => {
      const masked = new SentSecret(SECRET).mask(`Sent was ${spelled} today`);
      assert.doesNotMatch(masked, /Hüt|H%C3|h%c3|SMO8d|Nzw/i);
      assert.equal(masked.includes(spelled), false);
      assert.match(masked, /•••/);
    });
  }

  it('keeps the words beside it', () => {
    const mask = (text: string, secret: string) => new SentSecret(secret).mask(text);
    assert.equal(mask('Bad token abc.123!', 'abc.123'), 'Bad token •••!');
    assert.equal(mask('abc.123, abc.123', 'abc.123'), '•••, •••');
    assert.equal(mask('/login?p=h0rse%20%26%20cart', 'h0rse & cart'), '/login?p=•••');
    assert.equal(mask('No CorrectHorseBattery here', 'correcthorsebattery'), 'No ••• here');
  });

  it('masks one that is escaped itself, where it is repeated without that', () => {
    assert.equal(new SentSecret('abc%2Fdefghijk9').mask('No abc/defghijk9'), 'No •••');
  });

  it('keeps a short or simple one, which may occur by chance', () => {
    const mask = (text: string, secret: string) => new SentSecret(secret).mask(text);
    assert.equal(mask('The password is wrong', 'password'), 'The password is wrong');
    assert.equal(mask('Down until 2026', '2026'), 'Down until 2026');
    assert.equal(mask('No secret', ''), 'No secret');
    assert.equal(mask('Lone \ud800 half', 'h0rse\ud800'), 'Lone \ud800 half');
  });

  it('finds a long repetitive secret in a long text, before the timeout', () => {
    const long = new SentSecret(`${'\\'.repeat(8_000)}${'a&amp;'.repeat(1_000)}b1`);
    for (const part of ['a', '\\', '&amp;', '%25', '&', '%']) {
      assert.equal(long.isIn(part.repeat(1_000_000 / part.length)), false);
    }
  });
});
