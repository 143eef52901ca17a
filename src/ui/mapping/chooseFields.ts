import * as vscode from 'vscode';
import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Path } from '../../base/path';
import type { App } from '../../account/app';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { toStatusKey, type Field } from '../../mapping/mapping';
import type { Picks } from '../../mapping/picker/picks';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import type { Account } from '../../account/account';
import type { MonitorList } from '../../account/monitorList';
import { isCallError } from '../../service/errors';
import { askChoice, type Item } from '../inputs';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusHeading, toStatusName } from '../texts/statusText';
import { toMonitorsText } from '../texts/summaryText';
import { window } from '../window';

interface Subject {
  readonly app: App;
  readonly account: Account;
  readonly list: MonitorList;
}

type Ending = 'done' | 'back' | 'cancel';

const LINE = {
  label: toSafeText('', 0),
  kind: vscode.QuickPickItemKind.Separator,
  // A separator can't be picked.
  value: undefined as never,
};

/** In the order of the list. */
const NAMES: Readonly<Record<Field, SafeText>> = {
  name: t('Name'),
  status: t('Status'),
  changedAt: t('Last Change'),
  since: t('Since'),
  target: t('Target'),
  type: t('Type'),
  lastError: t('Last Error'),
  lastCheck: t('Last Check'),
  interval: t('Interval'),
  tags: t('Tags'),
  id: t('ID'),
};

const FIELDS = Object.keys(NAMES) as Field[];

/**
 * Command **Choose Fields…**: shows the source of each field, without calls. Asks for the list of monitors
 * first if it is unclear.
 * @param asked a field, `statusValues` or `monitors` (their list) to start with
 */
export async function chooseFields(app: App, asked?: unknown): Promise<void> {
  const { account } = app;
  const isListAsked = account !== undefined && openQuestion(account.list) === 'list';
  if (account === undefined || (account.list.loaded.count === 0 && !isListAsked)) {
    void window.showInformationMessage(t('No monitors are loaded yet.'));
    return;
  }
  const subject = { app, account, list: account.list };
  if (isListAsked) {
    await showLists(subject);
  } else if ((await show(subject, asked)) === 'back') {
    await showFields(subject);
  }
}

/** @returns `back` also if this is no field */
async function show(subject: Subject, asked: unknown): Promise<Ending> {
  const field = FIELDS.find((one) => one === asked);
  if (asked === 'statusValues') {
    return showStatusValues(subject);
  }
  if (asked === 'monitors') {
    return showReadableLists(subject);
  }
  return field ? showField(subject, field) : 'back';
}

async function showLists(subject: Subject): Promise<void> {
  const error = subject.list.failure?.error;
  const choices = isCallError(error) ? (error.facts.choices ?? []) : [];
  const path = await askForPath(t('Which of these is the list of monitors?'), choices);
  if (path !== undefined) {
    change(subject, { fields: { monitors: [path] } });
  }
}

/** Asks which list has the monitors if a page was read, but its response has other lists, too. */
async function showReadableLists(subject: Subject): Promise<Ending> {
  const { paths } = findReadableLists(subject);
  const items = paths.map((path) => ({ label: toSafeText(path, 100), value: [path] }));
  const question = {
    title: t('Choose Fields: {0}', t('List of Monitors')),
    placeholder: t('Pick the list to read from the next refresh on.'),
    canGoBack: true,
  };
  const found = { label: t('As Found'), value: undefined };
  const picked = await askChoice<readonly Path[] | undefined>(question, [...items, LINE, found]);
  if (typeof picked === 'string') {
    return picked;
  }
  change(subject, { fields: { monitors: picked.value } });
  return 'done';
}

function findReadableLists({ account: { service }, list }: Subject) {
  const [page] = list.loaded.pages;
  const paths = page ? service.findLists(page).map(({ path }) => path) : [];
  return { paths, picked: service.picks.fields.monitors };
}

async function findFields({ account: { service }, list }: Subject) {
  const { describeFields } = await import('../../mapping/picker/choices.js');
  return describeFields(service.mapping, service.picks, list.loaded.pages);
}

async function showFields(subject: Subject): Promise<void> {
  const run = async (): Promise<void> => {
    await vscode.env.clipboard.writeText(await toReportText(subject));
    void window.showInformationMessage(t('Copied to the clipboard.'));
  };
  const iconPath = new vscode.ThemeIcon('bug');
  const buttons = [{ iconPath, tooltip: t('Copy for a Bug Report'), run }];
  let last: string | undefined;
  let ending: Ending = 'done';
  while (ending !== 'cancel') {
    const items = await toFieldItems(subject);
    const question = {
      title: t('Choose Fields'),
      placeholder: t('Pick a field to change where it is read. Takes no call.'),
      active: items.find(({ value }) => value === last),
      buttons,
    };
    const picked = await askChoice(question, items);
    if (typeof picked === 'string') {
      return;
    }
    if (picked.value === 'rows') {
      void vscode.commands.executeCommand('monitorExplorer.showInRows');
      return;
    }
    last = picked.value;
    ending = await show(subject, last);
  }
}

/** Returns "attributes.label · Checkout · picked" for each field. */
async function toFieldItems(subject: Subject): Promise<readonly Item<string>[]> {
  const { list } = subject;
  const fields = await findFields(subject);
  const unknown = unknownStatuses(list).length;
  const values = {
    label: t('Status Values…'),
    description: unknown > 0 ? t('{0} not known', unknown) : t("What the service's words mean"),
    value: 'statusValues',
  };
  const items = FIELDS.flatMap((name) => {
    const { paths, isPicked, sample } = fields.find(({ field }) => field === name)!;
    const none = isPicked ? t('None') : t('Not found');
    const texts = [
      paths[0] ? toSafeText(paths[0], 60) : none,
      toSafeText(sample, 60),
      isPicked ? t({ message: 'picked', comment: 'A field that the user has picked' }) : undefined,
    ];
    const item = { label: NAMES[name], description: joinTexts(texts, ' · '), value: name };
    return name === 'status' && list.loaded.tellsStatus ? [item, values] : [item];
  });
  const { paths, picked } = findReadableLists(subject);
  if (paths.length > 1 || picked !== undefined) {
    const description = toSafeText((picked ?? paths).join(', '), 60);
    items.push({ label: t('List of Monitors'), description, value: 'monitors' });
  }
  return [...items, { label: t('Show in Rows…'), value: 'rows' }];
}

async function showField(subject: Subject, field: Field): Promise<Ending> {
  const { account, list } = subject;
  const { findChoices } = await import('../../mapping/picker/choices.js');
  const current = (await findFields(subject)).find((one) => one.field === field)!;
  const items = findChoices(field, list.loaded.pages, account.service.mapping).map(
    ({ path, sample }): Item<readonly Path[]> => {
      const label = toSafeText(path, 100);
      return {
        label: path === current.paths[0] ? withIcon('check', label) : label,
        description: toSafeText(sample, 80),
        value: [path],
      };
    },
  );
  const none: Item<readonly Path[]> = { label: t('None of These'), value: [] };
  const found: Item<undefined> = { label: t('As Found'), value: undefined };
  const isNone = current.isPicked && current.paths.length === 0;
  const question = {
    title: t('Choose Fields: {0}', NAMES[field]),
    placeholder: t('Pick the field to read. Takes no call.'),
    active: isNone ? none : items.find(({ value: [path] }) => path === current.paths[0]),
    canGoBack: true,
  };
  for (;;) {
    const picked = await askChoice<readonly Path[] | undefined>(question, [
      ...items,
      LINE,
      none,
      found,
    ]);
    if (typeof picked === 'string') {
      return picked;
    }
    if (!current.makesIds || (await confirmIds())) {
      change(subject, { fields: { [field]: picked.value } });
      const hasUnknownValues = field === 'status' && unknownStatuses(list).length > 0;
      return hasUnknownValues ? showStatusValues(subject) : 'done';
    }
  }
}

async function showStatusValues(subject: Subject): Promise<Ending> {
  const values = toStatusValues(subject.list);
  if (values.length > 0 && values.every(({ value }) => /^(?:true|false)$/i.test(value))) {
    return showFlag(subject);
  }
  const done: Item<StatusValue | 'notStatus' | undefined> = {
    label: withIcon('check-all', t('Done')),
    value: undefined,
  };
  const notStatus = { label: t('Not a Status'), value: 'notStatus' } as const;
  let last: string | undefined;
  for (;;) {
    const items = toStatusValues(subject.list).map(toValueItem);
    const question = {
      title: t('Status Values'),
      placeholder: t('Pick a value to change what it means. Takes no call.'),
      active: items[items.findIndex(({ value }) => value.value === last) + 1] ?? done,
      canGoBack: true,
    };
    const ends = [LINE, notStatus, done];
    const picked = await askChoice<StatusValue | 'notStatus' | undefined>(question, [
      ...items,
      ...ends,
    ]);
    if (typeof picked === 'string' || picked.value === undefined) {
      return typeof picked === 'string' ? picked : 'done';
    }
    if (picked.value === 'notStatus') {
      change(subject, { fields: { status: [] } });
      return 'done';
    }
    const { value, status } = picked.value;
    const meanings = MONITOR_STATUSES.map((one) => toStatusItem(one));
    const asked = {
      ...toMeaningQuestion(value),
      active: meanings.find((one) => one.value === status),
    };
    const meaning = await askChoice(asked, meanings);
    if (meaning === 'cancel') {
      return meaning;
    }
    if (meaning !== 'back') {
      change(subject, { statusValues: { [toStatusKey(value)]: meaning.value } });
      last = value;
    }
  }
}

type StatusValue = ReturnType<typeof toStatusValues>[number];

/** Returns the service's words and their meanings, the most frequent first. More words than these are free text. */
function toStatusValues({ loaded }: MonitorList) {
  const values = new Map<string, { value: string; status: MonitorStatus; count: number }>();
  for (const { rawStatus = '', status } of loaded.monitors) {
    const key = toStatusKey(rawStatus);
    const known = values.get(key) ?? { value: rawStatus, status, count: 0 };
    // "Paused" hides what the value means, so use another monitor's status.
    const meaning = status === 'paused' ? known.status : status;
    values.set(key, { ...known, status: meaning, count: known.count + 1 });
  }
  values.delete('');
  return [...values.values()].sort((one, other) => other.count - one.count).slice(0, 200);
}

/** Asks for both values of a yes-or-no status at once. */
async function showFlag(subject: Subject): Promise<Ending> {
  const notStatus = { label: t('Not a Status'), value: undefined };
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
  type Meanings = Picks['statusValues'] | undefined;
  const picked = await askChoice<Meanings>(toMeaningQuestion('true'), [...items, LINE, notStatus]);
  if (typeof picked === 'string') {
    return picked;
  }
  const { value } = picked;
  change(subject, value ? { statusValues: value } : { fields: { status: [] } });
  return 'done';
}

function toMeaningQuestion(value: string) {
  const title = t('What does "{0}" mean?', toSafeText(value, 40));
  return { title, placeholder: t('Takes no call.'), canGoBack: true };
}

/** Does nothing if the user switched account or address. */
function change({ app, account, list }: Subject, picked: Partial<Picks>): void {
  if (app.account === account) {
    account.service.pick(picked, list.loaded.pages);
  }
}

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
  const picked = await askChoice({ title, placeholder }, items);
  return typeof picked === 'string' ? undefined : picked.value;
}

function toStatusItem(status: MonitorStatus): Item<MonitorStatus> {
  return { label: withIcon(STATUS_ICONS[status], toStatusHeading(t, status)), value: status };
}

function toValueItem(value: StatusValue): Item<StatusValue> {
  const { status, count } = value;
  return {
    label: withIcon(STATUS_ICONS[status], toSafeText(value.value, 60)),
    description: joinTexts([toStatusHeading(t, status), toMonitorsText(t, count)], ' · '),
    value,
  };
}

/** Describes paths, names and types of the fields, or the unreadable response. Contains no values. */
async function toReportText(subject: Subject): Promise<string> {
  const { account, list } = subject;
  const { describePath, describeShape } = await import('../../base/shape.js');
  const { samplesOf } = await import('../../mapping/picker/choices.js');
  const error = list.failure?.error;
  if (isCallError(error) && error.facts.shape !== undefined) {
    return error.facts.shape;
  }
  const records = samplesOf(list.loaded.pages, account.service.mapping).map(({ value }) => value);
  const lines = (await findFields(subject)).map(({ field, paths, isPicked }) => {
    const where = paths.map(describePath).join(', ') || 'none';
    return `${field}: ${where}${isPicked ? ' (picked)' : ''}`;
  });
  return [...lines, describeShape(records)].join('\n');
}

async function confirmIds(): Promise<boolean> {
  const question = t('Use other IDs?');
  const detail = t(
    'With other IDs, all monitors count as new ones. Pins, mutes and history begin again.',
  );
  const use = t('Use Other IDs');
  return (await window.showWarningMessage(question, { modal: true, detail }, use)) === use;
}
