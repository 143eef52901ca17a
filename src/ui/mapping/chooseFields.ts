import * as vscode from 'vscode';
import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Core } from '../../core/createCore';
import type { StatusValue } from '../../core/fieldPicks';
import { toStatusKey, type Field, type Path } from '../../mapping/mapping';
import type { Choice } from '../../mapping/picking';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import type { BaseUrl } from '../../service/address';
import { isCallError } from '../../service/errors';
import { askChoice, type Question } from '../inputs';
import { t } from '../l10n';
import { toFieldName } from '../texts/fieldName';
import { STATUS_ICONS, toStatusHeading, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';

interface Subject extends Pick<Core, 'controller' | 'picks'> {
  readonly list: MonitorList;
  readonly baseUrl: BaseUrl;
}

type Way = 'done' | 'back' | 'cancel';

type Item<T> = SafeQuickPickItem & { readonly value: T };

const ORDER: readonly Field[] = [
  ...(['name', 'status', 'changedAt', 'since', 'target', 'type'] as const),
  ...(['lastError', 'lastCheck', 'interval', 'tags', 'id'] as const),
];

/**
 * Command **Choose Fields…**: shows the source of each field, without calls. Asks for the list of monitors
 * first if it is unclear.
 * @param asked a field or `statusValues` to start with
 */
export async function chooseFields({ controller, picks }: Core, asked?: unknown): Promise<void> {
  const { ownList: list, baseUrl } = controller;
  const isListAsked = picks.openQuestion(list) === 'list';
  if (list === undefined || baseUrl === undefined || (list.loaded.count === 0 && !isListAsked)) {
    void window.showInformationMessage(t('No monitors are loaded yet.'));
    return;
  }
  const subject = { controller, picks, list, baseUrl };
  if (isListAsked) {
    await showLists(subject);
    return;
  }
  const field = ORDER.find((one) => one === asked);
  const first = field
    ? await showField(subject, field)
    : asked === 'statusValues'
      ? await showStatusValues(subject)
      : 'back';
  await (first === 'back' ? showFields(subject) : undefined);
}

async function showLists(subject: Subject): Promise<void> {
  const error = subject.list.failure?.error;
  const choices = isCallError(error) ? (error.facts.choices ?? []) : [];
  const path = await askForPath(t('Which of these is the list of monitors?'), choices);
  if (path !== undefined) {
    await change(subject, () => subject.picks.pick(subject.baseUrl, { list: path }));
  }
}

async function showFields(subject: Subject): Promise<void> {
  const { picks, list, baseUrl } = subject;
  const buttons = [
    toCopyButton('json', t('Copy as Settings'), () => picks.toSettingText(baseUrl)),
    toCopyButton('bug', t('Copy for a Bug Report'), () => picks.toReportText(list, baseUrl)),
  ];
  let last: string | undefined;
  for (let way: Way = 'done'; way !== 'cancel';) {
    const items = await toFieldItems(subject);
    const picked = await ask(items, {
      title: t('Choose Fields'),
      placeholder: t('Pick a field to change where it is read. Takes no call.'),
      active: items.find(({ value }) => value === last),
      buttons,
    });
    if (typeof picked === 'string') {
      return;
    }
    if (picked.value === 'rows') {
      return void vscode.commands.executeCommand('monitorExplorer.showInRows');
    }
    last = picked.value;
    way =
      picked.value === 'statusValues'
        ? await showStatusValues(subject)
        : await showField(subject, picked.value);
  }
}

/** Returns "attributes.label · Checkout · picked" for each field. */
async function toFieldItems({ picks, list, baseUrl }: Subject) {
  const fields = await picks.fields(list, baseUrl);
  const unknown = picks.unknownStatusValues(list);
  const values: Item<'statusValues'> = {
    label: t('Status Values…'),
    description: unknown > 0 ? t('{0} not known', unknown) : t("What the service's words mean"),
    value: 'statusValues',
  };
  const rows: Item<'rows'> = { label: t('Show in Rows…'), value: 'rows' };
  const items = ORDER.flatMap((name): Item<Field | 'statusValues'>[] => {
    const { paths, isPicked, sample } = fields.find((one) => one.field === name)!;
    const [path] = paths;
    const picked = isPicked
      ? t({ message: 'picked', comment: 'A field that the user has picked' })
      : undefined;
    const place = path === undefined ? undefined : toSafeText(path, 60);
    const description = place
      ? joinTexts([place, toSafeText(sample, 60), picked], ' · ')
      : isPicked
        ? t('None')
        : t('Not found');
    const item = { label: toFieldName(t, name), description, value: name };
    return name === 'status' && list.loaded.tellsStatus ? [item, values] : [item];
  });
  return [...items, rows];
}

/** Lists likely fields first. */
async function showField(subject: Subject, field: Field): Promise<Way> {
  const { picks, baseUrl, list } = subject;
  const now = (await picks.fields(list, baseUrl)).find((one) => one.field === field)!;
  const toItems = (some: readonly Choice[]): Item<readonly [Path]>[] =>
    some.map(({ path, sample }) => ({
      label: path === now.paths[0] ? withIcon('check', toSafeText(path, 100)) : toSafeText(path, 100),
      description: toSafeText(sample, 80),
      value: [path],
    }));
  const choices = await picks.choices(field, list);
  const likely = toItems(choices.filter(({ isLikely }) => isLikely));
  const others = toItems(choices.filter(({ isLikely }) => !isLikely));
  const items = [...likely, ...others];
  const none = { label: t('None of These'), value: [] };
  const all = [
    ...(likely.length > 0 ? [toHeading(t('Likely')), ...likely] : []),
    ...(others.length > 0 ? [toHeading(t('Other Fields')), ...others] : []),
    ...[toHeading(), none, { label: t('As Found'), value: undefined }],
  ];
  const isNone = now.isPicked && now.paths.length === 0;
  const current = isNone ? none : items.find(({ value: [path] }) => path === now.paths[0]);
  const makesIds = await picks.makesIds(field, baseUrl);
  for (;;) {
    const picked = await ask<readonly Path[] | undefined>(all, {
      title: t('Choose Fields: {0}', toFieldName(t, field)),
      placeholder: t('Pick the field to read. Takes no call.'),
      active: current ?? items[0],
      canGoBack: true,
    });
    if (typeof picked === 'string') {
      return picked;
    }
    if (!makesIds || (await confirmIds())) {
      await change(subject, () => picks.pick(baseUrl, { fields: { [field]: picked.value } }));
      const asksOn = field === 'status' && picks.unknownStatusValues(list) > 0;
      return asksOn ? showStatusValues(subject) : 'done';
    }
  }
}

/** Keeps the order after a change. */
async function showStatusValues(subject: Subject): Promise<Way> {
  const { picks, baseUrl, list } = subject;
  const order = picks.statusValues(list).map(({ value }) => value);
  if (order.length > 0 && order.every((value) => /^(?:true|false)$/i.test(value))) {
    return showFlag(subject);
  }
  const done: Item<StatusValue | undefined> = { label: withIcon('check-all', t('Done')), value: undefined };
  for (let at = 0; ;) {
    const values = picks.statusValues(list);
    const items = order.flatMap((value) => values.filter((one) => one.value === value)).map(toValueItem);
    const picked = await ask<StatusValue | undefined>([...items, toHeading(), done], {
      title: t('Status Values'),
      placeholder: t('Pick a value to change what it means. Takes no call.'),
      active: items[at] ?? done,
      canGoBack: true,
    });
    if (typeof picked === 'string' || picked.value === undefined) {
      return typeof picked === 'string' ? picked : 'done';
    }
    const { value, status } = picked.value;
    const meanings = MONITOR_STATUSES.map((one) => toStatusItem(one));
    const meaning = await ask(meanings, {
      title: t('What does "{0}" mean?', toSafeText(value, 40)),
      placeholder: t('Takes no call.'),
      active: meanings.find((one) => one.value === status),
      canGoBack: true,
    });
    if (meaning === 'cancel') {
      return meaning;
    }
    if (meaning !== 'back') {
      await change(subject, () =>
        picks.pick(baseUrl, { statusValues: { [toStatusKey(value)]: meaning.value } }),
      );
      at = order.indexOf(value) + 1;
    }
  }
}

/** Asks for both values of a yes-or-no status at once. */
async function showFlag(subject: Subject): Promise<Way> {
  const pairs = [
    ['up', 'down'],
    ['down', 'up'],
    ['paused', 'up'],
  ] as const;
  const items = pairs.map(([yes, no]) => ({
    ...toStatusItem(yes),
    description: t('"false" means {0}', toStatusName(t, no)),
    value: { true: yes, false: no },
  }));
  const picked = await ask(items, {
    title: t('What does "{0}" mean?', toSafeText('true', 4)),
    placeholder: t('Takes no call.'),
    canGoBack: true,
  });
  if (typeof picked === 'string') {
    return picked;
  }
  await change(subject, () => subject.picks.pick(subject.baseUrl, { statusValues: picked.value }));
  return 'done';
}

/** Does nothing if the user switched account or address. */
async function change({ controller, list, baseUrl }: Subject, run: () => Promise<void>): Promise<void> {
  if (controller.ownList === list && controller.baseUrl?.href === baseUrl.href) {
    await run();
    await controller.reread();
  }
}

/** Asks for a path in the last response. */
export async function askForPath(
  title: SafeText,
  choices: readonly { readonly path: Path; readonly preview: string }[],
): Promise<Path | undefined> {
  const items = choices.map(({ path, preview }) => ({
    label: toSafeText(path, 100),
    description: toSafeText(preview, 100),
    value: path,
  }));
  const placeholder = t('Takes no call. The choice is remembered for this service address.');
  const picked = await ask(items, { title, placeholder });
  return typeof picked === 'string' ? undefined : picked.value;
}

async function ask<T>(
  items: readonly (Item<T> | SafeQuickPickItem)[],
  question: Question & { readonly placeholder: SafeText; readonly active?: SafeQuickPickItem | undefined },
): Promise<Item<T> | 'back' | 'cancel'> {
  const answered = await askChoice<Item<T> | SafeQuickPickItem>(question, items);
  if (typeof answered === 'string') {
    return answered;
  }
  return 'value' in answered.value ? answered.value : 'cancel';
}

function toHeading(label: SafeText = toSafeText('', 0)): SafeQuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function toStatusItem(status: MonitorStatus): Item<MonitorStatus> {
  return { label: withIcon(STATUS_ICONS[status], toStatusHeading(t, status)), value: status };
}

function toValueItem(value: StatusValue): Item<StatusValue> {
  const { status, count } = value;
  const monitors = count === 1 ? t('1 monitor') : t('{0} monitors', count);
  return {
    label: withIcon(STATUS_ICONS[status], toSafeText(value.value, 60)),
    description: joinTexts([toStatusHeading(t, status), monitors], ' · '),
    value,
  };
}

function toCopyButton(icon: string, tooltip: SafeText, toText: () => Promise<string>) {
  const run = async (): Promise<void> => {
    await vscode.env.clipboard.writeText(await toText());
    void window.showInformationMessage(t('Copied to the clipboard.'));
  };
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, run };
}

async function confirmIds(): Promise<boolean> {
  const question = t('Use other IDs?');
  const detail = t('With other IDs, all monitors count as new ones. Pins, mutes and history begin again.');
  const use = t('Use Other IDs');
  return (await window.showWarningMessage(question, { modal: true, detail }, use)) === use;
}
