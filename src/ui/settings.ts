import * as vscode from 'vscode';
import { parseBaseUrl, type BaseUrl } from '../service/address';
import type { PostLimits } from '../service/http';

const SECTION = 'monitorExplorer';

type SettingName = 'baseUrl' | 'pageSize' | 'timeoutSeconds' | 'maxAnswerMegabytes';

/**
 * The person's own settings. All have application scope, and are read past every workspace and folder value:
 * nested objects in workspace settings have got past VS Code's own scope filter before.
 */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) {
        this.#changed.fire();
      }
    });
  }

  /** What the person typed; empty where no address is set. */
  get address(): string {
    const text = this.#read('baseUrl');
    return typeof text === 'string' ? text : '';
  }

  /** Absent where no address is set, or one that no password may be sent to. */
  get baseUrl(): BaseUrl | undefined {
    return parseBaseUrl(this.address).baseUrl;
  }

  /** Monitors per page. */
  get pageSize(): number {
    return this.#number('pageSize', { min: 1, max: 1000, fallback: 50 });
  }

  get limits(): PostLimits {
    return {
      timeoutMs: this.#number('timeoutSeconds', { min: 1, max: 600, fallback: 30 }) * 1000,
      maxBytes: this.#number('maxAnswerMegabytes', { min: 1, max: 100, fallback: 10 }) * 1_000_000,
    };
  }

  async setAddress(baseUrl: BaseUrl): Promise<void> {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update('baseUrl', baseUrl.href, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(name: SettingName): unknown {
    const found = vscode.workspace.getConfiguration(SECTION).inspect(name);
    return found?.globalValue ?? found?.defaultValue;
  }

  /** Settings are edited by hand: what is no whole number counts as unset, what is out of bounds is drawn in. */
  #number(name: SettingName, range: { min: number; max: number; fallback: number }): number {
    const value = this.#read(name);
    return typeof value === 'number' && Number.isFinite(value)
      ? Math.min(range.max, Math.max(range.min, Math.round(value)))
      : range.fallback;
  }
}
