import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import { FEW_ROWS, type Grouping } from '../../../src/monitors/arrangement';
import { parseFilter } from '../../../src/monitors/filter';
import type { PageContent } from '../../../src/monitors/pageContent';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { sinceOf } from '../../../src/monitors/since';
import type { App } from '../../../src/account/app';
import type { MonitorList } from '../../../src/account/monitorList';
import { Choices } from '../../../src/account/choices';
import type { Row } from '../../../src/ui/tree/rows';
import { RecordFields } from '../../../src/mapping/picker/recordFields';
import { toFooterText } from '../../../src/ui/tree/rowText';
import { Tree } from '../../../src/ui/tree/tree';
import { aLoadedList, READ_AT, turn } from '../../support/aDrivenList';
import { aMonitor, monitorsFrom } from '../../support/aMonitor';
import { aBaseUrl } from '../../support/aServiceClient';
import { inEnglish } from '../../support/inEnglish';

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
  const state = new Choices(undefined, { now }, () => changes.fire());
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
  const tree = new Tree(app as unknown as App, inEnglish);
  loaded.onDidChange(() => tree.update());
  changes.event(() => tree.update());
  const fired: string[] = [];
  tree.onDidUpdate((rows) => {
    const labels = rows?.map((row) => row.content.toText().label).join(', ') ?? 'all';
    fired.push(...(labels === '' ? [] : [labels]));
  });
  return { ...loaded, tree, state, clock, fired, app };
}

type ATree = Awaited<ReturnType<typeof aTree>>;

const textsOf = (tree: Tree, row?: Row) =>
  tree.childrenOf(row).map((child) => child.content.toText());

/** "Monitor m0 (1h · 503)". */
const told = (tree: Tree, row?: Row): string[] =>
  textsOf(tree, row).map(({ label, description }) =>
    description ? `${label} (${description})` : label,
  );

/** Labels of the first level, runs of monitors counted. */
const outline = (tree: Tree): string => {
  const rows = tree.childrenOf();
  const monitors = rows.filter(({ content }) => content.monitor).length;
  const others = rows
    .filter(({ content }) => !content.monitor)
    .map((row) => row.content.toText().label);
  return [...(monitors > 0 ? [`${monitors} monitors`] : []), ...others].join(', ');
};

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
    const isTold = new Promise((resolve) => all.tree.onDidUpdate(resolve));
    void all.list.loadMore();
    await isTold;
    assert.deepEqual(all.fired, ['Loading page 2…']);
    assert.equal(textsOf(all.tree).at(-1)!.command, 'noop', 'a click does nothing');
    assert.deepEqual(await answer(all), ['all']);
    assert.equal(outline(all.tree), '20 monitors, Load more (1 call)');
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
    all.tree.update();
    assert.deepEqual(all.fired, ['Monitor m0, Monitor m2']);
    assert.equal(told(all.tree)[0], 'Monitor m0 (12m · 503 · down)');
  });

  it('are updated once when they become old, and then have dimmed icons', async () => {
    const all = await aTree(1);
    assert.equal(textsOf(all.tree)[0]!.color, 'charts.green');
    all.clock.nowMs = READ_AT + 3_600_000 + 2;
    all.tree.update();
    all.tree.update();
    assert.equal(all.fired.length, 1);
    const [row] = textsOf(all.tree);
    assert.equal(row!.color, 'disabledForeground');
    assert.match(row!.aria!, /loaded more than an hour ago$/);
  });
});

describe('The last row', () => {
  const more = async (count: number, said: Partial<PageContent>) => {
    const { list, service } = await aLoadedList(0, monitorsFrom(0, count));
    service.said = said;
    void list.loadMore();
    await service.answerAll();
    const { label, description } = toFooterText(inEnglish, list) ?? {};
    return [label, description].filter(Boolean).join(' · ');
  };

  it('has the cost of the next page, and says after a short page that it may be the end', async () => {
    assert.equal(await more(35, {}), 'Load more (1 call) · 10 of 35 · the rest: 3 calls');
    assert.equal(await more(10, { total: undefined }), 'Load more (1 call) · 10 loaded');
    assert.equal(await more(9, { total: undefined }), 'Load more (1 call) · may be the end');
    assert.equal(await more(9, { total: undefined, hasMore: true }), 'Load more (1 call) · 9+');
    assert.equal(await more(9, { total: undefined, hasMore: false }), '');
  });
});

describe('A click on a row', () => {
  it('is ignored as second half of a double click if the rows changed in between', async () => {
    const { tree, clock, app } = await aTree(1);
    assert.equal(tree.acceptClick(), true);
    app.list = undefined;
    tree.update();
    clock.nowMs += 499;
    assert.equal(tree.acceptClick(), false);
    clock.nowMs += 499;
    assert.equal(tree.acceptClick(), false, 'still meant for the row of the first one');
    clock.nowMs += 500;
    assert.equal(tree.acceptClick(), true);
  });
});

describe('A list of ten thousand', () => {
  const served = monitorsFrom(0, 10_000);

  it('shows a filter, another arrangement and a stop at once, also while all pages load', async () => {
    const { tree, list, state, clock, service } = await aTree(2, served, 'none', 100);
    void list.loadAll(20);
    await turn();
    clock.nowMs -= 3_600_000;
    await service.answer();
    assert.equal(outline(tree), '300 monitors, Loading page 4…', 'the clock was set back');
    state.setFilter(parseFilter('m7'));
    assert.equal(outline(tree), '11 monitors, Loading page 4…');
    state.arrange({ grouping: 'status' });
    assert.equal(outline(tree), 'Up, Loading page 4…');
    list.cancel();
    assert.equal(outline(tree), 'Up, Stopping…');
  });
});

describe('The rows by status', () => {
  const statuses = (given: readonly MonitorStatus[]): Monitor[] =>
    given.map((status, index) => aMonitor({ id: `s${index}`, status }));

  async function aMixedTree(): Promise<ATree> {
    const all = await aTree(0, undefined, 'status');
    void all.list.loadMore();
    await turn();
    await all.service.answer([
      ...statuses(['down', 'up', 'paused', 'down']),
      ...monitorsFrom(4, 10),
    ]);
    return all;
  }

  it('have counts, icons that differ in shape, and names with what they cover', async () => {
    const { tree, state } = await aMixedTree();
    assert.deepEqual(told(tree).slice(0, 3), ['Down (2)', 'Paused (1)', 'Up (7)']);
    const [down, paused, up] = textsOf(tree);
    assert.deepEqual([down!.icon, down!.color, down!.isOpen], ['error', 'charts.red', true]);
    assert.equal(up!.isOpen, false);
    assert.equal(down!.aria, 'Down, 2 monitors in 10 of 35');
    assert.equal(paused!.aria, 'Paused, 1 monitor in 10 of 35');
    state.setFilter(parseFilter('status:down'));
    tree.update();
    assert.equal(textsOf(tree)[0]!.aria, 'Down, 2 matching');
  });

  it('close Up if there are many rows, unless the user is in it or has opened it', async () => {
    const served = monitorsFrom(0, 1_000);
    for (const held of ['nobody', 'selection', 'user'] as const) {
      const all = await aTree(1, served, 'status', FEW_ROWS);
      const [up] = all.tree.childrenOf();
      assert.equal(up!.content.toText().isOpen, true);
      const [first] = all.tree.childrenOf(up);
      if (held === 'user') {
        all.tree.setOpen(up!, true);
      }
      all.tree.selected = held === 'selection' ? [first!] : [];
      void all.list.loadMore();
      await answer(all);
      assert.equal(textsOf(all.tree)[0]!.isOpen, held !== 'nobody');
      const isSameRow = all.tree.childrenOf()[0] === up;
      assert.equal(isSameRow, held !== 'nobody', 'VS Code remembers by id which rows are open');
    }
  });

  it('include each monitor, which can be found with its parents', async () => {
    const { tree } = await aTree(11, monitorsFrom(0, 1_100), 'status', 100);
    const row = tree.find('m1005')!;
    assert.equal(row.content.toText().label, 'Monitor m1005');
    assert.equal(row.parent!.content.toText().label, '1,001–1,100');
    assert.equal(row.parent!.parent!.content.toText().label, 'Up');
    assert.equal(tree.find('nobody'), undefined);
  });
});

describe('Pinned monitors', () => {
  it('are on top, even if they are not loaded, and stay in their place in the list', async () => {
    const { tree, state } = await aTree(1);
    state.pin([aMonitor({ id: 'm3' })]);
    state.pin([aMonitor({ id: 'm30' })]);
    const [pins] = tree.childrenOf();
    assert.deepEqual(told(tree, pins), ['Monitor m3', 'Monitor m30 (not loaded)']);
    assert.equal(outline(tree), '10 monitors, Pinned, Load more (1 call)');
    const ids = [...tree.childrenOf(), ...tree.childrenOf(pins)].map(({ content }) => content.id);
    assert.equal(new Set(ids).size, ids.length, 'no id twice');
  });
});
