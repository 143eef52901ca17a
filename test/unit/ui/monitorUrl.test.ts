import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toHash } from '../../../src/base/toHash';
import { maskText } from '../../../src/base/maskText';
import { toMonitorUrl } from '../../../src/ui/details/monitorUrl';

const TEMPLATE = 'https://app.example.com/monitors/{id}?tab=checks#{id}';

describe('The address of a monitor at the service', () => {
  it('is the template with the ID in place of {id}', () => {
    assert.equal(
      toMonitorUrl(' http://localhost:8080/#/{id} ', 'a b'),
      'http://localhost:8080/#/a%20b',
    );
  });

  it('is undefined if the template is missing, or breaks the rules for addresses', () => {
    assert.equal(toMonitorUrl('', '42'), undefined);
    for (const template of [
      'https://app.example.com/monitors',
      'https://{id}.example.com/',
      'https://app.example.com@{id}/',
      'javascript://app.example.com/%0aalert({id})',
      'https://me:secret@app.example.com/{id}',
    ]) {
      assert.equal(toMonitorUrl(template, '42'), undefined, template);
    }
  });

  it('is undefined for an ID with a masked secret, or an ID that was made here', () => {
    assert.equal(toMonitorUrl(TEMPLATE, maskText('https://ada:s3cret@shop.example/1')), undefined);
    assert.equal(toMonitorUrl(TEMPLATE, `${toHash('Shop')}#2`), undefined);
  });

  it('is undefined for an ID that would leave its place in the path', () => {
    for (const path of ['/{id}', '/{id}/edit', '/%2E{id}', '\\{id}']) {
      assert.equal(toMonitorUrl(`https://app.example.com/m${path}`, '.'), undefined, path);
    }
    assert.equal(
      toMonitorUrl('https://app.example.com/?m={id}', '..'),
      'https://app.example.com/?m=..',
    );
  });

  it('keeps host and path for any ID', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('..', '.', '../x', '$&', '%2e%2e', '\ud800')),
        (id) => {
          const url = toMonitorUrl(TEMPLATE, id);
          if (url === undefined) {
            assert.match(id, /^(?:\.{0,2}|~.+)$/);
            return;
          }
          const { origin, pathname, search } = new URL(url);
          assert.equal(origin, 'https://app.example.com');
          assert.match(pathname, /^\/monitors\/[^/]+$/);
          assert.equal(search, '?tab=checks');
        },
      ),
    );
  });
});
