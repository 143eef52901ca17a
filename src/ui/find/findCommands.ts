import { setImmediate } from 'node:timers/promises';
import { HOUR } from '../../base/time';
import { isObject } from '../../base/json';
import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import type { Choices, Mute } from '../../account/choices';
import { cacheMatches, parseFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { askChoice, askText } from '../inputs';
import { t } from '../l10n';
import { toMonitorsText } from '../texts/summaryText';
import type { MonitorsView } from '../tree/monitorsView';

/** Milliseconds without typing before rows update. */
const TYPING_PAUSE_MS = 120;

/** Commands that find and arrange monitors, and Refresh Its Page of the List. */
export function createFindCommands(app: App, view: MonitorsView) {
  const choices = () => app.shown?.choices;
  const loadArrange = () => import('./arrange.js');
  return {
    filter: () => app.shown && askFilter(app.shown.choices, app),
    clearFilter: () => choices()?.setFilter(undefined),
    showProblems: async () => {
      choices()?.setFilter(parseFilter('status:problem'));
      await view.focus();
    },
    // A keybinding passes a choice.
    arrange: async (choice: unknown) => {
      if (isObject(choice) && (choice['grouping'] ?? choice['order'])) {
        choices()?.arrange(choice);
      } else {
        await (await loadArrange()).askArrangement(app);
      }
    },
    showInRows: async () => (await loadArrange()).askRowFields(app),
    pin: (row: unknown, rows: unknown) => choices()?.pin(view.monitorsFor(row, rows)),
    // The monitor may not be loaded.
    unpin: (row: unknown, rows: unknown) => choices()?.unpin(view.idsFor(row, rows)),
    mute: (row: unknown, rows: unknown) => mute(app, view.monitorsFor(row, rows)),
    unmute: (row: unknown, rows: unknown) =>
      choices()?.unmute(view.monitorsFor(row, rows).map(({ id }) => id)),
    refreshThisPage: (row: unknown) => {
      // A key has no row. A selected group is none: nobody asked for the page of its first monitor.
      const [monitor] = view.monitorsFor(row ?? view.selectedId ?? '');
      const page = monitor && app.list?.loaded.pageOf(monitor.id);
      return page && app.list?.refreshPages([page.index]);
    },
  };
}

/** Asks for duration and note. Mutes only on this machine. */
async function mute({ shown, now }: App, monitors: readonly Monitor[]) {
  if (monitors.length === 0) {
    return;
  }
  const toItem = (label: SafeText, value: Mute['until']) => ({ label, value, alwaysShow: true });
  const items = [
    ...(monitors.every(isProblem) ? [toItem(t('Until It Recovers'), 'recovered')] : []),
    toItem(t('For 1 Hour'), now() + HOUR),
    toItem(t('Until Unmuted'), 'unmuted'),
  ];
  const title = t('Mute {0}', toMonitorsText(monitors.length));
  const placeholder = t('Note (optional); only on this machine');
  const picked = await askChoice({ title, placeholder, isBrief: true }, items);
  if (typeof picked === 'object') {
    shown?.choices.mute(
      monitors.map(({ id }) => id),
      picked.value,
      picked.text,
    );
  }
}

/** Updates rows while the user types. Escape restores the old filter. */
async function askFilter(choices: Choices, app: App) {
  const value = choices.filter?.text ?? '';
  let timer: NodeJS.Timeout | undefined;
  let search = new AbortController();
  const show = async (text: string) => {
    clearTimeout(timer);
    search.abort();
    search = new AbortController();
    const filter = parseFilter(text);
    const monitors = app.list?.loaded.monitors ?? [];
    if (!filter || (await cacheMatches(filter, monitors, setImmediate, search.signal))) {
      choices.setFilter(filter);
    }
  };
  const answered = await askText({
    title: t('Filter Monitors'),
    placeholder: t('Name, address, type or tag; or tag:payments region:eu'),
    prompt: () => t('Searches loaded monitors; no calls. Any field can be used: field:value.'),
    value,
    isBrief: true,
    onChange: (text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void show(text), TYPING_PAUSE_MS);
    },
    validate: () => undefined,
  });
  await show(typeof answered === 'string' ? value : answered.value);
}
