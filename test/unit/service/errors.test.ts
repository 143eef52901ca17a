import assert from 'node:assert/strict';
import { CallError, toErrorLine } from '../../../src/service/errors';

/** As node-fetch words what VS Code's agent throws. */
const proxyFailure = (proxies: string): Error =>
  new Error(
    `request to http://127.0.0.2:1/token failed, reason: Failed to establish a socket connection to proxies: ${proxies}`,
  );
const openSsl = Object.assign(
  new Error(
    'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../x.c:350:',
  ),
  { code: 'EPROTO' },
);

describe('the log line of an error', () => {
  const cases: [unknown, string][] = [
    [
      new CallError('noConnection', {}, { cause: { code: 'ECONNRESET' } }),
      'noConnection ECONNRESET',
    ],
    [
      new CallError('proxy', {}, { cause: proxyFailure('PROXY ada:s3cret@proxy.example:9') }),
      'proxy (Failed to establish a socket connection to proxies: PROXY proxy.example:9)',
    ],
    [
      new CallError('certificate', {}, { cause: openSsl }),
      'certificate EPROTO (wrong version number)',
    ],
    [new CallError('unreadable', { shape: '{id: number}' }), 'unreadable in {id: number}'],
    [
      new CallError(
        'timeout',
        { timeoutMs: 500, receivedBytes: 3 },
        { cause: new Error('aborted') },
      ),
      'timeout after 500 ms (3 bytes had come)',
    ],
    [Object.assign(new Error('a secret'), { code: 'ENOSPC' }), 'Error ENOSPC'],
    [new Error('a secret', { cause: new Error('another') }), 'Error'],
    [
      new CallError('notTheService', { status: 307, location: 'https://x.example/in\u202e' }),
      'notTheService 307 to https://x.example/in',
    ],
    [
      new CallError('notTheService', { status: 204, serviceMessage: 'secret' }),
      'notTheService 204',
    ],
    ['thrown as it is', 'unknown error'],
  ];
  for (const [error, line] of cases) {
    it(`is "${line}"`, () => assert.equal(toErrorLine(error), line));
  }
});
