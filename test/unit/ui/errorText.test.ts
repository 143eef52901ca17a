import assert from 'node:assert/strict';
import { CallNotCountedError, LimitReachedError } from '../../../src/credits/errors';
import * as errors from '../../../src/service/errors';
import { OriginMismatchError, SessionExpiredError } from '../../../src/session/session';
import { toErrorText, toSignInErrorText } from '../../../src/ui/texts/errorText';
import { createFormats } from '../../../src/ui/texts/formats';
import { aBaseUrl } from '../../support/aServiceClient';
import { inEnglishWith } from '../../support/inEnglish';

/** English, as VS Code's own without a translation, with times as the British write them. */
const t = inEnglishWith(createFormats('en-GB'));

const NOW = new Date(2026, 10, 21, 14, 0, 0).getTime();
const response = {} as errors.UnreadableResponseError['response'];
const question = {} as NonNullable<errors.UnreadableResponseError['question']>;
const newAddress = aBaseUrl('https://api.example/v2');
const location = 'https://api.example/v2/token';

/** "retry, openSettings http.proxy": the steps, with what they need. */
const stepsOf = ({ steps }: ReturnType<typeof toErrorText>): string =>
  steps
    .map((step) => {
      const what = 'setting' in step ? step.setting : 'baseUrl' in step ? step.baseUrl.href : undefined;
      return what === undefined ? step.kind : `${step.kind} ${what}`;
    })
    .join(', ');

const failed = (kind: errors.TransportKind, facts?: errors.TransportFacts): errors.TransportError =>
  new errors.TransportError(kind, facts);

const cases: readonly (readonly [name: string, error: unknown, says: RegExp, steps: string])[] = [
  [
    'another address',
    new OriginMismatchError('a', 'b'),
    /has changed meanwhile, so no call was made\.$/,
    'retry',
  ],
  ['an ended session', new SessionExpiredError(), /^Your session has ended\.$/, 'signIn'],
  [
    'the daily limit',
    new LimitReachedError({
      limit: 10,
      allowance: 2,
      used: 12,
      left: 0,
      resetsAt: NOW + 36_000_000,
    } as never),
    /^Your daily limit of 12 calls is reached\. It resets at 22 Nov, 00:00\.$/,
    'allowOneMoreCall',
  ],
  [
    'a daily limit of one call',
    new LimitReachedError({
      limit: 1,
      allowance: 0,
      used: 1,
      left: 0,
      resetsAt: NOW + 36_000_000,
    } as never),
    /^Your daily limit of 1 call is reached\. /,
    'allowOneMoreCall',
  ],
  ['an unreadable ledger', new CallNotCountedError(new Error()), /No call was made\.$/, 'showLog, retry'],
  ['an unknown host', failed('hostNotFound'), /^Couldn't find/, 'retry, setServiceAddress, showLog'],
  ['no route', failed('hostUnreachable'), /^Couldn't reach/, 'retry, setServiceAddress, showLog'],
  ['a closed port', failed('connectionRefused'), /^Nothing responds/, 'retry, setServiceAddress, showLog'],
  [
    'a dead proxy',
    failed('proxyUnreachable'),
    /^Couldn't reach the proxy, or its own certificate .*"http\.proxy"/,
    'openSettings http.proxy, retry, showLog',
  ],
  [
    'a proxy that wants credentials',
    failed('proxyLoginWanted'),
    /^The proxy wants a login, so nothing was sent\. .*"http\.proxy"/,
    'openSettings http.proxy, retry, showLog',
  ],
  ['an expired certificate', failed('certificateExpired'), /has expired.*renew/, 'retry, showLog'],
  ['a certificate of tomorrow', failed('certificateNotYetValid'), /isn't valid yet.*clock/, 'retry, showLog'],
  [
    'a certificate for others',
    failed('certificateForOtherHost', { certificateNames: ['a.example', '[x](command:y)'] }),
    /is for a\.example, \[x\] \(command:y\), so/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'one that does not say for whom',
    failed('certificateForOtherHost'),
    /for another host/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a self-signed certificate',
    failed('certificateSelfSigned'),
    /self-signed/,
    'openSettings http.systemCertificates, retry, showLog',
  ],
  [
    'an unknown authority',
    failed('certificateAuthorityUnknown'),
    /authority that isn't known on this machine, .* If not, the service may not be sending its whole chain/,
    'openSettings http.systemCertificates, retry, showLog',
  ],
  ['a revoked certificate', failed('certificateRevoked'), /was revoked/, 'showLog, retry'],
  ['old TLS', failed('oldTls'), /TLS 1\.2 or newer/, 'showLog, setServiceAddress, retry'],
  ['no TLS', failed('notTls'), /doesn't speak https/, 'setServiceAddress, showLog, retry'],
  [
    'a wanted certificate',
    failed('clientCertificateWanted'),
    /wants a client certificate/,
    'showLog, setServiceAddress',
  ],
  ['other TLS', failed('tlsFailed'), /The log shows why\.$/, 'showLog, setServiceAddress, retry'],
  ['a weak key', failed('certificateRejected'), /key may be too short; the log/, 'showLog, retry'],
  [
    'a refused handshake',
    failed('tlsRefused'),
    /nothing was sent\. Either there is no cipher in common, or it wants a client certificate/,
    'showLog, setServiceAddress, retry',
  ],
  [
    'a proxy that is not trusted',
    failed('proxyCertificate'),
    /^The proxy's own certificate isn't trusted/,
    'openSettings http.systemCertificates, openSettings http.proxy, retry, showLog',
  ],
  [
    'a wrong proxy login',
    failed('proxyLoginRejected'),
    /^The proxy doesn't accept its login/,
    'openSettings http.proxy, retry, showLog',
  ],
  [
    'no connection in time',
    failed('notConnected', { timeoutMs: 30_000 }),
    /^No connection to the service was made within 30 seconds, so nothing was sent\./,
    'retry, setServiceAddress, openSettings http.proxy, showLog',
  ],
  [
    'a handshake that ends',
    failed('closedBeforeRequest'),
    /closed before anything was sent/,
    'retry, setServiceAddress, showLog',
  ],
  ['zstd', failed('encodingUnknown', { encoding: 'zstd' }), /can't read \(zstd\)/, 'showLog, retry'],
  [
    'a page of a failure',
    new errors.HttpError('webPage', 500, 'TypeError: x'),
    /^The service responded with a web page \(status 500\): TypeError: x\.$/,
    '',
  ],
  [
    'an empty response',
    new errors.HttpError('emptyResponse', 204),
    /^Empty response \(status 204\)\./,
    'setServiceAddress, retry, showLog',
  ],
  ['half a response', new errors.HttpError('cutOffResponse', 200), /ends in the middle/, 'retry, showLog'],
  [
    'a broken body',
    failed('closedWithinResponse'),
    /service was reached, .* lost before the whole .* may have cost credits/,
    'retry, showLog',
  ],
  [
    'a closed connection',
    failed('closedBeforeResponse'),
    /closed before a response arrived\. The call may have cost credits/,
    'retry, showLog',
  ],
  ['another protocol', failed('notHttp'), /doesn't speak HTTP/, 'setServiceAddress, showLog, retry'],
  ['large headers', failed('headersTooLarge'), /headers are larger than 16 KB/, 'showLog, retry'],
  ['bad gzip', failed('encodingWrong'), /can't be decompressed/, 'retry, showLog'],
  [
    'an odd token',
    failed('tokenUnsendable'),
    /a character that isn't allowed\. Nothing was sent\.$/,
    'chooseMapping, signIn, showLog',
  ],
  [
    'unchecked certificates',
    failed('certificatesUnchecked'),
    /^No call was made: NODE_TLS_REJECT_UNAUTHORIZED=0 .* install its root certificate .* NODE_EXTRA_CA_CERTS\.$/,
    'openSettings http.systemCertificates, showLog',
  ],
  [
    'a slow service',
    failed('slowResponse', { timeoutMs: 30_000 }),
    /^The service took longer than 30 seconds to respond\. .*"monitorExplorer\.timeoutSeconds"/,
    'retry, openSettings monitorExplorer.timeoutSeconds, showLog',
  ],
  [
    'a slow body',
    failed('slowBody', { timeoutMs: 30_000, receivedBytes: 1_234_567 }),
    /^The response wasn't complete after 30 seconds; 1\.2 MB had arrived\. .*"monitorExplorer\.timeoutSeconds"/,
    'retry, openSettings monitorExplorer.timeoutSeconds, showLog',
  ],
  [
    'a slower body',
    failed('slowBody', { timeoutMs: 1_000, receivedBytes: 12_345 }),
    /12 KB had arrived/,
    /* as above */ '',
  ],
  ['a still one', failed('slowBody', { timeoutMs: 1_000, receivedBytes: 0 }), /0 bytes had arrived/, ''],
  ['a cancelled call', new errors.CancelledError('by a test'), /^Canceled\.$/, 'retry'],
  [
    'a redirect to https',
    failed('redirectToHttps', { status: 308, location, baseUrl: newAddress }),
    /wants https and points to https:\/\/api\.example\/v2\/token\./,
    'useAddress https://api.example/v2, setServiceAddress, showLog',
  ],
  [
    'a redirect to another base',
    failed('redirectToOtherBase', { status: 301, location, baseUrl: newAddress }),
    /points to another address: https:\/\/api\.example\/v2\/token\. Redirects are not followed\.$/,
    'useAddress https://api.example/v2, setServiceAddress, showLog',
  ],
  [
    'a redirect by a slash',
    failed('redirectBySlash', { status: 301, location: `${location}/` }),
    /only by the slash at the end/,
    'showLog, setServiceAddress',
  ],
  [
    'a redirect to a page',
    failed('redirectToOtherPage', { status: 302, location: 'https://x.example/$(flame)[a](command:b)' }),
    /another page: https:\/\/x\.example\/\$ \(flame\)\[a\] \(command:b\)\./,
    'setServiceAddress, showLog',
  ],
  [
    'a redirect to nowhere',
    failed('redirectToNowhere', { status: 302 }),
    /without saying where to \(status 302\)/,
    'setServiceAddress, showLog',
  ],
  [
    'a large response',
    failed('responseTooLarge', { limitBytes: 10_000_000 }),
    /larger than 10 MB\. Raise "monitorExplorer\.maxResponseMegabytes"/,
    'openSettings monitorExplorer.maxResponseMegabytes, retry, showLog',
  ],
  [
    'a web page',
    new errors.HttpError('webPage', 200, 'Sign in'),
    /^The service responded with a web page \(status 200\): Sign in\.$/,
    'retry, setServiceAddress, showLog',
  ],
  ['plain text', new errors.HttpError('notJson', 200), /isn't JSON/, 'setServiceAddress, showLog, retry'],
  [
    'no list to be told',
    new errors.UnreadableResponseError('monitors', '{}', response, question),
    /^No list of monitors/,
    'chooseMapping, showLog',
  ],
  [
    'no token',
    new errors.UnreadableResponseError('token', '{}', response),
    /^No access token/,
    'showLog, retry',
  ],
  [
    'a gateway',
    new errors.HttpError('gateway', 503, 'Zugriff verweigert', NOW + 42_000),
    /^Something between here and the service responded \(status 503\)\. Try again in 42 seconds\. It says: Zugriff verweigert\.$/,
    'retry, setServiceAddress, openSettings http.proxy, showLog',
  ],
  ['a new token refused', new errors.NewTokenRejectedError(401), /just issued.*Authorization/, 'showLog'],
  ['an old token refused', new errors.UnauthorizedError(401), /no longer accepts your session\.$/, 'signIn'],
  [
    'no credits',
    new errors.HttpError('outOfCredits', 402, 'Buy!'),
    /out of credits\. The service says: Buy!$/,
    'retry, showLog',
  ],
  ['no right', new errors.HttpError('forbidden', 403), /isn't allowed to list monitors\.$/, 'showLog, retry'],
  [
    'a wrong path',
    new errors.HttpError('notFound', 404, 'No such path'),
    /no such path \(status 404\)\. Check the address\. The service says: No such path\.$/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a wrong method',
    new errors.HttpError('notFound', 405),
    /doesn't take these calls/,
    'setServiceAddress, showLog, retry',
  ],
  ['too many calls', new errors.HttpError('rateLimit', 429), /^Too many calls for now\.$/, 'retry, showLog'],
  [
    'a failure',
    new errors.HttpError('server', 500, 'Oops'),
    /^The service failed with status 500\. The service says: Oops\.$/,
    'retry, showLog',
  ],
  [
    'an odd status',
    new errors.HttpError('unexpectedStatus', 304),
    /unexpected status \(304\)/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a bad request',
    new errors.HttpError('badRequest', 422, 'No.'),
    /\(status 422\)\. The service says: No\.$/,
    'showLog, retry',
  ],
  [
    'a mistake of ours',
    new TypeError('x is not a function'),
    /^Something unexpected went wrong\.$/,
    'showLog, retry',
  ],
];

describe('the text of an error', () => {
  for (const [name, error, says, steps] of cases) {
    it(`for ${name} says what happened, ends with a stop, and offers what can help`, () => {
      const text = toErrorText(t, error, NOW);
      assert.match(text.sentence, says);
      assert.match(text.sentence, /[.!?]$/);
      if (steps !== '') {
        assert.equal(stepsOf(text), steps);
      }
    });
  }

  it('says when to try again to the second where that is soon, and never in the past', () => {
    const at = (ms: number): string =>
      toErrorText(t, new errors.HttpError('rateLimit', 429, undefined, NOW + ms), NOW).sentence;
    assert.deepEqual(
      [-5_000, 0, 1, 1_001, 119_999, 120_000, 14 * 3_600_000].map((ms) =>
        at(ms).replace('Too many calls for now. ', ''),
      ),
      [
        'You can try again now.',
        'You can try again now.',
        'Try again in 1 second.',
        'Try again in 2 seconds.',
        'Try again in 120 seconds.',
        'Try again at 14:02.',
        'Try again at 22 Nov, 04:00.',
      ],
    );
  });

  it('has no link, no icon and no more than a few hundred characters of what the service says', () => {
    const evil = '[Unlock](command:workbench.action.quit) $(flame) \u202e\n'.repeat(1_000);
    for (const kind of ['unauthorized', 'gateway', 'webPage', 'server'] as const) {
      const { sentence } = toErrorText(t, new errors.HttpError(kind, 403, evil), NOW);
      assert.ok(sentence.length < 450 && !/\]\(|\$\(|[\u202e\n]/.test(sentence), sentence);
    }
  });
});

describe('the text of an error at a sign-in', () => {
  const at = (error: unknown): string => toSignInErrorText(t, error, NOW).sentence;

  it('tells wrong e-mail and password, a locked account, and a response that is too large apart', () => {
    assert.equal(at(new errors.UnauthorizedError(401)), "The e-mail or password isn't accepted.");
    assert.equal(
      at(new errors.HttpError('forbidden', 403, 'Locked')),
      "This account can't sign in here. The service says: Locked.",
    );
    assert.match(at(failed('responseTooLarge', { limitBytes: 1_000_000 })), /far larger than a token/);
    assert.doesNotMatch(at(failed('responseTooLarge', { limitBytes: 1_000_000 })), /maxResponseMegabytes/);
  });

  it('is otherwise that of any call', () => {
    for (const [, error] of cases.filter(
      ([, error]) => error instanceof errors.HttpError && error.kind === 'server',
    )) {
      assert.equal(at(error), toErrorText(t, error, NOW).sentence);
    }
  });
});
