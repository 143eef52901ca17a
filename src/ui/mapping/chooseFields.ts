import * as vscode from 'vscode';
import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Path } from '../../base/path';
import type { App } from '../../account/app';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { toStatusKey, type Field } from '../../mapping/mapping';
import type { Picks } from '../../mapping/picker/picks';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import type { Account } from '../../account/account';
import { isCallError } from '../../service/errors';
import { askChoice, confirm, type Item } from '../inputs';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusHeading, toStatusName } from '../texts/statusText';
import { toMonitorsText } from '../texts/summaryText';
import { window } from '../window';

type Ending = 'done' | 'back' | 'cancel';

const LINE = {
  label: toSafeText('', 0),
  kind: vscode.QuickPickItemKind.Separator,
  // A separator can't be picked.
  value: undefined as never,
};

const AS_FOUND = { label: t('As Found'), value: undefined };
const NOT_STATUS = { label: t('Not a Status'), value: undefined };

/** In the order of the list. */
const NAMES: Readonly<Record<Field, SafeText>> = {
  name: t('Name'),
  status: t('Status'),
  changedAt: t('Last Change'),
  since: t('Since'),
  target: t('Address'),
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
  const chooser = new FieldChooser(app, account);
  if (isListAsked) {
    await chooser.askList();
  } else if ((await chooser.show(asked)) === 'back') {
    await chooser.showFields();
  }
}

/** Shows and changes the fields of the account that was shown when it began. */
class FieldChooser {
  constructor(
    private readonly app: App,
    private readonly account: Account,
  ) {}

  /** @returns `back` also if this is no field */
  async show(asked: unknown): Promise<Ending> {
    const field = FIELDS.find((name) => name === asked);
    if (asked === 'statusValues') {
      return this.#showStatusValues();
    }
    if (asked === 'monitors') {
      return this.#showReadableLists();
    }
    return field ? this.#showField(field) : 'back';
  }

  async askList(): Promise<void> {
    const error = this.account.list.failure?.error;
    const choices = isCallError(error) ? (error.facts.choices ?? []) : [];
    const path = await askForPath(t('Which of these is the list of monitors?'), choices);
    if (path !== undefined) {
      this.#pickField('monitors', [path]);
    }
  }

  async showFields(): Promise<void> {
    const run = async (): Promise<void> => {
      await vscode.env.clipboard.writeText(await this.#toReport());
      void window.showInformationMessage(t('Copied to the clipboard.'));
    };
    const iconPath = new vscode.ThemeIcon('bug');
    const buttons = [{ iconPath, tooltip: t('Copy for a Bug Report'), run }];
    let last: string | undefined;
    let ending: Ending = 'done';
    while (ending !== 'cancel') {
      const items = await this.#toFieldItems();
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
      ending = await this.show(last);
    }
  }

  get #pages() {
    return this.account.list.loaded.pages;
  }

  /** Asks which list has the monitors if a page was read, but its response has other lists, too. */
  async #showReadableLists(): Promise<Ending> {
    const items = this.#readableLists.map(toPathItem);
    const placeholder = t('Pick the list to read from the next refresh on.');
    const picked = await askSource(t('List of Monitors'), placeholder, [...items, LINE, AS_FOUND]);
    return typeof picked === 'string' ? picked : this.#pickField('monitors', picked.value);
  }

  get #readableLists(): readonly Path[] {
    const [page] = this.#pages;
    return page ? this.account.service.findLists(page).map(({ path }) => path) : [];
  }

  async #describeFields() {
    const { describeFields } = await import('../../mapping/picker/choices.js');
    const { mapping, picks } = this.account.service;
    return describeFields(mapping, picks, this.#pages);
  }

  /** Returns "attributes.label · Checkout · picked" for each field. */
  async #toFieldItems(): Promise<readonly Item<string>[]> {
    const { list, service } = this.account;
    const fields = await this.#describeFields();
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
        isPicked && t({ message: 'picked', comment: 'A field that the user has picked' }),
      ];
      const item = { label: NAMES[name], description: joinTexts(texts, ' · '), value: name };
      return name === 'status' && list.loaded.tellsStatus ? [item, values] : [item];
    });
    const lists = this.#readableLists;
    const picked = service.picks.fields.monitors;
    if (lists.length > 1 || picked !== undefined) {
      const description = toSafeText((picked ?? lists).join(', '), 60);
      items.push({ label: t('List of Monitors'), description, value: 'monitors' });
    }
    return [...items, { label: t('Show in Rows…'), value: 'rows' }];
  }

  async #showField(field: Field): Promise<Ending> {
    const { list, service } = this.account;
    const { findChoices } = await import('../../mapping/picker/choices.js');
    const current = (await this.#describeFields()).find((source) => source.field === field)!;
    const [currentPath] = current.paths;
    const items = findChoices(field, this.#pages, service.mapping).map(({ path, sample }) => {
      const item = toPathItem(path);
      return {
        ...item,
        label: path === currentPath ? withIcon('check', item.label) : item.label,
        description: toSafeText(sample, 80),
      };
    });
    const none: Item<readonly Path[]> = { label: t('None of These'), value: [] };
    const isNone = current.isPicked && currentPath === undefined;
    const active = isNone ? none : items.find(({ value: [path] }) => path === currentPath);
    for (;;) {
      const placeholder = t('Pick the field to read. Takes no call.');
      const sources = [...items, LINE, none, AS_FOUND];
      const picked = await askSource(NAMES[field], placeholder, sources, active);
      if (typeof picked === 'string') {
        return picked;
      }
      if (!current.makesIds || (await confirmIds())) {
        this.#pickField(field, picked.value);
        const hasUnknownValues = field === 'status' && unknownStatuses(list).length > 0;
        return hasUnknownValues ? this.#showStatusValues() : 'done';
      }
    }
  }

  async #showStatusValues(): Promise<Ending> {
    const words = this.#statusValues.map(({ word }) => word);
    if (words.length > 0 && words.every((word) => /^(?:true|false)$/i.test(word))) {
      return this.#showFlag();
    }
    const done = { label: withIcon('check-all', t('Done')), value: 'done' } as const;
    let last: string | undefined;
    for (;;) {
      const items = this.#statusValues.map(toValueItem);
      const question = {
        title: t('Status Values'),
        placeholder: t('Pick a value to change what it means. Takes no call.'),
        active: items[items.findIndex(({ value }) => value.word === last) + 1] ?? done,
        canGoBack: true,
      };
      const picked = await askChoice<StatusValue | 'done' | undefined>(question, [
        ...items,
        LINE,
        NOT_STATUS,
        done,
      ]);
      if (typeof picked === 'string') {
        return picked;
      }
      const { value } = picked;
      if (value === 'done') {
        return value;
      }
      if (value === undefined) {
        return this.#pickField('status', []);
      }
      const meanings = MONITOR_STATUSES.map(toStatusItem);
      const active = meanings.find((meaning) => meaning.value === value.status);
      const meaning = await askChoice({ ...toMeaningQuestion(value.word), active }, meanings);
      if (meaning === 'cancel') {
        return meaning;
      }
      if (meaning !== 'back') {
        this.#pick({ statusValues: { [toStatusKey(value.word)]: meaning.value } });
        last = value.word;
      }
    }
  }

  /** The service's 200 most frequent words and their meanings. If there are more, they are free text. */
  get #statusValues(): readonly StatusValue[] {
    const values = new Map<string, StatusValue>();
    for (const { rawStatus = '', status } of this.account.list.loaded.monitors) {
      const key = toStatusKey(rawStatus);
      const before = values.get(key) ?? { word: rawStatus, status, count: 0 };
      // "Paused" hides what the value means, so use another monitor's status.
      const meaning = status === 'paused' ? before.status : status;
      values.set(key, { ...before, status: meaning, count: before.count + 1 });
    }
    values.delete('');
    return [...values.values()].sort((a, b) => b.count - a.count).slice(0, 200);
  }

  /** Asks for both values of a yes-or-no status at once. */
  async #showFlag(): Promise<Ending> {
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
    const ends = [LINE, NOT_STATUS];
    const picked = await askChoice<Meanings>(toMeaningQuestion('true'), [...items, ...ends]);
    if (typeof picked === 'string') {
      return picked;
    }
    return picked.value
      ? this.#pick({ statusValues: picked.value })
      : this.#pickField('status', []);
  }

  /** @param paths `[]`: the field is absent; `undefined`: automatic */
  #pickField(field: Field | 'monitors', paths: readonly Path[] | undefined): Ending {
    return this.#pick({ fields: { [field]: paths } });
  }

  /** Does nothing if the user switched account or address. */
  #pick(picks: Partial<Picks>): Ending {
    if (this.app.account === this.account) {
      this.account.service.pick(picks, this.#pages);
    }
    return 'done';
  }

  /** Describes paths, names and types of the fields, or the unreadable response. Contains no values. */
  async #toReport(): Promise<string> {
    const { list, service } = this.account;
    const { describePath, describeShape } = await import('../../base/shape.js');
    const { samplesOf } = await import('../../mapping/picker/choices.js');
    const error = list.failure?.error;
    if (isCallError(error) && error.facts.shape !== undefined) {
      return error.facts.shape;
    }
    const records = samplesOf(this.#pages, service.mapping).map(({ value }) => value);
    const lines = (await this.#describeFields()).map(({ field, paths, isPicked }) => {
      const where = paths.map(describePath).join(', ') || 'none';
      return `${field}: ${where}${isPicked ? ' (picked)' : ''}`;
    });
    return [...lines, describeShape(records)].join('\n');
  }
}

/** A word of the service for a status. */
interface StatusValue {
  readonly word: string;
  readonly status: MonitorStatus;
  readonly count: number;
}

/** Asks where something is read. */
function askSource(
  name: SafeText,
  placeholder: SafeText,
  items: readonly Item<readonly Path[] | undefined>[],
  active?: Item<readonly Path[]>,
) {
  const title = t('Choose Fields: {0}', name);
  return askChoice({ title, placeholder, active, canGoBack: true }, items);
}

function toPathItem(path: Path): Item<readonly Path[]> {
  return { label: toSafeText(path, 100), value: [path] };
}

function toMeaningQuestion(word: string) {
  const title = t('What does "{0}" mean?', toSafeText(word, 40));
  return { title, placeholder: t('Takes no call.'), canGoBack: true };
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
  const { word, status, count } = value;
  return {
    label: withIcon(STATUS_ICONS[status], toSafeText(word, 60)),
    description: joinTexts([toStatusHeading(t, status), toMonitorsText(t, count)], ' · '),
    value,
  };
}

function confirmIds(): Promise<boolean> {
  const question = t('Use other IDs?');
  const detail = t(
    'With other IDs, all monitors count as new ones. Pins, mutes and history begin again.',
  );
  return confirm(question, t('Use Other IDs'), detail);
}
