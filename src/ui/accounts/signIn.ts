import * as vscode from 'vscode';
import { toSafeText, type SafeText } from '../../base/text';
import type { Memento } from '../../base/memento';
import type { Core } from '../../core/createCore';
import { parseBaseUrl } from '../../service/address';
import { toErrorLine } from '../../service/errorLine';
import { CallError, isCallError } from '../../service/errors';
import { DEFAULT_LIFETIME_MS } from '../../service/serviceClient';
import {
  exchangePassword,
  SignInIncompleteError,
  toPasswordExchange,
  type PasswordExchange,
  type PasswordRequest,
} from '../../session/exchangePassword';
import type { Session } from '../../session/session';
import { t } from '../l10n';
import { askForPath } from '../mapping/chooseFields';
import type { Settings } from '../settings';
import { toSignInErrorText } from '../texts/errorText';
import { toSignInStepText, toUnsavedText, type CallsAfter } from '../texts/signInText';
import { window } from '../window';
import {
  addressOf,
  ADDRESS_STEP,
  baseUrlOf,
  EMAIL_STEP,
  PASSWORD_STEP,
  toSteps,
  type SignInDraft,
} from './signInSteps';
import { runWizard } from '../wizard';

export interface SignInRequest {
  /** Asks only for this account's password if its address is set. */
  readonly known?: Session | undefined;
  /** Asks for a different account than last time. */
  readonly another?: boolean;
  readonly callsAfter?: CallsAfter;
}

interface LastSignIn {
  readonly email: string;
  readonly lifetimeMs: number;
  /** The service never accepted this e-mail, so the user can edit it. */
  readonly refused?: boolean;
}

/** Asks for missing input, makes one call and stores the token. */
export class SignIn {
  readonly #core: Core;
  readonly #settings: Settings;
  readonly #memory: Memento;
  readonly #log: vscode.LogOutputChannel;
  #running: { readonly request: SignInRequest; readonly result: Promise<Session | undefined> } | undefined;
  /** Excludes the password. */
  #cancelled: { readonly draft: SignInDraft; readonly serviceAddress: string } | undefined;
  #isCalling = false;

  /** @param memory keeps e-mail and session length by origin */
  constructor(core: Core, settings: Settings, memory: Memento, log: vscode.LogOutputChannel) {
    this.#core = core;
    this.#settings = settings;
    this.#memory = memory;
    this.#log = log;
  }

  /**
   * Runs one sign-in at a time. Requests for the same account join it; others wait. During the call, shows
   * its notification.
   * @returns `undefined` if the user cancels, with nothing changed
   */
  async run(request: SignInRequest = {}): Promise<Session | undefined> {
    if (this.#isCalling) {
      void vscode.commands.executeCommand('notifications.showList');
    }
    while (this.#running && !canJoin(this.#running.request, request)) {
      await this.#running.result;
    }
    this.#running ??= { request, result: this.#ask(request).finally(() => (this.#running = undefined)) };
    return this.#running.result;
  }

  async forgetEmail(origin: string): Promise<void> {
    this.#cancelled = undefined;
    await this.#memory.update(memoryKey(origin), undefined);
  }

  async #ask(request: SignInRequest): Promise<Session | undefined> {
    const { sessions } = this.#core;
    const draft = this.#toDraft(request);
    let startAt = this.#firstStep(draft, request);
    let address = addressOf(draft);
    while (await runWizard(t('Sign In to Monitor Explorer'), toSteps(draft), startAt)) {
      startAt = PASSWORD_STEP;
      if (draft.typedAddress === undefined && addressOf(draft) !== address) {
        // The setting has changed. Don't send the password to the new service.
        address = addressOf(draft);
        startAt = this.#settings.baseUrl ? PASSWORD_STEP : ADDRESS_STEP;
        draft.password = '';
        draft.problem = t(
          'The service address is now {0}. Enter the password for it.',
          toSafeText(address, 100),
        );
        continue;
      }
      let keepsPassword = false;
      try {
        const session = await this.#exchange(draft);
        this.#cancelled = undefined;
        const saved = this.#saveAddress(draft);
        await sessions.add(session);
        await saved;
        await this.#rememberEmail(session);
        return session;
      } catch (error) {
        if (isCallError(error, 'canceled')) {
          break;
        }
        this.#log.warn(`Sign-in failed: ${toErrorLine(error)}`);
        draft.problem = this.#toProblemText(error);
        // The password may be right, so it stays in the input.
        keepsPassword = isCallError(error) && (error.kind === 'timeout' || (error.facts.status ?? 0) >= 500);
        await this.#rememberRefused(draft);
      } finally {
        if (!keepsPassword) {
          draft.password = '';
        }
      }
    }
    if (!request.known) {
      this.#cancelled = { draft: { ...draft, problem: undefined }, serviceAddress: this.#settings.address };
    }
    return undefined;
  }

  #toDraft({ known, another = false, callsAfter = 0 }: SignInRequest): SignInDraft {
    const cancelled = this.#cancelled;
    if (!known && cancelled?.serviceAddress === this.#settings.address) {
      return { ...cancelled.draft, callsAfter };
    }
    const last = this.#lastSignIn(this.#settings.baseUrl?.origin);
    const isElsewhere = known !== undefined && known.baseUrl !== this.#settings.baseUrl?.href;
    return {
      settings: this.#settings,
      typedAddress: isElsewhere ? known.baseUrl : undefined,
      email: known?.email ?? (another ? '' : (last?.email ?? '')),
      password: '',
      lifetimeMs: known?.lifetimeMs ?? last?.lifetimeMs ?? DEFAULT_LIFETIME_MS,
      callsAfter,
      problem: undefined,
    };
  }

  #firstStep(draft: SignInDraft, { known, another = false }: SignInRequest): number {
    const { baseUrl } = this.#settings;
    if (!baseUrl || parseBaseUrl(addressOf(draft)).baseUrl?.href !== baseUrl.href) {
      return ADDRESS_STEP;
    }
    if (known) {
      return PASSWORD_STEP;
    }
    const last = this.#lastSignIn(baseUrl.origin);
    return !another && last?.email === draft.email && !last.refused ? PASSWORD_STEP : EMAIL_STEP;
  }

  /** Makes the call. Drops the password when it ends. */
  async #exchange(draft: SignInDraft): Promise<Session> {
    const { client, mapping } = this.#core;
    const { email, password, lifetimeMs } = draft;
    const request = { baseUrl: baseUrlOf(draft), email, password, lifetimeMs };
    const asked = { baseUrl: request.baseUrl, requestedLifetimeMs: lifetimeMs };
    const exchange = await cancellable(
      t('Signing in to {0}…', toSafeText(request.baseUrl.host, 100)),
      async (signal) => {
        this.#isCalling = true;
        try {
          return await exchangePassword(request, async (call) => {
            const response = await client.createToken(call, signal);
            return { response, extraction: await mapping.readToken(response, asked, password) };
          });
        } finally {
          this.#isCalling = false;
        }
      },
    );
    return 'session' in exchange ? exchange.session : this.#askForToken(request, exchange);
  }

  /** Asks which field of the response is the token, without another call. */
  async #askForToken(
    request: PasswordRequest,
    { choices, response }: Extract<PasswordExchange, { choices: unknown }>,
  ): Promise<Session> {
    const { mapping, picks } = this.#core;
    const { baseUrl, lifetimeMs } = request;
    const choice = await askForPath(t('Which of these is the access token?'), choices);
    if (choice === undefined) {
      throw new CallError('canceled');
    }
    await picks.pick(baseUrl, 'token', [choice]);
    const asked = { baseUrl, requestedLifetimeMs: lifetimeMs };
    const extraction = await mapping.readToken(response, asked, request.password);
    const exchange = await toPasswordExchange(request, { response, extraction });
    return 'session' in exchange ? exchange.session : this.#askForToken(request, exchange);
  }

  /** Sets the entered address before the first page loads. */
  async #saveAddress(draft: SignInDraft): Promise<void> {
    const baseUrl = baseUrlOf(draft);
    if (draft.typedAddress !== undefined && this.#settings.baseUrl?.href !== baseUrl.href) {
      await this.#settings.setAddress(baseUrl).catch((error: unknown) => this.#warn('address', error));
    }
  }

  async #rememberEmail({ origin, email, lifetimeMs }: Session): Promise<void> {
    await this.#saveLastSignIn(origin, { email, lifetimeMs }).catch((error: unknown) =>
      this.#warn('email', error),
    );
  }

  /** Only warns, because the call is already paid for. */
  #warn(part: 'address' | 'email', error: unknown): void {
    const reason = error instanceof Error ? error.message : '';
    void window.showWarningMessage(toUnsavedText(t, { part, reason }));
  }

  async #rememberRefused(draft: SignInDraft): Promise<void> {
    const { origin } = baseUrlOf(draft);
    const { email, lifetimeMs } = draft;
    const last = this.#lastSignIn(origin);
    const refused = last?.email !== email || last.refused === true;
    await this.#saveLastSignIn(origin, { email, lifetimeMs, refused }).catch((error: unknown) => {
      this.#log.warn(`The e-mail was not saved: ${toErrorLine(error)}`);
    });
  }

  #toProblemText(error: unknown): SafeText {
    return error instanceof SignInIncompleteError
      ? toSignInStepText(t, error.step)
      : toSignInErrorText(t, error, this.#core.now()).sentence;
  }

  async #saveLastSignIn(origin: string, last: LastSignIn): Promise<void> {
    await this.#memory.update(memoryKey(origin), last);
  }

  #lastSignIn(origin: string | undefined): LastSignIn | undefined {
    return origin === undefined ? undefined : this.#memory.get<LastSignIn>(memoryKey(origin));
  }
}

function canJoin(running: SignInRequest, request: SignInRequest): boolean {
  return request.known
    ? request.known.id === running.known?.id
    : running.known === undefined || request.another !== true;
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
