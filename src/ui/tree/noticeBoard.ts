import { ChangeSource, type Ends } from '../../monitors/changeSource';
import type { SessionStore } from '../../session/secretSessions';
import type { SessionClock } from '../../session/sessionClock';
import type { AutoRefresh } from '../../explorer/autoRefresh';
import type { Budget } from '../../explorer/budget';
import type { Explorer } from '../../explorer/explorer';
import { toNotices, type Notice } from './notices';
import type { ReadingDesk } from '../../explorer/readingDesk';

export interface NoticeBoardOptions {
  readonly explorer: Explorer;
  readonly sessions: SessionStore;
  readonly clock: SessionClock;
  readonly budget: Budget;
  readonly desk: ReadingDesk;
  readonly autoRefresh: AutoRefresh;
}

/** Gathers what a person should know about the rows, from all who know a part of it. */
export class NoticeBoard implements Ends {
  readonly #options: NoticeBoardOptions;
  readonly #changes = new ChangeSource<void>();
  readonly #subscriptions: Ends[];

  /** The account, its rows or a notice has changed. */
  readonly onDidChange = this.#changes.listen;

  constructor(options: NoticeBoardOptions) {
    this.#options = options;
    const { explorer, sessions, clock, budget, desk, autoRefresh } = options;
    const sources: ((listener: () => void) => Ends)[] = [
      explorer.onDidChange,
      sessions.onDidChangePersistence,
      clock.onDidChange,
      budget.onDidChange,
      desk.onDidChange,
      autoRefresh.onDidChange,
    ];
    this.#subscriptions = sources.map((listen) => listen(() => this.#changes.tell()));
  }

  get notices(): Notice[] {
    const { explorer, sessions, clock, budget, desk, autoRefresh } = this.#options;
    return toNotices({
      list: explorer.list,
      time: clock.time,
      sessionOver: explorer.sessionState === 'over',
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
