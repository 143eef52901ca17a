import type { Window } from '../../support/aWindow';
import { until } from '../../support/temporaryFolder';
import { useWindows } from '../../support/useWindows';

describe('The status history', () => {
  const windows = useWindows({ monitors: 5 });
  beforeEach(() => windows.service.updateMonitor(0, { status: 'up' }));

  /** In which statuses the first monitor was seen, and for how many minutes. */
  const seenIn = ({ app }: Window): string => {
    const runs = app.account!.history.get(app.list!.loaded.monitors[0]!.id);
    return runs
      .map(({ status, from, to }) => `${status} ${Math.round((to - from) / 60_000)}`)
      .join();
  };
  const refreshLater = async (window: Window, minutes: number): Promise<void> => {
    window.passTime(minutes * 60_000);
    await window.app.list!.refresh();
  };

  it('continues after a restart', async () => {
    await windows.close(await windows.openSignedIn());
    const second = await windows.openShown();
    await refreshLater(second, 10);
    windows.service.updateMonitor(0, { status: 'down' });
    await refreshLater(second, 5);
    await until(() => seenIn(second) === 'up 10,down 0');
    const third = await windows.openShown();
    await until(() => seenIn(third) === 'up 10,down 0');
  });

  for (const id of ['a\u0000b', 'a\ud800b', '"a\\u0000b"', '"a"']) {
    it(`continues after a restart for the ID ${JSON.stringify(id)}, and is its own`, async () => {
      const answer = (status: string, other: string): void => {
        windows.service.listAnswer = () => ({
          monitors: [
            { id, name: 'Odd', status },
            { id: 'a', name: 'Other', status: other },
            { id: 'a\ufffdb', name: 'Third', status: other },
            { id: JSON.stringify(id), name: 'Fourth', status: other },
          ],
          total: 4,
        });
      };
      answer('up', 'up');
      const first = await windows.openSignedIn();
      answer('down', 'up');
      await refreshLater(first, 10);
      await until(() => seenIn(first) === 'up 0,down 0');
      await windows.close(first);
      const second = await windows.openShown();
      await until(() => seenIn(second) === 'up 0,down 0');
    });
  }

  it('has the times of changes if there is no status', async () => {
    const change = (day: number) =>
      (windows.service.listAnswer = () => ({
        monitors: [
          {
            id: 1,
            name: 'Prices',
            url: 'https://a.test',
            last_changed_at: `2026-11-0${day}T12:00:00Z`,
          },
        ],
        total: 1,
      }));
    change(1);
    const window = await windows.openSignedIn();
    change(2);
    await refreshLater(window, 10);
    const days = (): string =>
      window.app
        .account!.history.get(window.app.list!.loaded.monitors[0]!.id)
        .map(({ changedAt }) => new Date(changedAt!).getUTCDate())
        .join();
    await until(() => days() === '1,2');
    const second = await windows.openShown();
    await until(
      () => second.app.account!.history.get(second.app.list!.loaded.monitors[0]!.id).length === 2,
    );
  });

  it('combines two windows', async () => {
    const first = await windows.openSignedIn();
    const second = await windows.openShown();
    windows.service.updateMonitor(0, { status: 'down' });
    await refreshLater(first, 10);
    await refreshLater(second, 10);
    await until(() => seenIn(second) === 'up 0,down 10');
  });

  it('begins again with another mapping, because old values have another meaning', async () => {
    windows.service.listAnswer = () => ({
      monitors: [{ id: 1, name: 'Host', state: 'zesty' }],
      total: 1,
    });
    const window = await windows.openSignedIn();
    await refreshLater(window, 1);
    await until(() => seenIn(window) === 'unknown 1');
    const { service, list } = window.app.account!;
    service.pick({ statusValues: { zesty: 'down' } }, list.loaded.pages);
    await refreshLater(window, 1);
    await until(() => seenIn(window) === 'down 1');
  });
});
