import assert from 'node:assert/strict';
import { CallNotCountedError, LimitReachedError } from '../../../src/account/limit';
import { CallError, type CallErrorReason, type CallFacts } from '../../../src/service/errors';
import { toErrorText, toSignInErrorText } from '../../../src/ui/texts/errorText';

const NOW = new Date(2026, 10, 21, 14, 0, 0).getTime();
const newAddress = 'https://api.example/v2';
const location = 'https://api.example/v2/token';
const choices = [{ path: 'a', preview: '' }];

const failed = (reason: CallErrorReason, facts: CallFacts = { mayBeSent: false }): CallError =>
  new CallError(reason, facts);
const refused = (reason: CallErrorReason, status: number, serviceMessage?: string): CallError =>
  new CallError(reason, { status, serviceMessage, mayBeSent: true });
const limit = { limit: 10, allowance: 2, used: 12, left: 0, resetsAt: NOW + 36_000_000 };

/** The sentence for a user, and the first recovery action. */
const cases: readonly (readonly [error: unknown, says: RegExp, step: string])[] = [
  [new CallError('sessionEnded'), /session has ended/, 'retry'],
  [new LimitReachedError(limit as never), /limit of 12 calls is reached/, 'retry'],
  [new CallNotCountedError(new Error()), /No call was made/, 'showLog'],
  [failed('noConnection'), /Couldn't reach.*Nothing was sent/, 'retry'],
  [failed('noConnection', { mayBeSent: true }), /was lost.*may have cost credits/, 'retry'],
  [failed('proxy'), /The proxy can't be reached.*Nothing was sent/, 'openSettings'],
  [failed('certificate'), /isn't trusted.*Nothing was sent/, 'openSettings'],
  [
    failed('certificate', { isUnchecked: true, mayBeSent: false }),
    /NODE_TLS_REJECT_UNAUTHORIZED.*Nothing was sent/,
    'openSettings',
  ],
  [
    failed('timeout', { timeoutMs: 30_000, mayBeSent: false }),
    /within 30 seconds\. Nothing was sent/,
    'retry',
  ],
  [
    failed('notTheService', { status: 301, location, newAddress, mayBeSent: true }),
    /another place: https:\/\/api\.example\/v2\/token/,
    'signIn',
  ],
  [
    failed('tooLarge', { limitBytes: 10_000_000, mayBeSent: true }),
    /larger than 10,000 kB/,
    'openSettings',
  ],
  [failed('canceled'), /^Canceled\.$/, 'retry'],
  [failed('signInStep', { step: 'secondFactor' }), /second factor/, 'retry'],
  [failed('signInStep', { step: 'captcha' }), /captcha/, 'retry'],
  [failed('unreadable', { choices }), /No list/, 'chooseFields'],
  [failed('newTokenRefused', { status: 401 }), /remove the Authorization header/, 'showLog'],
  [failed('listIsEmpty'), /The rows stay/, 'retry'],
  [failed('forbidden', { status: 403 }), /isn't allowed to list monitors/, 'showLog'],
  [failed('outOfCredits', { status: 402 }), /out of credits/, 'retry'],
  [failed('invalid', { status: 400 }), /didn't accept the call \(status 400\)/, 'showLog'],
  [failed('serviceError', { status: 503 }), /^Service error \(503\)\.$/, 'retry'],
  [
    failed('notTheService', { status: 404, url: 'https://a.example/monitors/list' }),
    /^Unexpected answer from https:\/\/a\.example\/monitors\/list \(404\)\..*Another API needs the gateway/,
    'signIn',
  ],
  [new TypeError('x is not a function'), /^Something unexpected went wrong\.$/, 'showLog'],
];

describe('The text of an error', () => {
  for (const [error, says, step] of cases) {
    it(`says ${says.source}, ends with a stop, and offers ${step} first`, () => {
      const { sentence, steps } = toErrorText(error, NOW);
      assert.match(sentence, says);
      assert.match(sentence, /[.”]$/);
      assert.equal(steps[0]?.command, step);
    });
  }

  it('of a sign-in is about the account', () => {
    const says = (reason: CallErrorReason) => toSignInErrorText(failed(reason), NOW);
    assert.equal(says('forbidden'), "This account can't sign in here.");
    assert.match(says('unreadable'), /^No access token was found/);
    assert.match(says('badLogin'), /^The e-mail or password isn't accepted\./);
  });

  it('says when to try again, to the second if that is soon, and never in the past', () => {
    const at = (ms: number): string =>
      toErrorText(failed('tooManyCalls', { status: 429, retryAt: NOW + ms }), NOW).sentence;
    assert.deepEqual(
      [-5_000, 1, 1_001, 59_000, 60_000, 14 * 3_600_000].map((ms) =>
        at(ms).replace('Too many calls. ', ''),
      ),
      [
        'Too many calls.',
        'Try again in 1 second.',
        'Try again in 2 seconds.',
        'Try again in 59 seconds.',
        'Try again at 2:01 PM.',
        'Try again at Nov 22, 4:00 AM.',
      ],
    );
  });

  it('quotes the service in a few hundred characters at most, without links and icons', () => {
    const evil = '[Unlock](command:workbench.action.quit) $(flame) \u202e\n'.repeat(1_000);
    for (const reason of ['sessionEnded', 'serviceError', 'notTheService'] as const) {
      const { sentence } = toErrorText(refused(reason, 403, evil), NOW);
      assert.ok(sentence.length < 480 && !/\]\(|\$\(|[\u202e\n]/.test(sentence), sentence);
    }
  });
});
