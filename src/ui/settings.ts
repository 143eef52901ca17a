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

export type NotifyOnChange = 'never' | 'problems' | 'any';

/**
 * The user's settings. Ignores workspace and folder values for security: nested objects have bypassed VS
 * Code's scope filter before.
 */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  /** An entered address that isn't saved yet. */
  #enteredAddress: string | undefined;
  #savingAddress = 0;
  /** A cache, because each row reads settings and VS Code merges them at each read. */
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

  /** As typed; empty if not set. */
  get address(): string {
    const text = this.#enteredAddress ?? this.#read('baseUrl');
    return typeof text === 'string' ? text : '';
  }

  /** Absent if not set or not safe for a password. */
  get baseUrl(): BaseUrl | undefined {
    const text = this.address;
    if (this.#parsedAddress?.text !== text) {
      this.#parsedAddress = { text, baseUrl: parseBaseUrl(text).baseUrl };
    }
    return this.#parsedAddress.baseUrl;
  }

  get pageSize(): number {
    return this.#number('pageSize', { min: 1, max: 1000, fallback: 50 });
  }

  get limits(): PostLimits {
    return {
      timeoutMs: this.#number('timeoutSeconds', { min: 1, max: 600, fallback: 30 }) * 1000,
      maxBytes: this.#number('maxResponseMegabytes', { min: 1, max: 100, fallback: 10 }) * 1_000_000,
    };
  }

  /** Actions that need more calls ask first. */
  get confirmAboveCalls(): number {
    return this.#number('confirmAboveCalls', { min: 0, max: 100_000, fallback: 3 });
  }

  /** Credits per call; absent unless the user set it. */
  get creditsPerCall(): number | undefined {
    const value = this.#read('creditsPerCall');
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
  }

  /** Calls per day in all windows; 0 means unlimited. */
  get dailyCallLimit(): number {
    return this.#number('dailyCallLimit', { min: 0, max: 1_000_000, fallback: 0 });
  }

  /** Calls per day in all windows that agents may make without asking. */
  get agentCallsPerDay(): number {
    return this.#number('agentCallsPerDay', { min: 0, max: 1_000_000, fallback: 0 });
  }

  /** Saved pages needn't be paid for again. */
  get keepSnapshot(): boolean {
    return this.#read('keepSnapshot') !== false;
  }

  get notifyOnChange(): NotifyOnChange {
    const value = this.#read('notifyOnChange');
    return value === 'problems' || value === 'any' ? value : 'never';
  }

  /** Minutes between automatic refreshes; 0 means off. */
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

  /** A URL with `{id}`, not validated; empty if not set. */
  get monitorUrl(): string {
    const text = this.#read('monitorUrl');
    return typeof text === 'string' ? text : '';
  }

  /** Untrusted JSON. */
  get reading(): unknown {
    return this.#read('reading');
  }

  /**
   * Sets and saves the address. If saving fails, it applies until this window closes or the setting changes.
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

  /** Rounds and clamps a number; other values give the fallback. */
  #number(name: SettingName, range: { min: number; max: number; fallback: number }): number {
    const value = this.#read(name);
    return typeof value === 'number' && Number.isFinite(value)
      ? Math.min(range.max, Math.max(range.min, Math.round(value)))
      : range.fallback;
  }
}
