import * as vscode from 'vscode';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { HOUR } from '../../base/time';
import type { App } from '../../account/app';
import type { Session } from '../../account/session';
import { addScheme, parseBaseUrl, type AddressProblem, type BaseUrl } from '../../service/address';
import { CallError, isCallError, toErrorLine } from '../../service/errors';
import { DEFAULT_LIFETIME_MS } from '../../service/serviceClient';
import { askChoice, askText, toPathItem, type Answered, type Question } from '../inputs';
import { formats, t } from '../l10n';
import type { Settings } from '../settings';
import { toSignInErrorText } from '../texts/errorText';
import { toSignInCostText, type CallsAfter } from '../texts/costText';
import type { MonitorsView } from '../tree/monitorsView';
import { openInBrowser, window } from '../window';

export interface SignInRequest {
  /** Asks only for this account's password, unless there is an `address`. */
  readonly session?: Session | undefined;
  /** Asks for the address first, and offers this one. */
  readonly address?: string | undefined;
  readonly callsAfter?: CallsAfter;
}

/** The user's input. It isn't kept. */
interface Draft {
  email: string;
  password: string;
  lifetimeMs: number;
}

const ADDRESS = 0;
const EMAIL = 1;
const PASSWORD = 2;

const LIFETIMES = [1, 12, 24, 168, 720, 2160, 8760].map((hours) => hours * HOUR);

const ABOUT_GATEWAY =
  'https://github.com/monitor-explorer/monitor-explorer/blob/HEAD/docs/gateway.md';

const INVALID = t('Enter a valid URL, such as https://api.example.com/v1');
const TOO_LONG = t('Leave out ? and #, and what follows them.');

/** How to fix an invalid address that is a URL. */
const ADDRESS_PROBLEMS: Partial<Record<AddressProblem, SafeText>> = {
  notHttps: t(
    'Use https://: http:// sends password and token in the clear, and is for this machine only.',
  ),
  userInfo: t('Leave out user and password; you enter them later.'),
  query: TOO_LONG,
  fragment: TOO_LONG,
};

/** Asks for missing input, makes one call and stores the token. */
export class SignInDialog {
  #running: Promise<Session | undefined> | undefined;
  /** What the user typed in a sign-in that didn't end. */
  #email = '';

  constructor(
    private readonly app: App,
    private readonly settings: Settings,
    private readonly view: MonitorsView,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Runs one sign-in at a time; others join it. @returns `undefined` if the user cancels */
  signIn(request: SignInRequest = {}) {
    this.#running ??= this.#ask(request).finally(() => {
      this.#running = undefined;
      this.app.setSigningIn(false);
    });
    return this.#running;
  }

  async #ask({ session, address, callsAfter }: SignInRequest) {
    const { email = this.#email, lifetimeMs = DEFAULT_LIFETIME_MS } = session ?? {};
    const draft: Draft = { email, password: '', lifetimeMs };
    const cost = toSignInCostText(callsAfter);
    let offered = address;
    const steps: readonly ((question: Question) => Promise<Answered<unknown>>)[] = [
      (question) => {
        const value = offered ?? this.settings.address;
        offered = undefined;
        return askAddress(this.settings, value, question);
      },
      (question) => askEmail(this.settings, draft, question),
      (question) => askPassword(draft, cost, question),
    ];
    const firstStep = session ? PASSWORD : EMAIL;
    let at = address === undefined ? firstStep : ADDRESS;
    let problem: SafeText | undefined;
    let hasFailed = false;
    for (;;) {
      at = this.settings.baseUrl ? at : ADDRESS;
      const title = t('Sign In to Monitor Explorer');
      const place = { step: at + 1, totalSteps: steps.length, canGoBack: at > ADDRESS };
      const answered = await steps[at]!({ title, problem, ...place });
      problem = undefined;
      this.#email = session ? '' : draft.email;
      if (answered === 'cancel') {
        if (hasFailed) {
          // Not awaited, so that Sign In works at once.
          void this.view.focusWelcome();
        }
        return undefined;
      }
      at += answered === 'back' ? -1 : 1;
      if (at > PASSWORD) {
        try {
          return await this.#signInWith(draft);
        } catch (error) {
          if (isCallError(error, 'canceled')) {
            return undefined;
          }
          hasFailed = true;
          problem = this.#toProblem(error);
          draft.password = isCallError(error, 'badLogin') ? '' : draft.password;
          at = isCallError(error, 'notTheService') ? ADDRESS : PASSWORD;
        }
      }
    }
  }

  #toProblem(error: unknown) {
    this.app.setSigningIn(false);
    this.log.warn(`Sign-in failed: ${toErrorLine(error)}`);
    return toSignInErrorText(error, this.app.now());
  }

  async #signInWith(draft: Draft) {
    const baseUrl = this.settings.baseUrl!;
    this.app.setSigningIn(true);
    await this.view.focusSigningIn();
    const session = await exchange(this.app, baseUrl, draft);
    this.#email = '';
    await this.app.signIn(session);
    return session;
  }
}

/** Makes the call, and asks which field of its response is the token if that is unclear. */
async function exchange(app: App, baseUrl: BaseUrl, { email, password, lifetimeMs }: Draft) {
  const lifetime = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Signing in to {0}…', toSafeText(baseUrl.host)),
    cancellable: true,
  };
  const request = { baseUrl, email, password, ...lifetime };
  const { response } = await window.withProgress(options, (_progress, canceled) => {
    const abort = new AbortController();
    canceled.onCancellationRequested(() => abort.abort());
    return app.client.createToken(request, abort.signal);
  });
  const service = app.serviceAt(baseUrl.href);
  for (;;) {
    const { session, choices } = await service.readSession(request, response);
    if (session) {
      return session;
    }
    const picked = await askChoice(
      { title: t('Which of these is the access token?'), placeholder: t('Takes no call.') },
      choices.map(({ path, preview }) => toPathItem(path, preview)),
    );
    if (typeof picked === 'string') {
      throw new CallError('canceled');
    }
    service.pick({ fields: { token: picked.value } }, []);
  }
}

/**
 * Asks for the service's address and saves it, without the path of a call. `question.problem`: the last address was
 * wrong.
 */
export async function askAddress(settings: Settings, offered: string, question: Question) {
  const toBaseUrl = (text: string) =>
    parseBaseUrl(addScheme(text).replace(/\/(?:token|monitors\/list)\/*$/i, ''));
  const aboutGateway = {
    iconPath: new vscode.ThemeIcon('book'),
    tooltip: t('About the Gateway'),
    run: () => openInBrowser(ABOUT_GATEWAY),
  };
  const answered = await askText({
    ...question,
    buttons: question.problem ? [aboutGateway] : [],
    prompt: () => t('Address of the monitoring service'),
    placeholder: toSafeText('https://api.example.com/v1'),
    value: offered,
    validate: (text) => {
      const { problem } = toBaseUrl(text);
      return problem && (ADDRESS_PROBLEMS[problem] ?? INVALID);
    },
  });
  if (typeof answered === 'object') {
    const { baseUrl } = toBaseUrl(answered.value);
    try {
      if (baseUrl && baseUrl.href !== settings.baseUrl?.href) {
        await settings.setAddress(baseUrl);
      }
    } catch (error) {
      void window.showWarningMessage(
        t(
          "The address couldn't be saved: {0}",
          toSafeText(error instanceof Error ? error.message : ''),
        ),
      );
      return 'cancel';
    }
  }
  return answered;
}

function askEmail({ baseUrl }: Settings, draft: Draft, question: Question) {
  return askText({
    ...question,
    prompt: () => t('E-mail for {0}', toSafeText(baseUrl?.host ?? '')),
    placeholder: t('E-mail'),
    value: draft.email,
    // Also kept if the user goes back.
    onChange: (text) => {
      draft.email = text.trim();
    },
    validate: (text) => (/\S@\S/.test(text) ? undefined : t('Enter the e-mail of your account.')),
  });
}

function askPassword(draft: Draft, cost: SafeText, question: Question) {
  return askText({
    ...question,
    prompt: () => {
      const use = t(
        'Password of {0}. Used once, never stored. Session: {1}.',
        toSafeText(draft.email),
        formats.duration(draft.lifetimeMs),
      );
      return joinTexts([use, cost], ' ');
    },
    placeholder: t('Password'),
    password: true,
    value: draft.password,
    onChange: (text) => {
      draft.password = text;
    },
    // VS Code shows it in place of the prompt, which has the cost.
    problem: question.problem && joinTexts([question.problem, cost], ' '),
    buttons: [
      {
        iconPath: new vscode.ThemeIcon('clock'),
        tooltip: t('Session Length…'),
        run: () => askLifetime(question.title, draft),
      },
    ],
    validate: (text) => (text === '' ? t('Enter the password.') : undefined),
  });
}

async function askLifetime(title: SafeText, draft: Draft) {
  const items = LIFETIMES.map((value) => ({ label: formats.duration(value), value }));
  const answered = await askChoice(
    {
      title,
      placeholder: t('How long should the session last?'),
      active: items.find(({ value }) => value === draft.lifetimeMs),
      canGoBack: true,
    },
    items,
  );
  if (typeof answered === 'object') {
    draft.lifetimeMs = answered.value;
  }
}
