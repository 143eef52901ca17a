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
    await first.app.list!.loadMore();
    await first.app.list!.loadMore();
    await until(() => second.app.budget.state?.used === 3);
    assert.equal(second.app.budget.state?.near, false);
    await first.app.list!.loadMore();
    await until(() => second.app.budget.state?.near === true);
    assert.equal(second.app.budget.state?.left, 1);
    await second.app.ensureFirstPage();
    await second.app.list!.loadMore();
    await until(() => first.app.budget.state?.reached === true);
    assert.equal(await second.app.list!.loadMore(), 'failed', 'the other window stops too');
    assert.equal(windows.service.callCount(), 5);
    assert.equal((await first.app.listCalls(0)).length, 5);
  });
});
