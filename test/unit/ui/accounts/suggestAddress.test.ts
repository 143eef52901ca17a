import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../../src/service/address';
import { suggestAddress } from '../../../../src/ui/accounts/suggestAddress';

describe('The suggestion for a wrong address', () => {
  for (const [typed, offered] of Object.entries({
    'localhost:8080': 'http://localhost:8080',
    '127.0.0.1:9000/api': 'http://127.0.0.1:9000/api',
    'status.example': 'https://status.example',
    ' status.example:8443/v1/ ': 'https://status.example:8443/v1',
    'http://status.example': 'https://status.example',
    'https://status.example/v1/token': 'https://status.example/v1',
    'https://status.example/v1/Token/': 'https://status.example/v1',
    'https://status.example/monitors/list': 'https://status.example',
    'http://localhost:8080/v1/monitors/list': 'http://localhost:8080/v1',
    'status.example/v1/token?x=1#top': 'https://status.example/v1',
    'https://ada:secret@status.example/v1': 'https://status.example/v1',
  })) {
    it(`is ${offered} for ${typed}`, () => assert.equal(suggestAddress(typed), offered));
  }

  it('is missing for a good or a hopeless address', () => {
    const texts = ['https://status.example/v1', 'http://localhost:8080', 'https://x.example/monitors'];
    for (const text of [...texts, '', 'h', 'https:', 'https://', 'status', 'ftp://status.example']) {
      assert.equal(suggestAddress(text), undefined, text);
    }
  });

  it('is always valid, and comes only once', () => {
    const texts = fc
      .tuple(
        fc.constantFrom('', 'http://', 'https://', 'ftp://', '//'),
        fc.constantFrom('localhost', '127.0.0.1:1', '[::1]', 'a.example', 'a@b.example', 'a:b@c.d:99999', ''),
        fc.constantFrom('', '/', '/token', '/v1/monitors/list//', '?q', '#', '/%zz', '/../x'),
        fc.string(),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const offered = suggestAddress(text);
        assert.ok(offered === undefined || parseBaseUrl(offered).baseUrl?.href === offered);
      }),
    );
  });
});
