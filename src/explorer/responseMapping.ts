import { Emitter, type Disposable } from '../base/event';
import { parseJson } from '../base/json';
import { MONITOR_STATUSES, type Monitor, type MonitorStatus } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import type { Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { UnreadableResponseError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import type { EarlierPage, PagesLearned } from '../service/mapping/learn/learnMapping';
import type { TokenResult } from '../service/mapping/learn/readToken';
import { toStatusValueKey } from '../service/mapping/mapping';
import type {
  Mapping,
  MappingProblem,
  Path,
  Question,
  QuestionField,
  TokenMapping,
} from '../service/mapping/mapping';
import type { PageContent, PageResult } from '../service/mapping/read/readPage';
import type { MappingSettings } from '../service/mapping/settings';
import type { KnownService, MappingStore } from '../storage/mappingStore';

export interface ResponseMappingOptions {
  readonly settings: { readonly reading: unknown; readonly baseUrl: BaseUrl | undefined };
  readonly store: Pick<MappingStore, 'load' | 'save'>;
  /** Lets others have their turn between two pages that are read again. */
  readonly pause: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** A response as it is kept in memory: its JSON is parsed again when someone needs it. */
type KeptResponse = Omit<HttpResponse, 'json'>;

/** What was asked for with a page, as far as that matters for reading it. */
type AskedPage = Pick<PageRequest, 'snapshotId' | 'pageIndex' | 'pageSize'>;

/** What was read out of a response: a page, or the question which of its lists is meant. */
interface MappedPage {
  /** Absent where no list of monitors was found. */
  readonly page?: Page;
  readonly question?: Question;
}

/** What was read out of the newest response. */
interface LastResponse {
  readonly monitors: readonly Monitor[];
  readonly response: KeptResponse;
  readonly mapping: Mapping;
  readonly unknownStatusValues: readonly string[];
  readonly problems: readonly MappingProblem[];
}

/** How the responses of a service are read, for whoever shows it. */
export interface Explanation {
  readonly mapping?: Mapping;
  readonly token?: TokenMapping;
  /** Keys and types of the newest response, never values. */
  readonly shape?: string;
  readonly unknownStatusValues: number;
  readonly problems: readonly MappingProblem[];
}

/** Snapshots whose responses are kept, for their pages to be learned from. */
const MAX_SNAPSHOTS = 4;

/**
 * The response mapping of each address: learned once, kept for all windows, and used from then on. Also what users have
 * said about it, what they are asked, and why each field was found where it was.
 */
export class ResponseMapping implements Disposable {
  readonly #options: ResponseMappingOptions;
  readonly #changes = new Emitter<void>();
  readonly #declines = new Emitter<void>();
  /** By the monitors of the page that was read out of it: what is learned is applied to it at no further call. */
  readonly #responses = new WeakMap<readonly Monitor[], KeptResponse>();
  /** The pages of each snapshot that were read here, as long as someone holds them. */
  readonly #snapshots = new Map<string, (AskedPage & { readonly monitors: WeakRef<readonly Monitor[]> })[]>();
  readonly #declined = new Set<string>();
  /** Where what is known can't be kept on disk, it is kept as long as the window. */
  readonly #unsaved = new Map<string, KnownService>();
  #last: LastResponse | undefined;
  #hasChanged = false;
  /** Pages are read one after the other, as one may change how the next is read. */
  #queue: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changes.event;

  /**
   * The user would rather not be asked something, or has looked at what changed. What is asked about a page is news with
   * the page, from its list.
   */
  readonly onDidDecline = this.#declines.event;

  constructor(options: ResponseMappingOptions) {
    this.#options = options;
  }

  /** Whether the responses of the service had changed so that they were learned anew; until someone has looked. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** What is wrong with the setting `monitorExplorer.reading`. */
  async findProblems(): Promise<readonly MappingProblem[]> {
    const { reading } = this.#options.settings;
    if (isNothing(reading)) {
      return [];
    }
    const { parseMappingSettings } = await import('../service/mapping/settings.js');
    return parseMappingSettings(reading).problems;
  }

  /**
   * Reads a page by what is known of its service; learns where nothing is, or where the page says more. Makes no call.
   * A response that says that there are no monitors is a page without any, and the last.
   * @param secret the token that was sent, which no error repeats.
   * @throws ServiceError where the response is a refusal, or no list of monitors is found in it.
   */
  async readPage(
    response: HttpResponse,
    asked: AskedPage & { readonly baseUrl: BaseUrl },
    secret: string,
  ): Promise<Page> {
    const { describeShape, isErrorReport, requireSuccess, saysNoMonitors } =
      await import('../service/readResponse.js');
    const saysNone = saysNoMonitors(response);
    const isRefusal = isErrorReport(response);
    // What a refusal says could be taken for records: `{"error": "..."}` of a service that files them by their ids.
    const isSentence = (saysNone && isRefusal) || ((saysNone || isRefusal) && !response.text.includes('['));
    const read = this.#queue.then(() => (isSentence ? {} : this.#readPage(response, asked)));
    this.#queue = read.catch(() => undefined);
    const { page, question }: MappedPage = await read;
    if (page !== undefined && page.monitors.length > 0) {
      return page;
    }
    if (saysNone) {
      return page ?? toPage(asked, response, { monitors: [], hasMore: false });
    }
    // An empty list beside an error says nothing of the account: `{"error": "...", "data": []}`.
    requireSuccess(response, secret, 'monitors/list');
    if (page === undefined) {
      throw new UnreadableResponseError('monitors', describeShape(response.json), response, question);
    }
    return page;
  }

  /** Reads the response of a sign-in, and keeps where its token stands; the response itself holds the token. */
  async readToken(
    response: HttpResponse,
    { baseUrl, requestedLifetimeMs }: { readonly baseUrl: BaseUrl; readonly requestedLifetimeMs: number },
  ): Promise<TokenResult> {
    const { readToken, toTokenMapping } = await import('../service/mapping/learn/readToken.js');
    const known = await this.#load(baseUrl);
    const settings = await this.#settingsFor(known);
    const result = readToken(response, { requestedLifetimeMs, settings, known: known.token });
    const token = toTokenMapping(result);
    if (token) {
      await this.#save(baseUrl, { ...known, token });
    }
    return result;
  }

  /** What couldn't be found in the newest response and may be asked; absent where the user would rather not. */
  openQuestion(list: MonitorList | undefined): QuestionField | undefined {
    const error = list?.failure?.error;
    const asks =
      error instanceof UnreadableResponseError && error.question
        ? [error.question.field]
        : (this.#lastOf(list)?.mapping.asks ?? []);
    return asks.find((field) => !this.#declined.has(this.#key(field)));
  }

  /** The places to choose from, out of the responses that are here: no call. */
  async findQuestion(list: MonitorList, field: QuestionField): Promise<Question | undefined> {
    const error = list.failure?.error;
    if (error instanceof UnreadableResponseError && error.question?.field === field) {
      return error.question;
    }
    const { baseUrl } = this.#options.settings;
    const responses = this.#responsesOf(list) ?? (this.#last ? [{ response: this.#last.response }] : []);
    if (baseUrl === undefined || responses.length === 0) {
      return undefined;
    }
    const { learnMapping } = await import('../service/mapping/learn/learnMapping.js');
    const settings = await this.#settingsFor(await this.#load(baseUrl));
    const parsed = responses.map(({ response }) => withJson(response));
    const { questions } = learnMapping(parsed, { settings, pageSize: list.loaded.pageSize });
    return questions.find((question) => question.field === field);
  }

  /** The service's own words for the status that nobody can tell the meaning of but the user. */
  unknownStatusValues(list: MonitorList | undefined): readonly string[] {
    const unknown = this.#lastOf(list)?.unknownStatusValues ?? [];
    return this.#declined.has(this.#key('statusValues')) ? [] : unknown;
  }

  /** Remembers for the service address what a word means. What the setting says outweighs it. */
  async mapStatusValue(baseUrl: BaseUrl, word: string, status: MonitorStatus): Promise<void> {
    const known = await this.#load(baseUrl);
    await this.#save(baseUrl, { ...known, statusValues: { ...known.statusValues, [word]: status } });
  }

  /** Not asked again in this window. */
  decline(field: QuestionField | 'statusValues'): void {
    this.#declined.add(this.#key(field));
    this.#changes.fire();
    this.#declines.fire();
  }

  /** Remembers a choice for the service address. */
  async choose(baseUrl: BaseUrl, field: QuestionField, path: Path): Promise<void> {
    const { mapping, ...known } = await this.#load(baseUrl);
    const kept = mapping === undefined || field === 'list' ? {} : { mapping };
    await this.#save(baseUrl, { ...known, ...kept, choices: { ...known.choices, [field]: path } });
  }

  /** Forgets what was learned at the service address, and the choices. */
  async reset(baseUrl: BaseUrl): Promise<void> {
    this.#declined.clear();
    await this.#save(baseUrl, {});
    this.#changes.fire();
  }

  /**
   * Learns from the responses of the loaded pages once more, and from that of the page that could not be read, and reads
   * them. No call. Where not even the first can be read now, the list stays as it is: an empty one would be loaded
   * again, at a call.
   * @returns `false` where some pages are from disk and have no response any more.
   */
  async mapAgain(list: MonitorList, baseUrl: BaseUrl): Promise<boolean> {
    const responses = this.#responsesOf(list);
    if (responses === undefined) {
      return false;
    }
    const known = await this.#load(baseUrl);
    const settings = await this.#settingsFor(known);
    const { learnMapping } = await import('../service/mapping/learn/learnMapping.js');
    const { mapping, problems } = learnMapping(
      responses.map(({ response }) => withJson(response)),
      { settings, pageSize: list.loaded.pageSize, known: known.mapping },
    );
    if (mapping === undefined) {
      return true;
    }
    await this.#save(baseUrl, { ...known, mapping });
    return this.#readAgain(list, mapping, settings, problems);
  }

  /** What is known of the service, fit to be attached to a bug report. */
  async explain(): Promise<Explanation> {
    const { describeShape } = await import('../service/shape.js');
    const { baseUrl } = this.#options.settings;
    const { mapping, token } = baseUrl ? await this.#load(baseUrl) : {};
    const last = this.#last;
    if (this.#hasChanged) {
      this.#hasChanged = false;
      this.#declines.fire();
    }
    return {
      ...(mapping && { mapping }),
      ...(token && { token }),
      ...(last && { shape: describeShape(withJson(last.response).json) }),
      unknownStatusValues: last?.unknownStatusValues.length ?? 0,
      problems: last?.problems ?? [],
    };
  }

  dispose(): void {
    this.#changes.dispose();
    this.#declines.dispose();
  }

  async #readPage(
    response: HttpResponse,
    asked: AskedPage & { readonly baseUrl: BaseUrl },
  ): Promise<MappedPage> {
    const { baseUrl, pageIndex, pageSize } = asked;
    const { readPage } = await import('../service/mapping/read/readPage.js');
    const known = await this.#load(baseUrl);
    const settings = await this.#settingsFor(known);
    const context = { pageIndex, pageSize, settings };
    // What was learned with another expression for the list is of another list.
    const mapping =
      known.mapping?.expression === settings.expressions.monitors?.text ? known.mapping : undefined;
    const earlier = this.#earlierPages(asked);
    const result = mapping && readPage(mapping, response, context);
    const fits = result !== undefined && result.mappingError === undefined;
    if (mapping && fits && !result.isNew && mapping.isComplete) {
      return { page: this.#keepPage(asked, response, result, mapping, []) };
    }
    const { learnPages } = await import('../service/mapping/learn/learnMapping.js');
    const learned = learnPages(response, {
      ...context,
      earlier: earlier.map(toParsed),
      known: mapping && result && { mapping, result },
    });
    return this.#keepLearned(asked, response, known, learned, earlier);
  }

  /** Keeps what was learned for the address, and the page with those that are read in another way by it. */
  async #keepLearned(
    asked: AskedPage & { readonly baseUrl: BaseUrl },
    response: HttpResponse,
    known: KnownService,
    { mapping, result, reread, hasChanged, questions, problems }: PagesLearned,
    earlier: readonly ShownPage[],
  ): Promise<MappedPage> {
    const question = questions.find(({ field }) => field === 'list');
    if (mapping === undefined || result === undefined || result.mappingError === 'noList') {
      return question ? { question } : {};
    }
    if (JSON.stringify(mapping) !== JSON.stringify(known.mapping)) {
      await this.#save(asked.baseUrl, { ...known, mapping });
    }
    this.#hasChanged ||= hasChanged;
    const pages = (reread ?? []).map((page, i) => {
      const { asked: before, response: kept } = earlier[i]!;
      return this.#keepPage(before, kept, page, mapping, problems);
    });
    const page = this.#keepPage(asked, response, result, mapping, problems);
    return { page: pages.length === 0 ? page : { ...page, earlier: pages } };
  }

  #keepPage(
    asked: AskedPage,
    response: KeptResponse,
    result: PageResult,
    mapping: Mapping,
    problems: readonly MappingProblem[],
  ): Page {
    const kept = withoutJson(response);
    const { monitors, unknownStatusValues } = result;
    const { snapshotId, pageIndex, pageSize } = asked;
    this.#responses.set(monitors, kept);
    this.#last = { monitors, response: kept, mapping, unknownStatusValues, problems };
    const others = (this.#snapshots.get(snapshotId) ?? []).filter((page) => page.pageIndex !== pageIndex);
    this.#snapshots.set(snapshotId, [
      ...others,
      { snapshotId, pageIndex, pageSize, monitors: new WeakRef(monitors) },
    ]);
    for (const id of [...this.#snapshots.keys()].slice(0, -MAX_SNAPSHOTS)) {
      this.#snapshots.delete(id);
    }
    this.#changes.fire();
    return toPage(asked, kept, result);
  }

  /** The other pages of a snapshot that were read here. */
  #earlierPages({ snapshotId, pageIndex }: AskedPage): readonly ShownPage[] {
    return (this.#snapshots.get(snapshotId) ?? [])
      .filter((page) => page.pageIndex !== pageIndex)
      .sort((a, b) => a.pageIndex - b.pageIndex)
      .flatMap(({ monitors: kept, ...asked }) => {
        const monitors = kept.deref();
        const response = monitors && this.#responses.get(monitors);
        return monitors && response ? [{ asked, monitors, response }] : [];
      });
  }

  /** Only of pages that the list shows: another account's response answers no question about this one. */
  #lastOf(list: MonitorList | undefined): LastResponse | undefined {
    const last = this.#last;
    const isShown = list?.loaded.pages.some(({ monitors }) => monitors === last?.monitors);
    return isShown && list!.loaded.count > 0 ? last : undefined;
  }

  /**
   * The responses of the loaded pages, and of the page that couldn't be read; `undefined` if one is missing. A page
   * without monitors may have none.
   */
  #responsesOf({
    loaded,
    failure,
  }: MonitorList): readonly { readonly asked: AskedPage; readonly response: KeptResponse }[] | undefined {
    const responses: { readonly asked: AskedPage; readonly response: KeptResponse }[] = [];
    for (const page of loaded.pages) {
      const response = this.#responses.get(page.monitors);
      if (response !== undefined) {
        responses.push({ asked: page, response });
      } else if (page.monitors.length > 0) {
        return undefined;
      }
    }
    if (failure?.error instanceof UnreadableResponseError && failure.activity !== 'refresh') {
      const { id: snapshotId, pageSize } = loaded;
      const asked = { snapshotId, pageIndex: responses.length, pageSize };
      responses.push({ asked, response: failure.error.response });
    }
    return responses;
  }

  /** @returns `false` where a page has come meanwhile that has no response. */
  async #readAgain(
    list: MonitorList,
    mapping: Mapping,
    settings: MappingSettings,
    problems: readonly MappingProblem[],
  ): Promise<boolean> {
    const { readPage } = await import('../service/mapping/read/readPage.js');
    const read = new Map<KeptResponse, Page | undefined>();
    for (;;) {
      // Looked up after each page, as more may have come, or the list been emptied, meanwhile.
      const responses = this.#responsesOf(list);
      if (responses === undefined) {
        return false;
      }
      const next = responses.find(({ response }) => !read.has(response));
      if (next === undefined) {
        const pages = responses.map(({ response }) => read.get(response));
        const unreadable = pages.indexOf(undefined);
        const readable = pages.slice(0, unreadable === -1 ? undefined : unreadable);
        if (readable.length > 0) {
          const end = list.loaded.pages.filter(({ monitors }) => !this.#responses.has(monitors));
          const whole = readable.filter((page) => page !== undefined);
          list.restore(unreadable === -1 ? [...whole, ...end] : whole);
        }
        return true;
      }
      const { asked, response } = next;
      const result = readPage(mapping, withJson(response), { ...asked, settings });
      const page =
        result.mappingError === 'noList'
          ? undefined
          : this.#keepPage(asked, response, result, mapping, problems);
      // Its monitors are new objects, and are looked up by those.
      read.set(response, page);
      await this.#options.pause();
    }
  }

  /** What the setting says, and then what was chosen for the address. Loads what parses expressions where there are any. */
  async #settingsFor({ choices = {}, statusValues = {} }: KnownService): Promise<MappingSettings> {
    const { reading } = this.#options.settings;
    const chosen = new Map<string, MonitorStatus>();
    for (const [word, status] of Object.entries(statusValues)) {
      const meaning = MONITOR_STATUSES.find((known) => known === status);
      if (meaning) {
        chosen.set(toStatusValueKey(word), meaning);
      }
    }
    if (isNothing(reading)) {
      return { expressions: {}, statusValues: chosen, choices };
    }
    const { parseMappingSettings } = await import('../service/mapping/settings.js');
    const { settings } = parseMappingSettings(reading);
    return { ...settings, statusValues: new Map([...chosen, ...settings.statusValues]), choices };
  }

  async #load({ href }: BaseUrl): Promise<KnownService> {
    try {
      return this.#unsaved.get(href) ?? (await this.#options.store.load(href));
    } catch (error) {
      this.#options.onError(error);
      return {};
    }
  }

  /** Never rejects: what can't be kept is learned again after a restart. */
  async #save({ href }: BaseUrl, known: KnownService): Promise<void> {
    try {
      await this.#options.store.save(href, known);
      this.#unsaved.delete(href);
    } catch (error) {
      this.#unsaved.set(href, known);
      this.#options.onError(error);
    }
  }

  #key(field: QuestionField | 'statusValues'): string {
    return `${this.#options.settings.baseUrl?.href ?? ''} ${field}`;
  }
}

/** A page of a snapshot, with what it was read out of. */
interface ShownPage {
  readonly asked: AskedPage;
  readonly monitors: readonly Monitor[];
  readonly response: KeptResponse;
}

function toParsed({ asked, response }: ShownPage): EarlierPage {
  return { pageIndex: asked.pageIndex, response: withJson(response) };
}

function withoutJson({ status, header, contentType, text, bytes, receivedAt }: KeptResponse): KeptResponse {
  return { status, header, contentType, text, bytes, receivedAt };
}

/** A response that was JSON when it came. */
function withJson(response: KeptResponse): HttpResponse {
  return { ...response, json: parseJson(response.text) };
}

function isNothing(reading: unknown): boolean {
  return JSON.stringify(reading ?? {}) === '{}';
}

function toPage(
  { snapshotId, pageIndex, pageSize }: AskedPage,
  { receivedAt }: Pick<KeptResponse, 'receivedAt'>,
  { monitors, lengths, total, isLowerBound, hasMore, cutFrom }: PageContent,
): Page {
  return {
    snapshotId,
    pageIndex,
    pageSize,
    monitors,
    readAt: receivedAt,
    ...(lengths === undefined ? {} : { lengths }),
    ...(total === undefined ? {} : { total }),
    ...(isLowerBound && { isLowerBound }),
    ...(hasMore === undefined ? {} : { hasMore }),
    ...(cutFrom === undefined ? {} : { cutFrom }),
  };
}
