import { Emitter, type Disposable } from '../base/event';
import type { Page } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import { sinceOf, type SinceOf } from '../monitors/since';
import { CallError } from '../service/errors';
import { Choices } from './choices';
import { MonitorList, type ListChange } from './monitorList';

export type ExampleKind = 'uptime' | 'pages' | 'prices';

/** Made-up monitors, which need no account and make no call. */
export class Example implements Disposable {
  readonly #changes = new Emitter<ListChange>();
  readonly #end = new Emitter<void>();
  readonly list: MonitorList;
  readonly choices: Choices;
  readonly onDidChange = this.#changes.event;
  readonly onDidEnd = this.#end.event;
  readonly sinceOf: SinceOf = (monitor) => sinceOf(monitor);

  /** @param pages the first is shown at once, the others by Load More */
  constructor(
    readonly kind: ExampleKind,
    pages: readonly Page[],
    read: ReadPage,
    now: () => number,
  ) {
    this.list = new MonitorList({
      fetchPage: ({ index }) => {
        const page = pages[index];
        return page ? Promise.resolve(page) : Promise.reject(new CallError('sessionEnded'));
      },
      read: () => read,
      pageSize: () => 100,
      isOneAtATime: () => true,
      describeUnread: () => new CallError('unreadable'),
      save: (list) => list,
      onDidChange: (change) => this.#changes.fire(change),
    });
    this.choices = new Choices(undefined, { load: () => new Map(), save: () => undefined }, now);
    this.choices.onDidChange(() => this.#changes.fire('state'));
    this.list.show({ pages: pages.slice(0, 1), replaced: [] });
  }

  dispose(): void {
    this.#end.fire();
    this.#end.dispose();
    this.choices.dispose();
    this.#changes.dispose();
  }
}
