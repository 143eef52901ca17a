import assert from 'node:assert/strict';
import { toErrorLine } from '../../../src/service/errorLine';
import {
  HttpError,
  TransportError,
  UnauthorizedError,
  UnreadableResponseError,
} from '../../../src/service/errors';
import { aResponse } from '../../support/corpus';

/** As node-fetch words what VS Code's agent throws. */
const proxyFailure = (proxies: string): Error =>
  new Error(
    `request to http://127.0.0.2:1/token failed, reason: Failed to establish a socket connection to proxies: ${proxies}`,
  );

describe('the log line of an error', () => {
  const cases: [unknown, string][] = [
    [
      new TransportError('closedBeforeResponse', {}, { cause: { code: 'ECONNRESET' } }),
      'closedBeforeResponse ECONNRESET',
    ],
    [
      new TransportError('proxyUnreachable', {}, { cause: proxyFailure('PROXY ada:s3cret@proxy.example:9') }),
      'proxyUnreachable (Failed to establish a socket connection to proxies: PROXY proxy.example:9)',
    ],
    [
      new UnreadableResponseError('token', '{id: number}', aResponse({ id: 1 })),
      'UnreadableResponseError no token in {id: number}',
    ],
    [Object.assign(new Error('a secret'), { code: 'ENOSPC' }), 'Error ENOSPC'],
    [new Error('a secret', { cause: new Error('another') }), 'Error'],
    [
      new TransportError('redirectToOtherPage', { status: 307, location: 'https://x.example/in\u202e' }),
      'redirectToOtherPage 307 to https://x.example/in',
    ],
    [new HttpError('emptyResponse', 204, 'secret'), 'emptyResponse 204'],
    [new UnauthorizedError(401), 'unauthorized 401'],
    ['thrown as it is', 'unknown error'],
  ];
  for (const [error, line] of cases) {
    it(`is "${line}"`, () => assert.equal(toErrorLine(error), line));
  }
});
