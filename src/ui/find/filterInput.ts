import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toSafeText, withIcon } from '../../base/text';
import type { ListController } from '../../core/listController';
import { lookThrough, parseFilter } from '../../monitors/filter';
import { t } from '../l10n';
import type { ViewState } from '../tree/viewState';
import { window, type SafeQuickPickItem } from '../window';

/** Milliseconds without typing before rows update. */
const TYPING_PAUSE_MS = 120;

/** `filter` is absent for typed text, because the item can lag behind the input. */
type Item = SafeQuickPickItem & { readonly filter?: string };

/** Updates rows while the user types. Escape restores the old filter. */
export function askFilter(state: ViewState, controller: ListController): void {
  const { tellsStatus = true } = controller.list?.loaded ?? {};
  const pick = window.createQuickPick<Item>();
  let chosen = state.filter?.text ?? '';
  let timer: NodeJS.Timeout | undefined;
  let search = new AbortController();
  const show = async (text: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const filter = parseFilter(text);
    const monitors = controller.list?.loaded.monitors ?? [];
    if (filter === undefined || (await lookThrough(filter, monitors, setImmediate, search.signal))) {
      state.setFilter(filter);
    }
  };
  pick.title = t('Filter Monitors');
  pick.placeholder = tellsStatus
    ? t('Name, target, type or tag; or for example status:down tag:payments region:eu')
    : t('Name, target, type or tag; or for example tag:payments region:eu');
  pick.value = chosen;
  pick.items = toItems(chosen, state.choices.filters);
  pick.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void show(text);
      pick.items = toItems(text, state.choices.filters);
    }, TYPING_PAUSE_MS);
  });
  pick.onDidAccept(() => {
    chosen = pick.selectedItems[0]?.filter ?? pick.value;
    void state.rememberFilter(chosen);
    pick.hide();
  });
  pick.onDidHide(() => {
    clearTimeout(timer);
    void show(chosen);
    pick.dispose();
  });
  pick.show();
}

/** The typed text comes first, so that Enter accepts it. */
function toItems(text: string, recent: readonly string[] = []): Item[] {
  return [
    {
      label: withIcon('filter', text.trim() === '' ? t('All Monitors') : toSafeText(text, 200)),
      detail: t('Searches loaded monitors; no calls. Any field of a record can be used: field:value.'),
      alwaysShow: true,
    },
    ...(recent.length > 0 ? [{ label: t('Recent Filters'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...recent.map((filter) => ({
      label: withIcon('history', toSafeText(filter, 200)),
      filter,
      alwaysShow: true,
    })),
  ];
}
