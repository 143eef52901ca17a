import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { MonitorList } from '../../src/monitors/monitorList';
import { Emitter } from '../../src/base/event';
import { toCostText } from '../../src/ui/credits/costText';
import { TOLD_COSTS } from '../../src/ui/credits/costlyActions';
import { MonitorTree } from '../../src/ui/tree/monitorTree';
import { pageOf } from '../support/stillList';

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
