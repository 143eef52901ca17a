import assert from 'node:assert/strict';
import { until } from '../../support/temporaryFolder';
import { useWindows } from '../../support/useWindows';

describe('the day’s budget of calls', () => {
  const windows = useWindows({
    accounts: [
      { email: 'ada@example.com', password: 'correct horse 42' },
      { email: 'grace@example.com', password: 'battery staple 7' },
    ],
    credits: 100,
  });

  it('is near from 80 % on and reached at the limit, with the calls of all windows', async () => {
    const first = await windows.open();
    const second = await windows.open();
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
    assert.equal(windows.service.callCount(), 5);
    assert.equal((await first.calls.list(0)).length, 5);
  });
});
