import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { withIcon } from '../../base/text';
import type { Comparison } from '../../monitors/comparison';
import { t } from '../l10n';
import { formatsFor } from '../texts/formats';
import { window, type SafeQuickPickItem } from '../window';
import {
  isAboutTrouble,
  toChangeLines,
  toChangeSummary,
  type ChangeKind,
  type ChangeLine,
} from './changeTexts';

export interface ChangesOptions {
  readonly source: {
    readonly list: { readonly comparison: Comparison | undefined } | undefined;
    readonly session: { readonly id: string } | undefined;
    readonly onDidChange: Event<unknown>;
  };
  readonly settings: { readonly notifyOnChange: 'never' | 'trouble' | 'any' };
  /** Shows the row of a monitor in the view. */
  readonly reveal: (id: string) => unknown;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Refreshes whose changes are kept, in memory. */
const MAX_REFRESHES = 5;

const ICONS: Readonly<Record<ChangeKind, string>> = {
  wentDown: 'error',
  gotWorse: 'warning',
  addedInTrouble: 'add',
  changed: 'circle-outline',
  removed: 'remove',
  added: 'add',
  gotBetter: 'warning',
  recovered: 'pass',
};

interface RefreshChanges {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly lines: readonly ChangeLine[];
}

type ChangeItem = SafeQuickPickItem & { readonly line?: ChangeLine };

/** What the last refreshes found changed, told in a notification where the user wants that. Costs no call. */
export class Changes implements Disposable {
  readonly #options: ChangesOptions;
  readonly #subscription: Disposable;
  readonly #seen = new WeakSet<Comparison>();
  /** Newest first, of one account. */
  #refreshes: readonly RefreshChanges[] = [];
  #account: string | undefined;

  constructor(options: ChangesOptions) {
    this.#options = options;
    this.#subscription = options.source.onDidChange(() => this.#look());
    this.#look();
  }

  /** All that is kept, newest refresh first and worst change first in each; picking one shows its row. */
  async show(): Promise<void> {
    const formats = formatsFor(vscode.env.language);
    const now = this.#options.now();
    const items = this.#refreshes.flatMap(({ at, lines }): ChangeItem[] => [
      { label: t('Refresh at {0}', formats.moment(at, now)), kind: vscode.QuickPickItemKind.Separator },
      ...lines.map((line) => ({
        label: withIcon(ICONS[line.kind], line.name),
        description: line.text,
        line,
      })),
    ]);
    if (items.length === 0) {
      void window.showInformationMessage(t('No refresh in this window has found a change.'));
      return;
    }
    const picked = await window.showQuickPick(items, {
      title: t('What the last refreshes found changed'),
      placeHolder: t('Pick a monitor to show it in the list. Takes no call.'),
      matchOnDescription: true,
    });
    if (picked?.line) {
      await this.#options.reveal(picked.line.id);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #look(): void {
    const { source, settings, now } = this.#options;
    const account = source.session?.id;
    if (account !== this.#account) {
      this.#account = account;
      this.#setRefreshes([]);
    }
    const comparison = source.list?.comparison;
    if (comparison === undefined || this.#seen.has(comparison)) {
      return;
    }
    this.#seen.add(comparison);
    const lines = toChangeLines(t, comparison);
    if (lines.length === 0) {
      return;
    }
    this.#setRefreshes([{ at: now(), lines }, ...this.#refreshes].slice(0, MAX_REFRESHES));
    const { notifyOnChange } = settings;
    if (notifyOnChange === 'any' || (notifyOnChange === 'trouble' && lines.some(isAboutTrouble))) {
      void this.#notify(comparison);
    }
  }

  #setRefreshes(refreshes: readonly RefreshChanges[]): void {
    this.#refreshes = refreshes;
    void vscode.commands.executeCommand('setContext', 'monitorExplorer.changed', refreshes.length > 0);
  }

  async #notify(comparison: Comparison): Promise<void> {
    const show = t('Show Changes');
    if ((await window.showInformationMessage(toChangeSummary(t, comparison), show)) === show) {
      await this.show();
    }
  }
}
