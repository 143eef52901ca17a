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

const withCode = (code: string, reason: string): Error =>
  Object.assign(new Error(`request to https://api.example/token failed, reason: ${reason}`), { code });

describe('the log line of an error', () => {
  const cases: [unknown, string][] = [
    [
      new TransportError('closedBeforeResponse', {}, { cause: { code: 'ECONNRESET' } }),
      'closedBeforeResponse ECONNRESET',
    ],
    [
      new TransportError('proxyUnreachable', {}, { cause: proxyFailure('PROXY 127.0.0.1:9') }),
      'proxyUnreachable (Failed to establish a socket connection to proxies: PROXY 127.0.0.1:9)',
    ],
    [
      new TransportError('proxyUnreachable', {}, { cause: proxyFailure('PROXY ada:s3cret@proxy.example:9') }),
      'proxyUnreachable (Failed to establish a socket connection to proxies: PROXY proxy.example:9)',
    ],
    [new TransportError('proxyLoginWanted'), 'proxyLoginWanted'],
    [
      new UnreadableResponseError('token', '{id: number}', aResponse({ id: 1 })),
      'UnreadableResponseError no token in {id: number}',
    ],
    [Object.assign(new Error('a secret'), { code: 'ENOSPC' }), 'Error ENOSPC'],
    [Object.assign(new Error('a secret'), { code: 7, cause: { code: 'EIO', message: 'x' } }), 'Error EIO'],
    [new Error('a secret', { cause: new Error('another') }), 'Error'],
    [new TransportError('cancelled', {}, { cause: new Error('This operation was aborted') }), 'cancelled'],
    [
      new TransportError(
        'closedBeforeRequest',
        {},
        { cause: { code: 'ECONNRESET', message: 'socket hang up' } },
      ),
      'closedBeforeRequest ECONNRESET',
    ],
    [new TransportError('notHttp', {}, { cause: new Error('Expected HTTP/') }), 'notHttp (Expected HTTP/)'],
    [new TransportError('notHttp', {}, { cause: { message: `${' '.repeat(2_000)}late` } }), 'notHttp ()'],
    [
      new TransportError('redirectToOtherPage', { status: 307, location: 'https://x.example/in\u202e' }),
      'redirectToOtherPage 307 to https://x.example/in',
    ],
    [new TransportError('redirectToNowhere', { status: 302 }), 'redirectToNowhere 302 to nowhere'],
    [
      new TransportError('certificateExpired', {}, { cause: { code: 'CERT_HAS_EXPIRED' } }),
      'certificateExpired CERT_HAS_EXPIRED',
    ],
    [
      new TransportError(
        'tlsFailed',
        {},
        {
          cause: withCode(
            'EPROTO',
            'write EPROTO 80AC:error:0A000126:SSL routines:ssl3_read_n:unexpected eof while reading:../deps/rec.c:308:',
          ),
        },
      ),
      'tlsFailed EPROTO (unexpected eof while reading)',
    ],
    [
      new TransportError(
        'certificateRejected',
        {},
        { cause: withCode('UNSPECIFIED', 'EE certificate key too weak') },
      ),
      'certificateRejected UNSPECIFIED (EE certificate key too weak)',
    ],
    [
      new TransportError('slowBody', { timeoutMs: 1_000, receivedBytes: 8 }, { cause: new Error('aborted') }),
      'slowBody not complete within 1000 ms (8 bytes had come)',
    ],
    [new TransportError('encodingUnknown', { encoding: 'zstd' }), 'encodingUnknown zstd'],
    [new HttpError('emptyResponse', 204, 'secret'), 'emptyResponse 204'],
    [new UnauthorizedError(401), 'unauthorized 401'],
    [new TypeError('holds a secret', { cause: new Error('as this does') }), 'TypeError'],
    ['thrown as it is', 'unknown error'],
  ];
  for (const [error, line] of cases) {
    it(`is "${line}"`, () => assert.equal(toErrorLine(error), line));
  }
});
