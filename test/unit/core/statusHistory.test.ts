import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { until, useTemporaryFolder } from '../../support/temporaryFolder';

describe('The status history', () => {
  const folder = useTemporaryFolder();
  const clock = { ahead: 0 };
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  const opened: Window[] = [];

  const open = async (): Promise<Window> => {
    const window = aWindow(service, { folder: folder(), secrets, clock });
    opened.push(window);
    await window.start();
    return window;
  };
  /** In which statuses the first monitor was seen, and for how many minutes. */
  const seenIn = ({ controller, history }: Window): string[] => {
    const runs = history.get(controller.owner!, controller.list!.loaded.monitors[0]!.id);
    return runs.map(({ status, from, to }) => `${status} ${Math.round((to - from) / 60_000)}`);
  };
  const refreshLater = async (window: Window, minutes: number, status: 'up' | 'down'): Promise<void> => {
    window.passTime(minutes * 60_000);
    service.updateMonitor(0, { status });
    await window.controller.refresh();
  };

  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 5 });
    service.updateMonitor(0, { status: 'up' });
    secrets = new InMemorySecretStorage();
  });
  afterEach(async () => {
    opened.splice(0).forEach((window) => window.dispose());
    await service.stop();
  });

  it('continues after a restart', async () => {
    const first = await open();
    await first.signIn();
    await first.controller.ensureFirstPage();
    await first.saved();
    const second = await open();
    await second.controller.ensureFirstPage();
    await refreshLater(second, 10, 'up');
    await refreshLater(second, 5, 'down');
    await until(() => seenIn(second).length === 2);
    await second.saved();
    const third = await open();
    await third.controller.ensureFirstPage();
    await until(() => seenIn(third).length === 2);
    assert.deepEqual(
      [seenIn(second), seenIn(third)],
      [
        ['up 10', 'down 0'],
        ['up 10', 'down 0'],
      ],
    );
  });

  it('combines two windows', async () => {
    const first = await open();
    await first.signIn();
    await first.controller.ensureFirstPage();
    const second = await open();
    await second.controller.ensureFirstPage();
    await refreshLater(first, 10, 'down');
    await refreshLater(second, 10, 'down');
    await until(() => seenIn(second).join() === 'up 0,down 10');
  });

  it('is removed with its account', async () => {
    const window = await open();
    const session = await window.signIn();
    await window.controller.ensureFirstPage();
    await refreshLater(window, 10, 'down');
    await window.signOut(session);
    await window.signIn();
    await window.controller.ensureFirstPage();
    await until(() => seenIn(window).length > 0);
    assert.deepEqual(seenIn(window), ['down 0']);
  });
});
