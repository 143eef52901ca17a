import type { ListController } from '../../explorer/listController';
import { askQuestion, askStatus } from './questionPick';
import type { ResponseMapping } from '../../explorer/responseMapping';
import { t } from '../l10n';
import { window } from '../window';
import { toSafeText } from '../../base/text';

/** The commands by which a person says how answers are read. None of them calls the service. */
export class ReadingCommands {
  constructor(
    private readonly explorer: ListController,
    private readonly desk: ResponseMapping,
  ) {}

  async choose(): Promise<void> {
    const { list, baseUrl } = this.explorer;
    const question = this.desk.openQuestion(list);
    if (question === undefined || baseUrl === undefined) {
      void window.showInformationMessage(t('There is nothing to choose: everything could be told.'));
      return;
    }
    const choice = await askQuestion(question);
    if (choice === undefined) {
      this.desk.decline(question.field);
      return;
    }
    await this.desk.choose(baseUrl, question.field, choice);
    this.#readAgain();
  }

  /** Asks for one word after the other, until all are told or the person has had enough. */
  async mapStatusWords(): Promise<void> {
    const { list, baseUrl } = this.explorer;
    for (const word of this.desk.unknownStatusWords(list)) {
      const status = baseUrl && (await askStatus(word));
      if (baseUrl === undefined || status === undefined) {
        this.desk.decline('statusWords');
        break;
      }
      await this.desk.mapStatusWord(baseUrl, word, status);
    }
    this.#readAgain();
  }

  async reset(): Promise<void> {
    const { baseUrl } = this.explorer;
    if (baseUrl) {
      await this.desk.reset(baseUrl);
      this.#readAgain();
      void window.showInformationMessage(t('Your choices for {0} are reset.', toSafeText(baseUrl.host, 100)));
    }
  }

  #readAgain(): void {
    const { list, baseUrl } = this.explorer;
    if (list && baseUrl && !this.desk.readAgain(list, baseUrl)) {
      void window.showInformationMessage(
        t('These rows were kept from before. The choice takes effect with the next refresh.'),
      );
    }
  }
}
