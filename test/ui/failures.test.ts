import assert from 'node:assert/strict';
import type { BrokenResponse } from '../simulator/brokenResponses';
import { tidy } from '../support/driver/eventually';
import { assertCalls, useStage } from '../support/stage';

const BOMB: BrokenResponse = { kind: 'gzip bomb', megabytes: 64 };

const refusal = (retryAfter?: number): BrokenResponse => ({
  kind: 'status',
  status: 503,
  message: 'Down for repair',
  ...(retryAfter !== undefined && { retryAfter }),
});

describe('If nothing can be shown, or not all:', () => {
  const stage = useStage();

  describe('An empty view says why, and what to do', () => {
    it('in an empty account: Refresh', async () => {
      const { monitors, tree } = stage.workbench;
      const service = await stage.visit({ monitors: 0 });
      await stage.signIn(service);
      const { buttons } = await monitors.showsWelcome(/This account has no monitors yet/);
      assert.deepEqual(buttons, ['Refresh (1 call)']);
      for (let index = 0; index < 3; index++) {
        service.insertMonitor(index);
      }
      await monitors.clickWelcome('Refresh (1 call)');
      await tree.shows('Nightly backup – Virginia');
      assertCalls(service, 'token, list 0, list 0');
    });

    it('after a first page that failed: Retry, and what else may help', async () => {
      const { monitors, tree } = stage.workbench;
      const service = await stage.visit();
      const steps = async (): Promise<string> => {
        await tree.showsAtEnd('Show Log');
        return (await tree.rows()).map(({ label }) => label).join();
      };
      service.failNext(BOMB, { of: 'list' });
      await stage.signIn(service);
      await monitors.showsMessage(
        /^The response or its headers are larger than 10,000 kB\. The call may have cost/,
      );
      assert.equal(await steps(), 'Change Page Size,Retry (1 call),Show Log');
      assertCalls(service, 'token, list 0');
      service.failNext(refusal());
      await tree.click('Retry (1 call)');
      await monitors.showsMessage('Service error (503). The service says: “Down for repair”');
      assert.equal(await steps(), 'Retry (1 call),Show Log');
      await tree.click('Retry (1 call)');
      await tree.showsMore('10 of 34');
      assertCalls(service, 'token, list 0, list 0, list 0');
    });
  });

  it('a page that fails keeps all rows, says why, and is loaded again only by Retry', async () => {
    const { monitors, tree } = stage.workbench;
    const service = await stage.browse();
    const countMonitors = async () => (await tree.rows()).filter(({ level }) => level === 2).length;
    // One for each step that is offered. Unit tests have the others.
    for (const [response, says, offers] of [
      [refusal(90), /^Service error \(503\), 1m$/, 'Retry (1 call)'],
      [BOMB, /^The response or its headers are larger than 10,000 kB$/, 'Change Page Size'],
    ] as const) {
      service.failNext(response);
      service.forgetCalls();
      await monitors.clickTitleAction('Load More');
      const row = await tree.shows(/./, ({ description }) => says.test(description));
      assert.equal(row.label, offers);
      assert.match(tidy(row.ariaLabel), /^[^,]+, Page 2 failed: /);
      assert.equal(row.icon, 'debug-disconnect', 'no monitor that is down');
      assert.equal(await countMonitors(), 10);
      assertCalls(service, 'list 1', 'nothing repeats itself');
    }
    await monitors.showsMessage(/^Page 2 failed · .*10 of 34 · (?:just now|\d+m)$/);
    assert.deepEqual(await tree.inlineActions('Change Page Size'), []);
    const menu = await tree.openContextMenu('Change Page Size');
    assert.deepEqual(await menu.items(), ['Retry', 'Show Log']);
    await menu.close();
    await stage.noErrors();
    service.failNext(refusal());
    await monitors.clickTitleAction('Load More');
    await tree.shows('Retry (1 call)');
    await monitors.hide();
    await monitors.open();
    await tree.click('Retry (1 call)');
    await tree.showsMore('20 of 34');
    assertCalls(service, 'list 1, list 1, list 1');
    assert.equal(await countMonitors(), 20);
  });
});
