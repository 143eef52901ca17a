import * as vscode from 'vscode';
import { anyOf } from '../../base/event';
import { localCalendar } from '../../credits/calendar';
import type { CallRecord, CallStore } from '../../credits/calls';
import { reachedAtPace, type LimitState } from '../../credits/limit';
import { summarize, summarySince } from '../../credits/summary';
import type { Budget } from '../../explorer/budget';
import type { Database } from '../../storage/database';
import type { ListController } from '../../explorer/listController';
import type { SessionStore } from '../../session/sessionStore';
import { t } from '../l10n';
import { toStorageText } from '../texts/storageText';
import type { Settings } from '../settings';
import type { WebPage } from '../webview/webPages';
import type { CallsAction } from './callsPage';

/** The name under which the page is found again after a reload. */
export const CALLS_PAGE = 'calls';

export interface CallsOptions {
  readonly calls: Pick<CallStore, 'list'>;
  readonly budget: Budget;
  /** Whose monitors are shown. */
  readonly controller: ListController;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The page about the calls that were made. Opening it takes no call. */
export class Calls {
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** As `WebPages` asks for it. */
  readonly open = (): WebPage => ({
    render: async () => {
      const { calls, budget, controller, settings, database, now } = this.#options;
      const { session } = controller;
      const made = await calls.list(summarySince(now(), localCalendar));
      const { toCallsPage } = await import('./callsPage.js');
      return toCallsPage(t, {
        summary: summarize(made, now(), localCalendar),
        limit: toLimit(budget.state, made, now()),
        creditsPerCall: settings.creditsPerCall,
        creditsLeft: session && budget.creditsLeft(session.id),
        notSaved: database.problems.map((problem) => toStorageText(t, problem)),
        now: now(),
      });
    },
    run: (action) =>
      (action as CallsAction) === 'showLog'
        ? vscode.commands.executeCommand('monitorExplorer.showLog')
        : vscode.commands.executeCommand('workbench.action.openSettings', 'monitorExplorer'),
    onDidChange: anyOf(
      this.#options.budget.onDidChange,
      this.#options.settings.onDidChange,
      this.#options.sessions.onDidChange,
      this.#options.database.onDidEncounterProblem,
    ),
  });
}

function toLimit(state: LimitState | undefined, calls: readonly CallRecord[], now: number) {
  return state === undefined || state.limit === 0
    ? undefined
    : { ...state, most: state.limit + state.allowance, reachedAt: reachedAtPace(state, calls, now) };
}
