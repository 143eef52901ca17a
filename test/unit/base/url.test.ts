import assert from 'node:assert/strict';
import { isOpenable, parseUrl } from '../../../src/base/url';

describe('A text', () => {
  it('is recognized as a URL, even after thousands of calls, when Node has optimized its parser', () => {
    for (let read = 0; read < 50_000; read++) {
      assert.ok(parseUrl('https://status.example/'));
    }
    assert.equal(parseUrl('https://überwachung.example/')?.host, 'xn--berwachung-8db.example');
    assert.equal(parseUrl('../b', 'https://status.example/a/')?.href, 'https://status.example/b');
    assert.equal(parseUrl('https://a b'), undefined);
  });
});

describe('A target for the browser', () => {
  it('is an address of http or https, and nothing that runs on this machine', () => {
    for (const target of [
      'https://shop.example/health?a=b',
      'HTTP://127.0.0.1:8080/',
      'https://[::1]/',
    ]) {
      assert.equal(isOpenable(target), true, target);
    }
    const others = [
      'command:workbench.action.quit',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '\\\\host\\share',
      '//host/x',
      'https://',
      'https://a b',
      ' https://a',
      'https://a\njavascript:x',
      'shop.example',
      '',
    ];
    for (const target of [...others, undefined]) {
      assert.equal(isOpenable(target), false, String(target));
    }
  });
});
