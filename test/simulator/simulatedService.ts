import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { readCertificate } from '../support/certificates';
import { type BrokenResponse, sendBroken } from './brokenResponses';
import type { Call, CallKind } from './call';
import {
  bearerToken,
  checkEnvelope,
  ContractViolation,
  kindOf,
  type ListRequest,
  Refusal,
  toListRequest,
  toTokenRequest,
} from './contract';
import { errorStyles } from './errorStyles';
import { generateRecord, type MonitorRecord } from './monitorRecords';
import { JSON_TYPE, type ResponseContent, sendResponse, toErrorResponse } from './responseContent';
import { type ListShape, services, type TokenShape } from './services';

interface AccountOptions {
  readonly email: string;
  readonly password: string;
  readonly monitors?: number;
}

/** An account, with its monitors in the order of its pages. */
export interface SimulatedAccount {
  readonly email: string;
  password: string;
  readonly monitors: MonitorRecord[];
}

/** Makes the JSON of a list response from the request alone. Must not return undefined. */
export type ListAnswer = (request: ListRequest) => unknown;

export interface SimulatedServiceOptions {
  /** Monitors of each account; 340 by default. */
  readonly monitors?: number;
  /** The same seed makes the same monitors; 24 by default, which has every status on the first page. */
  readonly seed?: number;
  /** Whether records have start and cause of an outage. */
  readonly tellsOutages?: boolean;
  /** `email`, `password` and the switches for monitors are the first one's. */
  readonly accounts?: readonly [AccountOptions, ...AccountOptions[]];
  /** Path of the base URL, such as "/api/v2". */
  readonly pathPrefix?: string;
  /** "127.0.0.1" by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Serves https, with a certificate that nobody trusts by default. */
  readonly tls?: boolean | TlsOptions;
}

/** Holds back responses until it is released. */
interface Gate {
  release(): void;
}

const defaultAccount: AccountOptions = { email: 'ada@example.com', password: 'correct horse 42' };

/** Milliseconds that a token is valid, for requests without `expiresIn`. */
const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * The documented monitoring service on loopback. It refuses what the documentation doesn't allow. Its switches may
 * change while it runs, and apply to later calls.
 */
export class SimulatedService {
  readonly accounts: readonly [SimulatedAccount, ...SimulatedAccount[]];
  /** Calls since the start or `forgetCalls`, in order of arrival. */
  readonly calls: Call[] = [];
  /** Violations of the documentation by callers, in sentences without values. */
  readonly violations: string[] = [];
  /** The most calls in flight at the same time. */
  maxInFlight = 0;
  /** Connections so far, with or without a call. */
  connectionCount = 0;

  tokenShape: TokenShape = ({ token }) => ({ token });
  listShape: ListShape = services.uptime;
  /** Answers calls for pages instead of the account's monitors. */
  listAnswer: ListAnswer | undefined;
  /** Milliseconds between a call and its response. */
  latency = 0;
  /** Whether responses are compressed if the client accepts gzip. */
  compresses = true;

  readonly #server: Server;
  readonly #inFlight = new Set<Call>();
  readonly #events = new EventEmitter<{ received: [Call]; end: [] }>();
  readonly #gates = new Set<{ readonly fromPage: number; readonly opened: Promise<void> }>();
  readonly #tokens = new Map<string, { readonly account: SimulatedAccount; expiresAt: number }>();
  #failures: { readonly failure: BrokenResponse; readonly of?: CallKind; left: number }[] = [];
  #onCall: (call: Call) => void = () => undefined;
  /** How far the service's clock is ahead, in milliseconds. */
  #ahead = 0;
  readonly #generate: (ordinal: number) => MonitorRecord;
  #nextOrdinal: number;

  private constructor(private readonly options: SimulatedServiceOptions) {
    const { monitors = 340, seed = 24, tellsOutages = false, tls } = options;
    const startedAt = Date.now();
    const toAccount = (account: AccountOptions, index: number): SimulatedAccount => {
      const source = { seed: seed + index * 7919, startedAt, tellsOutages };
      const length = account.monitors ?? monitors;
      return {
        ...account,
        monitors: Array.from({ length }, (_, ordinal) => generateRecord(source, ordinal)),
      };
    };
    const [first, ...others] = options.accounts ?? [defaultAccount];
    this.accounts = [
      toAccount(first, 0),
      ...others.map((account, index) => toAccount(account, index + 1)),
    ];
    this.#generate = (ordinal) => generateRecord({ seed, startedAt, tellsOutages }, ordinal);
    this.#nextOrdinal = this.accounts[0].monitors.length;
    const listener = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#answer(request, response);
    const certificate = tls === true ? readCertificate('service') : tls;
    this.#server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
    this.#server.on('connection', () => this.connectionCount++);
  }

  static async start(options: SimulatedServiceOptions = {}): Promise<SimulatedService> {
    const service = new SimulatedService(options);
    service.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    if (!this.#server.listening) {
      return;
    }
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** The address before "/token" and "/monitors/list". */
  get baseUrl(): string {
    const { tls, pathPrefix = '' } = this.options;
    const { address, port } = this.#server.address() as AddressInfo;
    return `${tls ? 'https' : 'http'}://${address}:${port}${pathPrefix}`;
  }

  get email(): string {
    return this.accounts[0].email;
  }

  get password(): string {
    return this.accounts[0].password;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  callCount(kind?: CallKind): number {
    return this.calls.filter((call) => kind === undefined || call.kind === kind).length;
  }

  /** Keeps violations. */
  forgetCalls(): void {
    this.calls.length = 0;
    this.maxInFlight = this.inFlight;
  }

  /** Resolves with the next call when it has arrived, before its answer. */
  async nextCall(): Promise<Call> {
    const [call] = (await once(this.#events, 'received')) as [Call];
    return call;
  }

  /** Resolves when no call is in flight. */
  async idle(): Promise<void> {
    while (this.inFlight > 0) {
      await once(this.#events, 'end');
    }
  }

  advanceClock(ms: number): void {
    this.#ahead += ms;
  }

  /** Refuses all tokens that it has issued. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  /** Holds back the responses to later calls; with `fromPage`, to those for this page and later ones. */
  holdResponses({ fromPage = -1 } = {}): Gate {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const held = { fromPage, opened };
    this.#gates.add(held);
    return {
      release: () => {
        this.#gates.delete(held);
        open();
      },
    };
  }

  /** Breaks the response to the next call of a kind, or to the next `times` calls. */
  failNext(
    failure: BrokenResponse,
    { times = 1, ...which }: { readonly of?: CallKind; readonly times?: number } = {},
  ): void {
    this.#failures.push({ failure, left: times, ...which });
  }

  /** Removes all planned failures. */
  stopFailing(): void {
    this.#failures = [];
  }

  /** Runs `act` when call number `n` has arrived, before its answer. */
  beforeCall(n: number, act: () => void): void {
    this.#onCall = (call) => {
      if (call === this.calls[n - 1]) {
        act();
      }
    };
  }

  /** @throws RangeError if there is no such account. */
  account(email: string): SimulatedAccount {
    const account = this.accounts.find((candidate) => candidate.email === email);
    if (!account) {
      throw new RangeError(`no account ${email}`);
    }
    return account;
  }

  /** Inserts a monitor of the first account before `index`, and generates missing fields. */
  insertMonitor(index: number, fields?: Partial<MonitorRecord>): MonitorRecord {
    const record = { ...this.#generate(this.#nextOrdinal++), ...fields };
    this.accounts[0].monitors.splice(index, 0, record);
    return record;
  }

  /** @throws RangeError if there is no such monitor. */
  removeMonitor(index: number): MonitorRecord {
    const record = this.#monitorAt(index);
    this.accounts[0].monitors.splice(index, 1);
    return record;
  }

  /** @throws RangeError if there is no such monitor. */
  updateMonitor(index: number, fields: Partial<MonitorRecord>): MonitorRecord {
    const record = { ...this.#monitorAt(index), ...fields };
    this.accounts[0].monitors[index] = record;
    return record;
  }

  /** Makes all monitors of the first account up, except these. */
  breakOnly(...down: readonly number[]): void {
    for (const index of this.accounts[0].monitors.keys()) {
      this.updateMonitor(index, { status: down.includes(index) ? 'down' : 'up' });
    }
  }

  #monitorAt(index: number): MonitorRecord {
    const record = this.accounts[0].monitors[index];
    if (!record) {
      throw new RangeError(`no monitor at ${index}`);
    }
    return record;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const kind = kindOf(path, this.options.pathPrefix ?? '');
    const call: Call = { kind, method, path, headers, outcome: 'in flight' };
    this.calls.push(call);
    this.#inFlight.add(call);
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    response.once('close', () => this.#ended(call, response));
    const body = await text(request).catch(() => undefined);
    if (body === undefined) {
      // The client hung up.
      return;
    }
    call.body = parse(body);
    this.#events.emit('received', call);
    this.#onCall(call);
    const content = this.#contentFor(call);
    call.failure = this.#takeFailure(call);
    const gates = [...this.#gates].filter(({ fromPage }) => (call.pageIndex ?? -1) >= fromPage);
    await delay(this.latency, undefined, { ref: false });
    await Promise.all(gates.map(({ opened }) => opened));
    if (response.destroyed) {
      return;
    }
    if (call.failure) {
      await sendBroken(call.failure, { call, response, content });
    } else {
      const compress = this.compresses && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
      sendResponse(response, content, { compress });
    }
  }

  /** Answers a call, or refuses it. */
  #contentFor(call: Call): ResponseContent {
    try {
      checkEnvelope(call.kind, call.method, call.headers);
      const value = call.kind === 'token' ? this.#token(call) : this.#list(call);
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      const { status, message } = error;
      if (error instanceof ContractViolation) {
        this.violations.push(`${call.method} ${call.path}: ${message}`);
      }
      return toErrorResponse(status, errorStyles.problem(status, message), {
        ...(status === 405 && { Allow: 'POST' }),
        ...(status === 401 && call.kind === 'list' && { 'WWW-Authenticate': 'Bearer' }),
      });
    }
  }

  #token(call: Call): unknown {
    const { email, password, expiresIn = DEFAULT_LIFETIME_MS } = toTokenRequest(call.body);
    const account = this.accounts.find((candidate) => candidate.email === email);
    if (account?.password !== password) {
      throw new Refusal(401, 'E-mail or password is wrong.');
    }
    call.account = email;
    const token = `mst_${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, { account, expiresAt: this.#now() + expiresIn });
    return this.tokenShape({ token });
  }

  #list(call: Call): unknown {
    const request = toListRequest(call.body);
    Object.assign(call, request);
    const issued = this.#tokens.get(bearerToken(call.headers) ?? '');
    if (issued === undefined || this.#now() >= issued.expiresAt) {
      throw new Refusal(401, 'The access token is not valid or has expired.');
    }
    const { email, monitors } = issued.account;
    call.account = email;
    if (this.listAnswer) {
      return this.listAnswer(request);
    }
    const from = request.pageIndex * request.pageSize;
    const page = monitors.slice(from, from + request.pageSize);
    return this.listShape(page, { total: monitors.length });
  }

  #now(): number {
    return Date.now() + this.#ahead;
  }

  /** Returns the failure for this call, and uses it up. */
  #takeFailure({ kind }: Call): BrokenResponse | undefined {
    const next = this.#failures.find(({ of = kind, left }) => of === kind && left > 0);
    if (next) {
      next.left -= 1;
    }
    return next?.failure;
  }

  #ended(call: Call, response: ServerResponse): void {
    if (response.headersSent) {
      call.status = response.statusCode;
    }
    if (response.writableFinished) {
      call.outcome = call.failure ? 'broken on purpose' : 'answered';
    } else if (call.outcome === 'in flight') {
      call.outcome = this.#server.listening ? 'aborted by client' : 'broken on purpose';
    }
    this.#inFlight.delete(call);
    this.#events.emit('end');
  }
}

/** Returns the text if it isn't JSON. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
