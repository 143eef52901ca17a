import { anyOf } from '../../base/event';
import { lastActions } from '../../credits/actions';
import { localCalendar } from '../../credits/calendar';
import { reachedAtPace } from '../../credits/limit';
import { summarize, summarySince } from '../../credits/summary';
import type { Core } from '../../core/createCore';
import { t } from '../l10n';
import type { PanelKind } from '../panels/panels';
import type { Settings } from '../settings';
import { toStorageText } from '../texts/storageText';

export const CALLS = 'calls';

const MAX_ACTIONS = 10;

export function createCallsPanel(core: Core, settings: Settings): PanelKind {
  const { budget, calls, controller, database, sessions, now } = core;
  return {
    tab: t('Calls'),
    commands: ['openSettings', 'showLog'],
    render: async () => {
      const made = await calls.list(summarySince(now(), localCalendar));
      const limit = budget.state;
      const { toCalls } = await import('./callsPanel.js');
      return toCalls(t, {
        summary: summarize(made, now(), localCalendar),
        actions: lastActions(made, MAX_ACTIONS),
        limit,
        reachedAt: limit && reachedAtPace(limit, made, now()),
        creditsPerCall: settings.creditsPerCall,
        creditsLeft: controller.session && budget.creditsLeft(controller.session.id),
        notSaved: database.problems.map((problem) => toStorageText(t, problem)),
        now: now(),
      });
    },
    onDidChange: anyOf(
      budget.onDidChange,
      settings.onDidChange,
      sessions.onDidChange,
      database.onDidEncounterProblem,
    ),
  };
}
