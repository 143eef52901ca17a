import type { Monitor, MonitorStatus } from '../monitors/monitor';
import { Emitter, type Disposable } from '../base/event';
import type { Memento } from '../base/memento';
import type { MonitorList } from '../monitors/monitorList';
import type { Page } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import type { HttpResponse } from '../service/httpResponse';
import { UnreadableResponseError } from '../service/errors';
import type { Explanation } from '../service/mapping/explain';
import type { ListExtraction } from '../service/mapping/readList';
import type { Question, QuestionField, MappingProblem } from '../service/mapping/extraction';
import type { MappingSettings, ParsedMappingSettings } from '../service/mapping/resolve';
import type { TokenExtraction } from '../service/mapping/readToken';
import { toPage } from './pages';

export interface ResponseMappingOptions {
  readonly settings: { readonly reading: unknown; readonly baseUrl: BaseUrl | undefined };
  /** Keeps what the person chose at each address. */
  readonly memento: Memento;
  /** Lets others have their turn between two pages, or slices of a large one, that are read again. */
  readonly pause: () => Promise<unknown>;
}

/** A response as it is kept in memory: its JSON is parsed again when someone needs it. */
type KeptResponse = Omit<HttpResponse, 'json'>;

/** A response, and the page that was asked for. */
interface PageResponse {
  readonly asked: Pick<Page, 'readingId' | 'pageIndex' | 'pageSize'>;
  readonly response: KeptResponse;
}

/** What was read out of the newest response. */
interface LastExtraction {
  readonly response: KeptResponse;
  readonly extraction: ListExtraction;
}

/** What the person has chosen for an address; parsed as strictly as the setting. */
interface Kept {
  readonly choices?: Readonly<Record<string, unknown>>;
  readonly statusValues?: Readonly<Record<string, unknown>>;
  /** The name of `statusValues` in settings of versions before 1.0. */
  readonly statusWords?: Readonly<Record<string, unknown>>;
}

/** The response mapping of each address: what the person has set, what they are asked, and why each field was found where it was. */
export class ResponseMapping implements Disposable {
  readonly #options: ResponseMappingOptions;
  readonly #changes = new Emitter<void>();
  readonly #declines = new Emitter<void>();
  /** By the monitors of the page that was read out of it: a choice is applied to it at no further call. */
  readonly #responses = new WeakMap<readonly Monitor[], KeptResponse>();
  readonly #declined = new Set<string>();
  #last: LastExtraction | undefined;
  /** Of the response with a token only its explanation is kept: the response itself holds the token. */
  #token: Explanation | undefined;

  readonly onDidChange = this.#changes.event;

  /** The person would rather not be asked something. What is asked about a page is news with the page, from its list. */
  readonly onDidDecline = this.#declines.event;

  constructor(options: ResponseMappingOptions) {
    this.#options = options;
  }

  async settingsFor(baseUrl: BaseUrl): Promise<MappingSettings> {
    return (await this.#parse(baseUrl)).settings;
  }

  /** What is wrong with the setting `monitorExplorer.reading`. */
  async findProblems(): Promise<readonly MappingProblem[]> {
    const { baseUrl } = this.#options.settings;
    return baseUrl ? (await this.#parse(baseUrl)).problems : [];
  }

  /** Keeps the response that a page was read out of as long as the page. */
  recordPage(page: Page, response: HttpResponse, extraction: ListExtraction): void {
    this.#keepResponse(page.monitors, response, extraction);
    this.#changes.fire();
  }

  /** Keeps how a token was found; the response itself holds the token, and isn't kept. */
  async recordToken(response: HttpResponse, extraction: TokenExtraction): Promise<void> {
    const { explainToken } = await import('../service/readResponse.js');
    this.#token = explainToken(response.json, extraction);
  }

  /** What couldn't be found in the newest response and may be asked; absent where the person would rather not. */
  openQuestion(list: MonitorList | undefined): Question | undefined {
    const error = list?.failure?.error;
    const questions =
      error instanceof UnreadableResponseError && error.question
        ? [error.question]
        : (this.#lastOf(list)?.questions ?? []);
    return questions.find(({ field }) => !this.#declined.has(this.#key(field)));
  }

  /** The service's own words for the status that nobody can tell the meaning of but the person. */
  unknownStatusValues(list: MonitorList | undefined): readonly string[] {
    const unknown = this.#lastOf(list)?.unknownStatusValues ?? [];
    return this.#declined.has(this.#key('statusValues')) ? [] : unknown;
  }

  /** Remembers for the service address what a word means. What the setting says outweighs it. */
  async mapStatusValue(baseUrl: BaseUrl, word: string, status: MonitorStatus): Promise<void> {
    const kept = this.#keptFor(baseUrl);
    await this.#keep(baseUrl, { ...kept, statusValues: { ...kept.statusValues, [word]: status } });
  }

  /** Not asked again in this window. */
  decline(field: QuestionField | 'statusValues'): void {
    this.#declined.add(this.#key(field));
    this.#changes.fire();
    this.#declines.fire();
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
   * Maps the responses of the loaded pages once more, and that of the page that could not be read. No call. Where not
   * even the first can be read now, the list stays as it is: an empty one would be loaded again, at a call.
   * @returns `false` where some pages are from disk and have no response any more.
   */
  async mapAgain(list: MonitorList, baseUrl: BaseUrl): Promise<boolean> {
    const settings = await this.settingsFor(baseUrl);
    const read = new Map<KeptResponse, Page>();
    for (;;) {
      // Looked up after each page, as more may have come, or the list been emptied, meanwhile.
      const responses = this.#responsesOf(list);
      if (responses === undefined) {
        return false;
      }
      const next = responses.find(({ response }) => !read.has(response));
      if (next === undefined) {
        const pages = responses.map(({ response }) => read.get(response)!);
        const readable = pages.slice(0, firstUnreadable(pages));
        if (readable.length > 0) {
          list.restore(readable);
        }
        return true;
      }
      read.set(next.response, await this.#readPage(next.asked, next.response, settings));
      await this.#options.pause();
    }
  }

  /** How the last responses were read: fit to be attached to a bug report unless values were asked for. */
  async explain(withValues: boolean): Promise<readonly Explanation[]> {
    const { explainList } = await import('../service/readResponse.js');
    const list =
      this.#last &&
      explainList(parseJson(this.#last.response.text), this.#last.extraction, { values: withValues });
    return [this.#token, list].filter((explanation) => explanation !== undefined);
  }

  dispose(): void {
    this.#changes.dispose();
    this.#declines.dispose();
  }

  /** Only of pages that the list shows: another account's response answers no question about this one. */
  #lastOf(list: MonitorList | undefined): ListExtraction | undefined {
    const extraction = this.#last?.extraction;
    const isShown = list?.loaded.pages.some(({ monitors }) => monitors === extraction?.monitors);
    return isShown && list!.loaded.count > 0 ? extraction : undefined;
  }

  #keepResponse(
    monitors: readonly Monitor[],
    { json: _json, ...response }: HttpResponse,
    extraction: ListExtraction,
  ): void {
    this.#responses.set(monitors, response);
    this.#last = { response, extraction };
  }

  /** The responses of the loaded pages, and of the page that couldn't be read; `undefined` where one is missing. */
  #responsesOf({ loaded, failure }: MonitorList): readonly PageResponse[] | undefined {
    const responses: PageResponse[] = [];
    for (const page of loaded.pages) {
      const response = this.#responses.get(page.monitors);
      if (response === undefined) {
        return undefined;
      }
      responses.push({ asked: page, response });
    }
    if (failure?.error instanceof UnreadableResponseError && failure.activity !== 'refresh') {
      const { id: readingId, pageSize } = loaded;
      const asked = { readingId, pageIndex: responses.length, pageSize };
      responses.push({ asked, response: failure.error.response });
    }
    return responses;
  }

  async #readPage(
    asked: PageResponse['asked'],
    kept: KeptResponse,
    settings: MappingSettings,
  ): Promise<Page> {
    const { pageIndex, pageSize } = asked;
    const response = { ...kept, json: parseJson(kept.text) };
    const options = { pageIndex, pageSize, settings };
    const { readListInSlices } = await import('../service/readResponse.js');
    const extraction = await readListInSlices(response, options, this.#options.pause);
    this.#keepResponse(extraction.monitors, response, extraction);
    return toPage(asked, response, extraction);
  }

  async #parse(baseUrl: BaseUrl): Promise<ParsedMappingSettings> {
    const { parseMappingSettings } = await import('../service/readResponse.js');
    const { reading } = this.#options.settings;
    const { choices, statusValues } = this.#keptFor(baseUrl);
    const setting = typeof reading === 'object' && reading !== null ? (reading as Kept) : undefined;
    if (reading !== undefined && reading !== null && setting === undefined) {
      return parseMappingSettings(reading, choices);
    }
    // What the person has written in the setting, by its old name too, counts more than an earlier choice.
    const values = { ...statusValues, ...toRecord(setting?.statusWords), ...toRecord(setting?.statusValues) };
    return parseMappingSettings({ ...setting, statusValues: values }, choices);
  }

  #keptFor(baseUrl: BaseUrl): Kept {
    return this.#options.memento.get<Kept>(memoryKey(baseUrl)) ?? {};
  }

  async #keep(baseUrl: BaseUrl, kept: Kept | undefined): Promise<void> {
    await this.#options.memento.update(memoryKey(baseUrl), kept);
  }

  #key(field: QuestionField | 'statusValues'): string {
    return `${this.#options.settings.baseUrl?.href ?? ''} ${field}`;
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function memoryKey({ href }: BaseUrl): string {
  return `reading:${href}`;
}

/** A page that is still empty after the choice ends the list there, rather than pass for its end. */
function firstUnreadable(pages: readonly Page[]): number | undefined {
  const index = pages.findIndex(({ monitors, hasMore }) => monitors.length === 0 && hasMore === undefined);
  return index === -1 ? undefined : index;
}

/** What a response that was JSON when it came is again. */
function parseJson(text: string): unknown {
  return JSON.parse(text) as unknown;
}
