import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../base/event';
import type { ResponseMapping } from '../../explorer/responseMapping';
import { t } from '../l10n';
import { formatsFor } from '../texts/formats';
import type { PageContent } from '../webview/pageContent';
import { toPageMarkdown } from '../webview/pageMarkdown';
import type { WebPage } from '../webview/webPages';
import { window } from '../window';
import type { MappingCommands } from './mappingCommands';
import type { MappingAction } from './mappingPage';

/** The name under which the page is found again after a reload. */
export const MAPPING_PAGE = 'mapping';

/** The page that explains how the last responses were read. Costs no call. */
export class MappingView implements Disposable {
  readonly #mapping: ResponseMapping;
  readonly #commands: MappingCommands;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #withValues = false;

  constructor(mapping: ResponseMapping, commands: MappingCommands) {
    this.#mapping = mapping;
    this.#commands = commands;
    this.#subscription = mapping.onDidChange(() => this.#changes.fire());
  }

  /** As `WebPages` asks for it. Values are hidden whenever the page is opened. */
  readonly open = (): WebPage => {
    this.#withValues = false;
    return {
      render: () => this.#render(),
      run: (action) => this.#run(action as MappingAction),
      onDidChange: this.#changes.event,
    };
  };

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #render(): Promise<PageContent> {
    const { toMappingPage } = await import('./mappingPage.js');
    return toMappingPage(t, {
      explanations: await this.#mapping.explain(this.#withValues),
      problems: await this.#mapping.findProblems(),
      withValues: this.#withValues,
      formats: formatsFor(vscode.env.language),
    });
  }

  async #run(action: MappingAction): Promise<void> {
    switch (action) {
      case 'showValues':
      case 'hideValues':
        this.#withValues = action === 'showValues';
        break;
      case 'copyMarkdown':
        await vscode.env.clipboard.writeText(toPageMarkdown(await this.#render()));
        void window.showInformationMessage(t('Copied.'));
        break;
      case 'mapStatusValues':
        await this.#commands.mapStatusValues();
        break;
      case 'reset':
        await this.#commands.reset();
        break;
      case 'openSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'monitorExplorer.reading');
        break;
    }
    this.#changes.fire();
  }
}
