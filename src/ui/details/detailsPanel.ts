import { firstEntries, isObject } from '../../base/json';
import { joinTexts, toPlainText, toSafeText, type SafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import { toPath, type Path } from '../../mapping/mapping';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { toSince, type StatusRun } from '../../monitors/since';
import { html, toCommandUri, type Html } from '../panels/html';
import type { PanelContent } from '../panels/panels';
import { toButton, toFacts, toStatusIcon, toTable, type Fact } from '../panels/parts';
import { toFactTerm, toFactTexts } from '../texts/factTexts';
import type { Translator } from '../texts/formats';
import { toErrorSummary, toMonitorName, toNewsText, toSinceTexts } from '../texts/monitorText';
import { toStatusHeading } from '../texts/statusText';
import { isStale } from '../texts/summaryText';

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

export interface DetailsSources {
  readonly id: string;
  /** Absent if not loaded. `readAt`: epoch milliseconds */
  readonly found:
    { readonly monitor: Monitor; readonly pageIndex: number; readonly readAt: number } | undefined;
  readonly isSignedIn: boolean;
  /** Oldest first. */
  readonly runs: readonly StatusRun[];
  /** In row order. */
  readonly problems: readonly Monitor[];
  /** Whether the service has a page for it. */
  readonly isInService: boolean;
  readonly isPinned: boolean;
  readonly rowPaths: readonly Path[];
  /** "1 call". */
  readonly refreshCost: SafeText;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Found = NonNullable<DetailsSources['found']>;

export function toDetails(t: Translator, sources: DetailsSources): PanelContent {
  const { found, id, isSignedIn, runs, now } = sources;
  if (found) {
    return toFoundDetails(t, found, sources);
  }
  const text = isSignedIn
    ? t("This monitor isn't loaded. Load more monitors, or refresh, to see it here.")
    : t('Sign in to see this monitor.');
  const button = isSignedIn
    ? toButton(t('Show Monitors'), 'monitors.focus', [], 'primary')
    : toButton(t('Sign In'), 'signIn', [], 'primary');
  return {
    tab: toSafeText(id, 60),
    body: html`<header>
        <h1>${toPlainText(id, 200)}</h1>
        <div class="buttons">${button}</div>
      </header>
      <p class="warning">${text}</p>
      ${toStrip(t, runs, now)}`,
  };
}

function toFoundDetails(t: Translator, found: Found, sources: DetailsSources): PanelContent {
  const { monitor, readAt } = found;
  const { runs, now } = sources;
  const name = toMonitorName(t, monitor);
  const news = toNewsText(t, monitor, toSince(monitor, runs), now);
  const icon = monitor.status === 'unknown' ? undefined : toStatusIcon(monitor.status);
  const warning = t('This was loaded {0} and may have changed.', t.formats.age(readAt, now));
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1><span class="name">${name}</span>${news && html`<span class="news">${icon}${news}</span>`}</h1>
        ${toButtons(t, monitor, sources)}
      </header>
      ${isStale(readAt, now) ? html`<p class="warning">${warning}</p>` : undefined} ${toStrip(t, runs, now)}
      ${toFacts(toMonitorFacts(t, found, sources))} ${toFields(t, monitor, sources)}`,
  };
}

function toButtons(t: Translator, { id, target }: Monitor, sources: DetailsSources): Html {
  const { problems, isInService, isPinned, refreshCost } = sources;
  const place = problems.findIndex((problem) => problem.id === id) + 1;
  const open = isInService ? 'openInService' : isOpenable(target) ? 'openTarget' : undefined;
  const steps = html`<div class="buttons" role="group">
    ${toButton(t('Previous Problem'), 'showPreviousProblem')}
    ${toButton(t('Next Problem'), 'showNextProblem')}
    ${place > 0 ? html`<small>${t('Problem {0} of {1}', place, problems.length)}</small>` : undefined}
  </div>`;
  return html`<div class="buttons" role="group" aria-label="${t('Actions')}">
      ${open && toButton(t('Open'), open, [id], 'primary')}
      ${toButton(t('Copy as Markdown'), 'copyMarkdown', [id])}
      ${isPinned ? toButton(t('Unpin'), 'unpin', [id], undefined, 'pin') : toButton(t('Pin'), 'pin', [id])}
      ${toButton(t('Refresh ({0})', refreshCost), 'refreshThisPage', [id])}
      ${toButton(t('Choose Fields…'), 'chooseFields')}
    </div>
    ${problems.some((problem) => problem.id !== id) ? steps : undefined}`;
}

/** Lists seen statuses, newest first. Skips a single one, because the headline shows it. */
function toStrip(t: Translator, runs: readonly StatusRun[], now: number): Html | undefined {
  const items = runs.toReversed().map(({ status, from, to }) => {
    const [first, last] = [t.formats.moment(from, now), t.formats.moment(to, now)];
    const time = first === last ? first : joinTexts([first, last], ' – ');
    return html`<li>${toStatusIcon(status)}${toStatusHeading(t, status)} <small>${time}</small></li>`;
  });
  const isSilent = runs.every(({ status }) => status === 'unknown' || status === 'paused');
  return runs.length < 2 || isSilent
    ? undefined
    : html`<section id="seen">
        <h2>${t('Seen Here')}</h2>
        <ol class="strip">
          ${items}
        </ol>
        <small>${t("When it was loaded on this machine. It's kept here until you sign out.")}</small>
      </section>`;
}

function toMonitorFacts(t: Translator, found: Found, { runs, now }: DetailsSources): Fact[] {
  const { monitor, readAt, pageIndex } = found;
  const { id, status, rawStatus, target } = monitor;
  const { age, dateTime } = t.formats;
  const since = toSince(monitor, runs);
  const isToldWhole = isProblem(monitor) && !toErrorSummary(monitor)?.endsWith('…');
  const address = toPlainText(target ?? '', 500);
  const link = html`<a id="address" href="${toCommandUri('openTarget', [id])}">${address}</a>`;
  const loadedAt = t('{0}, page {1}', dateTime(readAt), pageIndex + 1);
  const isChangeNews = status === 'unknown' && monitor.changedAt !== undefined;
  const facts: (Fact | undefined | false)[] = [
    since && (status !== 'unknown' || rawStatus !== undefined) && toSinceTexts(t, since, now),
    // The service's word may say more.
    rawStatus !== undefined &&
      status !== 'unknown' &&
      rawStatus.trim().toLowerCase() !== status && {
        term: t('Status in the service'),
        value: toSafeText(rawStatus, 60),
      },
    ...toFactTexts(t, monitor, now)
      .filter(({ kind }) => kind !== 'lastError' || !isToldWhole)
      .map(({ kind, value, note }) => ({
        term: toFactTerm(t, kind),
        // The headline already shows the age.
        ...(kind === 'lastChange' && note && isChangeNews ? { value: note } : { value, note }),
      })),
    target !== undefined && { term: t('Address'), value: isOpenable(target) ? link : address },
    {
      term: t('Loaded'),
      // The warning already shows the age of stale rows.
      ...(isStale(readAt, now)
        ? { value: loadedAt }
        : { value: now - readAt < 60_000 ? t('just now') : age(readAt, now), note: loadedAt }),
    },
    { term: t('ID'), value: toPlainText(id, 200) },
  ];
  return facts.filter((fact) => typeof fact === 'object');
}

/** Makes a section that starts closed. */
function toFields(t: Translator, { raw }: Monitor, { rowPaths }: DetailsSources): Html {
  const fields = [...fieldsOf(raw)];
  const rows = fields.slice(0, MAX_FIELDS).map(([steps, value], index) => {
    const path = toPath(steps);
    const label = rowPaths.includes(path) ? t('Hide in Rows') : t('Show in Rows');
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return [
      html`<code>${toPlainText(path, 120)}</code>`,
      toPlainText(text, 500),
      html`<a id="field-${index}" href="${toCommandUri('showInRows', [path])}">${label}</a>`,
    ];
  });
  const more = fields.length - rows.length;
  const left = t("{0} more fields aren't shown. Copy as JSON has all of them.", more);
  return html`<details id="fields">
    <summary>${t('All Fields')}</summary>
    ${toTable([t('Field'), t('Value'), t('Rows')], rows)}
    ${more > 0 ? html`<small>${left}</small>` : undefined}
  </details>`;
}

/** Yields each field with its path, even inside nested objects. An array is one field. */
function* fieldsOf(
  value: unknown,
  steps: readonly string[] = [],
): Generator<readonly [steps: readonly string[], value: unknown]> {
  const entries = isObject(value) && steps.length < MAX_DEPTH ? firstEntries(value, MAX_FIELDS) : [];
  if (entries.length === 0) {
    yield [steps, value];
  }
  for (const [key, inner] of entries) {
    yield* fieldsOf(inner, [...steps, key]);
  }
}
