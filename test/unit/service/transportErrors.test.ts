import assert from 'node:assert/strict';
import { CallError, type CallErrorReason } from '../../../src/service/errors';
import { toRedirectError, toTransportError, type CallProgress } from '../../../src/service/http';

const HTTPS = 'https://api.example/v1/token';
const HTTP = 'http://api.example/v1/token';

const progress = (
  connection: CallProgress['connection'],
  receivedBytes?: number,
): CallProgress => ({ connection, receivedBytes });

const withCode = (code: string, message = 'x'): Error =>
  Object.assign(new Error(message), { code });

/** The reason, and whether the request may have gone out. */
function toldOf(
  error: unknown,
  url = HTTPS,
  at = progress('open'),
): readonly [CallErrorReason, boolean | undefined] {
  const told = toTransportError(error, url, at);
  assert.ok(told instanceof CallError, String(told));
  assert.equal(told.cause, error);
  return [told.reason, told.facts.mayBeSent];
}

describe('The cause of a failed call', () => {
  const byCode: readonly (readonly [code: string, reason: CallErrorReason])[] = [
    ['ECONNREFUSED', 'noConnection'],
    ['HPE_HEADER_OVERFLOW', 'tooLarge'],
    ['Z_DATA_ERROR', 'notTheService'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNSPECIFIED', 'certificate'],
    ['EPROTO', 'certificate'],
  ];
  for (const [code, reason] of byCode) {
    it(`is ${reason} with ${code}`, () =>
      assert.equal(toldOf(withCode(code), HTTPS, progress('opening'))[0], reason));
  }

  it('knows by the state of the connection whether the request may have been sent', () => {
    for (const [at, mayBeSent] of [
      [progress('opening'), false],
      [progress('open'), true],
    ] as const) {
      assert.deepEqual(toldOf(withCode('ECONNRESET'), HTTPS, at), ['noConnection', mayBeSent]);
    }
  });

  it('is the proxy if TLS with the service has not started', () => {
    for (const code of ['CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER']) {
      assert.equal(toldOf(withCode(code), HTTPS, progress('none'))[0], 'proxy');
      assert.equal(toldOf(withCode(code), HTTP, progress('opening'))[0], 'proxy');
    }
  });

  it('is our own error, unchanged, if it does not come from the network', () => {
    for (const mistake of [new TypeError('x'), 'a text', new CallError('noConnection')]) {
      assert.equal(toTransportError(mistake, HTTPS, progress('open')), mistake);
    }
  });
});

describe('a redirect', () => {
  const cases: readonly (readonly [
    location: string,
    told: string,
    base?: string,
    from?: string,
  ])[] = [
    [
      'https://api.example/v1/token',
      'https://api.example/v1/token',
      'https://api.example/v1',
      HTTP,
    ],
    [
      'https://other.example/v1/token',
      'https://other.example/v1/token',
      'https://other.example/v1',
    ],
    ['/v2/token', 'https://api.example/v2/token', 'https://api.example/v2'],
    ['/login?next=secret#x', 'https://api.example/login'],
    ['/login/token=LEAK01a9b8c7', 'https://api.example/login/token=•••'],
  ];
  for (const [location, told, base, from] of cases) {
    it(`to ${location} names ${told}, and offers ${base ?? 'no address'}`, () => {
      const { reason, facts } = toRedirectError(from ?? HTTPS, 308, location)!;
      assert.deepEqual(
        [reason, facts.status, facts.location, facts.newAddress],
        ['notTheService', 308, told, base],
      );
    });
  }

  it('is not reported if it names no address', () => {
    assert.equal(toRedirectError(HTTPS, 308, 'http://['), undefined);
    assert.equal(toRedirectError(HTTPS, 201, '/v2/token'), undefined);
  });
});
