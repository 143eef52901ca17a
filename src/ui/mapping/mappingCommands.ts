import { toSafeText, withIcon } from '../../base/text';
import type { ResponseMapping } from '../../explorer/responseMapping';
import type { MonitorStatus } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import type { BaseUrl } from '../../service/address';
import { toStatusValueKey } from '../../service/mapping/mapping';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';
import { askQuestion, askStatus } from './questionPick';
import { toStatusValues, toStatusValueText, type StatusValue } from './statusValues';

export interface MappingSource {
  readonly list: MonitorList | undefined;
  readonly baseUrl: BaseUrl | undefined;
}

/** Whose data a question is about; an answer to it counts for nothing else. */
interface Subject {
  readonly list: MonitorList;
  readonly baseUrl: BaseUrl;
}

/** The commands by which a user says how responses are read. None of them calls the service. */
export class MappingCommands {
  readonly #source: MappingSource;
  readonly #mapping: ResponseMapping;

  constructor(source: MappingSource, mapping: ResponseMapping) {
    this.#source = source;
    this.#mapping = mapping;
  }

  /** Asks what couldn't be told of the newest response. */
  async choose(): Promise<void> {
    const subject = this.#subject();
    const field = subject && this.#mapping.openQuestion(subject.list);
    const question = field && (await this.#mapping.findQuestion(subject.list, field));
    if (subject === undefined || question === undefined) {
      void window.showInformationMessage(t('There is nothing to choose: every field was found.'));
      return;
    }
    const choice = await askQuestion(question);
    if (!this.#isStill(subject)) {
      return;
    }
    if (choice === undefined) {
      this.#mapping.decline(question.field);
      return;
    }
    await this.#mapping.choose(subject.baseUrl, question.field, choice);
    tellWhatWaits(await this.#mapping.mapAgain(subject.list, subject.baseUrl));
  }

  /**
   * Shows every value that the loaded monitors have for their status, with what it is taken for, and lets the user
   * set one after the other until they have had enough. What they have set by then holds.
   */
  async mapStatusValues(): Promise<void> {
    const subject = this.#subject();
    const chosen = new Map<string, MonitorStatus>();
    let isWhole = true;
    while (subject && this.#isStill(subject)) {
      const values = toStatusValues(subject.list.loaded.monitors, chosen);
      if (values.length === 0) {
        break;
      }
      const value = await pickValue(values);
      if (value === undefined) {
        tellWhatWaits(isWhole);
        return;
      }
      const status = await askStatus(value.value, value.status);
      if (status !== undefined && this.#isStill(subject)) {
        await this.#mapping.mapStatusValue(subject.baseUrl, value.value, status);
        chosen.set(toStatusValueKey(value.value), status);
        isWhole = await this.#mapping.mapAgain(subject.list, subject.baseUrl);
      }
    }
    if (!subject || this.#isStill(subject)) {
      void window.showInformationMessage(t('No status values are loaded yet.'));
    }
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

/** Says once, also after several choices, that the choice doesn't apply to all rows yet. */
function tellWhatWaits(isWhole: boolean): void {
  if (!isWhole) {
    void window.showInformationMessage(
      t('Some of these rows come from saved pages. Your choice applies to them after the next refresh.'),
    );
  }
}

async function pickValue(values: readonly StatusValue[]): Promise<StatusValue | undefined> {
  const items = values.map((value): SafeQuickPickItem & { readonly value: StatusValue } => ({
    label: withIcon(STATUS_ICONS[value.status], toSafeText(value.value, 60)),
    description: toStatusValueText(t, value, toStatusName(t, value.status)),
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
