import assert from 'node:assert/strict';
import { isOpenable } from '../../../src/base/url';

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
