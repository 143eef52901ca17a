import assert from 'node:assert/strict';
import { toSafeText, type Translate } from '../../../src/base/text';
import { LedgerError, LimitReachedError } from '../../../src/credits/meterErrors';
import * as errors from '../../../src/service/errors';
import { OriginMismatchError, SessionExpiredError } from '../../../src/session/session';
import { toErrorText, toSignInErrorText } from '../../../src/ui/texts/errorText';
import { aBaseUrl } from '../../support/aServiceClient';

/** English, as VS Code's own without a translation. */
const t: Translate = (message, ...args) =>
  toSafeText(
    message.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)])),
    5_000,
  );

const NOW = new Date(2026, 10, 21, 14, 0, 0).getTime();
const LOCALE = 'en-GB';
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

const tls = (reason: errors.TlsProblem, names?: string[]): errors.TlsError =>
  new errors.TlsError(reason, names);

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
  ['an unreadable ledger', new LedgerError(new Error()), /No call was made\.$/, 'showLog, retry'],
  ['an unknown host', new errors.HostNotFoundError(), /^Couldn't find/, 'retry, setServiceAddress, showLog'],
  ['no route', new errors.HostUnreachableError(), /^Couldn't reach/, 'retry, setServiceAddress, showLog'],
  [
    'a closed port',
    new errors.ConnectionRefusedError(),
    /^Nothing answers/,
    'retry, setServiceAddress, showLog',
  ],
  [
    'a dead proxy',
    new errors.ProxyError(),
    /^Couldn't reach the proxy\. .*"http\.proxy"/,
    'openSettings http.proxy, retry, showLog',
  ],
  [
    'a proxy that wants credentials',
    new errors.ProxyAuthenticationError(),
    /^The proxy asks for credentials\. .*"http\.proxy"/,
    'openSettings http.proxy, retry, showLog',
  ],
  ['an expired certificate', tls('expired'), /has expired.*renew/, 'retry, showLog'],
  ['a certificate of tomorrow', tls('notYetValid'), /isn't valid yet.*clock/, 'retry, showLog'],
  [
    'a certificate for others',
    tls('wrongName', ['a.example', '[x](command:y)']),
    /is for a\.example, \[x\] \(command:y\), so/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'one that does not say for whom',
    tls('wrongName'),
    /for another host/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a self-signed certificate',
    tls('selfSigned'),
    /self-signed/,
    'openSettings http.systemCertificates, retry, showLog',
  ],
  [
    'an unknown authority',
    tls('unknownAuthority'),
    /authority that isn't trusted/,
    'openSettings http.systemCertificates, retry, showLog',
  ],
  [
    'an incomplete chain',
    tls('incompleteChain'),
    /whole chain/,
    'openSettings http.systemCertificates, retry, showLog',
  ],
  ['a revoked certificate', tls('revoked'), /was revoked/, 'showLog, retry'],
  ['old TLS', tls('oldProtocol'), /TLS 1\.2 or newer/, 'showLog, setServiceAddress, retry'],
  ['no TLS', tls('notTls'), /doesn't speak https/, 'setServiceAddress, showLog, retry'],
  [
    'a wanted certificate',
    tls('clientCertificate'),
    /wants a client certificate/,
    'showLog, setServiceAddress',
  ],
  ['other TLS', tls('other'), /The log shows why\.$/, 'showLog, setServiceAddress, retry'],
  ['a broken body', new errors.ConnectionLostError(true), /lost before the whole/, 'retry, showLog'],
  [
    'a closed connection',
    new errors.ConnectionLostError(false),
    /closed before a response/,
    'retry, showLog',
  ],
  ['another protocol', new errors.NotHttpError(), /doesn't speak HTTP/, 'setServiceAddress, showLog, retry'],
  ['large headers', new errors.HeadersTooLargeError(), /headers are larger than 16 KB/, 'showLog, retry'],
  ['bad gzip', new errors.ContentEncodingError(), /can't be decompressed/, 'retry, showLog'],
  [
    'an odd token',
    new errors.UnsendableTokenError(),
    /a character that isn't allowed\. Nothing was sent\.$/,
    'chooseMapping, signIn, showLog',
  ],
  [
    'a slow service',
    new errors.TimeoutError(30_000),
    /^The service took longer than 30 seconds to answer\. .*"monitorExplorer\.timeoutSeconds"/,
    'retry, openSettings monitorExplorer.timeoutSeconds, showLog',
  ],
  [
    'a slow body',
    new errors.TimeoutError(30_000, 1_234_567),
    /^The response wasn't complete after 30 seconds; 1\.2 MB had arrived\. .*"monitorExplorer\.timeoutSeconds"/,
    'retry, openSettings monitorExplorer.timeoutSeconds, showLog',
  ],
  ['a slower body', new errors.TimeoutError(1_000, 12_345), /12 KB had arrived/, /* as above */ ''],
  ['a still one', new errors.TimeoutError(1_000, 0), /0 bytes had arrived/, ''],
  ['a cancelled call', new errors.CancelledError(), /^Canceled\.$/, 'retry'],
  [
    'a redirect to https',
    new errors.RedirectError(308, 'httpsOfSameHost', location, newAddress),
    /wants https and points to https:\/\/api\.example\/v2\/token\./,
    'useAddress https://api.example/v2, setServiceAddress, showLog',
  ],
  [
    'a redirect to another base',
    new errors.RedirectError(301, 'otherBase', location, newAddress),
    /points to another address: https:\/\/api\.example\/v2\/token\. Redirects are not followed\.$/,
    'useAddress https://api.example/v2, setServiceAddress, showLog',
  ],
  [
    'a redirect by a slash',
    new errors.RedirectError(301, 'trailingSlash', `${location}/`),
    /only by the slash at the end/,
    'showLog, setServiceAddress',
  ],
  [
    'a redirect to a page',
    new errors.RedirectError(302, 'otherPlace', 'https://x.example/$(flame)[a](command:b)'),
    /another page: https:\/\/x\.example\/\$ \(flame\)\[a\] \(command:b\)\./,
    'setServiceAddress, showLog',
  ],
  [
    'a redirect to nowhere',
    new errors.RedirectError(302, 'nowhere'),
    /without saying where to \(status 302\)/,
    'setServiceAddress, showLog',
  ],
  [
    'a large response',
    new errors.ResponseTooLargeError(10_000_000),
    /larger than 10 MB\. Raise "monitorExplorer\.maxResponseMegabytes"/,
    'openSettings monitorExplorer.maxResponseMegabytes, retry, showLog',
  ],
  ['a web page', new errors.NotJsonError(true), /web page instead/, 'setServiceAddress, showLog, retry'],
  ['plain text', new errors.NotJsonError(false), /isn't JSON/, 'setServiceAddress, showLog, retry'],
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
    new errors.GatewayError(503, 'Zugriff verweigert', NOW + 42_000),
    /^Something between here and the service answered \(status 503\)\. Try again in 42 seconds\. It says: Zugriff verweigert\.$/,
    'retry, setServiceAddress, openSettings http.proxy, showLog',
  ],
  ['a new token refused', new errors.NewTokenRejectedError(401), /just issued.*Authorization/, 'showLog'],
  ['an old token refused', new errors.UnauthorizedError(401), /no longer accepts your session\.$/, 'signIn'],
  [
    'no credits',
    new errors.PaymentRequiredError(402, 'Buy!'),
    /out of credits\. The service says: Buy!$/,
    'retry, showLog',
  ],
  ['no right', new errors.ForbiddenError(403), /isn't allowed to list monitors\.$/, 'showLog, retry'],
  [
    'a wrong path',
    new errors.NotFoundError(404, 'No such path'),
    /no such path \(status 404\)\. Check the address\. The service says: No such path\.$/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a wrong method',
    new errors.NotFoundError(405),
    /doesn't take these calls/,
    'setServiceAddress, showLog, retry',
  ],
  ['too many calls', new errors.RateLimitError(429), /^Too many calls for now\.$/, 'retry, showLog'],
  [
    'a failure',
    new errors.ServerError(500, 'Oops'),
    /^The service failed with status 500\. The service says: Oops\.$/,
    'retry, showLog',
  ],
  [
    'an odd status',
    new errors.UnexpectedStatusError(304),
    /unexpected status \(304\)/,
    'setServiceAddress, showLog, retry',
  ],
  [
    'a bad request',
    new errors.BadRequestError(422, 'No.'),
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
      const text = toErrorText(t, error, NOW, LOCALE);
      assert.match(text.sentence, says);
      assert.match(text.sentence, /[.!?]$/);
      if (steps !== '') {
        assert.equal(stepsOf(text), steps);
      }
    });
  }

  it('is there for every class of error', () => {
    const told = new Set(cases.map(([, error]) => (error as Error).constructor.name));
    const abstract = ['ServiceError', 'TransportError', 'HttpError'];
    const missing = Object.keys(errors).filter((name) => !told.has(name) && !abstract.includes(name));
    assert.deepEqual(missing, []);
  });

  it('says when to try again to the second where that is soon, and never in the past', () => {
    const at = (ms: number): string =>
      toErrorText(t, new errors.RateLimitError(429, undefined, NOW + ms), NOW, LOCALE).sentence;
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
    for (const type of [errors.UnauthorizedError, errors.GatewayError, errors.ServerError]) {
      const { sentence } = toErrorText(t, new type(403, evil), NOW, LOCALE);
      assert.ok(sentence.length < 450 && !/\]\(|\$\(|[\u202e\n]/.test(sentence), sentence);
    }
  });
});

describe('the text of an error at a sign-in', () => {
  const at = (error: unknown): string => toSignInErrorText(t, error, NOW, LOCALE).sentence;

  it('speaks of e-mail and password, of the account, and of a token’s size', () => {
    assert.equal(at(new errors.UnauthorizedError(401)), "The e-mail or password isn't accepted.");
    assert.equal(
      at(new errors.ForbiddenError(403, 'Locked')),
      "This account can't sign in here. The service says: Locked.",
    );
    assert.match(at(new errors.ResponseTooLargeError(1_000_000)), /far larger than a token/);
    assert.doesNotMatch(at(new errors.ResponseTooLargeError(1_000_000)), /maxResponseMegabytes/);
  });

  it('is otherwise that of any call', () => {
    for (const [, error] of cases.filter(([, error]) => error instanceof errors.ServerError)) {
      assert.equal(at(error), toErrorText(t, error, NOW, LOCALE).sentence);
    }
  });
});
