import assert from 'node:assert/strict';
import type { BrokenAnswer } from '../simulator/brokenAnswers';
import { errorStyles } from '../simulator/errorStyles';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from './driver/eventually';
import { passTime } from './driver/passTime';
import type { TreeRow } from './driver/treeView';
import { callsOf, IMPATIENT, SMALL_PAGES, useStage } from './stage';

interface FailedPage {
  readonly name: string;
  readonly answer: BrokenAnswer;
  readonly says: RegExp;
  /** The buttons of the row, from left to right. */
  readonly actions: readonly string[];
}

const retryAndLog = ['Retry', 'Show Log'];

/** Of two in a row no sentence is the same, so that the screen shows which of them it tells. */
const failedPages: readonly FailedPage[] = [
  {
    name: 'status 503',
    answer: { kind: 'status', status: 503, message: 'Down for repair', retryAfter: 90 },
    says: /^The service failed with status 503\. Try again in \d\d seconds\. The service says: Down for repair\. Retry: 1 call/,
    actions: retryAndLog,
  },
  {
    name: 'no answer',
    answer: { kind: 'stalled' },
    says: /^The service took longer than 1 seconds? to answer\. To wait longer, raise/,
    actions: retryAndLog,
  },
  {
    name: 'a reset connection',
    answer: { kind: 'reset' },
    says: /^The connection was closed before a response arrived\./,
    actions: retryAndLog,
  },
  {
    name: 'a web page',
    answer: { kind: 'HTML' },
    says: /^The service answered with a web page instead of data\./,
    actions: retryAndLog,
  },
  {
    name: 'an answer too large',
    answer: { kind: 'too large', megabytes: 3 },
    says: /^The response is larger than 2 MB\./,
    actions: retryAndLog,
  },
  {
    name: 'a body that stalls',
    answer: { kind: 'stalled body' },
    says: /^The response wasn't complete after 1 seconds?; 8 bytes had arrived\./,
    actions: retryAndLog,
  },
  {
    name: 'text that is not JSON',
    answer: { kind: 'not JSON' },
    says: /^The response isn't JSON\./,
    actions: retryAndLog,
  },
  {
    name: 'a truncated body',
    answer: { kind: 'truncated body' },
    says: /^The connection was lost before the whole response arrived\./,
    actions: retryAndLog,
  },
  {
    name: 'JSON that holds no list',
    answer: { kind: 'wrong JSON' },
    says: /^No list of monitors was found in the response\./,
    actions: retryAndLog,
  },
  {
    name: 'a gzip bomb',
    answer: { kind: 'gzip bomb', megabytes: 64 },
    says: /^The response is larger than 2 MB\./,
    actions: retryAndLog,
  },
  {
    name: 'status 402',
    answer: { kind: 'status', status: 402, message: 'Buy more.' },
    says: /^The account is out of credits\. The service says: Buy more\./,
    actions: retryAndLog,
  },
  {
    name: 'status 403',
    answer: { kind: 'status', status: 403, message: 'Not yours.' },
    says: /^The account isn't allowed to list monitors\. The service says: Not yours\./,
    actions: retryAndLog,
  },
  {
    name: 'status 404',
    answer: { kind: 'status', status: 404, message: 'No such path.' },
    says: /^The service address has no such path \(status 404\)\. Check the address\./,
    actions: retryAndLog,
  },
  {
    name: 'status 429',
    answer: { kind: 'status', status: 429, message: 'Slow down.', retryAfter: 3600 },
    says: /^Too many calls for now\. Try again at .*\d:\d\d.*\. The service says: Slow down\. Retry: 1 call/,
    actions: retryAndLog,
  },
  {
    name: 'status 400',
    answer: { kind: 'status', status: 400, message: 'pageIndex is odd.' },
    says: /^The service didn't accept the call \(status 400\)\. The service says: pageIndex is odd\./,
    actions: retryAndLog,
  },
  {
    name: 'a page of a gateway',
    answer: { kind: 'status', status: 503, style: errorStyles.html },
    says: /^Something between here and the service answered \(status 503\)\. It says: 503 Service Unavailable\. Retry/,
    actions: retryAndLog,
  },
  {
    name: 'wrong compression',
    answer: { kind: 'mislabelled encoding' },
    says: /^The response can't be decompressed:/,
    actions: retryAndLog,
  },
  {
    name: 'headers too large',
    answer: { kind: 'big headers' },
    says: /^The response was dropped: its headers are larger than 16 KB\./,
    actions: retryAndLog,
  },
  {
    name: 'status 304',
    answer: { kind: 'status', status: 304 },
    says: /^The service answered with an unexpected status \(304\)\./,
    actions: retryAndLog,
  },
];

describe('A page that fails', () => {
  const stage = useStage({
    settings: { ...SMALL_PAGES, ...IMPATIENT, 'monitorExplorer.maxAnswerMegabytes': 2 },
  });
  let service: SimulatedService;
  /** Loads the second page, which fails; resolves with the row that says so. */
  async function fail(answer: BrokenAnswer, says: RegExp): Promise<TreeRow> {
    const { tree } = stage.workbench.monitors;
    service.failNext(answer);
    service.forgetCalls();
    await stage.workbench.monitors.clickTitleAction('Load More');
    const rows = await eventually(
      `Page 2 failed: ${says}`,
      () => tree.rows(),
      (now) => now.some(({ label, description }) => label === 'Page 2 failed' && says.test(description)),
    );
    return rows.at(-1)!;
  }

  it('keeps all rows and says why in the place of "Load more", for each kind of failure', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    for (const { name, answer, says, actions } of failedPages) {
      const row = await fail(answer, says);
      assert.equal(row.ariaLabel, `Page 2 failed: ${row.description}`, name);
      assert.equal(row.icon, 'error', name);
      assert.deepEqual(await monitors.tree.inlineActions('Page 2 failed'), actions, name);
      const rows = await monitors.tree.rows();
      assert.equal(rows.length, 11, name);
      assert.equal(rows.at(-1)?.label, 'Page 2 failed', name);
      assert.equal(callsOf(service), 'list 1', `${name}: nothing repeats itself`);
    }
    await stage.noErrors();
  });

  it('is read by Retry, and by nothing else: two calls for it in all, and none twice', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    await fail({ kind: 'status', status: 503 }, /status 503/);
    await monitors.hide();
    await monitors.open();
    await monitors.tree.shows('Page 2 failed');
    assert.equal(callsOf(service), 'list 1', 'hiding and showing the view is no Retry');
    await monitors.tree.clickInlineAction('Page 2 failed', 'Retry');
    await monitors.tree.shows('Load more (20 of 34)');
    await monitors.tree.click('Load more (20 of 34)');
    await monitors.tree.shows('Load more (30 of 34)');
    assert.equal(callsOf(service), 'list 1, list 1, list 2');
    assert.equal(await monitors.tree.count(), 31);
  });

  it('is not read at the address that a redirect points to', async () => {
    const { monitors } = stage.workbench;
    const elsewhere = await stage.service();
    service = await stage.browse();
    for (const status of [301, 302, 303, 307, 308] as const) {
      const location = `${elsewhere.baseUrl}/monitors/list`;
      await fail(
        { kind: 'redirect', status, location },
        /^The service points to another address: http:[^ ]*\. Redirects are not followed\./,
      );
    }
    assert.deepEqual(await monitors.tree.inlineActions('Page 2 failed'), ['Show Log']);
    assert.equal(elsewhere.connectionCount, 0);
  });

  it('shows in the log how it failed, one line for each call', async () => {
    const { output, monitors } = stage.workbench;
    service = await stage.browse();
    await fail({ kind: 'status', status: 503 }, /status 503/);
    await monitors.tree.clickInlineAction('Page 2 failed', 'Show Log');
    await output.shows(/POST \/monitors\/list page 1 503 \d+ ms \d+ B$/);
    await stage.workbench.runCommand('View: Hide Panel');
  });

  it('while the list is refreshed leaves the rows as they were and goes on where it stopped', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    await monitors.tree.click('Load more (10 of 34)');
    await monitors.tree.shows('Load more (20 of 34)');
    service.forgetCalls();
    service.failAt(2, { kind: 'status', status: 500, message: 'Oops.' });
    await monitors.clickTitleAction('Refresh (2 calls)');
    const row = await monitors.tree.shows('Refresh failed at page 2');
    assert.match(
      row.description,
      /^The service failed with status 500\. The service says: Oops\. Retry: 1 call/,
    );
    assert.equal(await monitors.tree.count(), 22);
    await monitors.tree.clickInlineAction('Refresh failed at page 2', 'Retry');
    await monitors.tree.hides(/failed/);
    assert.equal(await monitors.tree.count(), 21);
    assert.equal(callsOf(service), 'list 0, list 1, list 1');
  });

  it('for the reason that a token was refused at once says so, and asks for no sign-in that would loop', async () => {
    const { monitors, notifications } = stage.workbench;
    service = await stage.browse();
    service.revokeTokens();
    await monitors.tree.click('Load more (10 of 34)');
    const row = await monitors.tree.shows('Page 2 failed');
    assert.match(row.description, /^The service refuses the token that it has just issued\./);
    await monitors.tree.shows(/^Session ended; read just now/);
    assert.equal(await monitors.tree.count(), 12);
    assert.equal(callsOf(service), 'list 1');
    const prompts = (await notifications.list()).filter(({ severity }) => severity !== 'info');
    assert.deepEqual(prompts, []);
  });

  it('for the reason that the session has ended says so, keeps the rows and asks once', async () => {
    const { monitors, notifications, quickInput } = stage.workbench;
    service = await stage.browse();
    // A token younger than a minute is told to be refused, not to have ended.
    await passTime(stage.workbench, service, 61_000);
    service.revokeTokens();
    await monitors.tree.click('Load more (10 of 34)');
    const prompt = await notifications.shows('The service no longer accepts the session of ada@example.com.');
    assert.equal(prompt.severity, 'warning');
    assert.deepEqual(prompt.buttons, ['Sign In and Continue (2 calls)', 'Sign In (1 call)']);
    await monitors.tree.shows(/^Session ended; read (just now|\d+ minutes? ago)/);
    assert.match(
      (await monitors.tree.shows('Page 2 failed')).description,
      /^The service no longer accepts your session\./,
    );
    assert.equal(await monitors.tree.count(), 12);
    await stage.workbench.runCommand('Monitor Explorer: Load More');
    await quickInput.shows(/^password of ada@example.com/i);
    await quickInput.cancel();
    await quickInput.isClosed();
    assert.equal(callsOf(service), 'list 1', 'no call is spent on a token that was refused');
    const prompts = (await notifications.list()).filter(({ severity }) => severity === 'warning');
    assert.equal(prompts.length, 1);
    await notifications.click(prompt.text, 'Sign In and Continue (2 calls)');
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await monitors.tree.shows('Load more (20 of 34)');
    await monitors.tree.hides(/^Session ended/);
    assert.equal(callsOf(service), 'list 1, token, list 1');
  });
});
