import * as vscode from 'vscode';
import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { FieldPaths, FieldPicks, StatusValue } from '../../core/fieldPicks';
import type { Field, Path } from '../../mapping/mapping';
import type { Choice } from '../../mapping/picking';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import type { BaseUrl } from '../../service/address';
import { isCallError } from '../../service/errors';
import { askChoice, type ChoiceOptions } from '../wizard';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusHeading, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';
import { toFieldName } from '../texts/fieldName';

interface FieldsSource {
  readonly ownList: MonitorList | undefined;
  readonly baseUrl: BaseUrl | undefined;
  readonly reread: () => Promise<void>;
}

interface Subject {
  readonly list: MonitorList;
  readonly baseUrl: BaseUrl;
}

type Way = 'done' | 'back' | 'cancel';

type Screen = Field | 'statusValues' | 'rows';

type Item<T> = SafeQuickPickItem & { readonly value: T };

const ORDER: readonly Field[] = [
  ...(['name', 'status', 'changedAt', 'since', 'target', 'type'] as const),
  ...(['lastError', 'lastCheck', 'interval', 'tags', 'id'] as const),
];

/** Command **Choose Fields…**: shows the source of each field, without calls. */
export class ChooseFields {
  readonly #source: FieldsSource;
  readonly #picks: FieldPicks;

  constructor(source: FieldsSource, picks: FieldPicks) {
    this.#source = source;
    this.#picks = picks;
  }

  /**
   * Asks for the list of monitors first if it is unclear.
   * @param asked a field or `statusValues` to start with
   */
  async show(asked?: unknown): Promise<void> {
    const { ownList: list, baseUrl } = this.#source;
    const subject = list && baseUrl && { list, baseUrl };
    if (subject && this.#picks.openQuestion(subject.list) === 'list') {
      await this.#showLists(subject);
    } else if (subject && subject.list.loaded.count > 0) {
      const field = ORDER.find((one) => one === asked);
      const first =
        field !== undefined
          ? await this.#showField(subject, field)
          : asked === 'statusValues'
            ? await this.#showStatusValues(subject)
            : 'back';
      await (first === 'back' ? this.#showFields(subject) : undefined);
    } else {
      void window.showInformationMessage(t('No monitors are loaded yet.'));
    }
  }

  async #showLists(subject: Subject): Promise<void> {
    const error = subject.list.failure?.error;
    const choices = isCallError(error) ? (error.facts.choices ?? []) : [];
    const path = await askForPath(t('Which of these is the list of monitors?'), choices);
    if (path !== undefined) {
      await this.#change(subject, () => this.#picks.pick(subject.baseUrl, 'list', [path]));
    }
  }

  async #showFields(subject: Subject): Promise<void> {
    const { list, baseUrl } = subject;
    const buttons = [
      toCopyButton('json', t('Copy as Settings'), () => this.#picks.toSettingText(baseUrl)),
      toCopyButton('bug', t('Copy for a Bug Report'), () => this.#picks.toReportText(list, baseUrl)),
    ];
    let last: Item<Screen> | undefined;
    for (let way: Way = 'done'; way !== 'cancel';) {
      const items = await this.#fieldItems(subject);
      const picked = await ask(t('Choose Fields'), items, {
        placeholder: t('Pick a field to change where it is read. Takes no call.'),
        active: items.find(({ value }) => value === last?.value),
        buttons,
      });
      if (typeof picked === 'string') {
        return;
      }
      if (picked.value === 'rows') {
        return void vscode.commands.executeCommand('monitorExplorer.showInRows');
      }
      last = picked;
      way =
        picked.value === 'statusValues'
          ? await this.#showStatusValues(subject)
          : await this.#showField(subject, picked.value);
    }
  }

  async #fieldItems({ list, baseUrl }: Subject): Promise<readonly Item<Screen>[]> {
    const fields = await this.#picks.fields(list, baseUrl);
    const unknown = this.#picks.unknownStatusValues(list);
    const values: Item<'statusValues'> = {
      label: t('Status Values…'),
      description: unknown > 0 ? t('{0} not known', unknown) : t("What the service's words mean"),
      value: 'statusValues',
    };
    const rows: Item<'rows'> = { label: t('Show in Rows…'), value: 'rows' };
    const items = ORDER.flatMap((name): Item<Screen>[] => {
      const field = fields.find((one) => one.field === name)!;
      const item = { label: toFieldName(t, name), description: toPlaceText(field), value: name };
      return name === 'status' && list.loaded.tellsStatus ? [item, values] : [item];
    });
    return [...items, rows];
  }

  /** Lists likely fields first. */
  async #showField(subject: Subject, field: Field): Promise<Way> {
    const { baseUrl, list } = subject;
    const now = (await this.#picks.fields(list, baseUrl)).find((one) => one.field === field)!;
    const choices = await this.#picks.choices(field, list);
    const items = choices.map((choice) => toPathItem(choice, now));
    const likely = items.filter((_, i) => choices[i]!.isLikely);
    const others = items.filter((_, i) => !choices[i]!.isLikely);
    const none = { label: t('None of These'), value: [] };
    const asFound = { label: t('As Found'), value: undefined };
    const all = [
      ...(likely.length > 0 ? [toHeading(t('Likely')), ...likely] : []),
      ...(others.length > 0 ? [toHeading(t('Other Fields')), ...others] : []),
      ...[toHeading(), none, asFound],
    ];
    const current = now.isPicked && now.paths.length === 0 ? none : undefined;
    const makesIds = await this.#picks.makesIds(field, baseUrl);
    for (;;) {
      const picked = await ask<readonly Path[] | undefined>(
        t('Choose Fields: {0}', toFieldName(t, field)),
        all,
        {
          placeholder: t('Pick the field to read. Takes no call.'),
          active: current ?? items.find(({ value: [path] }) => path === now.paths[0]) ?? items[0],
          canGoBack: true,
        },
      );
      if (typeof picked === 'string') {
        return picked;
      }
      if (!makesIds || (await confirmIds())) {
        await this.#change(subject, () => this.#picks.pick(baseUrl, field, picked.value));
        const asksOn = field === 'status' && this.#picks.unknownStatusValues(list) > 0;
        return asksOn ? this.#showStatusValues(subject) : 'done';
      }
    }
  }

  /** Keeps the order after a change. */
  async #showStatusValues(subject: Subject): Promise<Way> {
    const { baseUrl, list } = subject;
    const order = this.#picks.statusValues(list).map(({ value }) => value);
    if (order.every((value) => /^(?:true|false)$/i.test(value))) {
      return order.length === 0 ? tellNoValues() : this.#showFlag(subject);
    }
    const done: Item<StatusValue | undefined> = { label: withIcon('check-all', t('Done')), value: undefined };
    for (let at = 0; ;) {
      const values = this.#picks.statusValues(list);
      const items = order.flatMap((value) => values.filter((one) => one.value === value)).map(toValueItem);
      const picked = await ask<StatusValue | undefined>(t('Status Values'), [...items, toHeading(), done], {
        placeholder: t('Pick a value to change what it means. Takes no call.'),
        active: items[at] ?? done,
        canGoBack: true,
      });
      if (typeof picked === 'string' || picked.value === undefined) {
        return typeof picked === 'string' ? picked : 'done';
      }
      const { value, status } = picked.value;
      const meanings = MONITOR_STATUSES.map((one) => toStatusItem(one));
      const meaning = await ask(t('What does "{0}" mean?', toSafeText(value, 40)), meanings, {
        placeholder: t('Takes no call.'),
        active: meanings.find((one) => one.value === status),
        canGoBack: true,
      });
      if (meaning === 'cancel') {
        return meaning;
      }
      if (meaning !== 'back') {
        await this.#change(subject, () => this.#picks.pickStatusValues(baseUrl, { [value]: meaning.value }));
        at = order.indexOf(value) + 1;
      }
    }
  }

  async #showFlag(subject: Subject): Promise<Way> {
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
    const picked = await ask(t('What does "{0}" mean?', toSafeText('true', 4)), items, {
      placeholder: t('Takes no call.'),
      canGoBack: true,
    });
    if (typeof picked === 'string') {
      return picked;
    }
    await this.#change(subject, () => this.#picks.pickStatusValues(subject.baseUrl, picked.value));
    return 'done';
  }

  /** Does nothing if the user switched account or address. */
  async #change({ list, baseUrl }: Subject, change: () => Promise<void>): Promise<void> {
    if (this.#source.ownList === list && this.#source.baseUrl?.href === baseUrl.href) {
      await change();
      await this.#source.reread();
    }
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
  const picked = await ask(title, items, {
    placeholder: t('Takes no call. The choice is remembered for this service address.'),
  });
  return typeof picked === 'string' ? undefined : picked.value;
}

async function ask<T>(
  title: SafeText,
  items: readonly (Item<T> | SafeQuickPickItem)[],
  options: ChoiceOptions<SafeQuickPickItem> & { readonly canGoBack?: true },
): Promise<Item<T> | 'back' | 'cancel'> {
  const position = { title, step: 1, totalSteps: 1, canGoBack: options.canGoBack === true };
  const answered = await askChoice<Item<T> | SafeQuickPickItem>(position, items, options);
  if (typeof answered === 'string') {
    return answered === 'back' ? 'back' : 'cancel';
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

function toPathItem({ path, sample }: Choice, { paths: [now] }: FieldPaths): Item<readonly [Path]> {
  const label = toSafeText(path, 100);
  return {
    label: path === now ? withIcon('check', label) : label,
    description: toSafeText(sample, 80),
    value: [path],
  };
}

/** Returns "attributes.label · Checkout · picked". */
function toPlaceText({ paths: [path], isPicked, sample }: FieldPaths): SafeText {
  if (path === undefined) {
    return isPicked ? t('None') : t('Not found');
  }
  const picked = isPicked ? t({ message: 'picked', comment: 'A field that the user has picked' }) : undefined;
  return joinTexts([toSafeText(path, 60), toSafeText(sample, 60), picked], ' · ');
}

function toCopyButton(icon: string, tooltip: SafeText, toText: () => Promise<string>) {
  const run = async (): Promise<void> => {
    await vscode.env.clipboard.writeText(await toText());
    void window.showInformationMessage(t('Copied to the clipboard.'));
  };
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, run };
}

function tellNoValues(): Way {
  void window.showInformationMessage(t('No status values are loaded yet.'));
  return 'back';
}

async function confirmIds(): Promise<boolean> {
  const question = t('Use other IDs?');
  const detail = t(
    'With other IDs, all monitors count as new ones. Pins, hidden monitors and history begin again.',
  );
  const use = t('Use Other IDs');
  return (await window.showWarningMessage(question, { modal: true, detail }, use)) === use;
}
