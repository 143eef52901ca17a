import assert from 'node:assert/strict';
import { FEW_ROWS, type Grouping } from '../../../src/monitors/arrangement';
import { someViews } from '../../support/aDatabase';
import { parseFilter } from '../../../src/monitors/filter';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { toSince, type StatusRun } from '../../../src/monitors/since';
import { compare } from '../../../src/monitors/comparison';
import type { Changes } from '../../../src/explorer/lastLook';
import type { MonitorList } from '../../../src/monitors/monitorList';
import { ViewState } from '../../../src/ui/tree/viewState';
import type { Notice } from '../../../src/ui/tree/notices';
import type { Row } from '../../../src/ui/tree/rows';
import { toFailedText } from '../../../src/ui/tree/rowText';
import { TreeModel } from '../../../src/ui/tree/treeModel';
import { toSafeText } from '../../../src/base/text';
import { aMonitor } from '../../support/aMonitor';
import { aLoadedList } from '../../support/aMonitorList';
import { aBaseUrl } from '../../support/aServiceClient';
import { turn } from '../../support/handDrivenPages';
import { inEnglish } from '../../support/inEnglish';
import { pageOf, type StillList } from '../../support/stillList';

const READ_AT = Date.UTC(2026, 0, 15, 12);

/** A tree over a list in pages of ten; `fired` has what VS Code is told, by label. */
async function aTree(pages: number, served?: StillList, grouping: Grouping = 'none', pageSize = 10) {
  const loaded = await aLoadedList(pages, served, pageSize);
  const clock = { now: READ_AT + 60_000 };
  const notices: Notice[] = [];
  const state = new ViewState({
    views: someViews(),
    onError: assert.ifError,
    account: () => 'ada',
    now: () => clock.now,
  });
  await state.setGrouping(grouping);
  const runs = new Map<string, StatusRun[]>();
  const lastLook: { changes: Changes | undefined } = { changes: undefined };
  const controller: { list: MonitorList | undefined } = { list: loaded.list };
  const ran: string[] = [];
  const model = new TreeModel({
    controller: {
      onDidChange: loaded.onDidChange,
      get list() {
        return controller.list;
      },
      baseUrl: aBaseUrl('https://api.example.com'),
      sessionState: 'active',
    },
    notices: () => notices,
    state,
    failureText: () =>
      controller.list?.failure && {
        sentence: toSafeText(String((controller.list.failure.error as Error).message), 100),
        steps: [{ kind: 'retry' }, { kind: 'showLog' }],
        calls: controller.list.failure.callsLeft,
        retryAt: undefined,
        waitsUntil: undefined,
      },
    creditsPerCall: () => undefined,
    run: (command, about) => ran.push(about === undefined ? command : `${command} ${about}`),
    lastLook,
    sinceOf: (monitor) => toSince(monitor, runs.get(monitor.id) ?? []),
    t: inEnglish,
    now: () => clock.now,
  });
  state.onDidChange(() => model.arrange());
  const fired: string[] = [];
  model.onDidChange((rows) =>
    fired.push(rows ? rows.map((row) => model.toText(row).label).join(', ') : 'all'),
  );
  return { ...loaded, model, state, notices, clock, fired, ran, controller, runs, lastLook };
}

type Tree = Awaited<ReturnType<typeof aTree>>;

const labels = (model: TreeModel, row?: Row): string[] =>
  model.childrenOf(row).map((child) => model.toText(child).label);

/** Labels of the first level, runs of monitors counted. */
const outline = (model: TreeModel): string => {
  const rows = model.childrenOf();
  const monitors = rows.filter(({ kind }) => kind === 'monitor').length;
  const others = rows.filter(({ kind }) => kind !== 'monitor').map((row) => model.toText(row).label);
  return [...(monitors > 0 ? [`${monitors} monitors`] : []), ...others].join(', ');
};

async function answer({ service, fired }: Tree): Promise<string[]> {
  fired.length = 0;
  await service.answerAll();
  return fired;
}

describe('the rows of a plain list', () => {
  it('are what is loaded, and what the next page and the rest take', async () => {
    const { model } = await aTree(1);
    assert.equal(outline(model), '10 monitors, Load more (1 call)');
    const more = model.toText(model.childrenOf().at(-1)!);
    assert.deepEqual([more.command, more.role], ['loadMore', 'button']);
    assert.equal(more.description, '10 of 35 · the rest: 3 calls');
  });

  it('tell of a page that takes its time the last row alone, and of the page the first level once', async () => {
    const tree = await aTree(1);
    const told = new Promise((resolve) => tree.model.onDidChange(resolve));
    void tree.list.loadMore();
    await told;
    assert.deepEqual(tree.fired, ['Loading page 2…']);
    assert.deepEqual(
      (await answer(tree)).filter((what) => what === 'all'),
      ['all'],
    );
    assert.equal(outline(tree.model), '20 monitors, Load more (1 call)');
  });

  it('tell nothing where nothing that shows has changed', async () => {
    const tree = await aTree(1);
    tree.model.update();
    tree.model.arrange();
    tree.change({ rows: 'same', added: [], updated: [] });
    assert.deepEqual(tree.fired, []);
  });

  it('put a failure in the place of the next page, with what happened and what a retry takes', async () => {
    const tree = await aTree(1);
    void tree.list.loadMore();
    await turn();
    tree.fired.length = 0;
    await tree.service.fail(1, new Error('No network.'));
    assert.deepEqual(tree.fired, ['Page 2 failed: No network.']);
    const row = tree.model.toText(tree.model.childrenOf().at(-1)!);
    assert.equal(row.description, 'Retry: 1 call');
    assert.notEqual(row.icon, 'error', 'not the icon of a monitor that is down');
    assert.deepEqual([row.command, row.contextValue], ['showFailure', 'failure retry showLog']);
  });

  it('say what it takes to sign in and go on with all that was stopped', () => {
    const failure = {
      sentence: toSafeText('Your session has ended.', 100),
      steps: [{ kind: 'signIn' } as const, { kind: 'showLog' } as const],
      calls: 7,
      retryAt: undefined,
      waitsUntil: undefined,
    };
    const what = toSafeText('Page 3 failed', 100);
    const row = toFailedText(inEnglish, { id: 'row', what, failure, now: 0 });
    assert.equal(row.label, 'Page 3 failed: Your session has ended.');
    assert.equal(row.description, 'Sign In and Continue (8 calls)');
  });

  it('are what can be done, each with its cost, where the first page failed and nothing is loaded', async () => {
    const tree = await aTree(0);
    void tree.list.ensureFirstPage();
    await turn();
    await tree.service.fail(0, new Error('No network.'));
    assert.deepEqual(labels(tree.model), ['Retry', 'Show Log']);
    const [retry, log] = tree.model.childrenOf().map((row) => tree.model.toText(row));
    assert.equal(retry?.description, '1 call');
    assert.equal(retry?.command, 'takeStep');
    tree.model.openRow('takeStep', tree.model.childrenOf()[0]);
    assert.deepEqual(tree.ran, ['takeStep retry']);
    assert.equal(log?.description, undefined);
    void tree.list.retry();
    await tree.service.answerAll();
    assert.equal(outline(tree.model), '10 monitors, Load more (1 call)');
  });

  it('stay during a refresh; its failure stands above them', async () => {
    const tree = await aTree(1);
    void tree.list.refresh();
    await turn();
    assert.equal(outline(tree.model), '10 monitors, Load more (1 call)');
    await tree.service.fail();
    assert.equal(labels(tree.model)[0], 'Refresh failed at page 1: no network');
  });

  it('mark what has changed since the user last looked, until it was in front or for 24 hours', async () => {
    const served = { size: 3, tellsTotal: true };
    const tree = await aTree(1, served);
    void tree.list.refresh();
    await turn();
    const page = pageOf(served, { pageIndex: 0, pageSize: 10 });
    const [first, , third] = page.monitors;
    const monitors = [aMonitor({ ...first!, status: 'down' }), aMonitor({ id: 'new' }), third!];
    await tree.service.answer(0, { ...page, monitors });
    const before = { monitors: page.monitors, complete: true };
    const comparison = compare(before, { monitors, complete: true });
    tree.lastLook.changes = { since: READ_AT, comparison };
    tree.model.followChanges();
    const texts = (): string[] =>
      tree.model.childrenOf().map((row) => {
        const { label, description } = tree.model.toText(row);
        return `${label} ${description}`;
      });
    const [changes, ...rows] = texts();
    assert.match(changes!, /^1 went down, 1 new, 1 removed since .*:00/);
    assert.deepEqual(rows, ['Monitor m0 went down: up → down', 'Monitor new new', 'Monitor m2 ']);
    tree.model.markSeen(['m0', 'm2']);
    assert.deepEqual(texts().slice(1), ['Monitor m0 down', 'Monitor new new', 'Monitor m2 ']);
    tree.clock.now = READ_AT + 24 * 3_600_000;
    tree.model.update();
    assert.deepEqual(texts().slice(2), ['Monitor new ', 'Monitor m2 '], 'the row of all changes stays');
    assert.equal(tree.model.childrenOf()[0]!.kind, 'changes');
  });

  it('say for how long a monitor has been down, and tell that row alone when this changes', async () => {
    const served = { size: 3, tellsTotal: true };
    const tree = await aTree(1, served);
    void tree.list.refresh();
    await turn();
    const page = pageOf(served, { pageIndex: 0, pageSize: 10 });
    const [first, second, third] = page.monitors;
    const gone = aMonitor({ ...first!, status: 'down', since: READ_AT - 10 * 60_000 });
    await tree.service.answer(0, {
      ...page,
      monitors: [gone, aMonitor({ ...second!, status: 'degraded' }), third!],
    });
    const lasting = (): unknown[] =>
      tree.model.childrenOf().map((row) => tree.model.toText(row).description?.split(' · ')[0]);
    assert.deepEqual(lasting(), ['11 min', 'degraded', '']);
    tree.fired.length = 0;
    tree.model.update();
    assert.deepEqual(tree.fired, []);
    tree.clock.now += 60_000;
    tree.model.update();
    assert.deepEqual([tree.fired, lasting()[0]], [['Monitor m0'], '12 min']);
    tree.runs.set('m1', [{ status: 'degraded', from: READ_AT - 3_600_000, to: READ_AT }]);
    tree.model.arrange();
    assert.deepEqual([tree.fired, lasting()[1]], [['Monitor m0', 'Monitor m1'], 'over 1 hr']);
  });

  it('are told anew, once, when they have become old, and their icons are dimmed then', async () => {
    const tree = await aTree(1);
    const color = (): string | undefined => tree.model.toText(tree.model.childrenOf()[0]!).color;
    assert.equal(color(), 'charts.green');
    tree.clock.now = READ_AT + 3_600_000 + 1;
    tree.model.update();
    tree.model.update();
    assert.deepEqual(tree.fired, ['all']);
    assert.equal(color(), 'disabledForeground');
    assert.match(tree.model.toText(tree.model.childrenOf()[0]!).aria!, /read more than an hour ago$/);
  });
});

describe('a click on a row', () => {
  /** Whether each click does what it is for; in milliseconds from the first one. */
  const clicksAt = async (...steps: readonly (number | 'rows change')[]): Promise<boolean[]> => {
    const tree = await aTree(1);
    const begin = tree.clock.now;
    return steps.flatMap((step) => {
      if (step === 'rows change') {
        tree.controller.list = tree.controller.list ? undefined : tree.list;
        tree.change({ rows: 'replaced', added: [], updated: [] });
        return [];
      }
      tree.clock.now = begin + step;
      tree.ran.length = 0;
      tree.model.openRow('loadMore');
      return tree.ran.length > 0;
    });
  };

  it('runs its command with what it is about', async () => {
    const tree = await aTree(1);
    const row = tree.model.childrenOf()[2]!;
    assert.equal(tree.model.toText(row).command, 'showDetails');
    tree.model.openRow('showDetails', row);
    assert.deepEqual(tree.ran, ['showDetails m2']);
    tree.model.openRow('showDetails', undefined);
    assert.deepEqual(tree.ran, ['showDetails m2'], 'the row is gone');
  });

  it('does nothing as the second of a double click between whose halves the rows changed', async () => {
    assert.deepEqual(await clicksAt(0, 'rows change', 499), [true, false]);
  });

  it('does nothing on a page that is on its way, nor soon after on what comes in its place', async () => {
    const tree = await aTree(1);
    void tree.list.loadMore();
    const { command } = tree.model.toText(tree.model.childrenOf().at(-1)!);
    assert.equal(command, 'noop');
    tree.model.openRow(command);
    await answer(tree);
    tree.clock.now += 499;
    tree.model.openRow('loadMore');
    assert.deepEqual(tree.ran, []);
    tree.clock.now += 500;
    tree.model.openRow('loadMore');
    assert.deepEqual(tree.ran, ['loadMore']);
  });
});

describe('a list of ten thousand', () => {
  const served = { size: 10_000, tellsTotal: true };

  it('tells of a page only the last range and the row behind it, and the first level at each thousand', async () => {
    const tree = await aTree(11, served, 'none', 100);
    assert.equal(outline(tree.model), '1–1,000, 1,001–1,100, Load more (1 call)');
    void tree.list.loadMore();
    await turn();
    assert.deepEqual(await answer(tree), ['1,001–1,200, Load more (1 call)']);
    for (let page = 12; page < 20; page++) {
      void tree.list.loadMore();
      await answer(tree);
    }
    assert.equal(tree.fired.includes('all'), false);
    void tree.list.loadMore();
    assert.ok((await answer(tree)).includes('all'));
  });

  it('is asked for a tenth of its rows at a page', async () => {
    const tree = await aTree(1, served, 'none', 100);
    let questions = 0;
    // What VS Code does: the rows it is told, and all that is open in them.
    const ask = (row: Row): void => {
      questions += 1;
      if (tree.model.toText(row).isOpen === true) {
        tree.model.childrenOf(row).forEach(ask);
      }
    };
    tree.model.onDidChange((rows) => (rows ?? tree.model.childrenOf()).forEach(ask));
    for (let page = 1; page < 100; page++) {
      void tree.list.loadMore();
      await tree.service.answerAll();
    }
    assert.equal(tree.list.loaded.count, 10_000);
    assert.ok(questions < 60_000, `${questions} questions`);
  });
});

describe('the rows by status', () => {
  const statuses = (given: readonly MonitorStatus[]): Monitor[] =>
    given.map((status, index) => aMonitor({ id: `s${index}`, status }));

  async function aMixedTree(): Promise<Tree> {
    const tree = await aTree(0, undefined, 'status');
    const page = pageOf({ size: 35, tellsTotal: true }, { pageIndex: 0, pageSize: 10 });
    void tree.list.loadMore();
    await turn();
    await tree.service.answer(0, {
      ...page,
      monitors: [...statuses(['down', 'up', 'paused', 'down']), ...page.monitors.slice(4)],
    });
    return tree;
  }

  it('have counts, icons that no color alone tells apart, and names that say what they cover', async () => {
    const { model } = await aMixedTree();
    assert.deepEqual(labels(model), ['Down', 'Paused', 'Up', 'Load more (1 call)']);
    const [down, paused] = model.childrenOf().map((row) => model.toText(row));
    assert.deepEqual(
      [down!.description, down!.icon, down!.color, down!.isOpen],
      ['2', 'error', 'charts.red', true],
    );
    assert.equal(down!.aria, 'Down, 2 monitors, in 10 of 35 loaded');
    assert.equal(paused!.aria, 'Paused, 1 monitor, in 10 of 35 loaded');
  });

  it('tell of a page only the groups that it went into', async () => {
    const tree = await aMixedTree();
    void tree.list.loadMore();
    await turn();
    assert.deepEqual(await answer(tree), ['Up, Load more (1 call)']);
  });

  it('show a monitor without a name by its target, once', async () => {
    const tree = await aTree(0);
    void tree.list.loadMore();
    await turn();
    const page = pageOf({ size: 1, tellsTotal: true }, { pageIndex: 0, pageSize: 10 });
    const nameless = aMonitor({ id: 'x', name: ' ', target: 'https://a.example/' });
    await tree.service.answer(0, {
      ...page,
      monitors: [nameless, aMonitor({ id: 'y', name: 'https://b.example', target: 'https://b.example' })],
    });
    const rows = tree.model.childrenOf().map((row) => tree.model.toText(row));
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['a.example', ''],
        ['https://b.example', ''],
      ],
    );
  });

  it('close what is up once there are many, but not while the user is in it', async () => {
    const served = { size: 1_000, tellsTotal: true };
    for (const held of [false, true]) {
      const tree = await aTree(1, served, 'status', FEW_ROWS);
      tree.model.containsSelection = () => held;
      const up = tree.model.childrenOf()[0]!;
      assert.equal(tree.model.toText(up).isOpen, true);
      void tree.list.loadMore();
      await answer(tree);
      assert.equal(tree.model.toText(up).isOpen, held);
    }
  });
});

describe('pinned monitors', () => {
  it('stand on top, also those that are not loaded, and stay in their place in the list', async () => {
    const tree = await aTree(1);
    await tree.state.pin(aMonitor({ id: 'm3' }));
    await tree.state.pin(aMonitor({ id: 'm30' }));
    const [pins] = tree.model.childrenOf();
    assert.equal(tree.model.toText(pins!).label, 'Pinned');
    assert.deepEqual(
      tree.model
        .childrenOf(pins)
        .map((row) => [tree.model.toText(row).label, tree.model.toText(row).description]),
      [
        ['Monitor m3', ''],
        ['Monitor m30', 'not loaded'],
      ],
    );
    assert.equal(outline(tree.model), '10 monitors, Pinned, Load more (1 call)');
    const ids = [...tree.model.childrenOf(), ...tree.model.childrenOf(pins)].map(
      (row) => tree.model.toText(row).id,
    );
    assert.equal(new Set(ids).size, ids.length, 'no id twice');
  });
});

describe('a filter', () => {
  it('shows what matches, and what the rest takes where nothing does', async () => {
    const tree = await aTree(2);
    tree.state.setFilter(parseFilter('m1'));
    assert.equal(outline(tree.model), '11 monitors, Load more (1 call)');
    assert.equal(tree.model.arrangement.matches, 11);
    tree.state.setFilter(parseFilter('m30'));
    assert.deepEqual(labels(tree.model), ['Load the rest (2 calls)']);
    const rest = tree.model.toText(tree.model.childrenOf().at(-1)!);
    assert.deepEqual([rest.description, rest.command], [undefined, 'loadAll']);
    tree.state.setFilter(undefined);
    assert.equal(outline(tree.model), '20 monitors, Load more (1 call)');
  });
});

describe('notices', () => {
  it('share one row, which tells itself when it says something else', async () => {
    const tree = await aTree(1);
    const notice = (label: string): Notice => ({
      label: toSafeText(label, 100),
      icon: 'clock',
      detail: toSafeText('The rows stay.', 100),
    });
    tree.notices.push(notice('Session ends in 5 minutes'));
    tree.model.update();
    assert.deepEqual(tree.fired, ['all'], 'a row that was not there');
    tree.notices[0] = notice('Session ends in 4 minutes');
    tree.model.update();
    tree.model.update();
    assert.deepEqual(tree.fired, ['all', 'Session ends in 4 minutes']);
    tree.notices.push(notice('2 calls left today'));
    tree.model.update();
    const row = tree.model.toText(tree.model.childrenOf()[0]!);
    assert.deepEqual(
      [row.label, row.description, row.command],
      ['2 notices', 'Session ends in 4 minutes', 'showNotices'],
    );
  });
});
