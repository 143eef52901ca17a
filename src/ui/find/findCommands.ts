import { setImmediate } from 'node:timers/promises';
import { HOUR } from '../../base/time';
import { isObject } from '../../base/json';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { parsePath } from '../../base/path';
import type { App } from '../../account/app';
import type { Mute } from '../../account/choices';
import { MAX_ROW_FIELDS } from '../../account/rowFields';
import {
  toArrangementChoice,
  toFieldPath,
  type ArrangementChoice,
} from '../../monitors/arrangement';
import { parseFilter } from '../../monitors/filter';
import { NO_PICKS } from '../../mapping/picker/picks';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { toMonitorName } from '../texts/monitorText';
import type { MonitorsView } from '../tree/monitorsView';
import { window, type SafeQuickPickItem } from '../window';
import { askFilter } from './filterInput';
import { goToMonitor } from './goToMonitor';

/** Commands that find and arrange monitors, and Refresh This Page. */
export function createFindCommands(app: App, view: MonitorsView) {
  const { rowFields } = app;
  return {
    filter: () => app.shown && askFilter(app.shown.choices, app),
    clearFilter: () => app.shown?.choices.setFilter(undefined),
    showProblems: async () => {
      app.shown?.choices.setFilter(parseFilter('status:problem'));
      await view.focus();
    },
    goToMonitor: () => goToMonitor(app, view),
    // A keybinding passes a choice.
    arrange: (choice: unknown) => {
      if (isObject(choice) && (choice['grouping'] ?? choice['order'])) {
        return app.shown?.choices.arrange(choice);
      }
      return askArrangement(app);
    },
    showInRows: (path: unknown) =>
      typeof path === 'string' && parsePath(path) ? rowFields.toggle(path) : askRowFields(app),
    pin: (row: unknown, rows: unknown) => app.shown?.choices.pin(view.monitorsFor(row, rows)),
    // The monitor may not be loaded.
    unpin: (row: unknown, rows: unknown) => app.shown?.choices.unpin(view.idsFor(row, rows)),
    mute: (row: unknown, rows: unknown) => mute(app, view.monitorsFor(row, rows)),
    unmute: (row: unknown, rows: unknown) =>
      app.shown?.choices.unmute(view.monitorsFor(row, rows).map(({ id }) => id)),
    refreshThisPage: (row: unknown) => {
      const [monitor] = view.monitorsFor(row);
      const page = monitor && app.list?.loaded.pageOf(monitor.id);
      return page && app.list?.refreshPages([page.index]);
    },
  };
}

/** Asks for duration and note. Mutes only on this machine. */
async function mute({ shown, now }: App, monitors: readonly Monitor[]): Promise<void> {
  if (monitors.length === 0) {
    return;
  }
  type Item = SafeQuickPickItem & { readonly until: Mute['until'] };
  const toItem = (label: SafeText, until: Item['until']): Item => ({
    label,
    until,
    alwaysShow: true,
  });
  const pick = window.createQuickPick<Item>();
  pick.title =
    monitors.length === 1 ? t('Mute {0}', toMonitorName(t, monitors[0]!)) : t('Mute Monitors');
  pick.placeholder = t('Note (optional); only on this machine');
  pick.items = [
    ...(monitors.every(isProblem) ? [toItem(t('Until It Recovers'), 'recovered')] : []),
    toItem(t('For 1 Hour'), now() + HOUR),
    toItem(t('Until Unmuted'), 'unmuted'),
  ];
  const picked = await new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  const note = pick.value;
  pick.dispose();
  const ids = monitors.map(({ id }) => id);
  if (picked) {
    shown?.choices.mute(ids, picked.until, note);
  }
}

async function askArrangement({ account, shown, rowFields }: App): Promise<void> {
  if (shown === undefined) {
    void window.showInformationMessage(t('No monitors are loaded yet.'));
    return;
  }
  const { tellsStatus, monitors, pages } = shown.list.loaded;
  const { grouping, order } = toArrangementChoice(shown.choices.arrangement, tellsStatus);
  const has = (field: 'changedAt' | 'type' | 'tags' | 'target' | 'lastCheckedAt'): boolean =>
    monitors.some(({ [field]: value = '' }) => String(value));
  const chosen = { grouping, order: order === 'change' && !has('changedAt') ? 'service' : order };
  type Item = SafeQuickPickItem & { readonly choice: Partial<ArrangementChoice> };
  const toItem = (label: SafeText, choice: Item['choice'], sample?: string): Item => {
    const isCurrent = choice.grouping
      ? choice.grouping === chosen.grouping
      : choice.order === chosen.order;
    const example = sample === undefined ? undefined : toSafeText(sample, 40);
    return {
      label,
      description: joinTexts([isCurrent ? t('current') : undefined, example], ' · '),
      choice,
    };
  };
  const { describeFields, findAllChoices } = await import('../../mapping/picker/choices.js');
  const { mapping, picks = NO_PICKS } = account?.service ?? {};
  const fields = describeFields(mapping, picks, pages);
  const statuses = new Set(monitors.map(({ status }) => status));
  const words = new Set(monitors.map(({ status, rawStatus }) => `${status} ${rawStatus}`));
  const offered = [
    'name',
    'type',
    'tags',
    words.size === statuses.size && 'status',
    has('changedAt') && 'changedAt',
    has('lastCheckedAt') && 'lastCheck',
  ];
  const known = fields.flatMap(({ field, paths: [path] }) => (offered.includes(field) ? path : []));
  const others = findAllChoices(pages, mapping).filter(
    ({ path }) => !known.includes(path) || [grouping, order].includes(`field:${path}`),
  );
  const items = [
    tellsStatus && toItem(t('Group by Status'), { grouping: 'status' }),
    has('changedAt') && toItem(t('Group by Last Change'), { grouping: 'change' }),
    has('type') && toItem(t('Group by Type'), { grouping: 'type' }),
    has('tags') && toItem(t('Group by Tag'), { grouping: 'tag' }),
    has('target') && toItem(t('Group by Host'), { grouping: 'host' }),
    toItem(t('No Grouping'), { grouping: 'none' }),
    toItem(t('Service Order'), { order: 'service' }),
    tellsStatus && toItem(t('Order by Status'), { order: 'status' }),
    has('changedAt') && toItem(t('Order by Last Change'), { order: 'change' }),
    toItem(t('Order by Name'), { order: 'name' }),
    has('lastCheckedAt') && toItem(t('Order by Last Check'), { order: 'lastCheck' }),
    ...others.flatMap(({ path, sample, isGroup }) => [
      isGroup &&
        toItem(t('Group by {0}', toSafeText(path, 60)), { grouping: `field:${path}` }, sample),
      toItem(t('Order by {0}', toSafeText(path, 60)), { order: `field:${path}` }, sample),
    ]),
  ].filter((item) => item !== false);
  const picked = await window.showQuickPick(items, {
    title: t('Arrange Monitors'),
    placeHolder: t('Arranges loaded monitors; no calls'),
  });
  if (picked) {
    const path = toFieldPath(picked.choice.grouping ?? picked.choice.order!);
    if (path) {
      await rowFields.readAll(monitors, path, setImmediate);
    }
    shown.choices.arrange(picked.choice);
  }
}

async function askRowFields(app: App): Promise<void> {
  const { account, list, rowFields } = app;
  const { findAllChoices } = await import('../../mapping/picker/choices.js');
  const fields = findAllChoices(list?.loaded.pages ?? [], account?.service.mapping);
  const items = fields.map(({ path, sample }) => ({
    label: toSafeText(path, 100),
    description: joinTexts(
      [rowFields.paths.includes(path) ? t('shown') : undefined, toSafeText(sample, 60)],
      ' · ',
    ),
    path,
  }));
  const picked = await window.showQuickPick(items, {
    title: t('Show in Rows'),
    placeHolder: t(
      'Pick a field to show it in rows, or to hide it. Rows show up to {0}. No calls.',
      MAX_ROW_FIELDS,
    ),
    matchOnDescription: true,
  });
  if (picked && app.list === list) {
    rowFields.toggle(picked.path);
  }
}
