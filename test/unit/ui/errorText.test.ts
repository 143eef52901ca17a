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
const choices = [{ path: 'a' }] as unknown as errors.UnreadableResponseError['choices'];
const newAddress = aBaseUrl('https://api.example/v2');
const location = 'https://api.example/v2/token';

const failed = (kind: errors.TransportKind, facts?: errors.TransportFacts): errors.TransportError =>
  new errors.TransportError(kind, facts);
const refused = (kind: errors.HttpError['kind'], status: number, message?: string): errors.HttpError =>
  new errors.HttpError(kind, status, message);
const limit = { limit: 10, allowance: 2, used: 12, left: 0, resetsAt: NOW + 36_000_000 };

/** What a user reads, and what they can do first. */
const cases: readonly (readonly [error: unknown, says: RegExp, step: string])[] = [
  [new OriginMismatchError('a', 'b'), /so no call was made/, 'retry'],
  [new SessionExpiredError(), /session has ended/, 'signIn'],
  [new LimitReachedError(limit as never), /limit of 12 calls is reached/, 'allowOneMoreCall'],
  [new CallNotCountedError(new Error()), /No call was made/, 'showLog'],
  [failed('hostNotFound'), /Couldn't find/, 'retry'],
  [failed('connectionRefused'), /Nothing responds/, 'retry'],
  [failed('proxyUnreachable'), /Couldn't reach the proxy/, 'openSettings'],
  [failed('proxyLoginWanted'), /wants a login, so nothing was sent/, 'openSettings'],
  [failed('certificateExpired'), /has expired/, 'retry'],
  [failed('certificateForOtherHost', { certificateNames: ['a.test'] }), /a\.test/, 'setServiceAddress'],
  [failed('certificateAuthorityUnknown'), /authority that isn't known/, 'openSettings'],
  [failed('notTls'), /doesn't speak https/, 'setServiceAddress'],
  [failed('notConnected', { timeoutMs: 30_000 }), /within 30 seconds, so nothing was sent/, 'retry'],
  [failed('closedBeforeResponse'), /may have cost credits/, 'retry'],
  [failed('slowResponse', { timeoutMs: 30_000 }), /longer than 30 seconds/, 'retry'],
  [failed('certificatesUnchecked'), /No call was made: NODE_TLS_REJECT_UNAUTHORIZED/, 'openSettings'],
  [
    failed('redirectToOtherBase', { status: 301, location, baseUrl: newAddress }),
    /another address: https:\/\/api\.example\/v2\/token/,
    'useAddress',
  ],
  [failed('responseTooLarge', { limitBytes: 10_000_000 }), /larger than 10 MB/, 'openSettings'],
  [new errors.CancelledError('by a test'), /^Canceled\.$/, 'retry'],
  [refused('webPage', 200, 'Sign in'), /a web page \(status 200\): Sign in\./, 'retry'],
  [refused('notJson', 200), /isn't JSON/, 'setServiceAddress'],
  [refused('gateway', 503, 'Busy'), /Something between here and the service.*says: Busy/, 'retry'],
  [refused('outOfCredits', 402, 'Buy!'), /out of credits\. The service says: Buy!/, 'retry'],
  [refused('forbidden', 403), /isn't allowed to list/, 'showLog'],
  [refused('notFound', 404), /no such path/, 'setServiceAddress'],
  [refused('rateLimit', 429), /Too many calls/, 'retry'],
  [refused('server', 500, 'Oops'), /failed with status 500\. The service says: Oops\./, 'retry'],
  [refused('badRequest', 422), /\(status 422\)/, 'showLog'],
  [new errors.UnreadableResponseError('monitors', '{}', response, choices), /No list/, 'chooseMapping'],
  [new errors.UnauthorizedError(401), /no longer accepts your session/, 'signIn'],
  [new TypeError('x is not a function'), /^Something unexpected went wrong\.$/, 'showLog'],
];

describe('the text of an error', () => {
  for (const [error, says, step] of cases) {
    it(`says ${says.source}, ends with a stop, and offers ${step} first`, () => {
      const { sentence, steps } = toErrorText(t, error, NOW);
      assert.match(sentence, says);
      assert.match(sentence, /[.!?]$/);
      assert.equal(steps[0]?.kind, step);
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
});
