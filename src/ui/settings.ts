import * as vscode from 'vscode';
import { Emitter } from '../base/event';
import { parseBaseUrl, type BaseUrl } from '../service/address';

const SECTION = 'monitorExplorer';

/** The limits of an integer in package.json. */
interface Limits {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const toInteger = (value: unknown, { default: fallback, minimum, maximum }: Limits) =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(maximum, Math.max(minimum, Math.round(value)))
    : fallback;

const NOTIFY_KINDS = ['never', 'problems', 'any'] as const;

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Parsers of the values, which may have any type in settings.json. Defaults and limits are in package.json. */
const PARSERS = {
  baseUrl: toText,
  /** A URL with `{id}`, not validated; empty if not set. */
  monitorUrl: toText,
  pageSize: toInteger,
  /** Actions that need more calls ask first. */
  confirmAboveCalls: toInteger,
  dailyCallLimit: toInteger,
  autoRefreshMinutes: toInteger,
  notifyOnChange: (value: unknown) => NOTIFY_KINDS.find((kind) => kind === value) ?? 'never',
  statusBar: (value: unknown) => value === true,
  /** Saved pages needn't be paid for again. */
  keepSnapshot: (value: unknown) => value !== false,
};

type Values = { readonly [Name in keyof typeof PARSERS]: ReturnType<(typeof PARSERS)[Name]> };

export type Settings = ReturnType<typeof createSettings>;

/**
 * The user's settings, parsed when one changes, because each row reads them. Ignores workspace and folder
 * values for security: nested objects have bypassed VS Code's scope filter before.
 */
export function createSettings({ packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>) {
  const changes = new Emitter<void>();
  const { contributes } = packageJSON as {
    contributes: { configuration: readonly { properties: Record<string, Limits> }[] };
  };
  const limits = new Map(
    contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
  );

  const parse = () => {
    const section = vscode.workspace.getConfiguration(SECTION);
    const values = Object.fromEntries(
      Object.entries(PARSERS).map(([name, toValue]) => {
        const { globalValue, defaultValue } = section.inspect(name)!;
        return [name, toValue(globalValue ?? defaultValue, limits.get(`${SECTION}.${name}`)!)];
      }),
    ) as Values;
    return {
      ...values,
      /** As typed; empty if not set. */
      address: values.baseUrl,
      /** Absent if not set or not safe for a password. */
      baseUrl: parseBaseUrl(values.baseUrl).baseUrl,
    };
  };
  let parsed = parse();
  const change = (next: typeof parsed): void => {
    parsed = next;
    changes.fire();
  };
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) {
      change(parse());
    }
  });

  const settings = {
    onDidChange: changes.event,
    /** Applies the address at once, because VS Code reports it later. @throws if VS Code can't write the settings */
    setAddress: async (baseUrl: BaseUrl) => {
      change({ ...parsed, address: baseUrl.href, baseUrl });
      try {
        await vscode.workspace
          .getConfiguration(SECTION)
          .update('baseUrl', baseUrl.href, vscode.ConfigurationTarget.Global);
      } catch (error) {
        change(parse());
        throw error;
      }
    },
    dispose: (): void => {
      subscription.dispose();
      changes.dispose();
    },
  };
  for (const name of Object.keys(parsed)) {
    Object.defineProperty(settings, name, { get: () => parsed[name as keyof typeof parsed] });
  }
  return settings as typeof settings & Readonly<typeof parsed>;
}
