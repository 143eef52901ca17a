import assert from 'node:assert/strict';
import * as errors from '../../../src/service/errors';
import { toErrorLine } from '../../../src/explorer/callLog';

/** As node-fetch words what VS Code's agent throws. */
const proxyFailure = (proxies: string): Error =>
  new Error(
    `request to http://127.0.0.2:1/token failed, reason: Failed to establish a socket connection to proxies: ${proxies}`,
  );

describe('the log line of an error', () => {
  const cases: [unknown, string][] = [
    [
      new errors.ConnectionLostError(false, { cause: { code: 'ECONNRESET' } }),
      'ConnectionLostError ECONNRESET',
    ],
    [
      new errors.ProxyError('no connection', { cause: proxyFailure('PROXY 127.0.0.1:9') }),
      'ProxyError (Failed to establish a socket connection to proxies: PROXY 127.0.0.1:9)',
    ],
    [
      new errors.ProxyError('no connection', { cause: proxyFailure('PROXY ada:s3cret@proxy.example:9') }),
      'ProxyError (Failed to establish a socket connection to proxies: PROXY proxy.example:9)',
    ],
    [new errors.ProxyAuthenticationError('status 407'), 'ProxyAuthenticationError'],
    [
      new errors.RedirectError(307, 'otherPlace', 'https://x.example/in\u202e'),
      'RedirectError 307 to https://x.example/in',
    ],
    [new errors.RedirectError(302, 'nowhere'), 'RedirectError 302 to nowhere'],
    [
      new errors.TlsError('expired', [], { cause: { code: 'CERT_HAS_EXPIRED' } }),
      'TlsError expired CERT_HAS_EXPIRED',
    ],
    [new errors.TimeoutError(1_000, 8), 'TimeoutError not complete within 1000 ms (8 bytes had come)'],
    [new TypeError('holds a secret', { cause: new Error('as this does') }), 'TypeError'],
    ['thrown as it is', 'unknown error'],
  ];
  for (const [error, line] of cases) {
    it(`is "${line}"`, () => assert.equal(toErrorLine(error), line));
  }
});
