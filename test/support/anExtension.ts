import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createSettings, type Settings } from '../../src/ui/settings';
import type { SimulatedService } from '../simulator/simulatedService';
import { addSession } from './aServiceClient';
import { aWindowWith } from './aWindow';

/** Sets a user setting as the settings editor does; undefined takes it back to its default. */
export async function setUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('monitorExplorer')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function loadSettings(): Settings {
  return createSettings(vscode.extensions.getExtension('monitor-explorer.monitor-explorer')!);
}

/** The extension's own parts in a real extension host, with a keychain and a folder of their own, without a view. */
export class AnExtension {
  readonly #folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
  readonly #window = aWindowWith(loadSettings(), { folder: this.#folder });
  readonly app = this.#window.app;

  static async open(): Promise<AnExtension> {
    const extension = new AnExtension();
    await extension.app.sessions.load();
    return extension;
  }

  /** Sets the address and signs in, by one call and without a screen. */
  async signIn(
    service: SimulatedService,
    { email, password }: { readonly email: string; readonly password: string } = service,
  ): Promise<void> {
    const { baseUrl } = service;
    await setUserSetting('baseUrl', baseUrl);
    await addSession(this.app, { baseUrl, email, password });
  }

  async close(): Promise<void> {
    this.#window.dispose();
    this.#window.settings.dispose();
    await setUserSetting('baseUrl', undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
