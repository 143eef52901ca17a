import type { App } from '../../account/app';
import { joinTexts, toSafeMarkdown, type SafeText } from '../../base/text';
import { AddressIndex, findAddress } from '../../monitors/addressIndex';
import { toProblems, type Monitor } from '../../monitors/monitor';
import { formats, t } from '../l10n';
import { toMonitorName, toNewsText, toShortTarget } from '../texts/monitorText';
import { toMonitorsText } from '../texts/summaryText';
import { provideHover, toLinkedText } from '../window';

/** A host may have hundreds of monitors. */
const MAX_MONITORS = 3;
const MAX_TEXT = 300;

const toMarkdown = (text: SafeText) => toSafeMarkdown(text, MAX_TEXT);

/** Shows in any file what is loaded about the address under the pointer. Never calls the service. */
export function registerHover(app: App) {
  let indexed: readonly Monitor[] = [];
  let index = new AddressIndex(indexed);
  return provideHover((line, column) => {
    const address = findAddress(line, column);
    // Made-up monitors are about no address of yours.
    const monitors = app.example ? [] : (app.list?.loaded.monitors ?? []);
    if (address && indexed !== monitors) {
      index = new AddressIndex(monitors);
      indexed = monitors;
    }
    const matching = address ? index.find(address.text) : [];
    const ordered = [...new Set([...toProblems(matching), ...matching])];
    const count = ordered.length > MAX_MONITORS && toMonitorsText(ordered.length);
    const contents = ordered
      .slice(0, MAX_MONITORS)
      .map((monitor, place) => toContent(app, monitor, place === 0 && count));
    return address && { ...address, contents };
  });
}

function toContent(app: App, monitor: Monitor, count: SafeText | false) {
  const reading = app.list!.loaded.readingOf(monitor.id)!;
  const name = toMonitorName(monitor);
  const address = toShortTarget(monitor.target);
  const lines = [
    count,
    joinTexts([name, address !== name && address]),
    toNewsText(app, reading),
    joinTexts([t('Loaded'), formats.age(reading.page.call.ended, app.now())], ': '),
  ];
  const paragraphs = lines.flatMap((line) => (line ? toMarkdown(line) : []));
  return toLinkedText(paragraphs, toMarkdown(t('Show Details')), monitor.id);
}
