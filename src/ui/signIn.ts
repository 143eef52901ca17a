import * as vscode from 'vscode';
import type { BaseUrl } from '../service/address';
import { CancelledFailure } from '../service/failures';
import type { ServiceClient } from '../service/serviceClient';
import { DEFAULT_LIFETIME_MS, toExpiresIn } from '../session/lifetime';
import type { SessionStore } from '../session/secretSessions';
import { toSession, type Session } from '../session/session';
import type { Settings } from './settings';
import { addressStep, emailStep, lifetimeStep, passwordStep, type SignInDraft } from './signInSteps';
import { toSignInFailureText } from './texts/failureText';
import { runWizard } from './wizard';

const { l10n } = vscode;

export interface SignInOptions {
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly client: ServiceClient;
  /** `context.globalState`: keeps the e-mail last used at each origin. */
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

const PASSWORD_STEP = 2;

/** The front door: asks for what is missing, makes one call, and keeps the token that it brings. */
export class SignIn {
  #running: Promise<Session | undefined> | undefined;

  constructor(private readonly options: SignInOptions) {}

  /**
   * One sign-in at a time: asking again while one runs joins it.
   * @param known the account to sign in to again; only its password is asked for.
   * @returns the new session; `undefined` where the person cancelled, and then nothing has changed.
   */
  run(known?: Session): Promise<Session | undefined> {
    this.#running ??= this.#ask(known).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #ask(known: Session | undefined): Promise<Session | undefined> {
    const { settings } = this.options;
    const baseUrl = settings.baseUrl;
    const draft: SignInDraft = {
      baseUrl,
      address: settings.address,
      email: known?.email ?? (baseUrl && this.options.memory.get<string>(emailKey(baseUrl))) ?? '',
      password: '',
      lifetimeMs: known?.lifetimeMs,
      problem: undefined,
    };
    let startAt = baseUrl === undefined ? 0 : known ? PASSWORD_STEP : 1;
    while (await this.#fillIn(draft, startAt)) {
      try {
        return await this.#keep(draft, await this.#exchange(draft));
      } catch (error) {
        if (error instanceof CancelledFailure) {
          return undefined;
        }
        this.options.log.warn('sign-in failed', String(error));
        draft.problem = toSignInFailureText(error).sentence;
        startAt = PASSWORD_STEP;
      } finally {
        draft.password = '';
      }
    }
    return undefined;
  }

  #fillIn(draft: SignInDraft, startAt: number): Promise<boolean> {
    const steps = [addressStep(draft), emailStep(draft), passwordStep(draft)];
    // Asked for once: a wrong password is no reason to ask how long the session shall last again.
    const all = draft.lifetimeMs === undefined ? [...steps, lifetimeStep(draft)] : steps;
    return runWizard(l10n.t('Sign In to Monitor Explorer'), all, startAt);
  }

  /** The one call, with the password in memory for as long as it takes. */
  async #exchange(draft: SignInDraft): Promise<Omit<Parameters<typeof toSession>[0], 'baseUrl' | 'email'>> {
    const { email, password, lifetimeMs = DEFAULT_LIFETIME_MS } = draft;
    const expiresInMs = toExpiresIn(lifetimeMs);
    const baseUrl = draft.baseUrl!;
    const { answer, reading } = await cancellable(l10n.t('Signing in to {0}…', baseUrl.host), (signal) =>
      this.options.client.createToken(
        { baseUrl, email, password, ...(expiresInMs === undefined ? {} : { expiresInMs }) },
        signal,
      ),
    );
    return {
      token: reading.token!.value,
      receivedAt: answer.receivedAt,
      lifetimeMs,
      expiresAt: reading.expiresAt.value,
    };
  }

  async #keep(
    draft: SignInDraft,
    issued: Omit<Parameters<typeof toSession>[0], 'baseUrl' | 'email'>,
  ): Promise<Session> {
    const { settings, sessions, memory } = this.options;
    const baseUrl = draft.baseUrl!;
    const session = toSession({ ...issued, baseUrl: baseUrl.href, email: draft.email });
    await sessions.add(session);
    await memory.update(emailKey(baseUrl), session.email);
    if (settings.baseUrl?.href !== baseUrl.href) {
      await settings.setAddress(baseUrl);
    }
    return session;
  }
}

/** Where the e-mail last used at an origin is remembered. */
export function emailKey({ origin }: Pick<BaseUrl, 'origin'>): string {
  return `email:${origin}`;
}

async function cancellable<T>(title: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, cancelled) => {
    const abort = new AbortController();
    cancelled.onCancellationRequested(() => abort.abort());
    return call(abort.signal);
  });
}
