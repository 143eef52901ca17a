import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../base/event';
import type { ResponseMapping } from '../../explorer/responseMapping';
import { t } from '../l10n';
import type { PageContent } from '../webview/pageContent';
import type { WebPage } from '../webview/webPages';
import { window } from '../window';
import type { MappingCommands } from './mappingCommands';
import { toCopiedSettings } from './copiedSettings';
import type { MappingAction } from './mappingPage';

/** The name under which the page is found again after a reload. */
export const MAPPING_PAGE = 'mapping';

/** The page that shows what was learned of the service. Costs no call. */
export class MappingView implements Disposable {
  readonly #mapping: ResponseMapping;
  readonly #commands: MappingCommands;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;

  constructor(mapping: ResponseMapping, commands: MappingCommands) {
    this.#mapping = mapping;
    this.#commands = commands;
    this.#subscription = mapping.onDidChange(() => this.#changes.fire());
  }

  /** As `WebPages` asks for it. */
  readonly open = (): WebPage => ({
    render: () => this.#render(),
    run: (action) => this.#run(action as MappingAction),
    onDidChange: this.#changes.event,
  });

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #render(): Promise<PageContent> {
    const { toMappingPage } = await import('./mappingPage.js');
    return toMappingPage(t, {
      explanation: await this.#mapping.explain(),
      problems: await this.#mapping.findProblems(),
    });
  }

  async #run(action: MappingAction): Promise<void> {
    switch (action) {
      case 'copySettings': {
        const { mapping, token } = await this.#mapping.explain();
        await vscode.env.clipboard.writeText(toCopiedSettings(mapping, token));
        void window.showInformationMessage(t('Copied.'));
        break;
      }
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
