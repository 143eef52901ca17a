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
    const pages = list && owner ? list.loaded.pages.filter((page) => !recorded.has(page)) : [];
    if (owner === undefined || pages.length === 0) {
      return;
    }
    void history.load(owner);
    for (const page of pages) {
      if (controller.list !== list) {
        return;
      }
      recorded.add(page);
      history.record(owner, page.monitors, page.readAt);
      // Many pages come at once from disk, and others have their turn between them.
      await setImmediate();
    }
    history.tell();
  };
  void record();
  return controller.onDidChange(() => void record());
}
