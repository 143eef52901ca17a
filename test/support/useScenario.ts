import assert from 'node:assert/strict';
import type { ListAnswer } from '../simulator/simulatedService';
import { aView } from './aView';
import type { Window } from './aWindow';
import { Windows } from './useWindows';
import { useTemporaryFolder } from './temporaryFolder';

/** What a user sees and pays. */
interface Seen {
  /** The row below the monitors; absent by default. */
  readonly last?: string;
  /** Ids of monitors that aren't up. */
  readonly down?: string;
  /** Calls since the last look. */
  readonly calls?: number;
}

/** Pages to read if the service says no total. */
const FAR = 40;

/** A signed-in user at a service with any answers. */
export class Scenario extends Windows {
  #window: Window | undefined;
  #view: ReturnType<typeof aView> | undefined;

  get window(): Window {
    return this.#window!;
  }

  get list() {
    return this.window.app.list!;
  }

  get line(): string {
    return this.#view!.line;
  }

  get lastRow(): string | undefined {
    return this.#view!.lastRow;
  }

  /** Labels of the rows above the monitors. */
  get notices(): readonly string[] {
    return this.#view!.tree.notices.map(({ label }) => label);
  }

  /** The whole sentence of the first row above the monitors. */
  get firstSentence(): string | undefined {
    return this.#view!.tree.notices[0]?.toTooltip?.().split('\n')[1];
  }

  serve(answer: ListAnswer): void {
    this.service.listAnswer = answer;
  }

  /** Signs in, and reads the first page. */
  async signIn(): Promise<void> {
    this.#window ??= await this.open();
    this.#view ??= aView(this.#window);
    await this.#window.signIn();
    this.service.forgetCalls();
    await this.#window.app.ensureFirstPage();
  }

  async loadMore(): Promise<void> {
    await this.list.loadMore();
  }

  /** Loads all as the command does: after a short page, the first call shows if more follows. */
  async loadAll(most = FAR): Promise<void> {
    const { mayBeEnd, pagesLeft = most } = this.list.loaded;
    await this.list.loadAll(mayBeEnd ? 1 : pagesLeft);
    const hasNews = this.list.loaded.hasNews.at(-1) === true;
    if (mayBeEnd && hasNews && this.list.failure === undefined) {
      await this.loadAll(most);
    }
  }

  /** Signs in at a service with these answers, and loads all. */
  async load(answer: ListAnswer): Promise<void> {
    this.serve(answer);
    await this.signIn();
    await this.loadAll();
  }

  async refresh(): Promise<void> {
    await this.list.refresh();
  }

  async restartHere(): Promise<void> {
    this.#view?.dispose();
    this.#window = await this.restart();
    this.#view = aView(this.#window);
  }

  /** Asserts what is shown, and forgets the calls. */
  shows(line: string, { last, down = '', calls }: Seen = {}): void {
    const { monitors } = this.list.loaded;
    const notUp = monitors.filter(({ status }) => status !== 'up').map(({ id }) => id);
    const seen = {
      line: this.line,
      last: this.lastRow,
      down: notUp.join(' '),
      calls: calls === undefined ? undefined : this.service.callCount('list'),
    };
    assert.deepEqual(seen, { line, last, down, calls });
    this.service.forgetCalls();
  }

  override async stop(): Promise<void> {
    this.#view?.dispose();
    this.#view = undefined;
    this.#window = undefined;
    await super.stop();
  }
}

export function useScenario(options: Parameters<Windows['start']>[1] = {}): Scenario {
  const scenario = new Scenario();
  // Before the folder is removed.
  afterEach(() => scenario.stop());
  const folder = useTemporaryFolder();
  beforeEach(() => scenario.start(folder(), { pageSize: 10, ...options }));
  return scenario;
}

/** So many monitors, `w0`, `w1`, …; those with the listed numbers are down. */
export function someMonitors(count: number, ...down: readonly number[]) {
  return Array.from({ length: count }, (_, n) => ({
    id: `w${n}`,
    name: `Monitor ${n}`,
    status: down.includes(n) ? 'down' : 'up',
  }));
}

/** Returns the entries of a page. */
export function pageOf<T>(
  entries: readonly T[],
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): readonly T[] {
  return entries.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
}
