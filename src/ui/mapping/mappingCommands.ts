import { toSafeText, withIcon, type SafeText } from '../../base/text';
import type { FieldPicks, Question, StatusValue } from '../../explorer/fieldPicks';
import type { MonitorList } from '../../monitors/monitorList';
import type { BaseUrl } from '../../service/address';
import { isCallError } from '../../service/errors';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';
import { askQuestion, askStatus } from './questionPick';

export interface MappingSource {
  readonly list: MonitorList | undefined;
  readonly baseUrl: BaseUrl | undefined;
  readonly reread: () => Promise<void>;
}

/** Whose data a question is about; an answer to it counts for nothing else. */
interface Subject {
  readonly list: MonitorList;
  readonly baseUrl: BaseUrl;
}

/** The commands by which a user says how responses are read. None of them calls the service. */
export class MappingCommands {
  readonly #source: MappingSource;
  readonly #picks: FieldPicks;

  constructor(source: MappingSource, picks: FieldPicks) {
    this.#source = source;
    this.#picks = picks;
  }

  /** Asks what couldn't be told of the loaded pages. */
  async choose(): Promise<void> {
    const subject = this.#subject();
    const question = subject && this.#picks.openQuestion(subject.list);
    if (subject === undefined || question === undefined) {
      void window.showInformationMessage(t('There is nothing to choose: every field was found.'));
      return;
    }
    const choice = await askQuestion(question, await this.#choicesOf(question, subject.list));
    if (!this.#isStill(subject)) {
      return;
    }
    if (choice === undefined) {
      this.#picks.decline(question);
      return;
    }
    await this.#picks.pick(subject.baseUrl, question, [choice]);
    await this.#source.reread();
  }

  /**
   * Shows every value that the loaded monitors have for their status, with what it is taken for, and lets the user
   * set one after the other until they have had enough. What they have set by then holds.
   */
  async mapStatusValues(): Promise<void> {
    const subject = this.#subject();
    while (subject && this.#isStill(subject)) {
      const values = this.#picks.statusValues(subject.list);
      if (values.length === 0) {
        break;
      }
      const value = await pickValue(values);
      if (value === undefined) {
        return;
      }
      const status = await askStatus(value.value, value.status);
      if (status !== undefined && this.#isStill(subject)) {
        await this.#picks.pickStatusValues(subject.baseUrl, { [value.value]: status });
        await this.#source.reread();
      }
    }
    if (!subject || this.#isStill(subject)) {
      void window.showInformationMessage(t('No status values are loaded yet.'));
    }
  }

  async #choicesOf(question: Question, list: MonitorList) {
    if (question === 'list') {
      return isCallError(list.failure?.error) ? (list.failure.error.facts.choices ?? []) : [];
    }
    const choices = await this.#picks.choices(question, list);
    return choices.map(({ path, sample }) => ({ path, preview: sample }));
  }

  #subject(): Subject | undefined {
    const { list, baseUrl } = this.#source;
    return list && baseUrl && { list, baseUrl };
  }

  /** Whether list and address are still those that a question was about. */
  #isStill({ list, baseUrl }: Subject): boolean {
    return this.#source.list === list && this.#source.baseUrl?.href === baseUrl.href;
  }
}

async function pickValue(values: readonly StatusValue[]): Promise<StatusValue | undefined> {
  const items = values.map((value): SafeQuickPickItem & { readonly value: StatusValue } => ({
    label: withIcon(STATUS_ICONS[value.status], toSafeText(value.value, 60)),
    description: toValueText(value),
    value,
  }));
  const picked = await window.showQuickPick(items, {
    title: t('Map Status Values'),
    placeHolder: t('Pick a value to say what it means. Takes no call. Press Escape when you are done.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.value;
}

function toValueText({ status, count }: StatusValue): SafeText {
  return status === 'unknown'
    ? t('not mapped, {0} monitors', count)
    : t('means {0}, {1} monitors', toStatusName(t, status), count);
}
