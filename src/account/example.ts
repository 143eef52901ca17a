import { Emitter, type Disposable } from '../base/event';
import { createReader } from '../mapping/createReader';
import { learnMapping } from '../mapping/learnMapping';
import { NO_PICKS } from '../mapping/picker/picks';
import { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Page } from '../monitors/page';
import { CallError } from '../service/errors';
import { Choices } from './choices';
import { Memory } from './memory';
import { MonitorList } from './monitorList';
import type { RowFields } from './rowFields';
import type { ServiceMapping } from './serviceMapping';

export type ExampleKind = 'uptime' | 'prices';

/** Made-up monitors, which need no account, call nothing and save nothing. */
export class Example implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #end = new Emitter<void>();
  readonly list: MonitorList;
  readonly choices: Choices;
  readonly memory: Memory;
  readonly service: Pick<ServiceMapping, 'mapping' | 'picks'>;
  readonly onDidChange = this.#changes.event;
  readonly onDidEnd = this.#end.event;

  /**
   * @param pages the first is shown at once, the others by Load More
   * @param past what was read before, oldest first
   * @param rowFields show the example's fields from now on
   */
  constructor(
    readonly kind: ExampleKind,
    pages: readonly Page[],
    past: readonly Page[],
    rowFields: RowFields,
    now: () => number,
  ) {
    const responses = pages.map(({ response }) => response);
    const { mapping } = learnMapping(responses, undefined, NO_PICKS);
    const read = createReader(mapping);
    this.service = { mapping, picks: NO_PICKS };
    this.list = new MonitorList({
      fetchPage: ({ index }) => {
        const page = pages[index];
        return page ? Promise.resolve(page) : Promise.reject(new CallError('sessionEnded'));
      },
      read: () => read,
      pageSize: () => 100,
      isOneAtATime: () => true,
      describeUnread: () => new CallError('unreadable'),
      save: ({ list }) => list,
      onDidChange: () => this.#onListChange(),
    });
    this.choices = new Choices(now, () => this.#changes.fire());
    this.memory = new Memory({ meaning: 0 }, rowFields);
    const toList = (page: Page) => ({ pages: [page], replaced: [] });
    rowFields.show(undefined);
    rowFields.update(new LoadedMonitors(toList(pages[0]!), read));
    past.forEach((page) => this.#remember(new LoadedMonitors(toList(page), read)));
    this.list.show(toList(pages[0]!));
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
    this.memory.finish(loaded, true);
  }
}
