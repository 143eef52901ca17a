import { finish } from '../base/finish';
import type { Path } from '../base/path';
import { SerialQueue } from '../base/serialQueue';
import { Masker, maskKeys } from '../base/secretValues';
import { SentSecret } from '../base/sentSecret';
import { mayHoldList, requireSuccess, saysNoMonitors } from '../mapping/errorText';
import {
  findKnownRecords,
  learnMapping,
  type FoundRecords,
  type ListCandidate,
} from '../mapping/findList';
import { pathsOf, toStatusKey, type Field, type Mapping } from '../mapping/mapping';
import { readMonitors, rereadMonitors, type PageContent } from '../mapping/readPage';
import type { TokenRead } from '../mapping/token';
import type { Monitor } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import { recordsOf, type Page, type PageRequest } from '../monitors/page';
import type { BaseUrl } from '../service/address';
import { CallError, isCallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import type { KnownServices, Service } from './knownServices';

/** Asks for the path of a field, or for the list of monitors. */
export type OpenQuestion = Field | 'list';

type AskedPage = Pick<PageRequest, 'snapshotId' | 'pageIndex' | 'pageSize'> & {
  readonly baseUrl: Service;
};

interface PageRead {
  readonly page?: Page | undefined;
  readonly lists?: readonly ListCandidate[];
}

/** Earlier pages to learn from, and records of each. */
const MAX_LEARNED = 8;
const LOOKED_AT = 40;
const MAX_SNAPSHOTS = 4;

/** Reads responses, and learns the mapping of their service. */
export class ResponseMapping {
  /** Page and mapping by monitors array, which copies of a page share. */
  readonly #read = new WeakMap<readonly Monitor[], { readonly page: Page; readonly by: string }>();
  readonly #snapshots = new Map<string, Map<number, WeakRef<readonly Monitor[]>>>();
  /** In sequence, because one page can change how the next is read. */
  readonly #queue = new SerialQueue();

  /** @param pause yields while many records are read */
  constructor(
    private readonly services: KnownServices,
    private readonly pause: () => Promise<unknown>,
  ) {}

  /**
   * Reads a page, and learns from it if something is new. Turns "no monitors" into an empty last page.
   * @param secret the sent token; neither the page nor an error contains it.
   * @throws CallError if the response is a refusal or has no list.
   */
  async readPage(received: HttpResponse, asked: AskedPage, secret: string): Promise<Page> {
    const sent = new SentSecret(secret);
    const json = maskKeys(received.json, sent.isIn(received.text) ? sent : undefined);
    const response = { ...received, json };
    if (saysNoMonitors(response)) {
      return toPage(asked, response, { monitors: [], hasMore: false });
    }
    const { page, lists = [] }: PageRead = await this.#queue.run(async () =>
      mayHoldList(response) ? this.#readPage(response, asked) : {},
    );
    if (page !== undefined && page.monitors.length > 0) {
      return page;
    }
    // An empty list beside an error doesn't mean an empty account: `{"error": "...", "data": []}`.
    requireSuccess(response, secret, 'list');
    if (page === undefined) {
      const choices = lists.map(({ path, samples }) => ({
        path,
        preview: toPreview(samples[0]?.value),
      }));
      const { describeShape } = await import('../base/shape.js');
      const shape = describeShape(response.json);
      throw new CallError('noMonitors', { shape, response: toMasked(response), choices });
    }
    return page;
  }

  /**
   * Reads a sign-in response. Saves the token's path, never the token.
   * @param secret the sent password; errors never contain it.
   * @throws CallError if the response is a refusal or lacks a possible token.
   */
  async readToken(
    received: HttpResponse,
    {
      baseUrl,
      requestedLifetimeMs,
    }: { readonly baseUrl: BaseUrl; readonly requestedLifetimeMs: number },
    secret: string,
  ): Promise<TokenRead> {
    const { services } = this;
    const response = { ...received, json: maskKeys(received.json) };
    const { readToken } = await import('../mapping/token.js');
    const { known, picks } = await services.load(baseUrl);
    const read = readToken(response, {
      requestedLifetimeMs,
      known: known.token,
      picks: picks.fields,
    });
    const path = read.token?.path;
    if (path !== undefined && path !== known.token) {
      await services.save(baseUrl, (saved) => ({ ...saved, token: path }));
    }
    if (read.token === undefined && read.signInStep === undefined) {
      requireSuccess(response, secret, 'token');
      if (read.choices.length === 0) {
        const { describeShape } = await import('../base/shape.js');
        throw new CallError('noToken', { shape: describeShape(response.json) });
      }
    }
    return read;
  }

  /** See {@link describeFields}. */
  async fields({ loaded }: MonitorList, service: Service) {
    const { describeFields } = await import('../mapping/picker/choices.js');
    const { mapping, picks } = await this.services.load(service);
    return describeFields(mapping, picks, loaded.pages);
  }

  openQuestion(list: MonitorList | undefined): OpenQuestion | undefined {
    const { failure, loaded } = list ?? {};
    const isUnread = isCallError(failure?.error) && (failure.error.facts.choices ?? []).length > 0;
    const fields = (loaded?.pages.at(-1)?.questions?.fields ?? []) as readonly Field[];
    return isUnread ? 'list' : fields[0];
  }

  unknownStatusValues(list: MonitorList | undefined): number {
    const pages = list?.loaded.pages ?? [];
    return new Set(pages.flatMap(({ questions }) => questions?.statusValues ?? []).map(toStatusKey))
      .size;
  }

  /** Applies a changed mapping to a page. Learns nothing. */
  async reread(page: Page, service: Service): Promise<Page> {
    const { mapping: known } = await this.services.load(service);
    if (this.#isReadBy(known, page)) {
      return page;
    }
    const paths = new Set(page.source?.places.map(({ list }) => list));
    const lists = [...paths].filter((path) => !pathsOf(known).includes(path));
    const found = { lists, earlier: [recordsOf(page)] };
    const mapping = lists.length === 0 ? known : learnMapping(undefined, known, found).mapping;
    return this.#keep(
      mapping ? await finish(rereadMonitors(mapping, page), this.pause) : page,
      toKey(known),
    );
  }

  /** Applies a changed mapping to loaded pages, and to an unreadable page if the user picked its list. */
  async rereadList(list: MonitorList, baseUrl: BaseUrl): Promise<void> {
    await this.#readFailed(list, baseUrl);
    const again = new Map<readonly Monitor[], Page>();
    for (;;) {
      const { mapping } = await this.services.load(baseUrl);
      // Asked again for each page, because the list may have changed.
      const { pages } = list.loaded;
      const next = pages.find(
        (page) => !again.has(page.monitors) && !this.#isReadBy(mapping, page),
      );
      if (next === undefined) {
        const read = pages.flatMap(({ monitors }) => again.get(monitors) ?? []);
        return read.some((page) => !pages.includes(page)) ? list.reread(read) : undefined;
      }
      again.set(next.monitors, await this.reread(next, baseUrl));
      await this.pause();
    }
  }

  async #readFailed(list: MonitorList, baseUrl: BaseUrl): Promise<void> {
    const { failure, loaded } = list;
    const { response } = isCallError(failure?.error, 'noMonitors') ? failure.error.facts : {};
    const { picks } = await this.services.load(baseUrl);
    if (
      response === undefined ||
      picks.fields.monitors === undefined ||
      failure?.activity === 'refresh'
    ) {
      return;
    }
    const { id: snapshotId, nextPageIndex: pageIndex, pageSize } = loaded;
    const { page } = await this.#learnAndRead(response, {
      snapshotId,
      pageIndex,
      pageSize,
      baseUrl,
    });
    if (page && list.failure === failure && list.loaded === loaded) {
      await list.adopt([...loaded.pages, page], this.pause);
    }
  }

  #isReadBy(mapping: Mapping | undefined, { monitors, source }: Page): boolean {
    return source === undefined || this.#read.get(monitors)?.by === toKey(mapping);
  }

  async #readPage(response: HttpResponse, asked: AskedPage): Promise<PageRead> {
    const { mapping, picks } = await this.services.load(asked.baseUrl);
    const { monitors: [list] = [] } = picks.fields;
    const isKnown = mapping && hasList(mapping, list);
    const records = isKnown && findKnownRecords(mapping, response.json, list !== undefined);
    return records
      ? { page: await this.#readByMapping(mapping, response, asked, records) }
      : this.#learnAndRead(response, asked);
  }

  /** Learns from a page and earlier ones, then reads all again. */
  async #learnAndRead(response: HttpResponse, asked: AskedPage): Promise<PageRead> {
    const { services } = this;
    const { known, picks } = await services.load(asked.baseUrl);
    const { monitors: [list] = [] } = picks.fields;
    const earlier = this.#earlierPages(asked);
    const base = known.mapping && hasList(known.mapping, list) ? known.mapping : undefined;
    const { mapping, asked: lists } = learnMapping(response.json, base, {
      lists: list === undefined ? undefined : [list],
      earlier: earlier.slice(-MAX_LEARNED).map((page) => recordsOf(page, LOOKED_AT)),
    });
    if (mapping && JSON.stringify(mapping) !== JSON.stringify(known.mapping)) {
      await services.save(asked.baseUrl, (saved) => ({ ...saved, mapping }));
    }
    const learned = (await services.load(asked.baseUrl)).mapping;
    const page = learned && (await this.#readByMapping(learned, response, asked));
    const again: Page[] = [];
    for (const each of page ? earlier : []) {
      again.push(await this.reread(each, asked.baseUrl));
    }
    const changed = again.filter((each) => !earlier.includes(each));
    return { page: page && { ...page, ...(changed.length > 0 && { earlier: changed }) }, lists };
  }

  async #readByMapping(
    by: Mapping,
    response: HttpResponse,
    asked: AskedPage,
    found?: FoundRecords,
  ) {
    const content = await finish(readMonitors(by, response, asked, found), this.pause);
    return content && this.#keep(toPage(asked, response, content), toKey(by));
  }

  #keep(page: Page, by: string): Page {
    const { snapshotId, pageIndex, monitors } = page;
    this.#read.set(monitors, { page, by });
    const pages = this.#snapshots.get(snapshotId) ?? new Map<number, WeakRef<readonly Monitor[]>>();
    this.#snapshots.set(snapshotId, pages.set(pageIndex, new WeakRef(monitors)));
    for (const id of [...this.#snapshots.keys()].slice(0, -MAX_SNAPSHOTS)) {
      this.#snapshots.delete(id);
    }
    return page;
  }

  #earlierPages({ snapshotId, pageIndex }: AskedPage): readonly Page[] {
    const pages = [...(this.#snapshots.get(snapshotId) ?? [])].sort(([a], [b]) => a - b);
    return pages.flatMap(([index, monitors]) => {
      const read = this.#read.get(monitors.deref() ?? []);
      return read && index !== pageIndex ? [read.page] : [];
    });
  }
}

/** Whether a mapping reads the list that the user picked, and no other. */
function hasList({ lists }: Mapping, picked: Path | undefined): boolean {
  return picked === undefined || lists.every(({ path }) => path === picked);
}

/** Returns field names, to recognize a list by. */
function toPreview(record: unknown): string {
  return typeof record === 'object' && record !== null
    ? Object.keys(record).slice(0, 5).join(', ')
    : '';
}

/** Masks secrets while the user is asked for the list. */
function toMasked(response: HttpResponse): HttpResponse {
  const json = new Masker().maskValue(response.json);
  return { ...response, json, text: JSON.stringify(json) };
}

/** Returns equal texts for mappings that read alike. `keys` make no difference. */
function toKey(mapping: Mapping | undefined): string {
  return JSON.stringify([mapping?.unclear, mapping?.lists.map((list) => ({ ...list, keys: [] }))]);
}

function toPage(
  { snapshotId, pageIndex, pageSize }: Omit<AskedPage, 'baseUrl'>,
  { receivedAt }: Pick<HttpResponse, 'receivedAt'>,
  content: PageContent,
): Page {
  return { snapshotId, pageIndex, pageSize, readAt: receivedAt, ...content };
}
