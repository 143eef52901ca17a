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
  toFieldKey,
  toFieldPath,
  type ArrangementChoice,
  type Grouping,
  type Order,
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

/** Commands that find and arrange monitors, and Refresh Its Page of the List. */
export function createFindCommands(app: App, view: MonitorsView) {
  const choices = () => app.shown?.choices;
  return {
    filter: () => app.shown && askFilter(app.shown.choices, app),
    clearFilter: () => choices()?.setFilter(undefined),
    showProblems: async () => {
      choices()?.setFilter(parseFilter('status:problem'));
      await view.focus();
    },
    goToMonitor: () => goToMonitor(app, view),
    // A keybinding passes a choice.
    arrange: (choice: unknown) =>
      isObject(choice) && (choice['grouping'] ?? choice['order'])
        ? choices()?.arrange(choice)
        : askArrangement(app),
    showInRows: (path: unknown) =>
      typeof path === 'string' && parsePath(path) ? app.rowFields.toggle(path) : askRowFields(app),
    pin: (row: unknown, rows: unknown) => choices()?.pin(view.monitorsFor(row, rows)),
    // The monitor may not be loaded.
    unpin: (row: unknown, rows: unknown) => choices()?.unpin(view.idsFor(row, rows)),
    mute: (row: unknown, rows: unknown) => mute(app, view.monitorsFor(row, rows)),
    unmute: (row: unknown, rows: unknown) =>
      choices()?.unmute(view.monitorsFor(row, rows).map(({ id }) => id)),
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
  const toItem = (label: SafeText, until: Item['until']): Item => {
    return { label, until, alwaysShow: true };
  };
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
  if (picked) {
    const ids = monitors.map(({ id }) => id);
    shown?.choices.mute(ids, picked.until, pick.value);
  }
  pick.dispose();
}

async function askArrangement({ account, shown, rowFields }: App): Promise<void> {
  if (shown === undefined) {
    void window.showInformationMessage(t('No monitors are loaded yet.'));
    return;
  }
  const { tellsStatus, monitors, pages } = shown.list.loaded;
  const has = (field: 'changedAt' | 'type' | 'tags' | 'target' | 'lastCheckedAt'): boolean =>
    monitors.some(({ [field]: value = '' }) => String(value));
  const current = toArrangementChoice(shown.choices.arrangement, tellsStatus);
  const isChangeless = current.order === 'change' && !has('changedAt');
  const order = isChangeless ? 'service' : current.order;
  const describe = (isCurrent: boolean, sample = '') =>
    joinTexts([isCurrent && t('current'), toSafeText(sample, 40)], ' · ');
  type Item = SafeQuickPickItem & Partial<ArrangementChoice>;
  const toGroup = (label: SafeText, grouping: Grouping, sample?: string): Item => ({
    label,
    description: describe(grouping === current.grouping, sample),
    grouping,
  });
  const toOrder = (label: SafeText, by: Order, sample?: string): Item => ({
    label,
    description: describe(by === order, sample),
    order: by,
  });
  const { describeFields, findAllChoices } = await import('../../mapping/picker/choices.js');
  const { mapping, picks = NO_PICKS } = account?.service ?? {};
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
  const offeredPaths = describeFields(mapping, picks, pages).flatMap(({ field, paths: [path] }) =>
    offered.includes(field) ? path : [],
  );
  const others = findAllChoices(pages, mapping).filter(
    ({ path }) =>
      !offeredPaths.includes(path) || [current.grouping, current.order].includes(toFieldKey(path)),
  );
  const items = [
    tellsStatus && toGroup(t('Group by Status'), 'status'),
    has('changedAt') && toGroup(t('Group by Last Change'), 'change'),
    has('type') && toGroup(t('Group by Type'), 'type'),
    has('tags') && toGroup(t('Group by Tag'), 'tag'),
    has('target') && toGroup(t('Group by Host'), 'host'),
    toGroup(t('No Grouping'), 'none'),
    toOrder(t('Service Order'), 'service'),
    tellsStatus && toOrder(t('Order by Status'), 'status'),
    has('changedAt') && toOrder(t('Order by Last Change'), 'change'),
    toOrder(t('Order by Name'), 'name'),
    has('lastCheckedAt') && toOrder(t('Order by Last Check'), 'lastCheck'),
    ...others.flatMap(({ path, sample, isGroup }) => {
      const field = toSafeText(path, 60);
      return [
        isGroup && toGroup(t('Group by {0}', field), toFieldKey(path), sample),
        toOrder(t('Order by {0}', field), toFieldKey(path), sample),
      ];
    }),
  ].filter((item) => item !== false);
  const picked = await window.showQuickPick(items, {
    title: t('Arrange Monitors'),
    placeHolder: t('Arranges loaded monitors; no calls'),
  });
  if (picked) {
    const path = toFieldPath(picked.grouping ?? picked.order!);
    if (path) {
      await rowFields.readAll(monitors, path, setImmediate);
    }
    shown.choices.arrange(picked);
  }
}

async function askRowFields(app: App): Promise<void> {
  const { account, list, rowFields } = app;
  const { findAllChoices } = await import('../../mapping/picker/choices.js');
  const fields = findAllChoices(list?.loaded.pages ?? [], account?.service.mapping);
  const items = fields.map(({ path, sample }) => {
    const state = rowFields.paths.includes(path) && t('shown');
    const description = joinTexts([state, toSafeText(sample, 60)], ' · ');
    return { label: toSafeText(path, 100), description, path };
  });
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
