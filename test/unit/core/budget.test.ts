import assert from 'node:assert/strict';
import { Stage } from '../../report/stage';
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

  it('resets at midnight without a call', () =>
    Stage.play({}, async (stage) => {
      const { settings, budget, signIn, passTime, now } = await stage.openWindow();
      await signIn();
      settings.set({ dailyCallLimit: 1 });
      await until(() => budget.state?.reached === true);
      passTime(budget.state!.resetsAt - now() - 100);
      await budget.update();
      assert.equal(budget.state?.reached, true);
      await until(() => budget.state?.used === 0);
    }).then(({ made }) => assert.equal(made, 1)));

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
