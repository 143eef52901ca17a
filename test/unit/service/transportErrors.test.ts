import assert from 'node:assert/strict';
import { TransportError } from '../../../src/service/errors';
import { toRedirectError, toTransportError, type CallProgress } from '../../../src/service/transportErrors';

const HTTPS = 'https://api.example/v1/token';
const HTTP = 'http://api.example/v1/token';

const progress = (connection: CallProgress['connection'], receivedBytes?: number): CallProgress => ({
  connection,
  receivedBytes,
});

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

/** The kind, and the facts where there are any. */
function kindOf(error: unknown, url = HTTPS, at = progress('open')): unknown {
  const told = toTransportError(error, url, at);
  assert.ok(told instanceof TransportError, String(told));
  assert.equal(told.cause, error);
  return Object.keys(told.facts).length === 0 ? told.kind : [told.kind, told.facts];
}

describe('what stopped a call', () => {
  const byCode: readonly (readonly [code: string, kind: string])[] = [
    ['ENOTFOUND', 'hostNotFound'],
    ['ECONNREFUSED', 'connectionRefused'],
    ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
    ['Z_DATA_ERROR', 'encodingWrong'],
    ['CERT_HAS_EXPIRED', 'certificateExpired'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'notTls'],
    ['EPROTO', 'tlsFailed'],
    ['ECONNRESET', 'closedBeforeResponse'],
  ];
  for (const [code, kind] of byCode) {
    it(`is ${kind} with ${code}`, () => assert.equal(kindOf(withCode(code)), kind));
  }

  it('is told by how far the call had come', () => {
    const reset = withCode('ECONNRESET');
    assert.equal(kindOf(reset, HTTPS, progress('none')), 'closedBeforeRequest');
    assert.equal(kindOf(reset, HTTPS, progress('opening')), 'closedBeforeRequest');
    assert.equal(kindOf(reset, HTTPS, progress('open')), 'closedBeforeResponse');
    assert.equal(kindOf(reset, HTTPS, progress('open', 0)), 'closedWithinResponse');
  });

  it('is no host out of reach where it was reached: the call may have been done', () => {
    const timedOut = withCode('ETIMEDOUT');
    assert.equal(kindOf(timedOut, HTTPS, progress('none')), 'hostUnreachable');
    assert.equal(kindOf(timedOut, HTTPS, progress('opening')), 'hostUnreachable');
    assert.equal(kindOf(timedOut, HTTPS, progress('open')), 'closedBeforeResponse');
    assert.equal(kindOf(withCode('ENOTFOUND'), HTTPS, progress('open')), 'hostNotFound');
  });

  it('is the proxy where no TLS is spoken with the service, or none yet', () => {
    const expired = withCode('CERT_HAS_EXPIRED');
    const notTls = withCode('ERR_SSL_WRONG_VERSION_NUMBER');
    assert.equal(kindOf(expired, HTTPS, progress('none')), 'proxyCertificate');
    assert.equal(kindOf(notTls, HTTPS, progress('none')), 'proxyUnreachable');
    assert.equal(kindOf(expired, HTTP, progress('opening')), 'proxyCertificate');
    assert.equal(kindOf(notTls, HTTP, progress('open')), 'proxyUnreachable');
    assert.equal(kindOf(expired, HTTPS, progress('opening')), 'certificateExpired');
  });

  it('is no certificate any more once the service has answered', () => {
    assert.equal(kindOf(withCode('CERT_HAS_EXPIRED'), HTTPS, progress('open', 5)), 'closedWithinResponse');
  });

  it('tells the names of a certificate of other hosts, three at the most, each once', () => {
    const names = 'DNS:a.example, DNS:a.example, IP Address:10.0.0.1, DNS:b.example, DNS:c.example';
    const error = withCode(
      'ERR_TLS_CERT_ALTNAME_INVALID',
      `Host: x. is not in the cert's altnames: ${names}`,
    );
    const certificateNames = ['a.example', '10.0.0.1', 'b.example'];
    assert.deepEqual(kindOf(error), ['certificateForOtherHost', { certificateNames }]);
    const far = withCode('HOSTNAME_MISMATCH', `${' '.repeat(5_000)}DNS:a.example`);
    assert.deepEqual(kindOf(far), ['certificateForOtherHost', { certificateNames: [] }]);
  });

  it('is a mistake of ours, as it came, where nothing of it is the network’s', () => {
    const known = new TransportError('hostNotFound');
    for (const mistake of [
      new TypeError('x'),
      'a text',
      undefined,
      known,
      Object.assign(new Error('x'), { type: 7 }),
    ]) {
      assert.equal(toTransportError(mistake, HTTPS, progress('open')), mistake);
    }
  });
});

describe('where a redirect leads', () => {
  const redirect = (location: string | null, url = HTTPS): readonly unknown[] => {
    const { kind, facts } = toRedirectError(url, 308, location);
    assert.equal(facts.status, 308);
    return [kind, facts.location, facts.baseUrl?.href];
  };

  const cases: readonly (readonly [
    location: string | null,
    kind: string,
    told?: string,
    base?: string | undefined,
    from?: string,
  ])[] = [
    [null, 'redirectToNowhere'],
    ['http://[', 'redirectToNowhere'],
    [
      'https://api.example/v1/token',
      'redirectToHttps',
      'https://api.example/v1/token',
      'https://api.example/v1',
      HTTP,
    ],
    [
      'https://other.example/v1/token',
      'redirectToOtherBase',
      'https://other.example/v1/token',
      'https://other.example/v1',
      HTTP,
    ],
    ['/v2/token', 'redirectToOtherBase', 'https://api.example/v2/token', 'https://api.example/v2'],
    ['/v1/token/', 'redirectBySlash', 'https://api.example/v1/token/'],
    ['https://other.example/v1/token/', 'redirectToOtherPage', 'https://other.example/v1/token/'],
    ['/login?next=secret#x', 'redirectToOtherPage', 'https://api.example/login'],
    ['https://u:p@other.example/v1/token', 'redirectToOtherPage', 'https://other.example/v1/token'],
    ['https://:p@other.example/v1/token', 'redirectToOtherPage', 'https://other.example/v1/token'],
    ['https://u@other.example/v1/token', 'redirectToOtherPage', 'https://other.example/v1/token'],
    ['/v1/token', 'redirectToOtherPage', 'https://api.example/v1/token'],
    ['/v2/monitors/list', 'redirectToOtherPage', 'https://api.example/v2/monitors/list'],
    ['mailto:x@y.example', 'redirectToOtherPage', 'mailto:'],
    [
      '/v9/token',
      'redirectToOtherPage',
      'https://api.example/v9/token',
      undefined,
      'https://api.example/token/x',
    ],
  ];
  for (const [location, kind, told, base, from] of cases) {
    it(`${location ?? 'nowhere'}, from ${from ?? HTTPS}: ${kind}`, () =>
      assert.deepEqual(redirect(location, from), [kind, told, base]));
  }

  it('is told in 500 characters at the most', () => {
    const [, told] = redirect(`/${'x'.repeat(600)}`);
    assert.equal((told as string).length, 500);
  });
});
