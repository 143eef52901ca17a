import assert from 'node:assert/strict';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, IMPATIENT, SMALL_PAGES, useStage } from '../support/stage';

describe('An empty view says why, and what to do', () => {
  const stage = useStage({ settings: { ...SMALL_PAGES, ...IMPATIENT } });

  it('without an address: Sign In, which asks for the address and calls nothing before', async () => {
    const { monitors, quickInput } = stage.workbench;
    const { text, buttons } = await monitors.showsWelcome(/lists the monitors of your monitoring service/);
    assert.deepEqual(buttons, ['Sign In', 'Show an Example']);
    assert.match(text, /No calls are made until you sign in/);
    const service = await stage.service();
    await monitors.clickWelcome('Sign In');
    const { title } = await quickInput.shows(/address of the monitoring service/i);
    assert.match(title, /\(1\/3\)$/);
    await quickInput.answer(/address of the monitoring service/i, `${service.baseUrl}/`);
    await quickInput.shows(/^e-mail for /i);
    await quickInput.cancel();
    assert.equal(service.callCount(), 0);
  });

  it('without an address: an example, which one click leaves', async () => {
    const { monitors } = stage.workbench;
    await monitors.clickWelcome('Show an Example');
    await monitors.showsMessage(/^1 down · 1 degraded — all 8 /);
    await monitors.tree.click('Another example: web pages');
    await monitors.showsMessage(/^all 6 · just now$/);
    await monitors.tree.click('Example: web pages');
    await monitors.showsWelcome(/lists the monitors of your monitoring service/);
  });

  it('in an empty account: Refresh', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 0 });
    await signIn(stage.workbench, service);
    const { buttons } = await monitors.showsWelcome(/This account has no monitors yet/);
    assert.deepEqual(buttons, ['Refresh (1 call)']);
    service.setMonitors(3);
    await monitors.clickWelcome('Refresh (1 call)');
    await monitors.tree.shows('Nightly backup – Virginia');
    assert.equal(callsOf(service), 'token, list 0, list 0');
  });

  it('if the first page failed: Retry, and what else may help', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'stalled' }, { of: 'list' });
    await signIn(stage.workbench, service);
    await monitors.showsMessage(/^The response wasn't complete within 1 second\. .*The call may have cost/);
    const steps = async (): Promise<string[]> => {
      await monitors.tree.showsAtEnd('Show Log');
      return (await monitors.tree.rows()).map(({ label, description }) => `${label} ${description}`.trim());
    };
    assert.deepEqual(await steps(), ['Retry (1 call)', 'Open Settings', 'Show Log']);
    assert.equal(callsOf(service), 'token, list 0');
    service.failNext({ kind: 'status', status: 503, message: 'Down for repair' }, { of: 'list' });
    await monitors.tree.click('Retry (1 call)');
    await monitors.showsMessage('Service error (503). The service says: Down for repair.');
    assert.deepEqual(await steps(), ['Retry (1 call)', 'Show Log']);
    await monitors.tree.click('Retry (1 call)');
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, list 0, list 0, list 0');
  });
});
