import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import type { SessionState } from '../../../src/explorer/listController';
import { Reauthentication, type ReauthenticationChoice } from '../../../src/explorer/reauthentication';
import { SAME_ROWS, type ListChange, type ListOutcome } from '../../../src/monitors/monitorList';
import { UnauthorizedError } from '../../../src/service/errors';
import type { Session } from '../../../src/session/session';
import { SimulatedService } from '../../simulator/simulatedService';
import { aSession, DAY, HOUR, MINUTE, NOON } from '../../support/aSession';
import { aWindow, type Window } from '../../support/aWindow';
import { settled } from '../../support/inMemorySecretStorage';
import { ManualClock } from '../../support/manualClock';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

const ines = aSession({ lifetimeMs: 30 * DAY });
const omar = aSession({ email: 'omar@example.org', lifetimeMs: 30 * DAY });
/** Calls that it takes to go on. */
const CALLS_LEFT = 7;

describe('after the service has rejected a session', () => {
  let clock: ManualClock;
  let kept: Map<string, Session>;
  let changes: Emitter<ListChange>;
  /** Whose monitors are shown. */
  let shown: Session;
  let answers: ((choice: ReauthenticationChoice | undefined) => void)[];
  let done: string[];
  let goesThrough: boolean;
  let address: string;
  let isInSight: boolean;
  let reauthentication: Reauthentication;

  beforeEach(() => {
    clock = new ManualClock(NOON + HOUR);
    kept = new Map([ines, omar].map((session) => [session.id, { ...session, token: '' }]));
    changes = new Emitter();
    [answers, done, goesThrough, address] = [[], [], true, ines.baseUrl];
    isInSight = false;
    reauthentication = new Reauthentication({
      sessions: { find: (id) => kept.get(id) },
      now: clock.now,
      ask: ({ email }, calls) => {
        assert.equal(calls, CALLS_LEFT);
        done.push(`ask ${email}`);
        return new Promise((resolve) => answers.push(resolve));
      },
      signIn: {
        run: ({ known, callsAfter = 0 }) => {
          done.push(callsAfter === CALLS_LEFT ? 'signInAndContinue' : 'signIn');
          keep({ id: known.id, token: 'new', issuedAt: clock.now() });
          return Promise.resolve(goesThrough ? known : undefined);
        },
      },
      controller: aController(() => {
        done.push('resume');
        return Promise.resolve('done');
      }),
      isInSight: () => isInSight,
      onDidFail: (error) => done.push(String(error)),
    });
  });
  afterEach(() => reauthentication.dispose());

  const aController = (resume: () => Promise<ListOutcome>) => ({
    get baseUrl() {
      return { href: address, origin: ines.origin, host: 'monitoring.example' };
    },
    get session() {
      return kept.get(shown.id);
    },
    get sessionState(): SessionState {
      const session = kept.get(shown.id);
      return session === undefined ? 'none' : session.token === '' ? 'expired' : 'active';
    },
    callsToResume: CALLS_LEFT,
    onDidChange: changes.event,
    resume,
  });
  const keep = (fields: Partial<Session>): void => {
    const session = { ...(fields.id === omar.id ? omar : ines), ...fields };
    kept.set(session.id, session);
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const report = (session: Session): void => {
    shown = session;
    const error = new UnauthorizedError(401);
    const stoppedBy = { activity: 'loadMore', pageIndex: 7, callsLeft: CALLS_LEFT, error } as const;
    changes.fire({ ...SAME_ROWS, stoppedBy });
  };
  const reject = async (session: Session): Promise<void> => {
    report(session);
    await turn();
  };
  const answer = async (choice: ReauthenticationChoice | undefined): Promise<void> => {
    answers.shift()!(choice);
    await turn();
  };
  const asked = `ask ${ines.email}`;

  it('asks once, whatever number of calls failed', async () => {
    for (let call = 0; call < 50; call++) {
      report(ines);
    }
    await turn();
    assert.deepEqual(done, [asked]);
  });

  it('asks nothing where a row in sight says the same, and asks once the rows are hidden', async () => {
    isInSight = true;
    await reject(ines);
    assert.deepEqual(done, []);
    isInSight = false;
    await reject(ines);
    assert.deepEqual(done, [asked]);
  });

  it('signs in and does no more, where that is what the user chose', async () => {
    await reject(ines);
    await answer('signIn');
    assert.deepEqual(done, [asked, 'signIn']);
  });

  it('signs in and goes on with the page that failed, where that is what the user chose', async () => {
    await reject(ines);
    await answer('signInAndContinue');
    assert.deepEqual(done, [asked, 'signInAndContinue', 'resume']);
  });

  for (const choice of [undefined, 'signIn'] as const) {
    it(`asks nothing for five minutes after ${choice ?? 'a no'}`, async () => {
      await reject(ines);
      await answer(choice);
      keep({ token: '' });
      done.length = 0;
      clock.advance(5 * MINUTE - 1);
      await reject(ines);
      assert.deepEqual(done, []);
      clock.advance(1);
      await reject(ines);
      assert.deepEqual(done, [asked]);
    });
  }

  it('goes on with the new session, where a late 401 belongs to the old one', async () => {
    keep({ token: 'new', issuedAt: clock.now() });
    await reject(ines);
    assert.deepEqual(done, ['resume']);
  });

  it('does not ask a user who has signed out', async () => {
    kept.clear();
    await reject(ines);
    assert.deepEqual(done, []);
  });

  it('signs in to nothing by a prompt that was left open while the user signed in or out by another way', async () => {
    await reject(ines);
    keep({ token: 'new', issuedAt: clock.now() });
    await answer('signInAndContinue');
    assert.deepEqual(done, [asked, 'resume']);
    await reject(omar);
    kept.delete(omar.id);
    await answer('signIn');
    assert.deepEqual(done.slice(2), [`ask ${omar.email}`]);
  });

  it('never has two prompts open, but one account’s answer does not silence the other', async () => {
    await reject(ines);
    await reject(omar);
    assert.deepEqual(done, [asked]);
    await answer(undefined);
    await reject(omar);
    assert.deepEqual(done, [asked, `ask ${omar.email}`]);
  });
});

describe('a 401 to a call that went out before the user signed in again', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let window: Window;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 120 });
    window = aWindow(service, { folder: folder() });
  });
  afterEach(async () => {
    window.dispose();
    await settled();
    await service.stop();
  });

  it('is followed by that call with the new session, and by no question', async () => {
    const { controller, sessions, signIn, passTime } = window;
    const asked: string[] = [];
    const reauthentication = new Reauthentication({
      controller,
      sessions,
      now: Date.now,
      isInSight: () => false,
      ask: ({ email }) => Promise.resolve(void asked.push(email)),
      signIn: { run: () => Promise.resolve(undefined) },
      onDidFail: (error) => asked.push(String(error)),
    });
    await signIn();
    await controller.loadMore();
    service.failNext({ kind: 'status', status: 401 }, { of: 'list' });
    const gate = service.holdResponses({ of: 'list' });
    const next = service.nextCall();
    const outcome = controller.loadMore();
    await next;
    passTime(5 * MINUTE);
    await signIn();
    service.forgetCalls();
    gate.release();
    assert.equal(await outcome, 'failed');
    await until(() => controller.list?.loaded.count === 100);
    assert.deepEqual([service.callCount(), asked], [1, []]);
    reauthentication.dispose();
  });
});
