import { Emitter, type Disposable } from '../../base/event';
import { type Persistence, type SessionStore } from '../../session/sessionStore';
import type { SessionClock } from '../../session/sessionClock';
import type { AutoRefresh } from '../../explorer/autoRefresh';
import type { Budget } from '../../explorer/budget';
import { isStoppedBySession, type ListController } from '../../explorer/listController';
import type { ResponseMapping } from '../../explorer/responseMapping';
import type { LimitState } from '../../credits/limit';
import { LimitReachedError } from '../../credits/meterErrors';
import type { MonitorList } from '../../monitors/monitorList';
import type { ListShift } from '../../monitors/pagedMonitors';
import { UnreadableResponseError } from '../../service/errors';
import type { QuestionField } from '../../service/mapping/mapping';

/** Something a user should know about what the view shows, as data. All share one row, above the rest. */
export type Notice =
  /** The session ends soon. */
  | { readonly id: 'sessionEnds'; readonly msLeft: number }
  /** Rows are there, and no session to read more with. */
  | { readonly id: 'sessionExpired'; readonly readAt: number | undefined }
  /** There is no keyring: the session ends with the window. */
  | { readonly id: 'windowOnly' }
  | { readonly id: 'shift'; readonly shift: ListShift; readonly refreshCalls: number }
  | { readonly id: 'limitNear'; readonly left: number }
  | { readonly id: 'limitReached'; readonly resetsAt: number }
  /** Something couldn't be found in the response, and the user can point at it at no call. */
  | { readonly id: 'question'; readonly field: QuestionField }
  /** Status words of the service that nobody but the user can tell the meaning of. */
  | { readonly id: 'statusValues'; readonly count: number }
  /** The service's responses had to be learned anew; until someone looks at how they are read. */
  | { readonly id: 'mappingChanged' }
  | { readonly id: 'autoRefreshStopped' }
  /** A response held more entries than were read. */
  | { readonly id: 'cut'; readonly shown: number; readonly entries: number };

/** What the notices are made of, as it stands. */
export interface NoticeSources {
  readonly list: MonitorList | undefined;
  /** Whole minutes until the session ends, where it ends soon. */
  readonly msLeft: number | undefined;
  readonly sessionExpired: boolean;
  readonly persistence: Persistence;
  readonly limit: LimitState | undefined;
  readonly question: QuestionField | undefined;
  /** How many status values aren't known. */
  readonly unknownStatusValues: number;
  readonly mappingChanged: boolean;
  readonly autoRefreshStopped: boolean;
}

/** What the row of a failure says, with what can be done, is no notice beside it. */
export function toNotices(sources: NoticeSources): Notice[] {
  const { list, msLeft, sessionExpired, persistence, limit, question, unknownStatusValues } = sources;
  if (list === undefined) {
    return [];
  }
  const { failure } = list;
  const notices: (Notice | false | undefined)[] = [
    sessionExpired &&
      list.loaded.count > 0 &&
      !isStoppedBySession(failure) && { id: 'sessionExpired', readAt: list.loaded.readAt },
    !sessionExpired && msLeft !== undefined && { id: 'sessionEnds', msLeft },
    persistence === 'thisWindow' && { id: 'windowOnly' },
    failure?.error instanceof LimitReachedError ? undefined : toLimitNotice(limit),
    question !== undefined &&
      !(failure?.error instanceof UnreadableResponseError) && { id: 'question', field: question },
    unknownStatusValues > 0 && { id: 'statusValues', count: unknownStatusValues },
    sources.mappingChanged && { id: 'mappingChanged' },
    toShiftNotice(list),
    sources.autoRefreshStopped && failure === undefined && { id: 'autoRefreshStopped' },
    toCutNotice(list),
  ];
  return notices.filter((notice) => typeof notice === 'object');
}

function toLimitNotice(limit: LimitState | undefined): Notice | undefined {
  if (limit?.reached) {
    return { id: 'limitReached', resetsAt: limit.resetsAt };
  }
  return limit?.near ? { id: 'limitNear', left: limit.left } : undefined;
}

function toShiftNotice({ loaded, refreshDepth }: MonitorList): Notice | undefined {
  return loaded.shift && { id: 'shift', shift: loaded.shift, refreshCalls: refreshDepth };
}

function toCutNotice({ loaded }: MonitorList): Notice | undefined {
  const page = loaded.pages.find(({ cutFrom }) => cutFrom !== undefined);
  return page?.cutFrom === undefined
    ? undefined
    : { id: 'cut', shown: page.monitors.length, entries: page.cutFrom };
}

export interface NoticesOptions {
  readonly controller: ListController;
  readonly sessions: SessionStore;
  readonly clock: SessionClock;
  readonly budget: Budget;
  readonly mapping: ResponseMapping;
  readonly autoRefresh: AutoRefresh;
}

/** Gathers what a user should know about the rows, from all who know a part of it. */
export class Notices implements Disposable {
  readonly #options: NoticesOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: Disposable[];

  /** A notice may have changed. What changes with the list is heard from the list, whose rows come first. */
  readonly onDidChange = this.#changes.event;

  constructor(options: NoticesOptions) {
    this.#options = options;
    const { sessions, clock, budget, mapping, autoRefresh } = options;
    const sources: ((listener: () => void) => Disposable)[] = [
      sessions.onDidChangePersistence,
      clock.onDidChange,
      mapping.onDidDecline,
      autoRefresh.onDidChange,
    ];
    const fire = (): void => this.#changes.fire();
    let limit = JSON.stringify(toLimitNotice(budget.state));
    this.#subscriptions = [
      ...sources.map((listen) => listen(fire)),
      // Each call changes the budget, and hardly one of them what is said about it.
      budget.onDidChange(() => {
        const before = limit;
        limit = JSON.stringify(toLimitNotice(budget.state));
        if (limit !== before) {
          fire();
        }
      }),
    ];
  }

  get notices(): Notice[] {
    const { controller, sessions, clock, budget, mapping, autoRefresh } = this.#options;
    return toNotices({
      list: controller.list,
      msLeft: clock.msLeft,
      sessionExpired: controller.sessionState === 'expired',
      persistence: sessions.persistence,
      limit: budget.state,
      question: mapping.openQuestion(controller.list),
      unknownStatusValues: mapping.unknownStatusValues(controller.list).length,
      mappingChanged: mapping.hasChanged,
      autoRefreshStopped: autoRefresh.stopped,
    });
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }
}
