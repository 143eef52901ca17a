import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import { FEW_ROWS, type Grouping } from '../../../src/monitors/arrangement';
import { parseFilter } from '../../../src/monitors/filter';
import type { Monitor } from '../../../src/monitors/monitor';
import { sinceOf } from '../../../src/monitors/since';
import type { App } from '../../../src/account/app';
import type { MonitorList } from '../../../src/account/monitorList';
import { Choices } from '../../../src/account/choices';
import type { Row } from '../../../src/ui/tree/rows';
import { RecordFields } from '../../../src/mapping/picker/recordFields';
import { Tree } from '../../../src/ui/tree/tree';
import { aLoadedList, READ_AT, turn } from '../../support/aDrivenList';
import { aMonitor, monitorsFrom } from '../../support/aMonitor';
import { aBaseUrl } from '../../support/aServiceClient';

/** A tree over a list in pages of ten. `fired` has its events, by label. */
async function aTree(
  pages: number,
  served?: readonly Monitor[],
  grouping: Grouping = 'none',
  pageSize = 10,
) {
  const loaded = await aLoadedList(pages, served, pageSize);
  const clock = { nowMs: READ_AT + 60_000 };
  const now = () => clock.nowMs;
  const changes = new Emitter<void>();
  const state = new Choices(now, () => changes.fire());
  state.arrange({ grouping });
  const account = {
    list: loaded.list as MonitorList | undefined,
    choices: state,
    lastLook: {},
    memory: { version: 0 },
    sinceOf,
  };
  const app = {
    account,
    shown: account,
    list: account.list,
    baseUrl: aBaseUrl('https://api.example.com'),
    sessionState: 'active',
    sessions: { persistence: 'kept' },
    budget: {},
    rowFields: Object.assign(new RecordFields(), { paths: ['seen_at'] }),
    now,
  };
  const tree = new Tree(app as unknown as App);
  loaded.onDidChange(() => tree.updateNow());
  changes.event(() => tree.updateNow());
  const fired: string[] = [];
  tree.onDidUpdate((rows) => {
    const labels = rows?.map((row) => row.content.label).join(', ') ?? 'all';
    fired.push(...(labels === '' ? [] : [labels]));
  });
  return { ...loaded, tree, state, clock, fired, app };
}

type ATree = Awaited<ReturnType<typeof aTree>>;

const textsOf = (tree: Tree, row?: Row) => tree.childrenOf(row).map((child) => child.content);

/** "Monitor m0 (1h · 503)". */
const told = (tree: Tree, row?: Row): string[] =>
  textsOf(tree, row).map(({ label, description }) =>
    description ? `${label} (${description})` : label,
  );

async function answer({ service, fired }: ATree): Promise<string[]> {
  fired.length = 0;
  await service.answerAll();
  return fired;
}

/** Refreshes the one page, with these monitors in it. */
async function refresh({ list, service }: ATree, monitors: readonly Monitor[]): Promise<void> {
  void list.refresh();
  await turn();
  await service.answer(monitors);
}

describe('The rows of a list without groups', () => {
  it('update only the last row while a page loads, and the first level once when it is there', async () => {
    const all = await aTree(1);
    void all.list.loadMore();
    assert.deepEqual(all.fired, ['Loading page 2…']);
    assert.equal(textsOf(all.tree).at(-1)!.actions, undefined, 'a click does nothing');
    assert.deepEqual(await answer(all), ['all']);
    assert.equal(all.tree.childrenOf().length, 21);
  });

  it('are updated once for all that changes at nearly the same time', async () => {
    const { tree, state, fired } = await aTree(1);
    const startedAt = performance.now();
    state.pin([aMonitor({ id: 'm3' })]);
    state.filter = parseFilter('m3');
    tree.update();
    state.filter = parseFilter('m4');
    const updated = new Promise((resolve) => tree.onDidUpdate(resolve));
    tree.update();
    await updated;
    assert.ok(performance.now() - startedAt > 240, 'at most four times a second');
    assert.deepEqual(fired, ['all', 'all']);
    assert.equal(tree.find('m4')?.content.monitor?.id, 'm4');
  });

  it('say how long a monitor is down and why, and are updated when that changes', async () => {
    const all = await aTree(1, monitorsFrom(0, 3));
    const [first, second, third] = all.list.loaded.monitors;
    await refresh(all, [
      aMonitor({ ...first!, status: 'down', since: READ_AT - 10 * 60_000, lastError: '503' }),
      second!,
      aMonitor({ ...third!, raw: { seen_at: READ_AT / 1_000 } }),
    ]);
    assert.equal(told(all.tree)[0], 'Monitor m0 (11m · 503 · down)');
    all.fired.length = 0;
    all.clock.nowMs += 60_000;
    all.tree.updateNow();
    assert.deepEqual(all.fired, ['Monitor m0, Monitor m2']);
    assert.equal(told(all.tree)[0], 'Monitor m0 (12m · 503 · down)');
  });
});

describe('A click on a row', () => {
  it('is ignored as second half of a double click if the rows changed in between', async () => {
    const { tree, clock, app } = await aTree(1);
    assert.equal(tree.acceptClick(), true);
    app.list = undefined;
    tree.updateNow();
    clock.nowMs += 499;
    assert.equal(tree.acceptClick(), false);
    clock.nowMs += 499;
    assert.equal(tree.acceptClick(), false, 'still meant for the row of the first one');
    clock.nowMs += 500;
    assert.equal(tree.acceptClick(), true);
  });

  it('is ignored then also if the change is not shown yet, such as a page that came quickly', async () => {
    const { tree, app } = await aTree(1);
    assert.equal(tree.acceptClick(), true);
    app.list = undefined;
    tree.update();
    assert.equal(tree.acceptClick(), false);
    tree.dispose();
  });
});

describe('The rows by status', () => {
  it('have counts, icons that differ in shape, and spoken names with their counts', async () => {
    const statuses = ['down', 'up', 'paused', 'down'] as const;
    const served = statuses.map((status, index) => aMonitor({ id: `s${index}`, status }));
    const { tree, state } = await aTree(1, [...served, ...monitorsFrom(4, 10)], 'status');
    assert.deepEqual(told(tree).slice(0, 3), ['Down (2)', 'Paused (1)', 'Up (7)']);
    const [down, paused] = textsOf(tree);
    assert.deepEqual([down!.icon, down!.color], ['error', 'charts.red']);
    assert.equal(down!.aria, 'Down, 2 monitors in 10 loaded');
    assert.equal(paused!.aria, 'Paused, 1 monitor in 10 loaded');
    state.setFilter(parseFilter('status:down'));
    assert.equal(textsOf(tree)[0]!.aria, 'Down, 2 matching');
  });

  it('open or close by themselves only when they appear, or for a filter', async () => {
    const all = await aTree(1, monitorsFrom(0, 1_000), 'status', FEW_ROWS);
    const { tree, state } = all;
    const isOpen = () => tree.childrenOf().map(({ content }) => content.isOpen);
    assert.deepEqual(isOpen(), [true, undefined]);
    void all.list.loadMore();
    await answer(all);
    assert.deepEqual(
      isOpen(),
      [true, undefined],
      'although a new heading with many rows is closed',
    );
    tree.setOpen(tree.childrenOf()[0]!, false);
    state.setFilter(parseFilter('m7'));
    assert.deepEqual(isOpen(), [true, undefined]);
    state.setFilter(undefined);
    assert.deepEqual(isOpen(), [false, undefined], 'as the user left it');
  });

  it('include each monitor, which can be found with its parents', async () => {
    const { tree } = await aTree(11, monitorsFrom(0, 1_100), 'status', 100);
    const row = tree.find('m1005')!;
    assert.equal(row.content.label, 'Monitor m1005');
    assert.equal(row.parent!.content.label, '1,001–1,100');
    assert.equal(row.parent!.parent!.content.label, 'Up');
    assert.equal(tree.find('nobody'), undefined);
  });
});
