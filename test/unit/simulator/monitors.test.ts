import assert from 'node:assert/strict';
import { SimulatedService, type SimulatedServiceOptions } from '../../simulator/simulatedService';
import { list, listPage, signIn } from '../../support/simulatorClient';

async function allMonitors(options: SimulatedServiceOptions) {
  const service = await SimulatedService.start(options);
  try {
    return (await listPage(service, await signIn(service), 0, 100_000)).monitors;
  } finally {
    await service.stop();
  }
}

describe('Monitors of the simulated service', () => {
  it('are 340 with different ids and names, mostly up, with every status among the first', async () => {
    const monitors = await allMonitors({});
    assert.equal(monitors.length, 340);
    assert.equal(new Set(monitors.map(({ id }) => id)).size, 340);
    assert.equal(new Set(monitors.map(({ name }) => name)).size, 340);
    assert.ok(monitors.filter(({ status }) => status === 'up').length > 270);
    const first = new Set(monitors.slice(0, 20).map(({ status }) => status));
    assert.deepEqual([...first].sort(), ['degraded', 'down', 'paused', 'pending', 'up']);
  });

  it('are the same for the same seed, and others for another', async () => {
    const options = { monitors: 20, seed: 7, startedAt: 1_800_000_000_000 };
    const monitors = await allMonitors(options);
    assert.deepEqual(await allMonitors(options), monitors);
    assert.notDeepEqual(await allMonitors({ ...options, seed: 8 }), monitors);
  });

  it('may be 100,000, still with different ids', async () => {
    const monitors = await allMonitors({ monitors: 100_000 });
    assert.equal(new Set(monitors.map(({ id }) => id)).size, 100_000);
  });
});

describe('Pages of the simulated service', () => {
  let service: SimulatedService;
  let token: string;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 25 });
    token = await signIn(service);
  });
  afterEach(() => service.stop());

  const page = async (pageIndex: number, pageSize = 10) =>
    (await listPage(service, token, pageIndex, pageSize)).monitors.map(({ id }) => id);

  it('follow one another without gap or repeat, and are empty past the end', async () => {
    const ids = [...(await page(0)), ...(await page(1)), ...(await page(2))];
    assert.deepEqual(ids, await page(0, 25));
    assert.deepEqual(await page(3), []);
  });

  it('are all the first one where pageIndex is ignored', async () => {
    service.ignoresPageIndex = true;
    assert.deepEqual(await page(2), await page(0));
  });

  it('are silently as small as the maximum', async () => {
    const second = await page(1, 5);
    service.maximumPageSize = { size: 5, beyond: 'apply' };
    assert.deepEqual(await page(1, 10), second);
  });

  it('are refused beyond the maximum, without a violation', async () => {
    service.maximumPageSize = { size: 5, beyond: 'refuse' };
    assert.equal((await list(service, token, { pageIndex: 0, pageSize: 6 })).status, 400);
    assert.equal((await list(service, token, { pageIndex: 0, pageSize: 5 })).status, 200);
    assert.deepEqual(service.violations, []);
  });

  it('repeat a monitor after an insertion and hide one after a removal', async () => {
    const before = await page(0, 25);
    service.insertMonitor(0, { name: 'New' });
    assert.equal((await page(1))[0], before[9]);
    service.removeMonitor(0);
    service.removeMonitor(before[3] ?? '');
    assert.equal((await page(1))[0], before[11]);
  });

  it('show an inserted monitor with the fields given and an id of its own', async () => {
    const before = await page(0, 25);
    const { id } = service.insertMonitor(2, { name: 'Brand new', status: 'down', owner: 'Ada' });
    const { monitors, total } = await listPage(service, token, 0, 30);
    assert.equal(total, 26);
    assert.ok(!before.includes(id));
    assert.deepEqual({ ...monitors[2], id, name: 'Brand new', status: 'down', owner: 'Ada' }, monitors[2]);
  });

  it('show an updated monitor in its place', async () => {
    const [first = ''] = await page(0);
    service.updateMonitor(first, { status: 'pending' });
    service.updateMonitor(1, { status: 'paused' });
    const { monitors } = await listPage(service, token, 0, 2);
    assert.deepEqual(
      monitors.map(({ status }) => status),
      ['pending', 'paused'],
    );
  });

  it('grow and shrink with the number of monitors, the first ones staying the same', async () => {
    const before = await page(0, 25);
    service.setMonitors(40);
    assert.deepEqual((await page(0, 100)).slice(0, 25), before);
    service.setMonitors(0);
    assert.deepEqual(await listPage(service, token, 0, 10), { monitors: [], total: 0 });
  });

  it('may change between two calls', async () => {
    service.beforeCall(2, () => void service.removeMonitor(0), { of: 'list' });
    const before = [await page(0), await page(0)];
    assert.equal(before[1]?.[0], before[0]?.[1]);
  });

  it('do not know a monitor that is gone', () => {
    assert.throws(() => service.removeMonitor('mon_nobody'), RangeError);
    assert.throws(() => service.updateMonitor(25, {}), RangeError);
  });
});
