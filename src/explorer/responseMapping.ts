import type { MonitorStatus } from '../monitors/monitor';
import { Emitter, type Disposable } from '../base/event';
import type { MonitorList } from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import type { HttpResponse } from '../service/httpResponse';
import { UnreadableResponseError } from '../service/errors';
import { explainList, explainToken, type Explanation } from '../service/mapping/explain';
import { readList, type ListExtraction } from '../service/mapping/readList';
import type { Question, QuestionField, MappingProblem } from '../service/mapping/extraction';
import { parseMappingSettings, type MappingSettings } from '../service/mapping/resolve';
import type { TokenExtraction } from '../service/mapping/readToken';
import { toPage } from './toPage';

/** The part of VS Code's `Memento` that is used. */
export interface Memento {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface ReadingDeskOptions {
  readonly settings: { readonly reading: unknown; readonly baseUrl: BaseUrl | undefined };
  /** Keeps what the person chose at each address. */
  readonly memory: Memento;
}

/** Answers held in memory, by the page read out of them: a choice is applied to them at no further call. */
type HeldAnswers = WeakMap<Page, HttpResponse>;

/** What the person has said about an address; parsed as strictly as the setting. */
interface Kept {
  readonly choices?: Readonly<Record<string, unknown>>;
  readonly statusWords?: Readonly<Record<string, unknown>>;
}

/** How answers are read at each address: what the person says, what is asked of them, and why it was read so. */
export class ResponseMapping implements Disposable {
  readonly #options: ReadingDeskOptions;
  readonly #changes = new Emitter<void>();
  readonly #answers: HeldAnswers = new WeakMap();
  readonly #declined = new Set<string>();
  #last: { answer: HttpResponse; reading: ListExtraction } | undefined;
  /** Of the token's answer only its explanation is kept: the answer itself holds the token. */
  #token: Explanation | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(options: ReadingDeskOptions) {
    this.#options = options;
  }

  settingsFor(baseUrl: BaseUrl): MappingSettings {
    return this.#parse(baseUrl).settings;
  }

  /** What is wrong with the setting `monitorExplorer.reading`. */
  get problems(): readonly MappingProblem[] {
    const { baseUrl } = this.#options.settings;
    return baseUrl ? this.#parse(baseUrl).problems : [];
  }

  recordPage(page: Page, answer: HttpResponse, reading: ListExtraction): void {
    // The text alone is kept, once for the page and its records; it is parsed again where it is read again.
    this.#answers.set(page, { ...answer, json: undefined });
    this.#last = { answer, reading };
    this.#changes.fire();
  }

  recordToken(answer: HttpResponse, reading: TokenExtraction): void {
    this.#token = explainToken(answer.json, reading);
  }

  /** What could not be told from the newest answer and may be asked; absent where the person would rather not. */
  openQuestion(list: MonitorList | undefined): Question | undefined {
    const error = list?.failure?.error;
    const questions =
      error instanceof UnreadableResponseError && error.question
        ? [error.question]
        : list && list.loaded.count > 0
          ? (this.#last?.reading.questions ?? [])
          : [];
    return questions.find(({ field }) => !this.#declined.has(this.#key(field)));
  }

  /** The service's own words for the status that nobody can tell the meaning of but the person. */
  unknownStatusWords(list: MonitorList | undefined): readonly string[] {
    const unknown = list && list.loaded.count > 0 ? (this.#last?.reading.unknownStatusValues ?? []) : [];
    return this.#declined.has(this.#key('statusWords')) ? [] : unknown;
  }

  /** Remembers for the service address what a word means. What the setting says outweighs it. */
  async mapStatusWord(baseUrl: BaseUrl, word: string, status: MonitorStatus): Promise<void> {
    const kept = this.#keptFor(baseUrl);
    await this.#keep(baseUrl, { ...kept, statusWords: { ...kept.statusWords, [word]: status } });
  }

  /** Not asked again in this window. */
  decline(field: QuestionField | 'statusWords'): void {
    this.#declined.add(this.#key(field));
    this.#changes.fire();
  }

  /** Remembers a choice for the service address. */
  async choose(baseUrl: BaseUrl, field: QuestionField, choice: string): Promise<void> {
    const kept = this.#keptFor(baseUrl);
    await this.#keep(baseUrl, { ...kept, choices: { ...kept.choices, [field]: choice } });
  }

  /** Forgets the choices for the service address. */
  async reset(baseUrl: BaseUrl): Promise<void> {
    this.#declined.clear();
    await this.#keep(baseUrl, undefined);
  }

  /**
   * Reads the answers of the loaded pages once more, and that of the page that could not be read. No call.
   * @returns whether all loaded pages could be read anew; pages from disk have no answer any more.
   */
  readAgain(list: MonitorList, baseUrl: BaseUrl): boolean {
    const settings = this.settingsFor(baseUrl);
    const held = list.loaded.pages.map((page) => ({ page, answer: this.#answers.get(page) }));
    const unread = list.failure?.error;
    if (held.some(({ answer }) => answer === undefined)) {
      return false;
    }
    const pages = held.map(({ page, answer }) => this.#readPage(page, answer!, settings));
    if (unread instanceof UnreadableResponseError && list.failure?.activity !== 'refresh') {
      const { id: readingId, pageSize } = list.loaded;
      pages.push(this.#readPage({ readingId, pageIndex: pages.length, pageSize }, unread.response, settings));
    }
    list.restore(pages.slice(0, firstUnreadable(pages)));
    return true;
  }

  /** How the last answers were read: fit to be attached to a bug report unless values were asked for. */
  explain(withValues: boolean): readonly Explanation[] {
    const list =
      this.#last && explainList(this.#last.answer.json, this.#last.reading, { values: withValues });
    return [this.#token, list].filter((explanation) => explanation !== undefined);
  }

  /** The monitors of the last answer that was read, for a look at what its readings give. */
  get lastReading(): ListExtraction | undefined {
    return this.#last?.reading;
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #readPage(
    asked: Pick<Page, 'readingId' | 'pageIndex' | 'pageSize'>,
    held: HttpResponse,
    settings: MappingSettings,
  ): Page {
    const { readingId, pageIndex, pageSize } = asked;
    const answer = held.json === undefined ? { ...held, json: JSON.parse(held.text) as unknown } : held;
    const reading = readList(answer, { pageIndex, pageSize, settings });
    const page = toPage({ readingId, pageIndex, pageSize }, answer, reading);
    this.#answers.set(page, { ...answer, json: undefined });
    this.#last = { answer, reading };
    return page;
  }

  #parse(baseUrl: BaseUrl): ReturnType<typeof parseMappingSettings> {
    const { reading } = this.#options.settings;
    const { choices, statusWords } = this.#keptFor(baseUrl);
    const said = typeof reading === 'object' && reading !== null ? (reading as Kept) : undefined;
    const words = { ...statusWords, ...(isRecord(said?.statusWords) ? said.statusWords : {}) };
    return parseMappingSettings(said ? { ...said, statusWords: words } : reading, choices);
  }

  #keptFor(baseUrl: BaseUrl): Kept {
    return this.#options.memory.get<Kept>(memoryKey(baseUrl), {});
  }

  async #keep(baseUrl: BaseUrl, kept: Kept | undefined): Promise<void> {
    await this.#options.memory.update(memoryKey(baseUrl), kept);
  }

  #key(field: QuestionField | 'statusWords'): string {
    return `${this.#options.settings.baseUrl?.href ?? ''} ${field}`;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memoryKey({ href }: BaseUrl): string {
  return `reading:${href}`;
}

/** A page that is still empty after the choice ends the list there, rather than pass for its end. */
function firstUnreadable(pages: readonly Page[]): number | undefined {
  const index = pages.findIndex(({ monitors, hasMore }) => monitors.length === 0 && hasMore === undefined);
  return index === -1 ? undefined : index;
}
