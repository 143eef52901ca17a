import { setImmediate } from 'node:timers/promises';
import type { Disposable } from '../base/event';
import type { Page } from '../monitors/page';
import type { StatusHistory } from '../storage/statusHistory';
import type { ListController } from './listController';

/** Records in the history which statuses each loaded page shows, once for a page. */
export function registerStatusRecording(
  controller: Pick<ListController, 'list' | 'owner' | 'onDidChange'>,
  history: StatusHistory,
): Disposable {
  const recorded = new WeakSet<Page>();
  const record = async (): Promise<void> => {
    const { list, owner } = controller;
    for (const page of list && owner ? [...list.loaded.pages] : []) {
      if (recorded.has(page)) {
        continue;
      }
      if (controller.list !== list) {
        return;
      }
      recorded.add(page);
      history.record(owner!, page.monitors, page.readAt);
      // Many pages come at once from disk, and others have their turn between them.
      await setImmediate();
    }
  };
  void record();
  return controller.onDidChange(() => void record());
}
