import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from './driver/eventually';
import { signIn } from './driver/signIn';
import { useWorkbench } from './driver/useWorkbench';

describe('loading all', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ monitors: 1000 })));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  before(async () => {
    await workbench().monitors.open();
    await signIn(workbench(), service);
    await workbench().monitors.tree.showsAtEnd('Load more (50 of 1000)');
  });

  /** Pages behind this one stay on their way. By index: of pages asked for at once, any may arrive first. */
  const answerOnly = (lastPage: number): void => {
    service.forgetCalls();
    service.latency = ({ pageIndex }) => ((pageIndex ?? 0) > lastPage ? 600_000 : 0);
  };

  it('says what it takes, shows how far it is, and keeps what has arrived when it is cancelled', async () => {
    const { quickInput, notifications, monitors } = workbench();
    answerOnly(6);
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 19 calls');
    await quickInput.choose('Load All');
    const { buttons } = await notifications.shows(/6 of 19 pages, 350 monitors$/);
    assert.deepEqual(buttons, ['Cancel']);
    const { description } = await monitors.tree.showsAtEnd('Loading page 8…');
    assert.equal(description, '6 of 19 pages');
    assert.deepEqual(await monitors.titleActions(), ['Cancel Loading']);
    assert.equal(service.inFlight, 4, 'four pages at once, and never more');
    await notifications.click(/6 of 19 pages/, 'Cancel');
    await monitors.tree.showsAtEnd('Load more (350 of 1000)');
    await service.idle();
    assert.equal(service.callCount(), 10);
    assert.equal(service.calls.filter(({ outcome }) => outcome === 'aborted by client').length, 4);
  });

  it('goes on from there, and makes no call but those that are left', async () => {
    const { quickInput, monitors } = workbench();
    answerOnly(Infinity);
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 13 calls');
    await quickInput.choose('Load All');
    await monitors.showsMessage(/in all 1000, read at .*Refresh: 20 calls$/);
    await eventually(
      '1000 rows',
      () => monitors.tree.count(),
      (count) => count === 1000,
    );
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex).sort((a, b) => a! - b!),
      Array.from({ length: 13 }, (_, index) => index + 7),
    );
    assert.ok(service.maxInFlight <= 4, `${service.maxInFlight} at once`);
    assert.deepEqual(await monitors.titleActions(), ['Refresh…'], 'nothing more to load');
  });

  it('asks how far to go where the service gives no total, reads one page after the other, and no further', async () => {
    const { quickInput, monitors } = workbench();
    service.tellsTotal = false;
    await workbench().runCommand('Monitor Explorer: Refresh');
    await quickInput.choose('First Page Only');
    await monitors.tree.showsAtEnd('Load more (50+)');
    service.forgetCalls();
    await workbench().runCommand('Monitor Explorer: Load All');
    const { items } = await quickInput.shows(/does not say how many monitors/);
    assert.match(items[0]!.ariaLabel, /Up to 10 Pages.*up to 10 calls/);
    await quickInput.choose('Up to 10 Pages');
    await monitors.tree.showsAtEnd('Load more (550+)');
    assert.deepEqual([service.callCount(), service.maxInFlight], [10, 1]);
  });

  it('keeps what has arrived where a page fails, and its retry reads no other again', async () => {
    const { quickInput, monitors } = workbench();
    service.tellsTotal = true;
    await workbench().runCommand('Monitor Explorer: Refresh');
    await quickInput.choose('First Page Only');
    await monitors.tree.showsAtEnd('Load more (50 of 1000)');
    service.forgetCalls();
    service.failAt(3, { kind: 'status', status: 503 }, { of: 'list' });
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    const { label, description } = await monitors.tree.showsAtEnd(/^Page \d+ failed$/);
    assert.match(description, /status 503.*Retry: \d+ calls$/);
    const left = Number(/Retry: (\d+)/.exec(description)![1]);
    const before = service.callCount();
    await monitors.tree.clickInlineAction(label, 'Retry');
    await monitors.showsMessage(/in all 1000/);
    assert.equal(service.callCount() - before, left, 'what it said it would take');
    assert.equal(service.callCount(), 20, '19 pages, and one of them twice');
  });
});
