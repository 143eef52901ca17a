import assert from 'node:assert/strict';
import { toRows, type Row } from '../../../src/ui/tree/rows';
import { aMonitor } from '../../support/aMonitor';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { pageOf } from '../../support/stillList';

/** Kinds of rows, runs of monitors counted: "10 monitors, loadMore". */
function outline(rows: readonly Row[]): string {
  const monitors = rows.filter(({ kind }) => kind === 'monitor').length;
  const kinds = rows.map(({ kind }) => kind);
  const first = kinds.indexOf('monitor');
  const run = kinds.slice(first, first + monitors);
  assert.ok(
    run.every((kind) => kind === 'monitor'),
    'monitors stand together',
  );
  const text = monitors === 0 ? [] : [`${monitors} monitors`];
  const [before, after] = first < 0 ? [kinds, []] : [kinds.slice(0, first), kinds.slice(first + monitors)];
  return [...before, ...text, ...after].join(', ');
}

describe('the rows of a list', () => {
  it('are none before anything is read', () => assert.deepEqual(toRows(aMonitorList().list), []));

  it('say what is loaded of what there is, in the place of the next page', async () => {
    const { list } = await aLoadedList(2);
    const rows = toRows(list);
    assert.equal(outline(rows), '20 monitors, loadMore');
    assert.deepEqual(rows.at(-1), { kind: 'loadMore', loaded: 20, total: 35 });
  });

  it('leave the total open where nobody knows it', async () => {
    const { list } = await aLoadedList(1, { size: 35 });
    assert.deepEqual(toRows(list).at(-1), { kind: 'loadMore', loaded: 10, total: undefined });
  });

  it('end with the last monitor where the list does', async () => {
    const { list } = await aLoadedList(4);
    assert.equal(outline(toRows(list)), '35 monitors');
  });

  it('show in the place of the next page that it is loading, and which', async () => {
    const { list, service } = await aLoadedList(1);
    void list.loadMore();
    await turn();
    assert.equal(outline(toRows(list)), '10 monitors, loading');
    const progress = { activity: 'loadMore', pagesRead: 0, pagesPlanned: 1, stopping: false };
    assert.deepEqual(toRows(list).at(-1), { kind: 'loading', progress, pageIndex: 1 });
    await service.answerAll();
    assert.equal(outline(toRows(list)), '20 monitors, loadMore');
  });

  it('show the first page loading where nothing else is', async () => {
    const { list, service } = aMonitorList();
    void list.ensureFirstPage();
    assert.equal(outline(toRows(list)), 'loading');
    await service.answerAll();
  });

  it('keep all monitors when a page fails, and put the failure in its place', async () => {
    const { list, service } = await aLoadedList(1);
    const error = new Error('no network');
    void list.loadMore();
    await turn();
    await service.fail(1, error);
    assert.equal(outline(toRows(list)), '10 monitors, failure');
    assert.deepEqual(toRows(list).at(-1), { kind: 'failure', failure: list.failure });
    assert.equal(list.failure?.error, error);
  });

  it('stay as they are during a refresh; its failure stands above them', async () => {
    const { list, service } = await aLoadedList(1);
    void list.refresh();
    await turn();
    assert.match(outline(toRows(list)), /^10 monitors/);
    await service.fail();
    assert.equal(outline(toRows(list)), 'failure, 10 monitors, loadMore');
    void list.loadMore();
    assert.equal(outline(toRows(list)), '10 monitors, loading');
    await service.answerAll();
  });

  it('mark what a refresh found changed', async () => {
    const served = { size: 3, tellsTotal: true };
    const { list, service } = await aLoadedList(1, served);
    void list.refresh();
    await turn();
    const page = pageOf(served, { pageIndex: 0, pageSize: 10 });
    const [first, , third] = page.monitors;
    const monitors = [aMonitor({ ...first, status: 'down' }), aMonitor({ id: 'new' }), third!];
    await service.answer(0, { ...page, monitors });
    const changes = toRows(list).map((row) => row.kind === 'monitor' && [row.monitor.id, row.change]);
    assert.deepEqual(changes, [
      ['m0', 'wentDown'],
      ['new', 'added'],
      ['m2', undefined],
    ]);
  });

  it('never hold one id twice', async () => {
    const { list, service } = await aLoadedList(1);
    void list.loadMore();
    await turn();
    const page = pageOf({ size: 35 }, { pageIndex: 0, pageSize: 10 });
    const monitors = [
      ...page.monitors.slice(5),
      ...pageOf({ size: 35 }, { pageIndex: 1, pageSize: 5 }).monitors,
    ];
    await service.answer(1, { ...page, pageIndex: 1, monitors: [...monitors, aMonitor({ id: 'x' })] });
    const ids = toRows(list).flatMap((row) => (row.kind === 'monitor' ? [row.monitor.id] : []));
    assert.equal(new Set(ids).size, ids.length);
  });
});
