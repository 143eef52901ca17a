import * as vscode from 'vscode';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { HOUR } from '../../base/time';
import type { App } from '../../account/app';
import type { Session } from '../../account/session';
import { addScheme, parseBaseUrl, type BaseUrl } from '../../service/address';
import { CallError, isCallError, toErrorLine } from '../../service/errors';
import { DEFAULT_LIFETIME_MS } from '../../service/serviceClient';
import { askChoice, askText, type Answered, type Question } from '../inputs';
import { t } from '../l10n';
import { askForPath } from '../mapping/askForPath';
import type { Settings } from '../settings';
import { toSignInErrorText } from '../texts/errorText';
import { toAddressProblemText } from '../texts/settingText';
import { toSignInCostText, type CallsAfter } from '../texts/signInText';
import type { MonitorsView } from '../tree/monitorsView';
import { openInBrowser, window } from '../window';

export interface SignInRequest {
  /** Asks only for this account's password, unless there is an `address`. */
  readonly known?: Session | undefined;
  /** Asks for the address first, and offers this one. */
  readonly address?: string | undefined;
  /** Asks for a different account than last time. */
  readonly another?: boolean;
  readonly callsAfter?: CallsAfter;
}

/** What the user typed. The password is never part of it. */
interface Draft {
  email: string;
  lifetimeMs: number;
}

type Step = (question: Question) => Promise<Answered<string>>;

const ABOUT_GATEWAY =
  'https://github.com/monitor-explorer/monitor-explorer/blob/HEAD/docs/gateway.md';

const ADDRESS = 0;
const EMAIL = 1;
const PASSWORD = 2;

const LIFETIMES = [1, 12, 24, 168, 720, 2160, 8760].map((hours) => hours * HOUR);

/**
 * Creates a function that asks for missing input, makes one call and stores the token.
 * @param memento keeps e-mail and session length by origin
 */
export function createSignIn(
  app: App,
  settings: Settings,
  view: MonitorsView,
  memento: vscode.Memento,
  log: vscode.LogOutputChannel,
) {
  let running: Promise<Session | undefined> | undefined;
  let unfinished: Draft | undefined;

  const ask = async (request: SignInRequest): Promise<Session | undefined> => {
    const { known, another } = request;
    let { address } = request;
    const last = settings.baseUrl && memento.get<Draft>(toMementoKey(settings.baseUrl));
    const usual = known ?? unfinished ?? (another ? undefined : last);
    const { lifetimeMs = DEFAULT_LIFETIME_MS } = usual ?? last ?? {};
    const draft: Draft = { email: usual?.email ?? '', lifetimeMs };
    const firstStep = usual === undefined || usual === unfinished ? EMAIL : PASSWORD;
    unfinished = known ? undefined : draft;
    let password = '';
    let problem: SafeText | undefined;
    const steps: readonly Step[] = [
      (question) => {
        const offered = address ?? settings.address;
        address = undefined;
        return askAddress(settings, offered, question);
      },
      (question) => askEmail(settings.baseUrl!, draft, question),
      (question) => askPassword(draft, password, toSignInCostText(t, request.callsAfter), question),
    ];
    for (let at = address === undefined ? firstStep : ADDRESS; ;) {
      at = settings.baseUrl ? at : ADDRESS;
      const title = t('Sign In to Monitor Explorer');
      const place = { step: at + 1, totalSteps: steps.length, canGoBack: at > ADDRESS };
      const answered = await steps[at]!({ title, problem, ...place });
      if (answered === 'cancel') {
        if (problem !== undefined) {
          // Not awaited, so that Sign In works at once.
          void view.focusWelcome();
        }
        return undefined;
      }
      problem = undefined;
      if (answered === 'back' || at < PASSWORD) {
        at += answered === 'back' ? -1 : 1;
        continue;
      }
      password = answered.value;
      try {
        const session = await signInWith(draft, password);
        unfinished = undefined;
        return session;
      } catch (error) {
        if (isCallError(error, 'canceled')) {
          return undefined;
        }
        app.setSigningIn(false);
        log.warn(`Sign-in failed: ${toErrorLine(error)}`);
        problem = toSignInErrorText(t, error, app.now());
        password = isCallError(error, 'badLogin') ? '' : password;
        at = isCallError(error, 'notTheService') ? ADDRESS : PASSWORD;
      }
    }
  };

  const signInWith = async (draft: Draft, password: string): Promise<Session> => {
    const baseUrl = settings.baseUrl!;
    app.setSigningIn(true);
    await view.focusSigningIn();
    const session = await exchange(app, baseUrl, draft, password);
    await app.signIn(session);
    void memento.update(toMementoKey(baseUrl), draft);
    return session;
  };

  /** Runs one sign-in at a time; others join it. @returns `undefined` if the user cancels */
  return (request: SignInRequest = {}): Promise<Session | undefined> => {
    running ??= ask(request).finally(() => {
      running = undefined;
      app.setSigningIn(false);
    });
    return running;
  };
}

/** Makes the call, and asks which field of its response is the token if that is unclear. */
async function exchange(
  app: App,
  baseUrl: BaseUrl,
  { email, lifetimeMs }: Draft,
  password: string,
): Promise<Session> {
  const lifetime = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const title = t('Signing in to {0}…', toSafeText(baseUrl.host, 100));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
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
    const path = await askForPath(t('Which of these is the access token?'), choices);
    if (path === undefined) {
      throw new CallError('canceled');
    }
    service.pick({ fields: { token: [path] } }, []);
  }
}

/**
 * Asks for the service's address and saves it, without the path of a call. `question.problem`: the last address was
 * wrong.
 */
export async function askAddress(
  settings: Settings,
  offered: string,
  question: Question,
): Promise<Answered<string>> {
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
    placeholder: toSafeText('https://api.example.com/v1', 100),
    value: offered,
    validate: (text) => {
      const { problem } = toBaseUrl(text);
      return problem && toAddressProblemText(t, problem);
    },
  });
  if (typeof answered === 'object') {
    const { baseUrl } = toBaseUrl(answered.value);
    try {
      if (baseUrl && baseUrl.href !== settings.baseUrl?.href) {
        await settings.setAddress(baseUrl);
      }
    } catch (error) {
      const reason = toSafeText(error instanceof Error ? error.message : '', 300);
      void window.showWarningMessage(t("The address couldn't be saved: {0}", reason));
      return 'cancel';
    }
  }
  return answered;
}

function askEmail({ host }: BaseUrl, draft: Draft, question: Question): Promise<Answered<string>> {
  return askText({
    ...question,
    prompt: () => t('E-mail for {0}', toSafeText(host, 100)),
    placeholder: t('E-mail'),
    value: draft.email,
    // Also kept if the user goes back.
    onChange: (text) => {
      draft.email = text.trim();
    },
    validate: (text) => (/\S@\S/.test(text) ? undefined : t('Enter the e-mail of your account.')),
  });
}

/** @param password that of the last attempt, if it may be right */
function askPassword(
  draft: Draft,
  password: string,
  cost: SafeText,
  question: Question,
): Promise<Answered<string>> {
  const toPrompt = (): SafeText => {
    const use = t(
      'Password of {0}. Used once, never stored. Session: {1}.',
      toSafeText(draft.email, 100),
      t.formats.duration(draft.lifetimeMs),
    );
    return joinTexts([use, cost], ' ');
  };
  return askText({
    ...question,
    prompt: toPrompt,
    placeholder: t('Password'),
    password: true,
    value: password,
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

async function askLifetime(title: SafeText, draft: Draft): Promise<void> {
  const items = LIFETIMES.map((value) => ({ label: t.formats.duration(value), value }));
  const placeholder = t('How long should the session last?');
  const active = items.find(({ value }) => value === draft.lifetimeMs);
  const answered = await askChoice({ title, placeholder, active, canGoBack: true }, items);
  if (typeof answered === 'object') {
    draft.lifetimeMs = answered.value;
  }
}

/** Forgets the e-mail that the next sign-in would offer, if it's the session's. */
export async function forgetDraft(memento: vscode.Memento, session: Session): Promise<void> {
  const key = toMementoKey(new URL(session.baseUrl));
  if (memento.get<Draft>(key)?.email === session.email) {
    await memento.update(key, undefined);
  }
}

const toMementoKey = ({ origin }: Pick<BaseUrl, 'origin'>): string => `signIn:${origin}`;
