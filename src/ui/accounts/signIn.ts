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

const ABOUT_GATEWAY =
  'https://github.com/monitor-explorer/monitor-explorer/blob/HEAD/docs/gateway.md';

const ADDRESS = 0;
const EMAIL = 1;
const PASSWORD = 2;

const LIFETIMES = [1, 12, 24, 7 * 24, 30 * 24, 90 * 24, 365 * 24].map((hours) => hours * HOUR);

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Asks for missing input, makes one call and stores the token.
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

  /** Makes the call, and asks which field of its response is the token if that is unclear. */
  const exchange = async (
    baseUrl: BaseUrl,
    { email, lifetimeMs }: Draft,
    password: string,
  ): Promise<Session> => {
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
  };

  const askLifetime = async (title: SafeText, draft: Draft): Promise<void> => {
    const items = LIFETIMES.map((value) => ({ label: t.formats.duration(value), value }));
    const placeholder = t('How long should the session last?');
    const active = items.find(({ value }) => value === draft.lifetimeMs);
    const answered = await askChoice({ title, placeholder, active, canGoBack: true }, items);
    if (typeof answered === 'object') {
      draft.lifetimeMs = answered.value;
    }
  };

  const ask = async (request: SignInRequest): Promise<Session | undefined> => {
    const { known, another, callsAfter = 0 } = request;
    const last = settings.baseUrl && memento.get<Draft>(toMementoKey(settings.baseUrl));
    const usual = known ?? unfinished ?? (another ? undefined : last);
    const lifetimeMs = (usual ?? last)?.lifetimeMs ?? DEFAULT_LIFETIME_MS;
    const draft: Draft = { email: usual?.email ?? '', lifetimeMs };
    const ownStep = usual === undefined || usual === unfinished ? EMAIL : PASSWORD;
    const cost = toSignInCostText(t, callsAfter);
    let offered = request.address;
    let at = offered === undefined ? ownStep : ADDRESS;
    let first = at;
    let failed: { readonly problem: SafeText; readonly password: string } | undefined;
    let hasFailed = false;
    unfinished = known ? undefined : draft;
    const askEmail = (question: Question): Promise<Answered<string>> =>
      askText({
        ...question,
        prompt: () => t('E-mail for {0}', toSafeText(settings.baseUrl!.host, 100)),
        placeholder: t('E-mail'),
        value: draft.email,
        // Also kept if the user goes back.
        onChange: (text) => {
          draft.email = text.trim();
        },
        validate: (text) =>
          /\S@\S/.test(text) ? undefined : t('Enter the e-mail of your account.'),
      });
    const askPassword = (question: Question): Promise<Answered<string>> =>
      askText({
        ...question,
        prompt: () => {
          const use = t(
            'Password of {0}. Used once, never stored. Session: {1}.',
            toSafeText(draft.email, 100),
            t.formats.duration(draft.lifetimeMs),
          );
          return joinTexts([use, cost], ' ');
        },
        placeholder: t('Password'),
        password: true,
        value: failed?.password ?? '',
        // VS Code shows it in place of the prompt, which has the cost.
        problem: failed && joinTexts([failed.problem, cost], ' '),
        buttons: [
          {
            iconPath: new vscode.ThemeIcon('clock'),
            tooltip: t('Session Length…'),
            run: () => askLifetime(question.title, draft),
          },
        ],
        validate: (text) => (text === '' ? t('Enter the password.') : undefined),
      });
    const steps = [
      (question: Question) =>
        askAddress(settings, offered ?? settings.address, question, failed?.problem),
      askEmail,
      askPassword,
    ];
    for (;;) {
      at = settings.baseUrl ? at : ADDRESS;
      first = Math.min(first, at);
      const answered = await steps[at]!({
        title: t('Sign In to Monitor Explorer'),
        ...(first < PASSWORD && { step: at - first + 1, totalSteps: PASSWORD - first + 1 }),
        canGoBack: at > ADDRESS,
      });
      failed = undefined;
      if (answered === 'cancel') {
        if (hasFailed) {
          // Not awaited, so that Sign In works at once.
          void view.focusWelcome();
        }
        return undefined;
      }
      const { baseUrl } = settings;
      if (answered === 'back') {
        at -= 1;
      } else if (at < PASSWORD || baseUrl === undefined) {
        offered = undefined;
        at += 1;
      } else {
        app.setSigningIn(true);
        await view.focusSigningIn();
        try {
          const session = await exchange(baseUrl, draft, answered.value);
          unfinished = undefined;
          await app.signIn(session);
          void memento.update(toMementoKey(baseUrl), draft);
          return session;
        } catch (error) {
          if (isCallError(error, 'canceled')) {
            return undefined;
          }
          hasFailed = true;
          app.setSigningIn(false);
          log.warn(`Sign-in failed: ${toErrorLine(error)}`);
          const password = isCallError(error, 'badLogin') ? '' : answered.value;
          failed = { problem: toSignInErrorText(t, error, app.now()), password };
          if (isCallError(error, 'notTheService')) {
            at = ADDRESS;
          }
        }
      }
    }
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

/**
 * Asks for the service's address and saves it, without the path of a call.
 * @param problem says that the last address was wrong
 */
export async function askAddress(
  settings: Settings,
  offered: string,
  question: Question,
  problem?: SafeText,
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
    problem,
    buttons: problem ? [aboutGateway] : [],
    prompt: () => t('Address of the monitoring service'),
    placeholder: toSafeText('https://api.example.com/v1', 100),
    value: offered,
    validate: (text) => {
      const invalid = toBaseUrl(text).problem;
      return invalid && toAddressProblemText(t, invalid);
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

/** Forgets the e-mail that the next sign-in would offer, if it's the session's. */
export async function forgetDraft(memento: vscode.Memento, session: Session): Promise<void> {
  const key = toMementoKey(new URL(session.baseUrl));
  if (memento.get<Draft>(key)?.email === session.email) {
    await memento.update(key, undefined);
  }
}

const toMementoKey = ({ origin }: Pick<BaseUrl, 'origin'>): string => `signIn:${origin}`;
