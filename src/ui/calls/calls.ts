import { anyOf } from '../../base/event';
import { localCalendar } from '../../credits/calendar';
import type { Core } from '../../core/createCore';
import { t } from '../l10n';
import type { PanelKind } from '../panels/panels';
import type { Settings } from '../settings';
import { toStorageText } from '../texts/storageText';
import { DAYS, toCalls } from './callsPanel';

const DAY_MS = 24 * 60 * 60_000;

export function createCallsPanel(core: Core, settings: Settings): PanelKind {
  const { budget, calls, controller, database, sessions } = core;
  return {
    name: 'calls',
    tab: t('Calls'),
    commands: ['openSettings', 'showLog'],
    render: async () => {
      const now = core.now();
      return toCalls(t, {
        calls: await calls.list(localCalendar.startOfDay(now - (DAYS - 1) * DAY_MS)),
        calendar: localCalendar,
        limit: budget.state,
        creditsPerCall: settings.creditsPerCall,
        creditsLeft: controller.session && budget.creditsLeft(controller.session.id),
        notSaved: database.problems.map((problem) => toStorageText(t, problem)),
        now,
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
