import { Emitter, type Disposable } from '../base/event';
import type { PageList } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import { sinceOf, type SinceOf } from '../monitors/since';
import { CallError } from '../service/errors';
import { Choices } from './choices';
import { MonitorList, type ListChange } from './monitorList';

/** Made-up monitors, which need no account and make no call. */
export class Example implements Disposable {
  readonly #changes = new Emitter<ListChange>();
  readonly list: MonitorList;
  readonly choices: Choices;
  readonly onDidChange = this.#changes.event;
  readonly sinceOf: SinceOf = (monitor) => sinceOf(monitor);

  constructor(pages: PageList, read: ReadPage, now: () => number) {
    this.list = new MonitorList({
      fetchPage: () => Promise.reject(new CallError('sessionEnded')),
      read: () => read,
      pageSize: () => 100,
      isOneAtATime: () => true,
      describeUnread: () => new CallError('unreadable'),
      save: (list) => list,
      onDidChange: (change) => this.#changes.fire(change),
    });
    this.choices = new Choices(undefined, { load: () => new Map(), save: () => undefined }, now);
    this.choices.onDidChange(() => this.#changes.fire('state'));
    this.list.show(pages);
  }

  dispose(): void {
    this.choices.dispose();
    this.#changes.dispose();
  }
}
