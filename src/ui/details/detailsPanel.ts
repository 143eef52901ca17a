import { joinTexts, toPlainText, toSafeText, type SafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import type { Path } from '../../mapping/mapping';
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
import { toRecordRows } from './recordRows';

export interface FoundMonitor {
  readonly monitor: Monitor;
  readonly pageIndex: number;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

export interface DetailsSources {
  readonly id: string;
  /** Absent if not loaded. */
  readonly found: FoundMonitor | undefined;
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

function toFoundDetails(t: Translator, found: FoundMonitor, sources: DetailsSources): PanelContent {
  const { monitor, readAt } = found;
  const { runs, now } = sources;
  const name = toMonitorName(t, monitor);
  const news = toNewsText(t, monitor, toSince(monitor, runs), now);
  const icon = monitor.status === 'unknown' ? undefined : toStatusIcon(monitor.status);
  const warning = t('This was loaded {0} and may have changed.', t.formats.age(readAt, now));
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1>
          <span class="name">${name}</span>
          ${news && html`<span class="news">${icon}${news}</span>`}
        </h1>
        ${toButtons(t, monitor, sources)}
      </header>
      ${isStale(readAt, now) ? html`<p class="warning">${warning}</p>` : undefined} ${toStrip(t, runs, now)}
      ${toFacts(toMonitorFacts(t, found, sources))} ${toFields(t, monitor, sources)}`,
  };
}

function toButtons(t: Translator, monitor: Monitor, sources: DetailsSources): Html {
  const { problems, isInService, isPinned, refreshCost } = sources;
  const { id, target } = monitor;
  const place = problems.findIndex((problem) => problem.id === id) + 1;
  const open = isInService ? 'openInService' : isOpenable(target) ? 'openTarget' : undefined;
  const steps = html`<div class="buttons" role="group">
    ${place > 0 ? html`<span class="muted">${t('Problem {0} of {1}', place, problems.length)}</span>` : undefined}
    ${toButton(t('Previous Problem'), 'showPreviousProblem')}
    ${toButton(t('Next Problem'), 'showNextProblem')}
  </div>`;
  return html`<div class="bar">
    <div class="buttons" role="group" aria-label="${t('Actions')}">
      ${open && toButton(t('Open'), open, [id], 'primary')}
      ${toButton(t('Copy as Markdown'), 'copyMarkdown', [id])}
      ${isPinned ? toButton(t('Unpin'), 'unpin', [id]) : toButton(t('Pin'), 'pin', [id])}
      ${toButton(t('Refresh ({0})', refreshCost), 'refreshThisPage', [id])}
      ${toButton(t('Choose Fields…'), 'chooseFields')}
    </div>
    ${problems.some((problem) => problem.id !== id) ? steps : undefined}
  </div>`;
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
    : html`<section aria-labelledby="seen">
        <h2 id="seen">${t('Seen Here')}</h2>
        <ol class="strip">
          ${items}
        </ol>
        <p class="muted">${t("When it was loaded on this machine. It's kept here until you sign out.")}</p>
      </section>`;
}

function toMonitorFacts(t: Translator, found: FoundMonitor, { runs, now }: DetailsSources): Fact[] {
  const { monitor, readAt, pageIndex } = found;
  const { id, status, rawStatus, target } = monitor;
  const { age, dateTime } = t.formats;
  const since = toSince(monitor, runs);
  const isToldWhole = isProblem(monitor) && !toErrorSummary(monitor)?.endsWith('…');
  const address = toPlainText(target ?? '', 500);
  const link = html`<a id="address" href="${toCommandUri('openTarget', [id])}">${address}</a>`;
  const loadedAt = t(
    {
      message: '{0}, page {1}',
      comment: '{0} is a time, {1} the number of a page of monitors',
    },
    dateTime(readAt),
    pageIndex + 1,
  );
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
  const { rows, more } = toRecordRows(raw);
  const cells = rows.map(({ path, value }, index) => {
    const label = rowPaths.includes(path) ? t('Hide in Rows') : t('Show in Rows');
    const uri = toCommandUri('showInRows', [path]);
    return [
      html`<code>${toPlainText(path, 120)}</code>`,
      toPlainText(value, 500),
      html`<a id="field-${index}" href="${uri}">${label}</a>`,
    ];
  });
  const left = t("{0} more fields aren't shown. Copy as JSON has all of them.", more);
  return html`<details id="fields">
    <summary id="fields-summary">${t('All Fields')}</summary>
    ${toTable([t('Field'), t('Value'), t('Rows')], cells)}
    ${more > 0 ? html`<p class="muted">${left}</p>` : undefined}
  </details>`;
}
