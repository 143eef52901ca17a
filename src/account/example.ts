import { Emitter, type Disposable } from '../base/event';
import { readList, type LoadedMonitors } from '../monitors/loadedMonitors';
import type { Page } from '../monitors/page';
import { Choices } from './choices';
import { Memory } from './memory';
import { MonitorList } from './monitorList';
import { ServiceMapping } from './serviceMapping';

export type ExampleKind = 'uptime' | 'prices';

/** Made-up monitors, which need no account, call nothing and save nothing. */
export class Example implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #end = new Emitter<void>();
  readonly list: MonitorList;
  readonly choices: Choices;
  readonly memory: Memory;
  readonly service = new ServiceMapping();
  readonly onDidChange = this.#changes.event;
  readonly onDidEnd = this.#end.event;

  /**
   * @param pages the first is shown at once, the others by Load More
   * @param past what was read before, oldest first
   */
  constructor(
    readonly kind: ExampleKind,
    pages: readonly Page[],
    past: readonly Page[],
    now: () => number,
  ) {
    const [first] = pages;
    const { service } = this;
    service.learn(first!, pages);
    this.list = new MonitorList({
      fetchPage: ({ index }) => Promise.resolve(pages[index]!),
      service,
      pageSize: () => 100,
      isOneAtATime: () => true,
      save: ({ list }) => list,
      onDidChange: () => this.#onListChange(),
    });
    this.choices = new Choices(now, () => this.#changes.fire());
    this.memory = new Memory(service);
    const toLoaded = (page: Page) => readList({ pages: [page], replaced: [] }, service.read);
    service.rowFields.update(toLoaded(first!));
    past.forEach((page) => this.#remember(toLoaded(page)));
    this.list.show({ pages: [first!], replaced: [] });
    service.onDidChange(() => this.#onListChange());
  }

  get sinceOf() {
    return this.memory.sinceOf;
  }

  dispose(): void {
    this.#end.fire();
    this.#end.dispose();
    this.#changes.dispose();
  }

  #onListChange(): void {
    this.#remember(this.list.loaded);
    this.#changes.fire();
  }

  #remember(loaded: LoadedMonitors): void {
    this.memory.startAgain();
    this.memory.read(loaded);
  }
}
