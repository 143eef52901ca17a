import assert from 'node:assert/strict';
import type { BrokenResponse } from '../simulator/brokenResponses';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually, tidy } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, IMPATIENT, SMALL_PAGES, useStage } from '../support/stage';

interface FailedPage {
  readonly name: string;
  readonly response: BrokenResponse;
  readonly says: RegExp;
  readonly offers: RegExp;
}

/** One of each way to fail: by a response, by none, and by one that can't be read. What is said of each is a unit test's. */
const failedPages: readonly FailedPage[] = [
  {
    name: 'status 503',
    response: { kind: 'status', status: 503, message: 'Down for repair', retryAfter: 90 },
    says: /^Page 2: [^.]*503\)?$/,
    offers: /^Retry at (?:\w{3} \d+, )?\d+:\d\d.* \(1 call\)$/,
  },
  {
    name: 'no response',
    response: { kind: 'stalled' },
    says: /^Page 2: The service took longer than 1 second to respond$/,
    offers: /^Retry \(1 call\)$/,
  },
  {
    name: 'a reset connection',
    response: { kind: 'reset' },
    says: /^Page 2: The connection was closed before a response arrived$/,
    offers: /^Retry \(1 call\)$/,
  },
  {
    name: 'a gzip bomb',
    response: { kind: 'gzip bomb', megabytes: 64 },
    says: /^Page 2: The response is larger than 2 MB$/,
    offers: /^Open Settings$/,
  },
];

describe('A page that fails', () => {
  const stage = useStage({
    settings: { ...SMALL_PAGES, ...IMPATIENT, 'monitorExplorer.maxResponseMegabytes': 2 },
  });
  let service: SimulatedService;

  /** Loads the second page, which fails; resolves with the row that says so, once it is the first. */
  async function fail(response: BrokenResponse, says: RegExp): Promise<TreeRow> {
    service.failNext(response);
    service.forgetCalls();
    await stage.workbench.monitors.clickTitleAction('Load More');
    return stage.workbench.monitors.tree.showsAtStart(says);
  }

  /** Rows with a monitor: those under a heading. */
  async function monitorCount(): Promise<number> {
    const rows = await stage.workbench.monitors.tree.rows();
    return rows.filter(({ level }) => level === 2).length;
  }

  async function showsMonitors(count: number): Promise<void> {
    await eventually(`${count} monitors`, monitorCount, (now) => now === count);
  }

  it('keeps all rows, says why on top and above the rows, and calls nothing by itself', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    for (const { name, response, says, offers } of failedPages) {
      const { label, description, ariaLabel, icon } = await fail(response, says);
      assert.match(description, offers);
      assert.ok(tidy(ariaLabel).startsWith(`${label}, `) && tidy(ariaLabel).endsWith(`, ${description}`));
      assert.equal(icon, 'debug-disconnect', `${name}: no monitor that is down`);
      await showsMonitors(10);
      assert.equal(callsOf(service), 'list 1', `${name}: nothing repeats itself`);
    }
    await monitors.showsMessage(/^Page 2 failed · /);
    assert.deepEqual(await monitors.tree.inlineActions(/^Page 2: /), []);
    const menu = await monitors.tree.openContextMenu(/^Page 2: /);
    assert.deepEqual(await menu.items(), ['Retry', 'Show Log']);
    await stage.workbench.press('Escape');
    assert.equal(callsOf(service), 'list 1');
    await stage.noErrors();
  });

  it('is read by Retry, and by nothing else: two calls for it in all, and none twice', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    await fail({ kind: 'status', status: 503 }, /^Page 2: .*503/);
    await monitors.hide();
    await monitors.open();
    await monitors.tree.shows(/^Page 2: /);
    assert.equal(callsOf(service), 'list 1', 'hiding and showing the view is no Retry');
    await monitors.tree.click(/^Page 2: /);
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    await monitors.tree.click(loadMoreRow('20 of 34'));
    await monitors.tree.shows(loadMoreRow('30 of 34'));
    assert.equal(callsOf(service), 'list 1, list 1, list 2');
    await showsMonitors(30);
  });

  it('for too many calls is read at the time that the service names, unless the user stops waiting', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    const failed = /^Page 2: /;
    const { description } = await fail({ kind: 'status', status: 429, retryAfter: 90 }, failed);
    // With the day, where the minute is of the next one.
    const [, time] = /^Retry at ((?:\w{3} \d+, )?\d\d?:\d\d [AP]M) \(1 call\)$/.exec(description)!;
    await monitors.tree.clickInlineAction(failed, 'Retry');
    const waiting = `Retries at ${time}`;
    const row = await monitors.tree.shows(waiting);
    assert.equal(row.icon, 'watch');
    assert.equal(row.description, 'Cancel');
    await monitors.showsMessage(new RegExp(`^Retries at ${time} · .* — 10 of 34$`));
    assert.ok((await monitors.titleActions()).includes('Cancel'));
    assert.deepEqual(await monitors.tree.inlineActions(waiting), ['Cancel']);
    await stage.workbench.runCommand('Monitor Explorer: Cancel');
    assert.equal((await monitors.tree.shows(failed)).description, `Retry at ${time} (1 call)`);
    assert.equal(callsOf(service), 'list 1', 'nothing was sent');
    await passTime(stage.workbench, service, 91_000);
    await monitors.tree.clickInlineAction(failed, 'Retry');
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'list 1, list 1');
  });

  it('is not read at the address that a redirect points to', async () => {
    const { monitors } = stage.workbench;
    const elsewhere = await stage.service();
    service = await stage.browse();
    for (const status of [301, 302, 303, 307, 308] as const) {
      const location = `${elsewhere.baseUrl}/${status}/monitors/list`;
      await fail(
        { kind: 'redirect', status, location },
        new RegExp(`^Page 2: The service points to [^.]*: http:\\S+/${status}\\S*$`),
      );
    }
    assert.equal((await monitors.tree.inlineActions(/^Page 2: /)).length, 1);
    assert.equal(elsewhere.connectionCount, 0);
  });

  it('while the list is refreshed leaves the rows as they were and goes on where it stopped', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    service.forgetCalls();
    service.failAt(2, { kind: 'status', status: 500, message: 'Oops.' });
    await monitors.clickTitleAction('Refresh');
    const failed = /^Refresh, page \d: [^.]*500\)?$/;
    const row = await monitors.tree.showsAtStart(failed);
    assert.equal(row.description, 'Retry (1 call)');
    await showsMonitors(20);
    await monitors.tree.clickInlineAction(failed, 'Retry');
    await monitors.tree.hides(/^Refresh, page/);
    await showsMonitors(20);
    assert.deepEqual(callsOf(service).split(', ').length, 3);
  });

  it('for the reason that a token was refused at once says so, and asks for no sign-in that would loop', async () => {
    const { monitors, notifications } = stage.workbench;
    service = await stage.visit();
    service.failAt(2, { kind: 'status', status: 401 });
    await signIn(stage.workbench, service);
    await monitors.showsMessage(/^The service refuses the token that it has just issued\./);
    await monitors.tree.shows('Show Log');
    assert.equal(callsOf(service), 'token, list 0');
    const prompts = (await notifications.list()).filter(({ severity }) => severity !== 'info');
    assert.deepEqual(prompts, []);
  });

  it('for the reason that the session has ended says so in one row, without a notification, and keeps the others', async () => {
    const { monitors, notifications, quickInput } = stage.workbench;
    service = await stage.browse();
    // A token younger than a minute is told to be refused, not to have ended.
    await passTime(stage.workbench, service, 61_000);
    service.revokeTokens();
    await monitors.tree.click(loadMoreRow('10 of 34'));
    const row = await monitors.tree.shows('Session ended');
    assert.equal(row.description, 'Sign In and Continue (2 calls)');
    await showsMonitors(10);
    await stage.workbench.runCommand('Monitor Explorer: Load More');
    await quickInput.shows(/^password of ada@example.com/i);
    await quickInput.cancel();
    await quickInput.isClosed();
    assert.equal(callsOf(service), 'list 1', 'no call is spent on a token that was refused');
    assert.deepEqual(
      (await notifications.list()).filter(({ severity }) => severity === 'warning'),
      [],
    );
    await monitors.tree.click('Session ended');
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'list 1, token, list 1');
  });
});
