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
import type { TlsOptions } from 'node:tls';
import { type AccountOptions, SimulatedAccount } from './account';
import { sendResponse } from './responseContent';
import { answerCall, type AnsweringRules, type ListAnswer, type MaximumPageSize } from './answering';
import { type ListShape, listShapes, type TokenShape, tokenShapes } from './responseShapes';
import { type BrokenResponse, sendBroken } from './brokenResponses';
import { type Call, type CallKind, CallRecord } from './callRecord';
import { kindOf } from './contract';
import { type ErrorStyle, errorStyles } from './errorStyles';
import { FailurePlan, type Which } from './failurePlan';
import { type Gate, Gates, type Held } from './gates';
import type { MonitorRecord } from './monitorRecords';
import { readBody } from './requestBody';
import { testCertificate } from './testCertificate';
import { Tokens } from './tokens';

export interface SimulatedServiceOptions {
  /** Monitors of each account that does not say otherwise, 0 to 100,000; 340 unless given. */
  readonly monitors?: number;
  /** The same seed makes the same monitors; 24 unless given, which shows every status among the first ones. */
  readonly seed?: number;
  /** Epoch milliseconds that the monitors' check times are counted back from; now unless given. */
  readonly startedAt?: number;
  /** Whether records say since when they are down or degraded, and why; not unless given. */
  readonly tellsOutages?: boolean;
  /** Balance of each account that does not say otherwise; 10,000 unless given. */
  readonly credits?: number;
  readonly creditsPerCall?: number;
  /** The first one is what `email`, `password` and the switches for monitors mean. */
  readonly accounts?: readonly [AccountOptions, ...AccountOptions[]];
  /** What the base URL has after the port, as "/api/v2". */
  readonly pathPrefix?: string;
  /** Loopback: "127.0.0.1" unless given. */
  readonly host?: string;
  /** Any free one unless given. */
  readonly port?: number;
  /** Serves https, with `testCertificate` unless told otherwise. */
  readonly tls?: boolean | TlsOptions;
}

const defaultAccount: AccountOptions = { email: 'ada@example.com', password: 'correct horse 42' };

/**
 * The monitoring service as far as it is documented, on loopback, strict about what it is asked and obedient about
 * what it answers. All switches may be changed while it runs; they apply to calls that arrive from then on.
 */
export class SimulatedService implements AnsweringRules {
  readonly accounts: readonly [SimulatedAccount, ...SimulatedAccount[]];
  readonly tokens = new Tokens();
  /** What callers did that the documentation does not allow, as sentences without values. */
  readonly violations: string[] = [];

  tokenShape: TokenShape = tokenShapes.plain;
  listShape: ListShape = listShapes.plain;
  /** How refusals are worded. */
  errorStyle: ErrorStyle = errorStyles.problem;
  /** Whether list shapes that can tell the total do. */
  tellsTotal = true;
  /** Every page is the first page. */
  ignoresPageIndex = false;
  maximumPageSize: MaximumPageSize | undefined;
  /** Answers each call for monitors, in place of the monitors of the account. */
  listAnswer: ListAnswer | undefined;
  /** As behind a gateway that takes the `Authorization` header off. */
  stripsAuthorization = false;
  creditsPerCall: number;
  /** The header that tells the balance, such as "X-Credits-Remaining"; none unless set. */
  creditsHeader: string | undefined;
  /** Milliseconds between a call and its response, fixed or for each call. */
  latency: number | ((call: Call) => number) = 0;
  /** Whether responses are compressed for those who accept gzip. */
  compresses = true;
  /** Called when a call has ended, however it did. */
  onCallEnded: ((call: Call) => void) | undefined;

  private readonly record = new CallRecord();
  private readonly plan = new FailurePlan();
  private readonly closing = new AbortController();
  private readonly gates = new Gates(this.closing.signal);
  private readonly server: Server;
  private readonly pathPrefix: string;
  private readonly origin: { readonly scheme: string; readonly host: string };
  private connections = 0;

  private constructor(options: SimulatedServiceOptions) {
    const {
      monitors = 340,
      seed = 24,
      startedAt = Date.now(),
      credits = 10_000,
      tellsOutages = false,
    } = options;
    const toAccount = (account: AccountOptions, index: number) =>
      new SimulatedAccount(
        { monitors, credits, ...account },
        { seed: seed + index * 7919, startedAt, tellsOutages },
      );
    const [first, ...others] = options.accounts ?? [defaultAccount];
    this.accounts = [toAccount(first, 0), ...others.map((account, index) => toAccount(account, index + 1))];
    this.creditsPerCall = options.creditsPerCall ?? 1;
    this.pathPrefix = (options.pathPrefix ?? '').replace(
      /^\/*(.*?)\/*$/,
      (_, path: string) => path && `/${path}`,
    );
    this.origin = { scheme: options.tls ? 'https' : 'http', host: options.host ?? '127.0.0.1' };
    const listener: RequestListener = (request, response) => void this.handle(request, response);
    this.server = options.tls
      ? createTlsServer(options.tls === true ? testCertificate : options.tls, listener)
      : createServer(listener);
    this.server.on('connection', () => this.connections++);
  }

  /** Resolves when it listens. */
  static async start(options: SimulatedServiceOptions = {}): Promise<SimulatedService> {
    const service = new SimulatedService(options);
    service.server.listen(options.port ?? 0, service.origin.host);
    await once(service.server, 'listening');
    return service;
  }

  /** Destroys all connections; resolves when nothing is left running. */
  async stop(): Promise<void> {
    if (!this.server.listening) {
      return;
    }
    const closed = once(this.server, 'close');
    this.closing.abort();
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** What goes before "/token" and "/monitors/list". */
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

  /** The balance of the first account. */
  get credits(): number {
    return this.accounts[0].credits;
  }

  set credits(balance: number) {
    this.accounts[0].credits = balance;
  }

  /** All calls since the start or `forgetCalls`, in the order of their arrival. */
  get calls(): readonly Call[] {
    return this.record.calls;
  }

  get inFlight(): number {
    return this.record.inFlight;
  }

  /** The most calls that were ever in flight together since the start or `forgetCalls`. */
  get maxInFlight(): number {
    return this.record.maxInFlight;
  }

  /** Connections ever accepted, with or without a call on them. */
  get connectionCount(): number {
    return this.connections;
  }

  callCount(kind?: CallKind): number {
    return this.record.count(kind);
  }

  /** Calls are numbered from 1 again; violations stay. */
  forgetCalls(): void {
    this.record.forget();
  }

  /** The next call whose body arrives from now on; it is not answered yet. */
  nextCall(): Promise<Call> {
    return this.record.next();
  }

  /** Resolves as soon as no call is in flight. */
  idle(): Promise<void> {
    return this.record.idle();
  }

  /** Lets the service's clock run ahead, for tokens to expire. */
  advanceClock(ms: number): void {
    this.tokens.advanceClock(ms);
  }

  /** Accepts no token any more that was issued so far. */
  revokeTokens(): void {
    this.tokens.revokeAll();
  }

  /** Holds back the responses to calls that arrive from now on. */
  holdResponses(which: Held = {}): Gate {
    return this.gates.hold(which);
  }

  /** Breaks the response to the next call, or to the next `times` calls (Infinity: from now on). */
  failNext(failure: BrokenResponse, options: Which & { readonly times?: number } = {}): void {
    this.plan.next(failure, options);
  }

  /** Breaks the response to call number `n`, counted from 1 as in `calls` (of its kind, with `of`). */
  failAt(n: number, failure: BrokenResponse, which: Which = {}): void {
    this.plan.at(n, failure, which);
  }

  /** Forgets all failures that are still to come. */
  stopFailing(): void {
    this.plan.stop();
  }

  /** Runs `hook` when call number `n` has arrived and before it is looked at. */
  beforeCall(n: number, hook: (call: Call) => void | Promise<void>, which: Which = {}): void {
    this.plan.before(n, hook, which);
  }

  /** The account with this e-mail. @throws RangeError where there is none. */
  account(email: string): SimulatedAccount {
    const account = this.accounts.find((candidate) => candidate.email === email);
    if (!account) {
      throw new RangeError(`no account ${email}`);
    }
    return account;
  }

  /** Replaces the first account's monitors by the first `count` ones of its seed. */
  setMonitors(count: number): void {
    this.accounts[0].monitors.reset(count);
  }

  /** Puts a monitor of the first account in front of the one at `index`; fields not given are generated. */
  insertMonitor(index: number, fields?: Partial<MonitorRecord>): MonitorRecord {
    return this.accounts[0].monitors.insert(index, fields);
  }

  /** By id or by index. @throws RangeError where there is none. */
  removeMonitor(which: string | number): MonitorRecord {
    return this.accounts[0].monitors.remove(which);
  }

  /** By id or by index. @throws RangeError where there is none. */
  updateMonitor(which: string | number, fields: Partial<MonitorRecord>): MonitorRecord {
    return this.accounts[0].monitors.update(which, fields);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const call = this.record.begin({ kind: kindOf(url, this.pathPrefix), method, path: url, headers });
    response.once('close', () => this.ended(call, response));
    const body = await readBody(request);
    if (!body) {
      return;
    }
    call.body = body.value;
    this.record.received(call);
    await this.plan.prepare(call);
    const { content, violation } = answerCall(call, this);
    if (violation) {
      this.violations.push(violation);
    }
    call.failure = this.plan.take(call);
    const style = this.errorStyle;
    await this.gates.pass(call, typeof this.latency === 'number' ? this.latency : this.latency(call));
    if (response.destroyed) {
      return;
    }
    if (call.failure) {
      await sendBroken(call.failure, { call, response, content, style });
    } else {
      await sendResponse(
        response,
        content,
        this.compresses && /\bgzip\b/.test(headers['accept-encoding'] ?? ''),
      );
    }
  }

  private ended(call: Call, response: ServerResponse): void {
    if (response.headersSent) {
      call.status = response.statusCode;
    }
    if (response.writableFinished) {
      call.outcome = call.failure ? 'broken on purpose' : 'answered';
    } else if (call.outcome === 'in flight') {
      call.outcome = this.closing.signal.aborted ? 'broken on purpose' : 'aborted by client';
    }
    this.record.end(call);
    this.onCallEnded?.(call);
  }
}
