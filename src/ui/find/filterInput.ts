import { setImmediate } from 'node:timers/promises';
import type { App } from '../../account/app';
import type { Choices } from '../../account/choices';
import { cacheMatches, parseFilter } from '../../monitors/filter';
import { askText } from '../inputs';
import { t } from '../l10n';

/** Milliseconds without typing before rows update. */
const TYPING_PAUSE_MS = 120;

/** Updates rows while the user types. Escape restores the old filter. */
export async function askFilter(choices: Choices, app: App) {
  const value = choices.filter?.text ?? '';
  let timer: NodeJS.Timeout | undefined;
  let search = new AbortController();
  const show = async (text: string) => {
    clearTimeout(timer);
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
  const answered = await askText({
    title: t('Filter Monitors'),
    placeholder: t('Name, address, type or tag; or for example tag:payments region:eu'),
    prompt: () =>
      t('Searches loaded monitors; no calls. Any field of a record can be used: field:value.'),
    value,
    isBrief: true,
    onChange: (text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void show(text), TYPING_PAUSE_MS);
    },
    validate: () => undefined,
  });
  await show(typeof answered === 'string' ? value : answered.value);
}
