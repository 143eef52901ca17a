import * as vscode from 'vscode';
import { parseBaseUrl, type BaseUrl } from '../service/address';
import type { PostLimits } from '../service/http';
import type { BadgeSetting } from './texts/summaryText';

const SECTION = 'monitorExplorer';

type SettingName =
  | 'baseUrl'
  | 'pageSize'
  | 'timeoutSeconds'
  | 'maxResponseMegabytes'
  | 'reading'
  | 'confirmAboveCalls'
  | 'creditsPerCall'
  | 'dailyCallLimit'
  | 'agentCallsPerDay'
  | 'keepSnapshot'
  | 'notifyOnChange'
  | 'autoRefreshMinutes'
  | 'badge'
  | 'statusBar'
  | 'monitorUrl';

/** Which changes found by a refresh are worth a notification. */
export type NotifyOnChange = 'never' | 'problems' | 'any';

/**
 * The user's own settings. All have application scope, and are read past every workspace and folder value:
 * nested objects in workspace settings have got past VS Code's own scope filter before.
 */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  /** An address that the user has entered and that isn't in the settings yet. */
  #enteredAddress: string | undefined;
  #savingAddress = 0;
  /** As read since the last change: each look at VS Code's own merges all there is, and each row looks at the address. */
  readonly #values = new Map<SettingName, unknown>();
  #section: vscode.WorkspaceConfiguration | undefined;
  #parsedAddress: { readonly text: string; readonly baseUrl: BaseUrl | undefined } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) {
        this.#values.clear();
        this.#section = undefined;
        if (this.#savingAddress === 0 && event.affectsConfiguration(`${SECTION}.baseUrl`)) {
          this.#enteredAddress = undefined;
        }
        this.#changed.fire();
      }
    });
  }

  /** As typed; empty if no address is set. */
  get address(): string {
    const text = this.#enteredAddress ?? this.#read('baseUrl');
    return typeof text === 'string' ? text : '';
  }

  /** Absent if no address is set, or one that no password may go to. */
  get baseUrl(): BaseUrl | undefined {
    const text = this.address;
    if (this.#parsedAddress?.text !== text) {
      this.#parsedAddress = { text, baseUrl: parseBaseUrl(text).baseUrl };
    }
    return this.#parsedAddress.baseUrl;
  }

  /** Monitors per page. */
  get pageSize(): number {
    return this.#number('pageSize', { min: 1, max: 1000, fallback: 50 });
  }

  get limits(): PostLimits {
    return {
      timeoutMs: this.#number('timeoutSeconds', { min: 1, max: 600, fallback: 30 }) * 1000,
      maxBytes: this.#number('maxResponseMegabytes', { min: 1, max: 100, fallback: 10 }) * 1_000_000,
    };
  }

  /** Calls above which an action asks before it begins. */
  get confirmAboveCalls(): number {
    return this.#number('confirmAboveCalls', { min: 0, max: 100_000, fallback: 3 });
  }

  /** Credits that one call costs; absent unless the user has set it. */
  get creditsPerCall(): number | undefined {
    const value = this.#read('creditsPerCall');
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
  }

  /** Calls a day over all windows; 0 is no limit. */
  get dailyCallLimit(): number {
    return this.#number('dailyCallLimit', { min: 0, max: 1_000_000, fallback: 0 });
  }

  /** Calls a day, over all windows, that agents may make without a question. */
  get agentCallsPerDay(): number {
    return this.#number('agentCallsPerDay', { min: 0, max: 1_000_000, fallback: 0 });
  }

  /** Whether loaded pages are written to disk, so that they need not be paid for again. */
  get keepSnapshot(): boolean {
    return this.#read('keepSnapshot') !== false;
  }

  get notifyOnChange(): NotifyOnChange {
    const value = this.#read('notifyOnChange');
    return value === 'problems' || value === 'any' ? value : 'never';
  }

  /** Minutes between automatic refreshes; 0 is off. */
  get autoRefreshMinutes(): number {
    return this.#number('autoRefreshMinutes', { min: 0, max: 1440, fallback: 0 });
  }

  get badge(): BadgeSetting {
    const value = this.#read('badge');
    return value === 'problems' || value === 'off' ? value : 'down';
  }

  get statusBar(): boolean {
    return this.#read('statusBar') === true;
  }

  /** The page of a monitor at the service: a URL with `{id}` in it, not checked; empty if none is set. */
  get monitorUrl(): string {
    const text = this.#read('monitorUrl');
    return typeof text === 'string' ? text : '';
  }

  /** As the user wrote it; untrusted like any JSON. */
  get reading(): unknown {
    return this.#read('reading');
  }

  /**
   * The address is in force at once, before it is saved. Where it can't be saved, it is until this window closes or the
   * setting changes.
   * @throws if VS Code can't write the settings
   */
  async setAddress({ href }: BaseUrl): Promise<void> {
    this.#enteredAddress = href;
    this.#changed.fire();
    const { Global } = vscode.ConfigurationTarget;
    this.#savingAddress++;
    try {
      await vscode.workspace.getConfiguration(SECTION).update('baseUrl', href, Global);
      if (this.#enteredAddress === href) {
        this.#enteredAddress = undefined;
      }
    } finally {
      this.#savingAddress--;
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(name: SettingName): unknown {
    if (!this.#values.has(name)) {
      this.#section ??= vscode.workspace.getConfiguration(SECTION);
      const found = this.#section.inspect(name);
      this.#values.set(name, found?.globalValue ?? found?.defaultValue);
    }
    return this.#values.get(name);
  }

  /** Settings are edited by hand: what isn't a number counts as unset; a number is rounded, and kept within its bounds. */
  #number(name: SettingName, range: { min: number; max: number; fallback: number }): number {
    const value = this.#read(name);
    return typeof value === 'number' && Number.isFinite(value)
      ? Math.min(range.max, Math.max(range.min, Math.round(value)))
      : range.fallback;
  }
}
