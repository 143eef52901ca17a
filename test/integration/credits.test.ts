import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { MonitorList } from '../../src/monitors/monitorList';
import { Emitter } from '../../src/base/event';
import { toCallsPage, type CallsPageSources } from '../../src/ui/credits/callsPage';
import { toCostText } from '../../src/ui/credits/costText';
import { TOLD_COSTS } from '../../src/ui/credits/costlyActions';
import { MonitorTree } from '../../src/ui/tree/monitorTree';
import { pageOf } from '../support/stillList';
import { aCall, anAvoided } from '../unit/credits/ledgerEvents';

const EXTENSION = 'monitor-explorer.monitor-explorer';

describe('credits, in VS Code', () => {
  it('tells the tree of new rows about twice a second while all of 10,000 are loaded, and of the last ones too', async function () {
    this.timeout(30_000);
    const account = { size: 10_000, tellsTotal: true };
    const list = new MonitorList({
      pageSize: () => 50,
      newId: () => 'a reading',
      fetchPage: async (request) => {
        await delay(40);
        return pageOf(account, request);
      },
    });
    const changes = new Emitter<void>();
    list.onDidChange(() => changes.fire());
    const tree = new MonitorTree(
      { list, baseUrl: {}, sessionState: 'active' } as ConstructorParameters<typeof MonitorTree>[0],
      { notices: [], onDidChange: changes.event } as unknown as ConstructorParameters<typeof MonitorTree>[1],
    );
    await list.loadMore();
    let told = 0;
    tree.onDidChangeTreeData(() => told++);
    const began = performance.now();
    await list.loadAll(199);
    const seconds = (performance.now() - began) / 1000;
    await delay(600);
    assert.ok(seconds > 1, 'long enough to tell');
    assert.ok(told <= 2 * seconds + 3, `${told} times in ${seconds.toFixed(1)} seconds`);
    assert.equal(tree.getChildren().length, 10_000);
    tree.dispose();
  });

  describe('on the page of calls', () => {
    const now = Date.now();
    const page = (sources: Partial<CallsPageSources> = {}): string =>
      toCallsPage({
        ledger: { events: [aCall({ at: now, account: 'https://a.test|ines@example.org' })], skipped: 0 },
        ...{ limit: undefined, creditsPerCall: undefined, creditsLeft: undefined, now },
        ...sources,
      });

    it('make up no figure: credits stand there only where somebody has said what they are', () => {
      assert.doesNotMatch(page(), /credit/i);
      assert.match(page({ creditsPerCall: 3 }), /\*\*1 call, 3 credits\*\*/);
      assert.match(page({ creditsLeft: { credits: 41, at: now } }), /41 credits are left/);
    });

    it('count the calls avoided, with why', () => {
      const events = [
        anAvoided({ at: now, reason: 'loaded', calls: 3 }),
        anAvoided({ at: now, reason: 'otherWindow' }),
      ];
      const text = page({ ledger: { events, skipped: 0 } });
      assert.match(text, /Calls avoided, in 30 days: 4/);
      assert.match(text, /The rows were kept from before \| 3/);
      assert.match(text, /Another window had just read the page \| 1/);
    });

    it('say that lines were skipped, and name no account that was forgotten', () => {
      const events = [
        aCall({ at: now, account: '' }),
        aCall({ at: now, account: 'https://a.test|i@b.test' }),
      ];
      const text = page({ ledger: { events, skipped: 2 } });
      assert.match(text, /2 damaged lines were skipped/);
      assert.match(text, /Signed out since \| 1/);
      assert.match(text, /i@b\.test/);
    });

    it('show what is left of a limit, and when it turns', () => {
      const limit = { limit: 10, allowance: 1, used: 4, left: 7, near: false, reached: false, turnsAt: now };
      assert.match(page({ limit }), /Daily limit: 7 of 11 left\. It turns at /);
    });

    it('cannot be broken by the name of an account', () => {
      const events = [1, 2].map((n) =>
        aCall({ at: now, account: `https://a.test|<b>|[x](y)\n# ${n}@e.test` }),
      );
      const text = page({ ledger: { events, skipped: 0 } });
      assert.doesNotMatch(text, /^# \d@/m);
      assert.doesNotMatch(text, /(?<!\\)\[x\]\(y\)/);
    });
  });

  it('are told with every cost, if the person says what a call costs', () => {
    assert.equal(toCostText({ calls: 1, bound: 'exactly' }), '1 call');
    assert.equal(toCostText({ calls: 20, bound: 'upTo' }), 'up to 20 calls');
    assert.equal(toCostText({ calls: 3, bound: 'exactly' }, 2), '3 calls, 6 credits');
  });

  it('stand in the titles of commands that are all there', async () => {
    await vscode.extensions.getExtension(EXTENSION)!.activate();
    const commands = new Set(await vscode.commands.getCommands(true));
    for (const name of ['refresh', 'loadAll']) {
      for (const calls of TOLD_COSTS) {
        assert.ok(commands.has(`monitorExplorer.${name}.${calls}`));
      }
    }
  });
});
