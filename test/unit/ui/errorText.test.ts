import assert from 'node:assert/strict';
import { CallNotCountedError, LimitReachedError } from '../../../src/account/limitErrors';
import { CallError, type CallErrorReason, type CallFacts } from '../../../src/service/errors';
import { toErrorText, toSignInErrorText } from '../../../src/ui/texts/errorText';
import { createFormats } from '../../../src/ui/texts/formats';
import { inEnglishWith } from '../../support/inEnglish';

/** English without a translation, with British times. */
const t = inEnglishWith(createFormats('en-GB'));

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
  [new CallError('canceled'), /so no call was made/, 'retry'],
  [new CallError('sessionEnded'), /session has ended/, 'signIn'],
  [new LimitReachedError(limit as never), /limit of 12 calls is reached/, 'allowOneMoreCall'],
  [new CallNotCountedError(new Error()), /No call was made/, 'showLog'],
  [failed('noConnection'), /Couldn't reach.*Nothing was sent/, 'retry'],
  [failed('noConnection'), /Nothing responds.*Nothing was sent/, 'retry'],
  [failed('noConnection'), /was lost\. Nothing was sent/, 'retry'],
  [
    failed('noConnection', { mayBeSent: true }),
    /was lost\. The call may have cost credits/,
    'retry',
  ],
  [failed('proxy'), /Couldn't reach the proxy.*Nothing was sent/, 'openSettings'],
  [failed('proxy'), /wants a login.*Nothing was sent/, 'openSettings'],
  [failed('certificate'), /has expired, or is for another host.*Nothing was sent/, 'signIn'],
  [failed('certificate'), /isn't trusted.*Nothing was sent/, 'openSettings'],
  [
    failed('certificate', { mayBeSent: true }),
    /client certificate.*may have cost credits/,
    'showLog',
  ],
  [failed('certificate'), /doesn't speak https.*Nothing was sent/, 'signIn'],
  [
    failed('certificate'),
    /NODE_TLS_REJECT_UNAUTHORIZED.*Nothing was sent/,
    'openSettings',
  ],
  [
    failed('timeout', { timeoutMs: 30_000, mayBeSent: false }),
    /within 30 seconds\. Nothing was sent/,
    'retry',
  ],
  [
    failed('timeout', { timeoutMs: 1_000, mayBeSent: true }),
    /complete within 1 second.*cost credits/,
    'retry',
  ],
  [
    failed('notTheService', { status: 301, location, newAddress, mayBeSent: true }),
    /another place: https:\/\/api\.example\/v2\/token/,
    'signIn',
  ],
  [
    failed('tooLarge', { limitBytes: 10_000_000, mayBeSent: true }),
    /larger than 10 MB/,
    'openSettings',
  ],
  [failed('canceled'), /^Canceled\.$/, 'retry'],
  [refused('notTheService', 200, 'Sign in'), /a web page \(status 200\)\. It says: Sign in\./, 'retry'],
  [refused('notTheService', 200), /isn't JSON/, 'signIn'],
  [refused('noConnection', 200), /ends in the middle/, 'retry'],
  [refused('serviceError', 503, 'Busy'), /Something between here and the service.*says: Busy/, 'retry'],
  [refused('outOfCredits', 402, 'Buy!'), /out of credits\. The service says: Buy!/, 'retry'],
  [refused('forbidden', 403), /isn't allowed to list/, 'showLog'],
  [refused('notTheService', 404), /doesn't take these calls \(status 404\)/, 'signIn'],
  [refused('tooManyCalls', 429), /Too many calls/, 'retry'],
  [
    refused('serviceError', 500, 'Oops'),
    /Service error \(500\)\. The service says: Oops\./,
    'retry',
  ],
  [refused('invalid', 422), /\(status 422\)/, 'showLog'],
  [failed('unreadable', { choices }), /No list/, 'chooseFields'],
  [failed('unreadable', { choices: [] }), /No list/, 'showLog'],
  [refused('sessionEnded', 401), /no longer accepts your session/, 'signIn'],
  [new TypeError('x is not a function'), /^Something unexpected went wrong\.$/, 'showLog'],
];

describe('The text of an error', () => {
  for (const [error, says, step] of cases) {
    it(`says ${says.source}, ends with a stop, and offers ${step} first`, () => {
      const { sentence, steps } = toErrorText(t, error, NOW);
      assert.match(sentence, says);
      assert.match(sentence, /[.!?]$/);
      assert.equal(steps[0]?.command, step);
    });
  }

  it('offers a smaller page size if a response is too slow or too large', () => {
    const slow = failed('timeout', { timeoutMs: 60_000, mayBeSent: true });
    const large = failed('tooLarge', { limitBytes: 10_000_000, mayBeSent: true });
    for (const error of [slow, large]) {
      const { steps } = toErrorText(t, error, NOW);
      assert.ok(steps.some(({ argument }) => argument === 'monitorExplorer.pageSize'));
    }
  });

  it('says when to try again, to the second if that is soon, and never in the past', () => {
    const at = (ms: number): string =>
      toErrorText(t, failed('tooManyCalls', { status: 429, retryAt: NOW + ms }), NOW).sentence;
    assert.deepEqual(
      [-5_000, 1, 1_001, 119_000, 120_000, 14 * 3_600_000].map((ms) =>
        at(ms).replace('Too many calls for now. ', ''),
      ),
      [
        'Too many calls for now.',
        'Try again in 1 second.',
        'Try again in 2 seconds.',
        'Try again in 119 seconds.',
        'Try again at 14:02.',
        'Try again at 22 Nov, 04:00.',
      ],
    );
  });

  it('quotes the service in a few hundred characters at most, without links and icons', () => {
    const evil = '[Unlock](command:workbench.action.quit) $(flame) \u202e\n'.repeat(1_000);
    for (const reason of ['sessionEnded', 'serviceError', 'notTheService', 'serviceError'] as const) {
      const { sentence } = toErrorText(t, refused(reason, 403, evil), NOW);
      assert.ok(sentence.length < 450 && !/\]\(|\$\(|[\u202e\n]/.test(sentence), sentence);
    }
  });
});

describe('The text of an error at a sign-in', () => {
  const at = (error: unknown): string => toSignInErrorText(t, error, NOW);

  it('differs for a wrong password, a locked account, and a response that is too large', () => {
    assert.equal(at(refused('badLogin', 401)), "The e-mail or password isn't accepted.");
    assert.equal(
      at(refused('forbidden', 403, 'Locked')),
      "This account can't sign in here. The service says: Locked.",
    );
    assert.match(at(failed('tooLarge', { limitBytes: 1_000_000 })), /far larger than a token/);
  });
});
