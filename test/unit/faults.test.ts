import assert from 'node:assert/strict';
import { Agent as HttpsAgent } from 'node:https';
import { toSignInErrorText } from '../../src/ui/texts/errorText';
import type { BrokenResponse } from '../simulator/brokenResponses';
import { callErrorOf } from '../support/aFetch';
import { Machine, PAGE_SIZE, rowsOf, sentenceOf } from '../support/machine';

const DAY = 24 * 60 * 60 * 1000;

/** Something that goes wrong with each call until it is over. */
interface CallFault {
  readonly when: string;
  /** A part of the sentence that the user reads. */
  readonly says: RegExp;
  /** A part of the sentence at a sign-in, if it differs. */
  readonly saysAtSignIn?: RegExp;
  readonly response?: BrokenResponse;
  readonly agent?: HttpsAgent;
  /** The service address begins with https. */
  readonly tls?: boolean;
  readonly timeoutMs?: number;
}

/** One of each kind. Tests of calls and refusals have the others. */
const CALL_FAULTS: readonly CallFault[] = [
  {
    when: 'the response never starts',
    response: { kind: 'stalled' },
    timeoutMs: 1_000,
    says: /complete within 1 second.* cost credits/,
  },
  {
    when: 'the connection is reset within the response',
    response: {
      kind: 'pieces',
      pieces: (text) => [`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${text.slice(0, 9)}`],
      end: 'RST',
    },
    says: /connection was lost.* cost credits/,
  },
  {
    when: 'the JSON is neither token nor list',
    response: { kind: 'wrong JSON', value: { people: [{ first: 'Ada' }, { first: 'Grace' }] } },
    says: /No list of monitors was found/,
    saysAtSignIn: /No access token was found/,
  },
  {
    when: 'the certificate is not trusted',
    agent: new HttpsAgent(),
    tls: true,
    says: /isn't trusted on this machine.* Nothing was sent/,
  },
  {
    when: 'the proxy answers 407',
    response: { kind: 'status', status: 407 },
    says: /wants another login.* Nothing was sent/,
  },
];

async function playCallFault(fault: CallFault, machine: Machine): Promise<void> {
  const { service } = machine;
  const [ada, bob] = service.accounts;
  const window = await machine.openSignedIn(2);
  const { app, sessions, limits } = window;
  const before = rowsOf(window);
  const { timeoutMs } = limits;

  if (fault.response) {
    service.failNext(fault.response, { times: Infinity });
  }
  machine.otherAgent = fault.agent;
  limits.timeoutMs = fault.timeoutMs ?? timeoutMs;
  const calls = service.callCount();
  assert.equal(await app.list!.loadMore(), 'failed');
  assert.match(sentenceOf(window)!, fault.says);
  const error = await callErrorOf(window.signIn(bob));
  const { saysAtSignIn = fault.says } = fault;
  assert.match(toSignInErrorText(error, window.now()), saysAtSignIn);
  assert.deepEqual(rowsOf(window), before);
  assert.deepEqual(
    sessions.sessions.map(({ email }) => email),
    [ada.email],
  );
  if (fault.tls) {
    assert.equal(service.callCount(), calls, 'no call over a connection that is not trusted');
  }

  service.stopFailing();
  machine.otherAgent = undefined;
  limits.timeoutMs = timeoutMs;
  assert.equal(await app.list!.loadMore(), 'done');
  assert.equal(sentenceOf(window), undefined);
  const rows = rowsOf(window);
  assert.deepEqual(rows.slice(0, before.length), before, 'rows that were there');
  assert.equal(new Set(rows).size, 3 * PAGE_SIZE);
  await window.signIn(bob);
  assert.equal(app.session?.email, bob!.email);
}

describe('A failed call keeps rows and session, says why, counts, and can be repeated', () => {
  for (const fault of CALL_FAULTS) {
    it(`if ${fault.when}`, () =>
      Machine.run((machine) => playCallFault(fault, machine), { tls: fault.tls ?? false }));
  }
});

describe('If the clock is 91 days ahead and back', () => {
  it('calls of today still count, before and after', () =>
    Machine.run(async (machine) => {
      const today = machine.service;
      await machine.openSignedIn(2);
      machine.clock.ahead += 91 * DAY;
      const ahead = await machine.restart();
      await ahead.signIn();
      assert.equal(await ahead.app.list!.loadMore(), 'done');
      machine.clock.ahead -= 91 * DAY;
      assert.equal(ahead.app.budget.readState().used, today.callCount());
      const back = await machine.restart();
      assert.equal(machine.callsToday(), today.callCount(), 'all calls, none lost');
      back.settings.set({ dailyCallLimit: today.callCount() });
      assert.equal(await back.app.list!.loadMore(), 'failed');
      assert.match(sentenceOf(back)!, /limit/);
    }));
});
