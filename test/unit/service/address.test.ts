import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addScheme, parseBaseUrl, type AddressProblem } from '../../../src/service/address';

const hrefOf = (text: string) => parseBaseUrl(text).baseUrl?.href;

describe('A service address', () => {
  const taken: [string, href: string][] = [
    ['  https://api.example.com/  ', 'https://api.example.com'],
    ['HTTPS://API.Example.COM', 'https://api.example.com'],
    ['https://überwachung.example', 'https://xn--berwachung-8db.example'],
    ['http://localhost:3000/api', 'http://localhost:3000/api'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    // Other spellings of 127.0.0.1. The plain one is kept and shown.
    ['http://2130706433/', 'http://127.0.0.1'],
  ];
  for (const [text, href] of taken) {
    it(`takes "${text}"${text === href ? '' : ` as ${href}`}`, () =>
      assert.equal(hrefOf(text), href));
  }

  const typed: [string, completed: string][] = [
    [' api.example.com/v1 ', 'https://api.example.com/v1'],
    ['ftp://api.example.com', 'ftp://api.example.com'],
    ['https:/api.example.com', 'https:/api.example.com'],
    ['//api.example.com', '//api.example.com'],
    ['', ''],
  ];
  for (const [text, completed] of typed) {
    it(`typed as "${text}" is "${completed}"`, () => assert.equal(addScheme(text), completed));
  }

  const refused: [string, AddressProblem][] = [
    ['', 'empty'],
    ['api.example.com', 'schemeMissing'],
    ['https://', 'notAUrl'],
    ['http://api.example.com', 'notHttps'],
    ['http://localhost.evil.example', 'notHttps'],
    ['http://127.0.0.1@evil.example', 'notHttps'],
    // VS Code sends these through a proxy.
    ['http://127.0.0.2', 'notHttps'],
    ['https://ada:secret@api.example.com', 'userInfo'],
    ['https:///:secret@api.example.com', 'userInfo'],
    ['https://api.example.com/v1?', 'query'],
    ['https://api.example.com/#top', 'fragment'],
  ];
  for (const [text, problem] of refused) {
    it(`refuses "${text}" (${problem})`, () => assert.deepEqual(parseBaseUrl(text), { problem }));
  }

  const anything = fc.oneof(
    fc.string(),
    fc.webUrl({
      validSchemes: ['http', 'https', 'ftp'],
      withFragments: true,
      withQueryParameters: true,
    }),
    fc
      .tuple(fc.constantFrom('http://', 'https://', 'https://u@', 'http://127.0.0.'), fc.string())
      .map((parts) => parts.join('')),
  );

  it('is refused or safe to send a password to, whatever is typed', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { baseUrl } = parseBaseUrl(text);
        if (!baseUrl) {
          return;
        }
        const url = new URL(`${baseUrl.href}/token`);
        assert.equal(url.origin, baseUrl.origin);
        assert.deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
        assert.ok(
          url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname),
        );
      }),
      { numRuns: 500 },
    );
  });
});
