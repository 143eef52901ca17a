import { parseJson } from '../base/json';
import type { ListCandidate } from '../mapping/findList';
import type { PageContent } from '../mapping/readPage';
import type { TokenRead } from '../mapping/token';
import type { Monitor } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import type { Page, PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { UnreadableResponseError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import type { KnownServices } from './knownServices';

export interface ResponseMappingOptions {
  readonly services: KnownServices;
  /** Lets others have their turn while many records are read. */
  readonly pause: () => Promise<unknown>;
}

/** A response as it is kept in memory: its JSON is parsed again when someone needs it. */
type KeptResponse = Omit<HttpResponse, 'json'>;

/** What was asked for with a page, as far as that matters for reading it. */
type AskedPage = Pick<PageRequest, 'snapshotId' | 'pageIndex' | 'pageSize'> & { readonly baseUrl: BaseUrl };

interface KeptPage {
  readonly asked: Omit<AskedPage, 'baseUrl'>;
  readonly response: KeptResponse;
}

interface PageRead {
  readonly page?: Page | undefined;
  /** To choose from if none is clear. */
  readonly lists?: readonly ListCandidate[];
}

/** Earlier pages that are learned from if a page has something new. */
const MAX_LEARNED = 8;
const MAX_SNAPSHOTS = 4;

/** Reads responses by what is known of their service, and learns from them. */
export class ResponseMapping {
  readonly #options: ResponseMappingOptions;
  /** By the monitors of the page that was read out of it. */
  readonly #responses = new WeakMap<readonly Monitor[], KeptResponse>();
  /** The pages of each snapshot that were read here, as long as someone holds them. */
  readonly #snapshots = new Map<string, Map<number, WeakRef<readonly Monitor[]>>>();
  /** Pages are read one after the other, because one may change how the next is read. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ResponseMappingOptions) {
    this.#options = options;
  }

  /** Whether a response may hold a page of monitors: it is JSON, and doesn't report an error. */
  async mayHoldMonitors(response: HttpResponse): Promise<boolean> {
    const { isErrorReport } = await import('../mapping/readResponse.js');
    return response.json !== undefined && !isErrorReport(response);
  }

  /**
   * Reads a page by what is known of its service; learns if nothing is, or if the page says more. Makes no call. A
   * response that says that there are no monitors is a page without any, and the last.
   * @param secret the token that was sent, which no error repeats.
   * @throws ServiceError if the response is a refusal, or no list of monitors is found in it.
   */
  async readPage(response: HttpResponse, asked: AskedPage, secret: string): Promise<Page> {
    const { describeShape, holdsList, isErrorReport, requireSuccess, saysNoMonitors } =
      await import('../mapping/readResponse.js');
    const saysNone = saysNoMonitors(response);
    const isRefusal = isErrorReport(response);
    // What a refusal says could be taken for records: `{"error": "..."}` of a service that files them by their ids.
    const isSentence = isRefusal
      ? saysNone || !holdsList(response.json)
      : saysNone && !/:\s*[[{]/.test(response.text);
    const read = this.#queue.then(() => (isSentence ? {} : this.#readPage(response, asked)));
    this.#queue = read.catch(() => undefined);
    const { page, lists = [] }: PageRead = await read;
    if (page !== undefined && page.monitors.length > 0) {
      return page;
    }
    if (saysNone) {
      return page ?? toPage(asked, response, { monitors: [], hasMore: false });
    }
    // An empty list beside an error says nothing of the account: `{"error": "...", "data": []}`.
    requireSuccess(response, secret, 'monitors/list');
    if (page === undefined) {
      const choices = lists.map(({ path, samples }) => ({ path, preview: toPreview(samples[0]?.value) }));
      throw new UnreadableResponseError('monitors', describeShape(response.json), response, choices);
    }
    return page;
  }

  /**
   * Reads the response of a sign-in, and keeps where its token is; the response itself holds the token.
   * @param secret the password that was sent, which no error repeats.
   * @throws ServiceError if the response is a refusal, or holds nothing that could be a token.
   */
  async readToken(
    response: HttpResponse,
    { baseUrl, requestedLifetimeMs }: { readonly baseUrl: BaseUrl; readonly requestedLifetimeMs: number },
    secret: string,
  ): Promise<TokenRead> {
    const { services } = this.#options;
    const { readToken } = await import('../mapping/token.js');
    const known = await services.load(baseUrl);
    const picks = await services.picksOf(known);
    const read = readToken(response, { requestedLifetimeMs, known: known.token, picks });
    if (read.token && read.token.path !== known.token) {
      await services.save(baseUrl, { ...known, token: read.token.path });
    }
    if (read.token === undefined && read.nextStep === undefined) {
      const { describeShape, requireSuccess } = await import('../mapping/readResponse.js');
      requireSuccess(response, secret, 'token');
      if (read.choices.length === 0) {
        throw new UnreadableResponseError('token', describeShape(response.json), response);
      }
    }
    return read;
  }

  /** Keys and types of a loaded page, never values: for a bug report. */
  async describe(list: MonitorList): Promise<string | undefined> {
    const { describeShape } = await import('../mapping/readResponse.js');
    const [page] = this.#pagesOf(list) ?? [];
    return page && describeShape(withJson(page).json);
  }

  /**
   * Reads the loaded pages again, and the page that couldn't be read. No call. If not even the first can be read now, the
   * list stays as it is: an empty one would be loaded again, at a call.
   * @returns `false` if some pages are from disk and have no response any more.
   */
  async readAgain(list: MonitorList, baseUrl: BaseUrl): Promise<boolean> {
    const pages = this.#pagesOf(list);
    if (pages === undefined) {
      return false;
    }
    await this.#learn(baseUrl, pages.map(withJson));
    const read = new Map<KeptResponse, Page | undefined>();
    for (;;) {
      // Looked up after each page, because more may have come, or the list been emptied, meanwhile.
      const loaded = this.#pagesOf(list);
      const next = loaded?.find(({ response }) => !read.has(response));
      if (loaded === undefined) {
        return false;
      }
      if (next === undefined) {
        const all = loaded.map(({ response }) => read.get(response));
        const isWhole = !all.includes(undefined);
        const readable = all
          .slice(0, isWhole ? undefined : all.indexOf(undefined))
          .filter((page) => page !== undefined);
        const end = list.loaded.pages.filter(({ monitors }) => !this.#responses.has(monitors));
        if (readable.length > 0) {
          list.restore(isWhole ? [...readable, ...end] : readable);
        }
        return true;
      }
      const page = await this.#read(withJson(next), { ...next.asked, baseUrl });
      // Its monitors are new objects, and are looked up by those.
      read.set(next.response, page);
      const kept = page && this.#responses.get(page.monitors);
      if (kept) {
        read.set(kept, page);
      }
      await this.#options.pause();
    }
  }

  async #readPage(response: HttpResponse, asked: AskedPage): Promise<PageRead> {
    const { findRecords, wantsLearning } = await import('../mapping/readPage.js');
    const { mapping } = await this.#options.services.load(asked.baseUrl);
    if (mapping && !wantsLearning(mapping, findRecords(response.json, mapping))) {
      return { page: await this.#read(response, asked) };
    }
    const earlier = this.#earlierPages(asked);
    const learned = [...earlier.slice(-MAX_LEARNED).map(withJson), response];
    const lists = await this.#learn(asked.baseUrl, learned);
    const page = await this.#read(response, asked);
    const before: Page[] = [];
    for (const kept of page ? earlier : []) {
      const again = await this.#read(withJson(kept), { ...kept.asked, baseUrl: asked.baseUrl });
      before.push(...(again ? [again] : []));
    }
    return { page: page && before.length > 0 ? { ...page, earlier: before } : page, lists };
  }

  /** Learns from pages, and keeps what is new. @returns lists to choose from if none is clear */
  async #learn(baseUrl: BaseUrl, pages: readonly HttpResponse[]): Promise<readonly ListCandidate[]> {
    const { services } = this.#options;
    const { learnMapping } = await import('../mapping/learn.js');
    const known = await services.load(baseUrl);
    const { list } = await services.picksOf(known);
    const isOther = list !== undefined && known.mapping?.lists[0]?.path !== list;
    const json = pages.map((page) => page.json);
    const { mapping, lists } = learnMapping(json, isOther ? undefined : known.mapping, list);
    if (mapping && JSON.stringify(mapping) !== JSON.stringify(known.mapping)) {
      await services.save(baseUrl, { ...known, mapping });
    }
    return lists;
  }

  /** Reads a page by what is known. */
  async #read(response: HttpResponse, asked: AskedPage): Promise<Page | undefined> {
    const { services, pause } = this.#options;
    const { readMonitors } = await import('../mapping/readPage.js');
    const { mapping, picks } = await services.mappingOf(asked.baseUrl);
    if (mapping === undefined) {
      return undefined;
    }
    const reading = readMonitors(mapping, response, { ...asked, total: picks.total });
    let step = reading.next();
    for (; !step.done; step = reading.next()) {
      await pause();
    }
    if (step.value === undefined) {
      return undefined;
    }
    const { content, unknownValues } = step.value;
    services.open = { asks: mapping.asks, unknownValues };
    const { snapshotId, pageIndex } = asked;
    const kept: HttpResponse = { ...response, json: undefined };
    this.#responses.set(content.monitors, kept);
    const pages = this.#snapshots.get(snapshotId) ?? new Map<number, WeakRef<readonly Monitor[]>>();
    this.#snapshots.set(snapshotId, pages.set(pageIndex, new WeakRef(content.monitors)));
    for (const id of [...this.#snapshots.keys()].slice(0, -MAX_SNAPSHOTS)) {
      this.#snapshots.delete(id);
    }
    return toPage(asked, response, content);
  }

  /** The other pages of a snapshot that were read here. */
  #earlierPages({ snapshotId, pageIndex, pageSize }: AskedPage): readonly KeptPage[] {
    const pages = [...(this.#snapshots.get(snapshotId) ?? [])].sort(([a], [b]) => a - b);
    return pages.flatMap(([index, monitors]) => {
      const response = this.#responses.get(monitors.deref() ?? []);
      return response && index !== pageIndex
        ? [{ asked: { snapshotId, pageIndex: index, pageSize }, response }]
        : [];
    });
  }

  /** The loaded pages, and the page that couldn't be read; undefined if a response is missing. */
  #pagesOf({ loaded, failure }: MonitorList): readonly KeptPage[] | undefined {
    const pages: KeptPage[] = [];
    for (const page of loaded.pages) {
      const response = this.#responses.get(page.monitors);
      if (response) {
        pages.push({ asked: page, response });
      } else if (page.monitors.length > 0) {
        return undefined;
      }
    }
    if (failure?.error instanceof UnreadableResponseError && failure.activity !== 'refresh') {
      const asked = { snapshotId: loaded.id, pageIndex: pages.length, pageSize: loaded.pageSize };
      pages.push({ asked, response: failure.error.response });
    }
    return pages;
  }
}

/** The names of the fields of a record: enough to recognize a list by. */
function toPreview(record: unknown): string {
  return typeof record === 'object' && record !== null ? Object.keys(record).slice(0, 5).join(', ') : '';
}

function withJson({ response }: KeptPage): HttpResponse {
  return { ...response, json: parseJson(response.text) };
}

function toPage(
  { snapshotId, pageIndex, pageSize }: Omit<AskedPage, 'baseUrl'>,
  { receivedAt }: Pick<HttpResponse, 'receivedAt'>,
  content: PageContent,
): Page {
  return { snapshotId, pageIndex, pageSize, readAt: receivedAt, ...content };
}
