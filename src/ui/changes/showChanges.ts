import * as vscode from 'vscode';
import { joinTexts, withIcon, type SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { toHandoverNote } from '../export/exportText';
import { askChoice, type Item, type Question } from '../inputs';
import { t } from '../l10n';
import { NEUTRAL_ICON, STATUS_ICONS } from '../texts/statusText';
import type { MonitorsView } from '../tree/monitorsView';
import {
  toChangedSinceText,
  toChangeLines,
  toChangeTime,
  toEventText,
  toMeanwhileText,
  withEvents,
  type ChangeEvent,
  type ChangeLine,
} from '../texts/changeTexts';

type ChangeItem = Item<() => unknown>;

/** Lists changes since the user last looked. */
export async function showChanges(app: App, view: MonitorsView) {
  const { account, now } = app;
  const changes = account?.lastLook.changes;
  if (!account || !changes) {
    return;
  }
  const { since, meanwhile } = changes;
  const lines = toChangeLines(changes, account, now());
  const items = withEvents(lines, account.list.loaded.monitors).map((entry) =>
    'event' in entry ? toEventItem(entry, view, now()) : toItem(entry, view, now()),
  );
  if (meanwhile.length > 0) {
    items.push({ label: toMeanwhileText(meanwhile.length), value: () => undefined });
  }
  await pick(toChangedSinceText(since, now()), items, [
    {
      iconPath: new vscode.ThemeIcon('copy'),
      tooltip: t('Copy as Handover Note'),
      run: () => vscode.env.clipboard.writeText(toHandoverNote(lines, account, since)),
    },
    {
      iconPath: new vscode.ThemeIcon('check'),
      tooltip: t('Mark as Seen'),
      run: () => account.lastLook.markSeen(),
    },
  ]);
}

function toItem(line: ChangeLine, view: MonitorsView, nowMs: number): ChangeItem {
  const { id, monitor, name, status, text } = line;
  const icon = status === 'unknown' ? NEUTRAL_ICON : STATUS_ICONS[status];
  return {
    label: withIcon(monitor ? icon : 'circle-slash', name),
    description: joinTexts([text, toChangeTime(line, nowMs)]),
    value: () =>
      monitor ? view.show(id) : vscode.commands.executeCommand('monitorExplorer.showDetails', id),
  };
}

/** Returns an item that lists the monitors of an event. */
function toEventItem(event: ChangeEvent, view: MonitorsView, nowMs: number) {
  const title = toEventText(event, nowMs);
  const items = event.lines.map((line) => toItem(line, view, nowMs));
  return { label: withIcon('layers', title), value: () => pick(title, items) };
}

async function pick(
  title: SafeText,
  items: readonly ChangeItem[],
  buttons: Question['buttons'] = [],
) {
  const picked = await askChoice(
    {
      title,
      placeholder: t('Pick a monitor to show it. Takes no call.'),
      buttons,
      isBrief: true,
    },
    items,
  );
  if (typeof picked === 'object') {
    await picked.value();
  }
}
