import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toSafeText, withIcon } from '../../base/text';
import { lookThrough, parseFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import type { ViewState } from '../tree/viewState';
import { window, type SafeQuickPickItem } from '../window';

/** Milliseconds without typing before rows update. */
const TYPING_PAUSE_MS = 120;

/** `filter` is absent for typed text, because the item can lag behind the input. */
type Item = SafeQuickPickItem & { readonly filter?: string };

/** Updates rows while the user types. Escape restores the old filter. */
export function askFilter(state: ViewState, monitors: () => readonly Monitor[], tellsStatus: boolean): void {
  const before = state.filter?.text ?? '';
  const pick = window.createQuickPick<Item>();
  const problem = { iconPath: new vscode.ThemeIcon('warning'), tooltip: t('Show Problems Only') };
  const clear = { iconPath: new vscode.ThemeIcon('clear-all'), tooltip: t('Clear Filter') };
  const recent = toRecentItems(state.recentFilters);
  pick.title = t('Filter Monitors');
  pick.placeholder = tellsStatus
    ? t('Name, target, type or tag; or for example status:down tag:payments region:eu')
    : t('Name, target, type or tag; or for example tag:payments region:eu');
  pick.value = before;
  pick.buttons = tellsStatus ? [problem, clear] : [clear];
  pick.items = [toTypedItem(before), ...recent];
  let timer: NodeJS.Timeout | undefined;
  let search = new AbortController();
  let chosen = before;
  const show = async (text: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const filter = parseFilter(text);
    if (filter === undefined || (await lookThrough(filter, monitors(), setImmediate, search.signal))) {
      state.setFilter(filter);
    }
  };
  const choose = (text: string): void => {
    chosen = text;
    pick.hide();
  };
  pick.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void show(text);
      pick.items = [toTypedItem(text), ...recent];
    }, TYPING_PAUSE_MS);
  });
  pick.onDidTriggerButton((button) => choose(button === problem ? 'status:problem' : ''));
  pick.onDidAccept(() => {
    const text = pick.selectedItems[0]?.filter ?? pick.value;
    choose(text);
    void state.rememberFilter(text);
  });
  pick.onDidHide(() => {
    clearTimeout(timer);
    void show(chosen);
    pick.dispose();
  });
  pick.show();
}

/** Comes first, so that Enter accepts the typed text. */
function toTypedItem(text: string): Item {
  const isEmpty = text.trim() === '';
  return {
    label: withIcon('filter', isEmpty ? t('All Monitors') : toSafeText(text, 200)),
    detail: t('Searches loaded monitors; no calls. Any field of a record can be used: field:value.'),
    alwaysShow: true,
  };
}

function toRecentItems(filters: readonly string[]): Item[] {
  return filters.length === 0
    ? []
    : [
        { label: t('Recent Filters'), kind: vscode.QuickPickItemKind.Separator },
        ...filters.map((filter) => ({
          label: withIcon('history', toSafeText(filter, 200)),
          filter,
          alwaysShow: true,
        })),
      ];
}
