import assert from 'node:assert/strict';
import type { BrokenResponse } from '../simulator/brokenResponses';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually, tidy } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { callsOf, useStage } from '../support/stage';

interface FailedPage {
  readonly name: string;
  readonly response: BrokenResponse;
  readonly says: RegExp;
  readonly offers: string;
}

/** One failure for each step that is offered. Unit tests have the others. */
const failedPages: readonly FailedPage[] = [
  {
    name: 'status 503',
    response: { kind: 'status', status: 503, message: 'Down for repair', retryAfter: 90 },
    says: /^Service error \(503\), 1m$/,
    offers: 'Retry (1 call)',
  },
  {
    name: 'a gzip bomb',
    response: { kind: 'gzip bomb', megabytes: 64 },
    says: /^The response or its headers are larger than 10,000 kB$/,
    offers: 'Change Page Size',
  },
];

describe('If nothing can be shown, or not all:', () => {
  const stage = useStage();
  before(() => changeSettings(stage.workbench, { 'monitorExplorer.baseUrl': undefined }));

  describe('An empty view says why, and what to do', () => {
    it('in an empty account: Refresh', async () => {
      const { monitors } = stage.workbench;
      const service = await stage.visit({ monitors: 0 });
      await signIn(stage.workbench, service);
      const { buttons } = await monitors.showsWelcome(/This account has no monitors yet/);
      assert.deepEqual(buttons, ['Refresh (1 call)']);
      service.accounts[0].monitors.reset(3);
      await monitors.clickWelcome('Refresh (1 call)');
      await monitors.tree.shows('Nightly backup – Virginia');
      assert.equal(callsOf(service), 'token, list 0, list 0');
    });

    it('after a first page that failed: Retry, and what else may help', async () => {
      const { monitors } = stage.workbench;
      const service = await stage.visit();
      service.failNext({ kind: 'gzip bomb', megabytes: 64 }, { of: 'list' });
      await signIn(stage.workbench, service);
      await monitors.showsMessage(
        /^The response or its headers are larger than 10,000 kB\. The call may have cost/,
      );
      const steps = async (): Promise<string[]> => {
        await monitors.tree.showsAtEnd('Show Log');
        return (await monitors.tree.rows()).map(({ label, description }) =>
          `${label} ${description}`.trim(),
        );
      };
      assert.deepEqual(await steps(), ['Change Page Size', 'Retry (1 call)', 'Show Log']);
      assert.equal(callsOf(service), 'token, list 0');
      service.failNext({ kind: 'status', status: 503, message: 'Down for repair' }, { of: 'list' });
      await monitors.tree.click('Retry (1 call)');
      await monitors.showsMessage('Service error (503). The service says: “Down for repair”');
      assert.deepEqual(await steps(), ['Retry (1 call)', 'Show Log']);
      await monitors.tree.click('Retry (1 call)');
      await monitors.tree.shows(loadMoreRow('10 of 34'));
      assert.equal(callsOf(service), 'token, list 0, list 0, list 0');
    });
  });

  describe('A page that fails', () => {
    let service: SimulatedService;

    /** Loads the second page, which fails. @returns the row that says so */
    async function fail(response: BrokenResponse, says: RegExp): Promise<TreeRow> {
      service.failNext(response);
      service.forgetCalls();
      await stage.workbench.monitors.clickTitleAction('Load More');
      const { tree } = stage.workbench.monitors;
      return tree.shows(/./, ({ description }) => says.test(description));
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
        const { label, ariaLabel, icon } = await fail(response, says);
        assert.equal(label, offers);
        assert.match(tidy(ariaLabel), /^[^,]+, Page 2 failed: /);
        assert.equal(icon, 'debug-disconnect', `${name}: no monitor that is down`);
        await showsMonitors(10);
        assert.equal(callsOf(service), 'list 1', `${name}: nothing repeats itself`);
      }
      await monitors.showsMessage(/^Page 2 failed · .*10 of 34 · (?:just now|\d+m)$/);
      assert.deepEqual(await monitors.tree.inlineActions('Change Page Size'), []);
      const menu = await monitors.tree.openContextMenu('Change Page Size');
      assert.deepEqual(await menu.items(), ['Retry', 'Show Log']);
      await stage.workbench.press('Escape');
      assert.equal(callsOf(service), 'list 1');
      await stage.noErrors();
      await fail({ kind: 'status', status: 503 }, /^Service error \(503\)$/);
      await monitors.hide();
      await monitors.open();
      await monitors.tree.click('Retry (1 call)');
      await monitors.tree.shows(loadMoreRow('20 of 34'));
      assert.equal(callsOf(service), 'list 1, list 1');
      await showsMonitors(20);
    });
  });
});
