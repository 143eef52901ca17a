import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { type AccountOptions, SimulatedAccount } from './account';
import { sendResponse } from './responseContent';
import { issueCertificate } from '../support/certificates';
import { answerCall, type AnsweringRules, type ListAnswer } from './answering';
import { type ListShape, listShapes, type TokenShape } from './responseShapes';
import { type BrokenResponse, sendBroken } from './brokenResponses';
import { type Call, type CallKind, CallRecord } from './callRecord';
import { kindOf } from './contract';
import { type ErrorStyle, errorStyles } from './errorStyles';
import type { MonitorRecord } from './monitorRecords';
import { Tokens } from './tokens';

export interface SimulatedServiceOptions {
  /** Monitors of each account, 0 to 100,000; 340 by default. */
  readonly monitors?: number;
  /** The same seed makes the same monitors; 24 by default, which has every status on the first page. */
  readonly seed?: number;
  /** Whether records have start and cause of an outage. */
  readonly tellsOutages?: boolean;
  /** Balance of each account; 10,000 by default. */
  readonly credits?: number;
  /** `email`, `password` and the switches for monitors are the first one's. */
  readonly accounts?: readonly [AccountOptions, ...AccountOptions[]];
  /** Path of the base URL, such as "/api/v2". */
  readonly pathPrefix?: string;
  /** "127.0.0.1" by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Serves https, with a new self-signed certificate by default. */
  readonly tls?: boolean | TlsOptions;
}

/** Holds back responses until it is released. */
export interface Gate {
  release(): void;
}

const defaultAccount: AccountOptions = { email: 'ada@example.com', password: 'correct horse 42' };

/**
 * The documented monitoring service on loopback. It refuses what the documentation doesn't allow. Its switches may
 * change while it runs, and apply to later calls.
 */
export class SimulatedService implements AnsweringRules {
  readonly accounts: readonly [SimulatedAccount, ...SimulatedAccount[]];
  readonly tokens = new Tokens();
  /** Violations of the documentation by callers, in sentences without values. */
  readonly violations: string[] = [];

  tokenShape: TokenShape = ({ token }) => ({ token });
  listShape: ListShape = listShapes.plain;
  errorStyle: ErrorStyle = errorStyles.problem;
  /** Answers calls for pages instead of the account's monitors. */
  listAnswer: ListAnswer | undefined;
  /** Whether a gateway removes the `Authorization` header. */
  stripsAuthorization = false;
  /** Milliseconds between a call and its response. */
  latency = 0;
  /** Whether responses are compressed if the client accepts gzip. */
  compresses = true;

  private readonly record = new CallRecord();
  private onCall: (call: Call) => void = () => undefined;
  private failures: { readonly failure: BrokenResponse; readonly of?: CallKind; left: number }[] =
    [];
  private readonly gates = new Set<{ readonly fromPage: number; readonly opened: Promise<void> }>();
  private readonly server: Server;
  private readonly pathPrefix: string;
  private readonly origin: { readonly scheme: string; readonly host: string };
  private connections = 0;

  private constructor(options: SimulatedServiceOptions) {
    const { monitors = 340, seed = 24, credits = 10_000, tellsOutages = false } = options;
    const startedAt = Date.now();
    const toAccount = (account: AccountOptions, index: number) =>
      new SimulatedAccount(
        { monitors, credits, ...account },
        { seed: seed + index * 7919, startedAt, tellsOutages },
      );
    const [first, ...others] = options.accounts ?? [defaultAccount];
    this.accounts = [
      toAccount(first, 0),
      ...others.map((account, index) => toAccount(account, index + 1)),
    ];
    this.pathPrefix = (options.pathPrefix ?? '').replace(
      /^\/*(.*?)\/*$/,
      (_, path: string) => path && `/${path}`,
    );
    this.origin = { scheme: options.tls ? 'https' : 'http', host: options.host ?? '127.0.0.1' };
    const listener: RequestListener = (request, response) => void this.answer(request, response);
    this.server = options.tls
      ? createTlsServer(
          options.tls === true ? issueCertificate({ name: 'Simulated service' }) : options.tls,
          listener,
        )
      : createServer(listener);
    this.server.on('connection', () => this.connections++);
  }

  static async start(options: SimulatedServiceOptions = {}): Promise<SimulatedService> {
    const service = new SimulatedService(options);
    service.server.listen(options.port ?? 0, service.origin.host);
    await once(service.server, 'listening');
    return service;
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    if (!this.server.listening) {
      return;
    }
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** The address before "/token" and "/monitors/list". */
  get baseUrl(): string {
    const { scheme, host } = this.origin;
    const { port } = this.server.address() as AddressInfo;
    return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${this.pathPrefix}`;
  }

  get email(): string {
    return this.accounts[0].email;
  }

  get password(): string {
    return this.accounts[0].password;
  }

  /** Calls since the start or `forgetCalls`, in order of arrival. */
  get calls(): readonly Call[] {
    return this.record.calls;
  }

  get inFlight(): number {
    return this.record.inFlight;
  }

  /** The most calls in flight at the same time. */
  get maxInFlight(): number {
    return this.record.maxInFlight;
  }

  /** Connections so far, with or without a call. */
  get connectionCount(): number {
    return this.connections;
  }

  callCount(kind?: CallKind): number {
    return kind ? this.calls.filter((call) => call.kind === kind).length : this.calls.length;
  }

  /** Keeps violations. */
  forgetCalls(): void {
    this.record.forget();
  }

  /** Resolves with the next call when it has arrived, before its answer. */
  nextCall(): Promise<Call> {
    return this.record.next();
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    return this.record.idle();
  }

  advanceClock(ms: number): void {
    this.tokens.advanceClock(ms);
  }

  /** Refuses all tokens that it has issued. */
  revokeTokens(): void {
    this.tokens.revokeAll();
  }

  /** Holds back the responses to later calls; with `fromPage`, to those for this page and later ones. */
  holdResponses({ fromPage = -1 } = {}): Gate {
    let open = (): void => undefined;
    const held = { fromPage, opened: new Promise<void>((resolve) => (open = resolve)) };
    this.gates.add(held);
    return {
      release: () => {
        this.gates.delete(held);
        open();
      },
    };
  }

  /** Breaks the response to the next call of a kind, or to the next `times` calls. */
  failNext(
    failure: BrokenResponse,
    { times = 1, ...which }: { readonly of?: CallKind; readonly times?: number } = {},
  ): void {
    this.failures.push({ failure, left: times, ...which });
  }

  /** Removes all planned failures. */
  stopFailing(): void {
    this.failures = [];
  }

  /** Runs `act` when call number `n` has arrived, before its answer. */
  beforeCall(n: number, act: () => void): void {
    this.onCall = (call) => {
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
    return this.accounts[0].monitors.insert(index, fields);
  }

  /**
   * Removes by ID or index.
   * @throws RangeError if there is no such monitor.
   */
  removeMonitor(which: string | number): MonitorRecord {
    return this.accounts[0].monitors.remove(which);
  }

  /**
   * Updates by ID or index.
   * @throws RangeError if there is no such monitor.
   */
  updateMonitor(which: string | number, fields: Partial<MonitorRecord>): MonitorRecord {
    return this.accounts[0].monitors.update(which, fields);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const kind = kindOf(url, this.pathPrefix);
    const call: Call = { kind, method, path: url, headers, outcome: 'in flight' };
    this.record.begin(call);
    response.once('close', () => this.ended(call, response));
    const body = await text(request).catch(() => undefined);
    if (body === undefined) {
      // The client hung up.
      return;
    }
    call.body = parse(body);
    this.record.received(call);
    this.onCall(call);
    const { content, violation } = answerCall(call, this);
    if (violation) {
      this.violations.push(violation);
    }
    call.failure = this.takeFailure(call);
    const style = this.errorStyle;
    const gates = [...this.gates].filter(({ fromPage }) => (call.pageIndex ?? -1) >= fromPage);
    await delay(this.latency, undefined, { ref: false });
    await Promise.all(gates.map(({ opened }) => opened));
    if (response.destroyed) {
      return;
    }
    if (call.failure) {
      await sendBroken(call.failure, { call, response, content, style });
    } else {
      const compress = this.compresses && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
      sendResponse(response, content, { compress });
    }
  }

  /** Returns the failure for this call, and uses it up. */
  private takeFailure({ kind }: Call): BrokenResponse | undefined {
    const next = this.failures.find(({ of = kind, left }) => of === kind && left > 0);
    if (next) {
      next.left -= 1;
    }
    return next?.failure;
  }

  private ended(call: Call, response: ServerResponse): void {
    if (response.headersSent) {
      call.status = response.statusCode;
    }
    if (response.writableFinished) {
      call.outcome = call.failure ? 'broken on purpose' : 'answered';
    } else if (call.outcome === 'in flight') {
      call.outcome = this.server.listening ? 'aborted by client' : 'broken on purpose';
    }
    this.record.end(call);
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
