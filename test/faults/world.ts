import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import fetch from 'node-fetch';
import { withConnectionState } from '../../src/explorer/connectionState';
import { SignOut } from '../../src/explorer/signOut';
import type { Fetch, FetchInit } from '../../src/service/http';
import { Leases } from '../../src/storage/lease';
import { LedgerFile } from '../../src/storage/ledgerFile';
import { SimulatedService } from '../simulator/simulatedService';
import { aWindow, type Window } from '../support/aWindow';
import { InMemoryMemento, InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { until } from '../support/temporaryFolder';
import { Disk } from './disk';
import type { Fault } from './fault';
import { MONITORS, PAGE_SIZE, SECOND_ACCOUNT } from './operations';

/** Milliseconds that a call may take: long enough never to matter. */
const TIMEOUT_MS = 20_000;
/** While a fault hangs. No other timer is for so long, and the end of it comes when the world wants it: see {@link expire}. */
const HANGING_TIMEOUT_MS = 1_234_567;
/** For so long a call that hangs is left alone at least, so that something can happen meanwhile. */
const HANGS_MS = 100;

/** Calls that agents may make without a question. */
const AGENT_CALLS = 100;

const FOLDER = join(tmpdir(), 'monitor-explorer-faults-');

/** Where calls go that don't reach the service. */
export interface Detour {
  readonly agent: HttpAgent | HttpsAgent;
  /** Another server in place of the service's. */
  readonly origin?: string;
}

interface DetourInit extends FetchInit {
  readonly agent: Detour['agent'] | undefined;
}

/** The fetch that ships. */
const detouredFetch = withConnectionState(() =>
  Promise.resolve((url: string, init: FetchInit) => fetch(url, init as DetourInit)),
) as (url: string, init: DetourInit) => ReturnType<Fetch>;

const never = new Promise<never>(() => undefined);

/** What ends the call that is just being made, as its time is over. */
let timeOut: (() => void) | undefined;

globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (original, self, args: Parameters<typeof setTimeout>): NodeJS.Timeout => {
    timeOut = args[1] === HANGING_TIMEOUT_MS ? args[0] : timeOut;
    return Reflect.apply(original, self, args);
  },
});

/** The time of a call is over, once all has come that was sent: service and windows are in this process. */
async function expire(end: () => void): Promise<void> {
  await delay(HANGS_MS);
  for (let turn = 0; turn < 50; turn++) {
    await nextTurn();
  }
  end();
}

/** What a cell is played in: the service, a user's machine, and VS Code's windows on it. */
export class World {
  readonly service: SimulatedService;
  readonly #fault: Fault;
  readonly #agent: HttpsAgent | undefined;
  readonly #opened: Window[] = [];
  readonly #clock = { ahead: 0 };
  readonly #memento = new InMemoryMemento();
  /** Folders of windows that were killed. */
  readonly #abandoned: Disk[] = [];
  /** Of the windows that are open now. */
  #life = { isDead: false };
  #changesLeft = Infinity;
  #window: Window | undefined;
  readonly #atEnd: (() => unknown)[] = [];
  #onKill: (() => void) | undefined;
  secrets = new InMemorySecretStorage();
  disk: Disk;
  /** Calls that have gone out, and those of them that went elsewhere than to the service. */
  attempts = 0;
  detours = 0;
  /** Calls to the service that were taken back before they had a connection, and before their response began. */
  readonly takenBack = { unconnected: 0, unanswered: 0 };
  /** Calls that had gone out when the fault began, and when it was over. */
  #timeoutMs = TIMEOUT_MS;
  #faultBegan = 0;
  #faultEnded = 0;
  detour: Detour | undefined;
  /** What the keyring does before it answers. */
  keyringFault: ((access: 'read' | 'write', value?: string) => unknown) | undefined;
  /** Called when something is under way for the first time. */
  onBusy: ((what: 'call' | 'access') => void) | undefined;

  private constructor(
    fault: Fault,
    service: SimulatedService,
    folder: string,
    agent: HttpsAgent | undefined,
  ) {
    this.#fault = fault;
    this.#agent = agent;
    this.service = service;
    this.disk = new Disk(folder);
    this.#watchAccess(this.#life);
  }

  static async start(fault: Fault, trusted?: string): Promise<World> {
    const { tls } = fault;
    const account = { password: 'correct horse 42' };
    const service = await SimulatedService.start({
      monitors: MONITORS,
      accounts: [
        { ...account, email: 'ada@example.com' },
        { ...account, email: SECOND_ACCOUNT },
      ],
      ...(tls && { tls }),
    });
    const agent = trusted === undefined ? undefined : new HttpsAgent({ ca: trusted });
    return new World(fault, service, await mkdtemp(FOLDER), agent);
  }

  async openWindow(): Promise<Window> {
    const { secrets } = this;
    const memento = this.#memento;
    const clock = this.#clock;
    const window = aWindow(this.service, {
      folder: this.disk.folder,
      secrets,
      memento,
      clock,
      fetch: this.#fetchOf(this.#life),
    });
    this.#opened.push(window);
    window.settings.pageSize = PAGE_SIZE;
    window.settings.agentCallsPerDay = AGENT_CALLS;
    window.settings.limits.timeoutMs = this.#timeoutMs;
    await window.start();
    return window;
  }

  /** The window of the cell: the first one, or what has taken its place. */
  get window(): Window {
    return this.#window!;
  }

  /** Opens it, after a restart of VS Code where there is one. */
  async reopen(): Promise<Window> {
    await this.#window?.saved();
    this.#window?.dispose();
    this.#window = await this.openWindow();
    return this.#window;
  }

  /** Called at the end of the cell, at the latest. */
  whenStopped(work: () => unknown): void {
    this.#atEnd.push(work);
  }

  async startFault(): Promise<void> {
    this.#faultBegan = this.attempts;
    this.#setTimeouts(this.#fault.hangs ? HANGING_TIMEOUT_MS : TIMEOUT_MS);
    await this.#fault.start(this);
  }

  /** The fault is over, also what it has done to calls that hang. */
  async stopFault(): Promise<void> {
    await this.#fault.stop(this);
    this.#faultEnded = this.attempts;
    this.#setTimeouts(TIMEOUT_MS);
  }

  /** As the command signs out. Where something fails, it is one of the parts that failed. */
  signOutOf({ sessions, pageStore }: Window): SignOut {
    return new SignOut({
      sessions,
      pageStore,
      memento: this.#memento,
      forgetArrangement: () => Promise.resolve(),
      onDidFail: () => undefined,
    });
  }

  /** Sets the clock of the machine; not that of the service. */
  setClock(ms: number): void {
    this.#clock.ahead += ms;
  }

  /** Time goes by, everywhere. */
  passTime(ms: number): void {
    this.setClock(ms);
    this.service.advanceClock(ms);
  }

  /** Kills all windows before so many further changes to files and secrets. @returns what happens then */
  killBefore(change: number): Promise<void> {
    this.#changesLeft = change;
    return new Promise((resolve) => (this.#onKill = resolve));
  }

  /** VS Code is started again on what the killed windows have left, on disk and in the keyring. */
  async restart(): Promise<Window> {
    const { disk, secrets } = this;
    const folder = await mkdtemp(FOLDER);
    // The asynchronous one waits for the disk of the killed windows.
    cpSync(disk.folder, folder, { recursive: true, preserveTimestamps: true });
    this.#opened.splice(0).forEach(end);
    this.#abandoned.push(disk);
    this.disk = new Disk(folder);
    this.secrets = new InMemorySecretStorage();
    secrets.secrets.forEach((value, key) => this.secrets.secrets.set(key, value));
    this.#watchAccess({ isDead: false });
    // A window that crashed blocks the others for five seconds.
    this.passTime(6_000);
    this.#window = undefined;
    return this.reopen();
  }

  /** Calls that went out while the fault lasted. */
  get attemptsInFault(): number {
    return this.#faultEnded - this.#faultBegan;
  }

  /** Each window has written what it had to write. */
  async saved(): Promise<void> {
    await Promise.all(this.#opened.map((window) => window.saved()));
  }

  /** Calls in the ledger, as a window reads it that opens now: one that is open doesn't expect half of a file to go. */
  async countLedger(): Promise<number> {
    const { folder } = this.disk;
    const now = this.window.now;
    const leases = new Leases({ folder: join(folder, 'leases'), now });
    const ledger = new LedgerFile({ folder: join(folder, 'ledger'), now, leases, accounts: () => [] });
    const { events } = await ledger.read();
    return events.filter(({ type }) => type === 'call').length;
  }

  /** Files below the shared folder, or one in it, by their path from there. */
  async files(folder = this.disk.folder): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(this.disk.folder.length + 1)
          .replaceAll('\\', '/'),
      );
  }

  /**
   * Nothing lies on disk but what is documented, and no secret in it.
   * @param mayLeave names of files that a write or a removal that failed may leave until a later start
   */
  async checkFiles(mayLeave: RegExp | undefined): Promise<void> {
    for (const name of await this.files()) {
      assert.match(name, /^(?:saved-pages|ledger|leases|mappings)\//, 'a file of nobody knows what');
      const mayStay = mayLeave?.test(name) === true;
      if (name.endsWith('.tmp') && !mayStay) {
        // What a window is just writing is written to its end. Each write has a name of its own.
        await until(async () => !(await this.files()).includes(name)).catch(() =>
          assert.fail(`${name} was left behind`),
        );
      } else if (!mayStay) {
        assert.doesNotMatch(name, /\.(?:damaged|removed|lease)(?:$|\/)/, `${name} was left behind`);
      }
      this.mustHoldNoSecret(await readFile(join(this.disk.folder, name), 'utf8').catch(() => ''), name);
    }
  }

  /** Tokens of the simulated service begin with `mst_`. */
  mustHoldNoSecret(text: string, where: string): void {
    const { password } = this.service;
    const holds = [password, encodeURIComponent(password), 'mst_'].some((secret) => text.includes(secret));
    assert.ok(!holds, `a secret in ${where}`);
  }

  async stop(): Promise<void> {
    this.onBusy = undefined;
    this.#changesLeft = Infinity;
    this.disk.fault = {};
    this.keyringFault = undefined;
    this.#atEnd.forEach((work) => work());
    this.#opened.forEach(end);
    await (this.#life.isDead ? undefined : this.saved());
    this.#agent?.destroy();
    await this.service.stop();
    for (const disk of [...this.#abandoned, this.disk]) {
      disk.forget();
      await rm(disk.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }

  /** What makes calls, as long as the windows that are open now live. */
  #fetchOf(life: { readonly isDead: boolean }): Fetch {
    return async (url, init) => {
      const end = timeOut;
      timeOut = undefined;
      if (life.isDead) {
        await never;
      }
      this.attempts += 1;
      const { detour } = this;
      const { hangs } = this.#fault;
      if (detour) {
        this.detours += 1;
        // As everything that a user does, not within the call itself.
        setImmediate(() => this.onBusy?.('call'));
      }
      const { pathname } = new URL(url);
      let isConnected = false;
      const countTakenBack = (): void => {
        this.takenBack.unconnected += isConnected ? 0 : 1;
        this.takenBack.unanswered += 1;
      };
      if (!detour) {
        init.signal.addEventListener('abort', countTakenBack);
      }
      const response = await detouredFetch(detour?.origin === undefined ? url : detour.origin + pathname, {
        ...init,
        agent: detour?.agent ?? this.#agent,
        onConnection: (state) => {
          isConnected ||= state === 'open';
          init.onConnection(state);
          if (end && state === 'open' && hangs === 'before the response') {
            void expire(end);
          }
        },
      });
      init.signal.removeEventListener('abort', countTakenBack);
      if (end && hangs === 'within the response') {
        void expire(end);
      }
      return response;
    };
  }

  #setTimeouts(ms: number): void {
    this.#timeoutMs = ms;
    this.#opened.forEach(({ settings }) => (settings.limits.timeoutMs = ms));
  }

  #watchAccess(life: { isDead: boolean }): void {
    this.#life = life;
    const access = async (isChange: boolean): Promise<void> => {
      this.onBusy?.('access');
      if (!life.isDead && isChange && --this.#changesLeft === 0) {
        life.isDead = true;
        this.disk.fault = { mkdir: 'EIO', rm: 'EIO', watch: 'EIO' };
        this.#onKill?.();
      }
      if (life.isDead) {
        await never;
      }
    };
    this.disk.before = access;
    this.secrets.before = async (what, value) => {
      await access(what === 'write');
      await this.keyringFault?.(what, value);
    };
  }
}

/** Also where it was killed in the middle of something that repeats by itself. */
function end(window: Window): void {
  window.settings.set({ autoRefreshMinutes: 0 });
  window.dispose();
}
