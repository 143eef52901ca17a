import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { tokenShapes } from '../simulator/answerShapes';
import { signIn } from './driver/signIn';
import { callsOf, IMPATIENT, SMALL_PAGES, useStage } from './stage';

describe('Where there is nothing to list, the view says why and what to do', () => {
  const stage = useStage({ settings: { ...SMALL_PAGES, ...IMPATIENT } });

  it('without an address: to set it, and nothing is called', async () => {
    const { monitors, quickInput } = stage.workbench;
    const { text, buttons } = await monitors.showsWelcome(/lists the monitors of your monitoring service/);
    assert.deepEqual(buttons, ['Set Service Address']);
    assert.match(text, /Nothing is called until you sign in/);
    const service = await stage.service();
    await monitors.clickWelcome('Set Service Address');
    await quickInput.answer(/address of the monitoring service/i, `${service.baseUrl}/`);
    await monitors.showsWelcome(/You are not signed in/);
    assert.equal(service.callCount(), 0);
  });

  it('signed out: to sign in, and what that costs', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    const { text, buttons } = await monitors.showsWelcome(/You are not signed in/);
    assert.deepEqual(buttons, ['Sign In']);
    assert.match(text, /Signing in takes 1 call, the first page of monitors another/);
    assert.deepEqual(await monitors.titleActions(), ['Sign In']);
    await monitors.clickWelcome('Sign In');
    await quickInput.shows(/^e-mail of your account/i);
    await quickInput.cancel();
    await quickInput.isClosed();
    assert.equal(service.callCount(), 0);
  });

  it('with an account that has no monitors: that it is empty', async () => {
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

  it('offline: to try again, and no call repeats itself', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'stalled' }, { of: 'list' });
    await signIn(stage.workbench, service);
    const { buttons } = await monitors.showsWelcome(/The service could not be reached/);
    assert.deepEqual(buttons, ['Retry (1 call)', 'Set Service Address', 'Show Log']);
    assert.equal(callsOf(service), 'token, list 0');
    await monitors.clickWelcome('Retry (1 call)');
    await monitors.tree.shows('Load more (10 of 34)');
    assert.equal(callsOf(service), 'token, list 0, list 0');
  });

  it('out of credits: that the account is, as the service says', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ credits: 1 });
    await signIn(stage.workbench, service);
    const { buttons } = await monitors.showsWelcome(/this account is out of credits/);
    assert.deepEqual(buttons, ['Retry (1 call)']);
    service.credits = 10;
    await monitors.clickWelcome('Retry (1 call)');
    await monitors.tree.shows('Load more (10 of 34)');
    assert.equal(callsOf(service), 'token, list 0, list 0');
  });

  it('where the first page fails for another reason: a row that tells it, with its buttons', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'status', status: 503 }, { of: 'list' });
    await signIn(stage.workbench, service);
    const row = await monitors.tree.shows('Page 1 failed');
    assert.match(row.description, /^The service failed with status 503\./);
    assert.deepEqual(await monitors.tree.inlineActions('Page 1 failed'), ['Retry', 'Show Log']);
    assert.equal(await monitors.tree.count(), 1);
  });

  it('with a session that has ended: to sign in again, after which the first page is read', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    const endsAt = Date.now() + 4_000;
    service.tokenShape = ({ token }) => ({ token, expiresAt: new Date(endsAt).toISOString() });
    await monitors.hide();
    await signIn(stage.workbench, service);
    // The service tells its clock in whole seconds, by which the end may come later.
    await wait(endsAt + 1_100 - Date.now());
    await monitors.open();
    await monitors.showsWelcome(/Your session has ended/);
    assert.equal(callsOf(service), 'token', 'no call is spent on a session that is over');
    service.tokenShape = tokenShapes.plain;
    await monitors.clickWelcome('Sign In Again');
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await monitors.tree.shows('Load more (10 of 34)');
    assert.equal(callsOf(service), 'token, token, list 0');
  });
});
