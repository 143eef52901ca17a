import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Path } from '../../base/path';
import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { toStatusKey, type Field } from '../../mapping/mapping';
import { describeFields, findChoices } from '../../mapping/picker/findChoices';
import type { Picks } from '../../mapping/picker/picks';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import { isCallError } from '../../service/errors';
import { askChoice, confirm, toPathItem, type Item } from '../inputs';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusHeading } from '../texts/statusText';
import { toMonitorsText } from '../texts/summaryText';

type Ending = 'done' | 'back' | 'cancel';

/** Where in a response something is. `[]`: nowhere. `undefined`: automatic. */
type Source = Item<readonly Path[] | undefined>;

const NONE: Source = { label: t('None of These'), value: [] };
const AS_FOUND: Source = { label: t('As Found'), value: undefined };

/** In the order of the list. */
const NAMES: Record<Field, SafeText> = {
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
export async function chooseFields(app: App, asked?: unknown) {
  const { account } = app;
  const isListAsked = account && openQuestion(account.list) === 'list';
  if (!account || (account.list.loaded.count === 0 && !isListAsked)) {
    return;
  }
  const chooser = new FieldChooser(app, account);
  if ((await chooser.show(isListAsked ? 'monitors' : asked)) === 'back') {
    await chooser.showFields();
  }
}

function ask<T>(title: SafeText, items: readonly Item<T>[], active?: Item<T>) {
  return askChoice({ title, placeholder: t('Takes no call.'), active, canGoBack: true }, items);
}

/** A word of the service for a status. */
interface StatusValue {
  readonly word: string;
  readonly status: MonitorStatus;
  readonly count: number;
}

/** Shows and changes the fields of the account that was shown when it began. */
class FieldChooser {
  constructor(
    private readonly app: App,
    private readonly account: Account,
  ) {}

  /** @returns `back` if this isn't a field, too */
  async show(asked: unknown) {
    if (asked === 'statusValues') {
      return this.#showStatusValues();
    }
    if (asked === 'monitors') {
      return this.#showLists();
    }
    const field = FIELDS.find((name) => name === asked);
    return field ? this.#showField(field) : 'back';
  }

  async showFields() {
    let ending: Ending = 'done';
    while (ending !== 'cancel') {
      const picked = await askChoice(
        {
          title: t('Choose Fields'),
          placeholder: t('Pick a field to change its path. Takes no call.'),
        },
        this.#toFieldItems(),
      );
      if (typeof picked === 'string') {
        return;
      }
      ending = await this.show(picked.value);
    }
  }

  get #pages() {
    return this.account.list.loaded.pages;
  }

  get #fields() {
    const { mapping, picks } = this.account.service;
    return describeFields(mapping, picks, this.#pages);
  }

  /** Asks which list of the response has the monitors. */
  async #showLists() {
    const { list, service } = this.account;
    const { error } = list.failure ?? {};
    const isUnread = isCallError(error, 'unreadable');
    const { facts } = isUnread ? error : service.describeUnread(this.#pages[0]!);
    const items = (facts.choices ?? []).map(({ path, preview }) => toPathItem(path, preview));
    const title = t('Which of these is the list of monitors?');
    const picked = await ask<Source['value']>(title, [...items, AS_FOUND]);
    return typeof picked === 'string' ? picked : this.#pickField('monitors', picked.value);
  }

  /** Returns "attributes.label · Checkout · picked" for each field. */
  #toFieldItems() {
    const { list, service } = this.account;
    const fields = this.#fields;
    const items = FIELDS.map((name) => {
      const { paths, isPicked, sample } = fields.find(({ field }) => field === name)!;
      const none = isPicked ? t('None') : t('Not found');
      const texts = [
        paths[0] ? toSafeText(paths[0]) : none,
        toSafeText(sample),
        isPicked && t('picked'),
      ];
      return { label: NAMES[name], description: joinTexts(texts), value: name as string };
    });
    if (list.loaded.tellsStatus) {
      const unknown = unknownStatuses(list).length;
      items.push({
        label: t('Status Values…'),
        description: joinTexts([unknown > 0 && t('{0} not known', unknown)]),
        value: 'statusValues',
      });
    }
    return [
      ...items,
      {
        label: t('List of Monitors'),
        description: toSafeText(service.mapping?.list ?? ''),
        value: 'monitors',
      },
    ];
  }

  async #showField(field: Field) {
    const { list, service } = this.account;
    const current = this.#fields.find((source) => source.field === field)!;
    const [currentPath] = current.paths;
    const items = findChoices(field, this.#pages, service.mapping).map(({ path, sample }) =>
      toPathItem(path, sample),
    );
    const picked = await ask<Source['value']>(
      t('Choose Fields: {0}', NAMES[field]),
      [...items, NONE, AS_FOUND],
      items.find(({ value: [path] }) => path === currentPath),
    );
    if (typeof picked === 'string') {
      return picked;
    }
    const question = t('Use other IDs?');
    const detail = t('All monitors count as new then. Pins, mutes and history begin again.');
    if (current.makesIds && !(await confirm(question, t('Use Other IDs'), detail))) {
      return 'back';
    }
    this.#pickField(field, picked.value);
    const hasUnknownValues = field === 'status' && unknownStatuses(list).length > 0;
    return hasUnknownValues ? this.#showStatusValues() : 'done';
  }

  async #showStatusValues() {
    const ends = [
      { label: t('Not a Status'), value: 'none' },
      { label: withIcon('check-all', t('Done')), value: 'done' },
    ] as const;
    for (;;) {
      const items = this.#statusValues.map(toValueItem);
      const unknown = items.find(({ value }) => value.status === 'unknown');
      const picked = await ask<StatusValue | 'none' | 'done'>(
        t('Status Values'),
        [...items, ...ends],
        unknown ?? ends[1],
      );
      if (typeof picked === 'string') {
        return picked;
      }
      const { value } = picked;
      if (value === 'done') {
        return value;
      }
      if (value === 'none') {
        return this.#pickField('status', []);
      }
      const ending = await this.#askMeaning(value);
      if (ending === 'cancel') {
        return ending;
      }
    }
  }

  async #askMeaning({ word, status }: StatusValue) {
    const items = MONITOR_STATUSES.map((value) => {
      return { label: withIcon(STATUS_ICONS[value], toStatusHeading({ status: value })), value };
    });
    const active = items.find(({ value }) => value === status);
    const picked = await ask(t('What does "{0}" mean?', toSafeText(word, 40)), items, active);
    return typeof picked === 'string'
      ? picked
      : this.#pick({ statusValues: { [toStatusKey(word)]: picked.value } });
  }

  /** The service's 200 most frequent words and their meanings. If there are more, they are free text. */
  get #statusValues() {
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

  /** @param paths `[]`: the field is absent; `undefined`: automatic */
  #pickField(field: Field | 'monitors', paths: readonly Path[] | undefined) {
    return this.#pick({ fields: { [field]: paths } });
  }

  /** Does nothing if the user switched account or address. */
  #pick(picks: Partial<Picks>): Ending {
    if (this.app.account === this.account) {
      this.account.service.pick(picks, this.#pages);
    }
    return 'done';
  }
}

function toValueItem(value: StatusValue) {
  const { word, status, count } = value;
  return {
    label: withIcon(STATUS_ICONS[status], toSafeText(word, 60)),
    description: joinTexts([toStatusHeading({ status }), toMonitorsText(count)]),
    value,
  };
}
