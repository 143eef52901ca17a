import * as vscode from 'vscode';
import { parseBaseUrl, type BaseUrl } from '../../service/address';
import type { HttpResponse } from '../../service/httpResponse';
import { CancelledError, UnreadableResponseError } from '../../service/errors';
import { describeShape } from '../../service/reading/shape';
import { readToken, type TokenReading } from '../../service/reading/tokenReading';
import type { ServiceClient } from '../../service/serviceClient';
import { DEFAULT_LIFETIME_MS, toExpiresIn } from '../../session/lifetime';
import type { SessionStore } from '../../session/sessionStore';
import { toSession, type IssuedToken, type Session } from '../../session/session';
import { toErrorLine } from '../../explorer/callLog';
import type { ResponseMapping } from '../../explorer/responseMapping';
import { askQuestion } from '../mapping/questionPick';
import type { Settings } from '../settings';
import { addressStep, emailStep, lifetimeStep, passwordStep, type SignInDraft } from './signInSteps';
import { toSignInErrorText } from '../texts/errorText';
import { runWizard } from './wizard';
import { t } from '../l10n';
import { window } from '../window';
import { toSafeText, type SafeText } from '../../base/text';

export interface SignInOptions {
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly client: ServiceClient;
  /** `context.globalState`: keeps the e-mail and the lifetime last used at each origin. */
  readonly memory: vscode.Memento;
  readonly desk: ResponseMapping;
  readonly log: vscode.LogOutputChannel;
}

export interface SignInRequest {
  /** The account to sign in to again; only its password is asked for. */
  readonly known?: Session | undefined;
  /** The person wants another account than the one last used here. */
  readonly another?: boolean;
}

/** What is remembered of the last sign-in at an origin. Never the password. */
interface LastSignIn {
  readonly email: string;
  readonly lifetimeMs: number;
}

const ADDRESS_STEP = 0;
const EMAIL_STEP = 1;
const PASSWORD_STEP = 2;

/** The front door: asks for what is missing, makes one call, and keeps the token that it brings. */
export class SignIn {
  #running: Promise<Session | undefined> | undefined;

  constructor(private readonly options: SignInOptions) {}

  /**
   * One sign-in at a time: asking again while one runs joins it.
   * @returns the new session; `undefined` where the person cancelled, and then nothing has changed.
   */
  run(request: SignInRequest = {}): Promise<Session | undefined> {
    this.#running ??= this.#ask(request).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async forgetEmail(origin: string): Promise<void> {
    await this.options.memory.update(memoryKey(origin), undefined);
  }

  async #ask(request: SignInRequest): Promise<Session | undefined> {
    const draft = this.#toDraft(request);
    let startAt =
      draft.baseUrl === undefined ? ADDRESS_STEP : draft.email === '' ? EMAIL_STEP : PASSWORD_STEP;
    while (await this.#fillIn(draft, startAt)) {
      try {
        return await this.#keep(draft, await this.#exchange(draft));
      } catch (error) {
        if (error instanceof CancelledError) {
          return undefined;
        }
        this.options.log.warn(`Sign-in failed: ${toErrorLine(error)}`);
        draft.problem = toSignInErrorText(t, error, Date.now(), vscode.env.language).sentence;
        startAt = PASSWORD_STEP;
      } finally {
        draft.password = '';
      }
    }
    return undefined;
  }

  #toDraft({ known, another }: SignInRequest): SignInDraft {
    const { settings, memory } = this.options;
    const baseUrl = known ? parseBaseUrl(known.baseUrl).baseUrl : settings.baseUrl;
    const last = baseUrl && !another ? memory.get<LastSignIn>(memoryKey(baseUrl.origin)) : undefined;
    const { email, lifetimeMs } = known ?? last ?? { email: '', lifetimeMs: undefined };
    const address = baseUrl?.href ?? settings.address;
    return { baseUrl, address, email, password: '', lifetimeMs, problem: undefined };
  }

  #fillIn(draft: SignInDraft, startAt: number): Promise<boolean> {
    const steps = [addressStep(draft), emailStep(draft), passwordStep(draft)];
    // Asked for once: a wrong password is no reason to ask how long the session shall last again.
    const all = draft.lifetimeMs === undefined ? [...steps, lifetimeStep(draft)] : steps;
    return runWizard(t('Sign In to Monitor Explorer'), all, startAt);
  }

  /** The one call, with the password in memory for as long as it takes. */
  async #exchange(draft: SignInDraft): Promise<Issued> {
    const { email, password, lifetimeMs = DEFAULT_LIFETIME_MS } = draft;
    const baseUrl = draft.baseUrl!;
    const expiresInMs = toExpiresIn(lifetimeMs);
    const request = { baseUrl, email, password, ...(expiresInMs === undefined ? {} : { expiresInMs }) };
    const { response: answer, reading } = await cancellable(
      t('Signing in to {0}…', toSafeText(baseUrl.host, 100)),
      (signal) => this.options.client.createToken(request, signal),
    );
    const sure = await this.#sureOf(baseUrl, lifetimeMs, { answer, reading });
    return { ...sure, receivedAt: answer.receivedAt, lifetimeMs };
  }

  /** Where the token can't be told, the person points at it, on the answer that is here: no further call. */
  async #sureOf(
    baseUrl: BaseUrl,
    requestedLifetimeMs: number,
    { answer, reading }: { answer: HttpResponse; reading: TokenReading },
  ): Promise<Pick<IssuedToken, 'token' | 'expiresAt' | 'expiresInMs' | 'serviceDate'>> {
    const { desk } = this.options;
    let sure = reading;
    if (sure.token === undefined && sure.question) {
      const choice = await askQuestion(sure.question);
      if (choice === undefined) {
        throw new CancelledError('the person would not say which is the token');
      }
      await desk.choose(baseUrl, 'token', choice);
      sure = readToken(answer, { requestedLifetimeMs, settings: desk.settingsFor(baseUrl) });
    }
    desk.recordToken(answer, sure);
    if (sure.token === undefined) {
      throw new UnreadableResponseError('token', describeShape(answer.json), answer);
    }
    return { token: sure.token.value, ...toEnd(sure.expiresAt, answer) };
  }

  async #keep(draft: SignInDraft, issued: Issued): Promise<Session> {
    const { settings, sessions, memory } = this.options;
    const baseUrl = draft.baseUrl!;
    const session = toSession({ ...issued, baseUrl: baseUrl.href, email: draft.email });
    await sessions.add(session);
    const last: LastSignIn = { email: session.email, lifetimeMs: session.lifetimeMs };
    await memory.update(memoryKey(session.origin), last);
    if (settings.baseUrl?.href !== baseUrl.href) {
      await settings.setAddress(baseUrl);
    }
    return session;
  }
}

type Issued = Omit<IssuedToken, 'baseUrl' | 'email'>;

/** A point in time is of the service's clock, which may be wrong; a lifetime is not. */
function toEnd({ value, reason }: TokenReading['expiresAt'], answer: HttpResponse): Partial<IssuedToken> {
  if (reason !== 'absoluteTime' && reason !== 'jwtExpiry') {
    return { expiresInMs: value - answer.receivedAt };
  }
  const serviceDate = Date.parse(answer.header('date') ?? '');
  return { expiresAt: value, ...(Number.isNaN(serviceDate) ? {} : { serviceDate }) };
}

function memoryKey(origin: string): string {
  return `signIn:${origin}`;
}

async function cancellable<T>(title: SafeText, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, (_progress, cancelled) => {
    const abort = new AbortController();
    cancelled.onCancellationRequested(() => abort.abort());
    return call(abort.signal);
  });
}
