import assert from 'node:assert/strict';
import { CallNotCountedError, LimitReachedError } from '../../../src/account/limit';
import { CallError, type CallErrorReason, type CallFacts } from '../../../src/service/errors';
import { toErrorText, toSignInErrorText } from '../../../src/ui/texts/errorText';
import { readOutcome } from '../../../src/mapping/readOutcome';
import { aResponse } from '../../support/corpus';

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
  [new TypeError('x is not a function'), /^Something unexpected went wrong\.$/, 'showLog'],
];

const html = (text: string) => ({ contentType: 'text/html', text });
const asHtml = (json: object) => ({ json, contentType: 'text/html' });

type Body = { readonly json?: unknown; readonly text?: string; readonly contentType?: string };

/** Refusals of a page, by what the user reads. A text stands for JSON with this message. */
const refusals: Readonly<Record<string, readonly (readonly [number, string | Body])[]>> = {
  'Your session has ended.': [
    [401, { json: {} }],
    [403, 'The token has expired'],
    [400, { json: { error: 'invalid_token' } }],
    [440, 'Login time-out'],
    [419, 'Session expired'],
    [498, 'Token is invalid'],
    [422, 'You must log in'],
    [500, 'jwt expired'],
    [200, { json: { code: '401', message: 'Please sign in' } }],
    [200, { json: { error: 'Not authenticated' } }],
  ],
  "The account isn't allowed to list monitors.": [
    [403, 'You may not list monitors'],
    [403, 'Your license has expired'],
  ],
  "The service didn't accept the call (status 400).": [
    [400, 'Invalid page token'],
    [400, 'The trial has expired'],
  ],
  'The account is out of credits.': [
    [402, asHtml({ error: 'No credits left' })],
    [403, { json: { error: 'Insufficient credits' } }],
    [200, { json: { error: 'Payment required' } }],
  ],
  'Too many calls.': [
    [429, { json: {} }],
    [400, 'Rate limit exceeded'],
  ],
  'Service error (503).': [[503, html('<h1>Busy</h1>')]],
  'Service error (504).': [[504, { text: '' }]],
  [notAService(404)]: [[404, 'Not found']],
  [notAService(405)]: [[405, { json: {} }]],
  [notAService(200)]: [[200, html('<!doctype html><title>Welcome</title>')]],
  [notAService(403)]: [[403, html('<title>Blocked</title>')]],
  'The connection was lost before the whole response had come.': [
    [200, { text: '{"monitors": [{"id": 1' }],
  ],
};

/** The same of a sign-in. */
const signInRefusals: typeof refusals = {
  "The e-mail or password isn't accepted.": [
    [401, { json: {} }],
    [422, asHtml({ message: 'Wrong password' })],
  ],
  "The service didn't accept the call (status 400).": [[400, 'email is required']],
  "This account can't sign in here.": [[403, 'Locked']],
};

function notAService(status: number): string {
  const what = `Unexpected answer from https://monitors.example/monitors/list (${status}).`;
  const needs = 'Monitor Explorer needs the endpoints "/token" and "/monitors/list".';
  return `${what} ${needs} Another API needs the gateway.`;
}

describe('The text of an error', () => {
  for (const [error, says, step] of cases) {
    it(`says ${says.source}, ends with a stop, and offers ${step} first`, () => {
      const { sentence, steps } = toErrorText(error, NOW);
      assert.match(sentence, says);
      assert.match(sentence, /[.”]$/);
      assert.equal(steps[0]?.command, step);
    });
  }

  for (const [kind, all] of [['list', refusals] as const, ['token', signInRefusals] as const]) {
    for (const [sentence, responses] of Object.entries(all)) {
      it(`is "${sentence}" for a ${kind} refused with ${responses.map(([status]) => status).join(', ')}`, () => {
        for (const [status, response] of responses) {
          const body = typeof response === 'string' ? { json: { message: response } } : response;
          const { json, ...rest } = body as Body;
          const error = readOutcome(aResponse(json, { status, ...rest }), kind);
          const text = kind === 'token' ? toSignInErrorText : toErrorText;
          const told = text(error, NOW);
          const shown = typeof told === 'string' ? told : told.sentence;
          assert.equal(shown.replace(/ (?:The service|It) says: .*/, ''), sentence);
        }
      });
    }
  }

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
      assert.ok(sentence.length < 460 && !/\]\(|\$\(|[\u202e\n]/.test(sentence), sentence);
    }
  });
});
