import { Emitter, type Disposable } from '../../base/event';
import type { SessionStore } from '../../session/sessionStore';
import type { SessionClock } from '../../session/sessionClock';
import type { AutoRefresh } from '../../explorer/autoRefresh';
import type { Budget } from '../../explorer/budget';
import type { ListController } from '../../explorer/listController';
import { toNotices, type Notice } from './notices';
import type { ResponseMapping } from '../../explorer/responseMapping';

export interface NoticeBoardOptions {
  readonly explorer: ListController;
  readonly sessions: SessionStore;
  readonly clock: SessionClock;
  readonly budget: Budget;
  readonly desk: ResponseMapping;
  readonly autoRefresh: AutoRefresh;
}

/** Gathers what a person should know about the rows, from all who know a part of it. */
export class Notices implements Disposable {
  readonly #options: NoticeBoardOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: Disposable[];

  /** The account, its rows or a notice has changed. */
  readonly onDidChange = this.#changes.event;

  constructor(options: NoticeBoardOptions) {
    this.#options = options;
    const { explorer, sessions, clock, budget, desk, autoRefresh } = options;
    const sources: ((listener: () => void) => Disposable)[] = [
      explorer.onDidChange,
      sessions.onDidChangePersistence,
      clock.onDidChange,
      budget.onDidChange,
      desk.onDidChange,
      autoRefresh.onDidChange,
    ];
    this.#subscriptions = sources.map((listen) => listen(() => this.#changes.fire()));
  }

  get notices(): Notice[] {
    const { explorer, sessions, clock, budget, desk, autoRefresh } = this.#options;
    return toNotices({
      list: explorer.list,
      time: clock.time,
      sessionOver: explorer.sessionState === 'expired',
      persistence: sessions.persistence,
      limit: budget.state,
      question: desk.openQuestion(explorer.list)?.field,
      unknownStatusWords: desk.unknownStatusWords(explorer.list).length,
      autoRefreshStopped: autoRefresh.stopped,
    });
  }

  /** Whether there are status words that the person may explain. */
  get asksForWords(): boolean {
    const { desk, explorer } = this.#options;
    return desk.unknownStatusWords(explorer.list).length > 0;
  }

  /** Whether there is a question for the person. */
  get asks(): boolean {
    const { desk, explorer } = this.#options;
    return desk.openQuestion(explorer.list) !== undefined;
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }
}
