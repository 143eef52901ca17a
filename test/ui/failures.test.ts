import assert from 'node:assert/strict';
import type { BrokenResponse } from '../simulator/brokenResponses';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually, tidy } from '../support/driver/eventually';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, IMPATIENT, SMALL_PAGES, useStage } from '../support/stage';

interface FailedPage {
  readonly name: string;
  readonly response: BrokenResponse;
  readonly says: RegExp;
  readonly offers: RegExp;
}

/** A refusal, no response, a lost connection and an unreadable response. Unit tests have the others. */
const failedPages: readonly FailedPage[] = [
  {
    name: 'status 503',
    response: { kind: 'status', status: 503, message: 'Down for repair', retryAfter: 90 },
    says: /^Page 2: [^.]*503\)?$/,
    offers: /^Retry \(1 call\)$/,
  },
  {
    name: 'no response',
    response: { kind: 'stalled' },
    says: /^Page 2: The response wasn't complete within 1 second$/,
    offers: /^Retry \(1 call\)$/,
  },
  {
    name: 'a reset connection',
    response: { kind: 'reset' },
    says: /^Page 2: The connection was lost$/,
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

  /** Loads the second page, which fails. @returns the row that says so, which is the first one */
  async function fail(response: BrokenResponse, says: RegExp): Promise<TreeRow> {
    service.failNext(response);
    service.forgetCalls();
    await stage.workbench.monitors.clickTitleAction('Load More');
    return stage.workbench.monitors.tree.showsAtStart(says);
  }

  async function monitorCount(): Promise<number> {
    const rows = await stage.workbench.monitors.tree.rows();
    return rows.filter(({ level }) => level === 2).length;
  }

  async function showsMonitors(count: number): Promise<void> {
    await eventually(`${count} monitors`, monitorCount, (now) => now === count);
  }

  it('keeps all rows, says why, and is loaded again only by Retry', async () => {
    const { monitors } = stage.workbench;
    service = await stage.browse();
    for (const { name, response, says, offers } of failedPages) {
      const { label, description, ariaLabel, icon } = await fail(response, says);
      assert.match(description, offers);
      assert.ok(tidy(ariaLabel).startsWith(label) && tidy(ariaLabel).endsWith(`, ${description}`));
      assert.equal(icon, 'debug-disconnect', `${name}: no monitor that is down`);
      await showsMonitors(10);
      assert.equal(callsOf(service), 'list 1', `${name}: nothing repeats itself`);
    }
    await monitors.showsMessage(/^Page 2: .* — 10 of 34$/);
    assert.deepEqual(await monitors.tree.inlineActions(/^Page 2: /), []);
    const menu = await monitors.tree.openContextMenu(/^Page 2: /);
    assert.deepEqual(await menu.items(), ['Retry', 'Show Log']);
    await stage.workbench.press('Escape');
    assert.equal(callsOf(service), 'list 1');
    await stage.noErrors();
    await fail({ kind: 'status', status: 503 }, /^Page 2: .*503/);
    await monitors.hide();
    await monitors.open();
    await monitors.tree.click(/^Page 2: /);
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'list 1, list 1');
    await showsMonitors(20);
  });
});
