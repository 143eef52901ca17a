import { Emitter, type Disposable } from '../../base/event';
import { joinTexts, type SafeText, type Translate } from '../../base/text';
import { type Persistence, type SessionStore } from '../../session/sessionStore';
import type { SessionClock } from '../../session/sessionClock';
import type { AutoRefresh } from '../../explorer/autoRefresh';
import type { Budget } from '../../explorer/budget';
import { isStoppedBySession, type ListController } from '../../explorer/listController';
import type { FieldPicks, Question } from '../../explorer/fieldPicks';
import type { LimitState } from '../../credits/limit';
import { LimitReachedError } from '../../credits/errors';
import type { MonitorList } from '../../monitors/monitorList';
import { UnreadableResponseError } from '../../service/errors';
import { toCountText } from '../texts/costText';
import type { Translator } from '../texts/formats';
import type { RowText } from './rowText';

/** Something a user should know about what the view shows: what, why it matters, and what can be done. */
export interface Notice {
  readonly label: SafeText;
  /** A codicon's name. */
  readonly icon: string;
  readonly detail: SafeText;
  readonly action?: {
    /** With the cost, where there is one. */
    readonly title: SafeText;
    /** Name of a command, without the extension's prefix. */
    readonly command: string;
    /** Whether it makes calls without a further question: then a click on the row only offers it. */
    readonly costs: boolean;
  };
}

/** What the notices are made of, as it stands. */
export interface NoticeSources {
  readonly list: MonitorList | undefined;
  /** Whole minutes until the session ends, where it ends soon. */
  readonly msLeft: number | undefined;
  readonly sessionExpired: boolean;
  readonly persistence: Persistence;
  readonly limit: LimitState | undefined;
  readonly question: Question | undefined;
  /** How many status values aren't known. */
  readonly unknownStatusValues: number;
  readonly autoRefreshStopped: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the row of a failure says, with what can be done, is no notice beside it. */
export function toNotices(t: Translator, sources: NoticeSources): Notice[] {
  const { list, persistence, limit, question, unknownStatusValues, now } = sources;
  if (list === undefined) {
    return [];
  }
  const { failure, loaded, refreshDepth } = list;
  const cut = loaded.pages.find(({ cutFrom }) => cutFrom !== undefined);
  const notices: (Notice | false | undefined)[] = [
    toSessionNotice(t, list, sources),
    persistence === 'thisWindow' && {
      label: t('Signed in for this window only'),
      icon: 'key',
      detail: t('No keyring was found, so the session ends with this window.'),
      action: { title: t('Learn More'), command: 'explainKeyring', costs: false },
    },
    !(failure?.error instanceof LimitReachedError) && toLimitNotice(t, limit, now),
    question !== undefined &&
      !(failure?.error instanceof UnreadableResponseError) && {
        label: toQuestionText(t, question),
        icon: 'question',
        detail: t('You can pick it from the last response. That takes no call.'),
        action: { title: t('Choose'), command: 'chooseResponseMapping', costs: false },
      },
    unknownStatusValues > 0 && {
      label:
        unknownStatusValues === 1
          ? t("1 status value isn't known")
          : t("{0} status values aren't known", unknownStatusValues),
      icon: 'question',
      detail: t(
        'Monitors with such a value can be down without being shown as down. Mapping it takes no call.',
      ),
      action: { title: t('Map Status Values'), command: 'mapStatusValues', costs: false },
    },
    loaded.shift && {
      label:
        loaded.shift.mayMiss === 1
          ? t('The list changed while paging; 1 monitor may be missing')
          : t('The list changed while paging; up to {0} monitors may be missing', loaded.shift.mayMiss),
      icon: 'info',
      detail: t(
        'Monitors were added or removed between two pages. A refresh of all loaded pages fixes that.',
      ),
      action: { title: t('Refresh ({0})', toCountText(t, refreshDepth)), command: 'refresh', costs: true },
    },
    sources.autoRefreshStopped &&
      failure === undefined && {
        label: t('Auto refresh stopped after a failure'),
        icon: 'debug-disconnect',
        detail: t('It starts again with your next refresh.'),
        action: { title: t('Refresh'), command: 'refresh', costs: true },
      },
    cut?.cutFrom !== undefined && {
      label: t('Showing {0} of {1} entries', cut.monitors.length, cut.cutFrom),
      icon: 'info',
      detail: t('A response held more entries than were asked for. The others were left out.'),
    },
  ];
  return notices.filter((notice) => typeof notice === 'object');
}

/** That the session ends soon; or that rows are there, and no session to read more with. */
function toSessionNotice(
  t: Translator,
  { loaded, failure }: MonitorList,
  { sessionExpired, msLeft, now }: NoticeSources,
): Notice | undefined {
  const action = { title: t('Sign In (1 call)'), command: 'signIn', costs: true };
  if (!sessionExpired) {
    return msLeft === undefined
      ? undefined
      : {
          label: t('Session ends in {0}', t.formats.duration(msLeft)),
          icon: 'clock',
          detail: t('The rows stay. To read more after that, sign in again.'),
          action,
        };
  }
  return loaded.count === 0 || loaded.readAt === undefined || isStoppedBySession(failure)
    ? undefined
    : {
        // Short, so that a narrow view has room for the cost.
        label: t('Session ended'),
        icon: 'account',
        detail: t('The rows were read {0}. To read more, sign in again.', t.formats.age(loaded.readAt, now)),
        action,
      };
}

function toLimitNotice(t: Translator, limit: LimitState | undefined, now: number): Notice | undefined {
  if (limit?.reached) {
    return {
      label: t('Daily limit of calls reached'),
      icon: 'dashboard',
      detail: t('No call is made until it resets at {0}.', t.formats.moment(limit.resetsAt, now)),
      action: { title: t('Allow One More Call'), command: 'allowOneMoreCall', costs: true },
    };
  }
  return limit?.near
    ? {
        label: t('{0} left today', toCountText(t, limit.left)),
        icon: 'dashboard',
        detail: t('You set a daily limit of calls in the settings.'),
        action: { title: t('Show Calls'), command: 'showCalls', costs: false },
      }
    : undefined;
}

function toQuestionText(t: Translate, question: Question): SafeText {
  return question === 'list'
    ? t('Choose the list of monitors')
    : question === 'name'
      ? t('Choose the name field')
      : t('Choose the status field');
}

/** One row for all notices: the notice itself where there is one, else how many there are and the first of them. */
export function toNoticesRow(t: Translate, notices: readonly Notice[]): RowText | undefined {
  const [first] = notices;
  if (first === undefined) {
    return undefined;
  }
  const only = notices.length === 1;
  const label = only ? first.label : t('{0} notices', notices.length);
  const description = only ? first.action?.title : first.label;
  return {
    id: 'row:notices',
    label,
    description,
    icon: only ? first.icon : 'info',
    tooltip: joinTexts(
      notices.map(({ label }) => label),
      ' · ',
    ),
    aria: joinTexts([label, description], ': '),
    role: 'button',
    command: 'showNotices',
    contextValue: 'notices',
  };
}

export interface NoticesOptions {
  readonly controller: ListController;
  readonly sessions: SessionStore;
  readonly clock: SessionClock;
  readonly budget: Budget;
  readonly picks: FieldPicks;
  readonly autoRefresh: AutoRefresh;
  readonly t: Translator;
  /** Epoch milliseconds. */
  readonly now: () => number;
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
    const { sessions, clock, budget, picks, autoRefresh } = options;
    const sources: ((listener: () => void) => Disposable)[] = [
      sessions.onDidChangePersistence,
      clock.onDidChange,
      picks.onDidChange,
      autoRefresh.onDidChange,
    ];
    const fire = (): void => this.#changes.fire();
    const toLimitLabel = (): string | undefined => toLimitNotice(options.t, budget.state, 0)?.label;
    let limit = toLimitLabel();
    this.#subscriptions = [
      ...sources.map((listen) => listen(fire)),
      // Each call changes the budget, and hardly one of them what is said about it.
      budget.onDidChange(() => {
        const before = limit;
        limit = toLimitLabel();
        if (limit !== before) {
          fire();
        }
      }),
    ];
  }

  get notices(): Notice[] {
    const { controller, sessions, clock, budget, picks, autoRefresh, t, now } = this.#options;
    return toNotices(t, {
      list: controller.list,
      msLeft: clock.msLeft,
      sessionExpired: controller.sessionState === 'expired',
      persistence: sessions.persistence,
      limit: budget.state,
      question: picks.openQuestion(controller.list),
      unknownStatusValues: picks.unknownStatusValues(controller.list),
      autoRefreshStopped: autoRefresh.stopped,
      now: now(),
    });
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }
}
