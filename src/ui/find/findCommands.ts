import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isObject, type JsonObject } from '../../base/json';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { MAX_ROW_FIELDS } from '../../core/rowFields';
import { parsePath } from '../../mapping/mapping';
import { toArrangementChoice, type FieldKey, type Grouping, type Order } from '../../monitors/arrangement';
import { parseFilter, toFilterText } from '../../monitors/filter';
import { isProblem } from '../../monitors/monitor';
import { t } from '../l10n';
import { toMonitorName } from '../texts/monitorText';
import type { Parts } from '../parts';
import { isMonitorRow, isPinRow } from '../tree/rows';
import { window, type SafeQuickPickItem } from '../window';
import { askFilter } from './filterInput';
import { goToMonitor } from './goToMonitor';
import { GROUPINGS, isChoice, MAX_PINS, ORDERS, type Mute, type ViewState } from '../tree/viewState';

const HOUR_MS = 60 * 60_000;

/** Registers commands for loaded monitors, which never call the service. */
export function registerFindCommands(parts: Parts): vscode.Disposable {
  const { controller, view, state, rowFields } = parts;
  const commands: Record<string, (row?: unknown, rows?: unknown) => unknown> = {
    filter: () => {
      const monitors = () => controller.list?.loaded.monitors ?? [];
      askFilter(state, monitors, controller.list?.loaded.tellsStatus ?? true);
    },
    clearFilter: () => state.setFilter(undefined),
    showProblems: async () => {
      state.setFilter(parseFilter('status:problem'));
      await view.focus();
    },
    goToMonitor: () => goToMonitor(parts),
    arrange: (choice) => (isArrangement(choice) ? arrange(state, choice) : askArrangement(parts)),
    showInRows: (path) =>
      typeof path === 'string' && parsePath(path) ? rowFields.toggle(path) : askRowFields(parts),
    pin: (row, rows) => pin(parts, row, rows),
    unpin: (row, rows) => unpin(parts, row, rows),
    mute: (row, rows) => mute(parts, row, rows),
    unmute: async (row, rows) => {
      for (const { id } of view.monitorsFor(row, rows)) {
        await state.unmute(id);
      }
    },
    filterBy: (row) => filterBy(parts, row),
    refreshThisPage: (row) => {
      const [monitor] = view.monitorsFor(row);
      const pageIndex = monitor && controller.list?.loaded.pageOf(monitor.id)?.pageIndex;
      return pageIndex === undefined ? undefined : controller.refreshPages([pageIndex]);
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

/** Also unpins monitors that aren't loaded. */
async function unpin({ state, view }: Parts, row?: unknown, rows?: unknown): Promise<void> {
  const ids = view
    .rowsFor(row, rows)
    .flatMap((one) => (isPinRow(one) ? [one.pin.id] : isMonitorRow(one) ? [one.monitor.id] : []));
  for (const id of new Set(ids)) {
    await state.unpin(id);
  }
  if (ids.length === 0) {
    view.askForSelection();
  }
}

async function pin({ state, view }: Parts, row?: unknown, rows?: unknown): Promise<void> {
  for (const monitor of view.monitorsFor(row, rows)) {
    if (!(await state.pin(monitor))) {
      // One message for the whole selection.
      void window.showInformationMessage(t('{0} monitors are pinned already. Unpin one first.', MAX_PINS));
      return;
    }
  }
}

/** Asks for duration and note. Mutes only on this machine. */
async function mute({ state, view, now }: Parts, row: unknown, rows: unknown): Promise<void> {
  const monitors = view.monitorsFor(row, rows);
  if (monitors.length === 0) {
    return;
  }
  type Item = SafeQuickPickItem & { readonly until: Mute['until'] | 'hour' };
  const toItem = (label: SafeText, until: Item['until']): Item => ({ label, until, alwaysShow: true });
  const pick = window.createQuickPick<Item>();
  pick.title = monitors.length === 1 ? t('Mute {0}', toMonitorName(t, monitors[0]!)) : t('Mute Monitors');
  pick.placeholder = t('Note (optional); only on this machine');
  pick.items = [
    ...(monitors.every(isProblem) ? [toItem(t('Until It Recovers'), 'recovered')] : []),
    toItem(t('For 1 Hour'), 'hour'),
    toItem(t('Until Unmuted'), 'unmuted'),
  ];
  const picked = await new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  const note = pick.value;
  pick.dispose();
  for (const { id } of picked ? monitors : []) {
    await state.mute(id, picked!.until === 'hour' ? now() + HOUR_MS : picked!.until, note);
  }
}

/** Asks if there are several types or tags. */
async function filterBy({ state, view }: Parts, row: unknown): Promise<void> {
  const [monitor] = view.monitorsFor(row);
  if (monitor === undefined) {
    return;
  }
  const items = [
    ...(monitor.type === undefined ? [] : [toFilterItem('type', monitor.type, t('Type'))]),
    ...monitor.tags.map((tag) => toFilterItem('tag', tag, t('Tag'))),
  ];
  if (items.length === 0) {
    void window.showInformationMessage(t('This monitor has no type and no tag.'));
    return;
  }
  const picked =
    items.length === 1 ? items[0] : await window.showQuickPick(items, { title: t('Filter by Type or Tag') });
  if (picked) {
    state.setFilter(parseFilter(picked.filter));
    await state.rememberFilter(picked.filter);
  }
}

function toFilterItem(field: 'type' | 'tag', value: string, description: SafeText) {
  return { label: toSafeText(value, 100), description, filter: toFilterText(field, value) };
}

/** `args` of a keybinding. */
interface ArrangementChoice {
  readonly grouping?: Grouping;
  readonly order?: Order;
}

function isArrangement(value: unknown): value is ArrangementChoice {
  const { grouping, order }: JsonObject = isObject(value) ? value : {};
  return (
    (grouping !== undefined || order !== undefined) &&
    (grouping === undefined || isChoice(grouping, GROUPINGS)) &&
    (order === undefined || isChoice(order, ORDERS))
  );
}

async function arrange(state: ViewState, { grouping, order }: ArrangementChoice): Promise<void> {
  if (grouping !== undefined) {
    await state.setGrouping(grouping);
  }
  if (order !== undefined) {
    await state.setOrder(order);
  }
}

async function askArrangement(parts: Parts): Promise<void> {
  const { controller, state, picks, rowFields } = parts;
  const { list } = controller;
  const { tellsStatus = true, monitors = [] } = list?.loaded ?? {};
  const chosen = toArrangementChoice(state, tellsStatus);
  const hasChange = monitors.some(({ changedAt }) => changedAt !== undefined);
  const isOffered = (key: Grouping | Order): boolean =>
    key === 'status' ? tellsStatus : key !== 'change' || hasChange;
  const fields = list ? await picks.recordFields(list) : [];
  type Item = SafeQuickPickItem & { readonly run?: () => Promise<void> };
  const toItem = (label: SafeText, isChosen: boolean, run: () => Promise<void>, sample?: SafeText): Item => ({
    label,
    description: joinTexts([isChosen ? t('current') : undefined, sample], ' · '),
    run,
  });
  const items: Item[] = [
    { label: t('Show in Rows…'), run: () => askRowFields(parts) },
    { label: t('Group by'), kind: vscode.QuickPickItemKind.Separator },
    ...GROUPINGS.filter(isOffered).map((grouping) =>
      toItem(toGroupingName(grouping), chosen.grouping === grouping, () => state.setGrouping(grouping)),
    ),
    { label: t('Order by'), kind: vscode.QuickPickItemKind.Separator },
    ...ORDERS.filter(isOffered).map((order) =>
      toItem(toOrderName(order), chosen.order === order, () => state.setOrder(order)),
    ),
    { label: t('Fields'), kind: vscode.QuickPickItemKind.Separator },
    ...fields.flatMap(({ path, sample }): Item[] => {
      const key: FieldKey = `field:${path}`;
      const [name, example] = [toSafeText(path, 60), toSafeText(sample, 40)];
      const afterReading = (set: () => Promise<void>) => async (): Promise<void> => {
        await rowFields.readAll(monitors, path, setImmediate);
        await set();
      };
      const [group, order] = [() => state.setGrouping(key), () => state.setOrder(key)].map(afterReading);
      return [
        toItem(t('Group by {0}', name), chosen.grouping === key, group!, example),
        toItem(t('Order by {0}', name), chosen.order === key, order!, example),
      ];
    }),
  ];
  const picked = await window.showQuickPick(items, {
    title: t('Arrange Monitors'),
    placeHolder: t('Arranges loaded monitors; no calls'),
  });
  await picked?.run?.();
}

async function askRowFields({ controller, picks, rowFields }: Parts): Promise<void> {
  const { list } = controller;
  const fields = list ? await picks.recordFields(list) : [];
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
  if (picked && controller.list === list) {
    await rowFields.toggle(picked.path);
  }
}

function toGroupingName(grouping: Grouping): SafeText {
  const texts: Readonly<Record<Exclude<Grouping, FieldKey>, SafeText>> = {
    status: t('Group by Status'),
    change: t('Group by Last Change'),
    type: t('Group by Type'),
    tag: t('Group by Tag'),
    host: t('Group by Host'),
    none: t('No Grouping'),
  };
  return texts[grouping as keyof typeof texts];
}

function toOrderName(order: Order): SafeText {
  const texts: Readonly<Record<Exclude<Order, FieldKey>, SafeText>> = {
    service: t('Service Order'),
    status: t('Order by Status'),
    change: t('Order by Last Change'),
    name: t('Order by Name'),
    lastCheck: t('Order by Last Check'),
  };
  return texts[order as keyof typeof texts];
}
