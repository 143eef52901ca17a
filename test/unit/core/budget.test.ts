import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { localCalendar } from '../../../src/credits/calendar';
import { limitState } from '../../../src/credits/limit';
import { Budget } from '../../../src/core/budget';
import { Stage } from '../../report/stage';
import { aDay } from '../../support/aCall';
import { until } from '../../support/temporaryFolder';

describe('the day’s budget of calls', () => {
  it('is near from 80 % on and reached at the limit, with the calls of all windows', () =>
    Stage.play({}, async (stage) => {
      const first = await stage.openWindow();
      const second = await stage.openWindow();
      [first, second].forEach(({ settings }) => settings.set({ dailyCallLimit: 5 }));
      await first.signIn();
      await until(() => second.sessions.sessions.length === 1);
      await first.controller.loadMore();
      await first.controller.loadMore();
      await until(() => second.budget.state?.used === 3);
      assert.equal(second.budget.state?.near, false);
      await first.controller.loadMore();
      await until(() => second.budget.state?.near === true);
      assert.equal(second.budget.state?.left, 1);
      await second.controller.ensureFirstPage();
      await second.controller.loadMore();
      await until(() => first.budget.state?.reached === true);
      assert.equal(await second.controller.loadMore(), 'failed', 'the other window stops too');
      assert.equal(stage.service.callCount(), 5);
    }).then(({ made, writtenDown }) => assert.deepEqual([made, writtenDown], [5, 5])));

  it('resets at midnight without a call', async () => {
    const resetsAt = localCalendar.nextDay(Date.now());
    const ahead = resetsAt - 60 - Date.now();
    const now = () => Date.now() + ahead;
    const readState = () =>
      Promise.resolve(limitState(1, aDay({ used: now() < resetsAt ? 1 : 0 }), localCalendar.nextDay(now())));
    const never = () => ({ dispose: () => undefined });
    const budget = new Budget({
      meter: { readState },
      now,
      onDidChangeDatabase: never,
      onDidChangeSettings: never,
      onTrouble: (error) => assert.fail(String(error)),
    });
    await until(() => budget.state?.reached === true);
    await until(() => budget.state?.used === 0);
    assert.ok(now() >= resetsAt);
    budget.dispose();
  });

  it('reads the database at once after a pause, and once for all requests soon after', async () => {
    const never = () => ({ dispose: () => undefined });
    let reads = 0;
    const budget = new Budget({
      meter: {
        readState: () => {
          reads += 1;
          return Promise.resolve(limitState(0, aDay(), localCalendar.nextDay(Date.now())));
        },
      },
      now: Date.now,
      onDidChangeDatabase: never,
      onDidChangeSettings: never,
      onTrouble: (error) => assert.fail(String(error)),
    });
    await budget.update();
    const atFirst = reads;
    const asked: Promise<void>[] = [];
    for (let call = 0; call < 10; call += 1) {
      asked.push(budget.update());
      await setImmediate();
    }
    await Promise.all(asked);
    assert.deepEqual([atFirst, reads], [1, 2]);
    budget.dispose();
  });

  it('shows the remaining credits in a response', () =>
    Stage.play({}, async (stage) => {
      const { budget } = await stage.openWindow();
      await until(() => budget.state !== undefined);
      const told: unknown[] = [];
      budget.onDidChange(() => told.push(budget.creditsLeft('ada')?.credits));
      const header = (name: string) => (name.toLowerCase() === 'x-credits-remaining' ? '41' : undefined);
      budget.recordResponse('ada', { header, receivedAt: 1 });
      assert.deepEqual(told, [41]);
    }));

  it('follows the setting', () =>
    Stage.play({}, async (stage) => {
      const { settings, budget, signIn } = await stage.openWindow();
      await signIn();
      await until(() => budget.state?.used === 1);
      assert.deepEqual([budget.state?.left, budget.state?.reached], [Infinity, false]);
      let told = 0;
      budget.onDidChange(() => told++);
      settings.set({ dailyCallLimit: 1 });
      await until(() => budget.state?.reached === true);
      settings.set({ dailyCallLimit: 0 });
      await until(() => budget.state?.reached === false);
      assert.ok(told >= 2);
    }));

  it('shows the remaining credits in a header, if there is one', () =>
    Stage.play({ credits: 100 }, async (stage) => {
      const { budget, signIn, controller } = await stage.openWindow();
      const { id } = await signIn();
      const before = budget.creditsLeft(id);
      stage.service.creditsHeader = 'X-Credits-Remaining';
      await controller.loadMore();
      assert.deepEqual([before, budget.creditsLeft(id)?.credits], [undefined, 98]);
    }));

  it('keeps the remaining credits of each account', () => {
    const accounts = [
      { email: 'ada@example.com', password: 'correct horse 42' },
      { email: 'grace@example.com', password: 'battery staple 7' },
    ] as const;
    return Stage.play({ credits: 100, accounts }, async (stage) => {
      const { budget, signIn, controller } = await stage.openWindow();
      stage.service.creditsHeader = 'X-Credits-Remaining';
      const ada = await signIn(stage.service.accounts[0]);
      await controller.loadMore();
      const grace = await signIn(stage.service.accounts[1]);
      assert.equal(budget.creditsLeft(grace.id), undefined);
      await controller.loadMore();
      await controller.loadMore();
      assert.deepEqual(
        [ada, grace].map(({ id }) => budget.creditsLeft(id)?.credits),
        [98, 97],
      );
    });
  });
});
