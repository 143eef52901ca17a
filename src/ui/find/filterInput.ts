import * as vscode from 'vscode';
import { t } from '../l10n';
import { window } from '../window';
import type { ViewState } from '../tree/viewState';

/** Milliseconds without a key after which the rows follow. */
const TYPING_PAUSE_MS = 120;

/** Asks what to show; the rows follow while it is typed. Escape goes back to the filter of before. */
export function askFilter(state: ViewState): void {
  const before = state.filter?.text ?? '';
  const input = window.createInputBox();
  input.title = t('Filter Monitors');
  input.placeholder = t('Name, target, type or tag; or for example status:down tag:payments region:eu');
  input.prompt = t('Works on what is loaded. Takes no call. Any field of a record can be used: field:value.');
  input.value = before;
  input.buttons = [{ iconPath: new vscode.ThemeIcon('clear-all'), tooltip: t('Clear Filter') }];
  let timer: NodeJS.Timeout | undefined;
  let accepted = false;
  input.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => state.setFilter(text), TYPING_PAUSE_MS);
  });
  input.onDidTriggerButton(() => {
    accepted = true;
    state.setFilter('');
    input.hide();
  });
  input.onDidAccept(() => {
    accepted = true;
    state.setFilter(input.value);
    input.hide();
  });
  input.onDidHide(() => {
    clearTimeout(timer);
    if (!accepted) {
      state.setFilter(before);
    }
    input.dispose();
  });
  input.show();
}
