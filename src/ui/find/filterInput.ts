import { setImmediate } from 'node:timers/promises';
import type { App } from '../../account/app';
import type { Choices } from '../../account/choices';
import { cacheMatches, parseFilter } from '../../monitors/filter';
import { t } from '../l10n';
import { window } from '../window';

/** Milliseconds without typing before rows update. */
const TYPING_PAUSE_MS = 120;

/** Updates rows while the user types. Escape restores the old filter. */
export function askFilter(choices: Choices, app: App): void {
  const input = window.createInputBox();
  let chosen = choices.filter?.text ?? '';
  let timer: NodeJS.Timeout | undefined;
  let search = new AbortController();
  const show = async (text: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const filter = parseFilter(text);
    const monitors = app.list?.loaded.monitors ?? [];
    if (
      filter === undefined ||
      (await cacheMatches(filter, monitors, setImmediate, search.signal))
    ) {
      choices.setFilter(filter);
    }
  };
  input.title = t('Filter Monitors');
  input.placeholder =
    app.list?.loaded.tellsStatus === false
      ? t('Name, address, type or tag; or for example tag:payments region:eu')
      : t('Name, address, type or tag; or for example status:down tag:payments region:eu');
  input.prompt = t(
    'Searches loaded monitors; no calls. Any field of a record can be used: field:value.',
  );
  input.value = chosen;
  input.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(text), TYPING_PAUSE_MS);
  });
  input.onDidAccept(() => {
    chosen = input.value;
    input.hide();
  });
  input.onDidHide(() => {
    clearTimeout(timer);
    void show(chosen);
    input.dispose();
  });
  input.show();
}
