import assert from 'node:assert/strict';
import { Reauthentication } from '../../../src/session/reauthentication';
import type { Session } from '../../../src/session/session';
import { aSession, DAY, HOUR, MINUTE, NOON } from '../../support/aSession';
import { ManualClock } from '../../support/manualClock';

const used = aSession({ lifetimeMs: 30 * DAY });
const omar = aSession({ email: 'omar@example.org', lifetimeMs: 30 * DAY });

describe('after a 401', () => {
  let clock: ManualClock;
  let kept: Map<string, Session>;
  let prompts: { over: Session; answer: (signedIn: boolean) => void; fail: (error: Error) => void }[];
  let reauthentication: Reauthentication;

  beforeEach(() => {
    clock = new ManualClock(NOON + HOUR);
    kept = new Map([used, omar].map((session) => [session.id, session]));
    prompts = [];
    reauthentication = new Reauthentication({
      now: clock.now,
      find: (id) => kept.get(id),
      prompt: (over) => new Promise((answer, fail) => prompts.push({ over, answer, fail })),
    });
  });

  const keep = (fields: Partial<Session>) => {
    const session = { ...used, ...fields };
    kept.set(session.id, session);
    return session;
  };

  it('asks once, whatever number of calls failed, and tells all of them', async () => {
    const results = Array.from({ length: 50 }, () => reauthentication.after401(used));
    assert.deepEqual(
      prompts.map(({ over }) => over),
      [used],
    );
    prompts[0]?.answer(true);
    assert.deepEqual(new Set(await Promise.all(results)), new Set(['signedIn']));
  });

  it('asks nothing for five minutes after a no', async () => {
    const first = reauthentication.after401(used);
    prompts[0]?.answer(false);
    assert.equal(await first, 'declined');
    clock.advance(5 * MINUTE - 1);
    assert.equal(await reauthentication.after401(used), 'coolingDown');
    clock.advance(1);
    void reauthentication.after401(used);
    assert.equal(prompts.length, 2);
  });

  it('asks nothing for five minutes after a yes either, should the new token end at once', async () => {
    const first = reauthentication.after401(used);
    const again = keep({ token: 'again', issuedAt: clock.now() });
    prompts[0]?.answer(true);
    assert.equal(await first, 'signedIn');
    clock.advance(2 * MINUTE);
    assert.equal(await reauthentication.after401(again), 'coolingDown');
  });

  it('does not cool down for years because the clock was set back', async () => {
    const first = reauthentication.after401(used);
    prompts[0]?.answer(false);
    await first;
    clock.jump(-30 * MINUTE);
    void reauthentication.after401(used);
    assert.equal(prompts.length, 2);
  });

  it('does not ask for a token that was issued a moment ago', async () => {
    const justIssued = keep({ issuedAt: clock.now() });
    assert.equal(await reauthentication.after401(justIssued), 'refused');
    assert.equal(await reauthentication.after401(justIssued), 'refused');
    assert.equal(prompts.length, 0);
  });

  it('asks for a session that was ended in the store in the meantime', () => {
    keep({ token: '' });
    void reauthentication.after401(used);
    assert.equal(prompts.length, 1);
  });

  it('goes on with the new token, where a late 401 belongs to the old one', async () => {
    keep({ token: 'new' });
    assert.equal(await reauthentication.after401(used), 'signedIn');
    assert.equal(prompts.length, 0);
  });

  it('does not ask a person who has signed out', async () => {
    kept.clear();
    assert.equal(await reauthentication.after401(used), 'declined');
    assert.equal(prompts.length, 0);
  });

  it('never has two prompts open, but one account’s answer does not silence the other', async () => {
    const first = reauthentication.after401(used);
    assert.equal(await reauthentication.after401(omar), 'coolingDown');
    prompts[0]?.answer(false);
    await first;
    void reauthentication.after401(omar);
    assert.deepEqual(
      prompts.map(({ over }) => over.email),
      [used.email, omar.email],
    );
  });

  it('passes on a prompt’s failure to all who wait, and rests then too', async () => {
    const results = [reauthentication.after401(used), reauthentication.after401(used)];
    prompts[0]?.fail(new Error('the screen is gone'));
    for (const result of results) {
      await assert.rejects(result, /the screen is gone/);
    }
    assert.equal(await reauthentication.after401(used), 'coolingDown');
  });

  it('asks again after the rest, though the prompt failed at once', async () => {
    const broken = new Reauthentication({
      now: clock.now,
      find: (id) => kept.get(id),
      prompt: () => {
        throw new Error('at once');
      },
    });
    await assert.rejects(broken.after401(used), /at once/);
    assert.equal(await broken.after401(used), 'coolingDown');
    clock.advance(5 * MINUTE);
    await assert.rejects(broken.after401(used), /at once/);
  });
});
