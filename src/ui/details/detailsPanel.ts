import { firstEntries, isObject } from '../../base/json';
import { joinTexts, toPlainText, toSafeText, type SafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import { toPath } from '../../base/path';
import { MINUTE } from '../../base/time';
import type { RowFields } from '../../account/rowFields';
import { serviceNow } from '../../mapping/clock';
import { isProblem, type Monitor } from '../../monitors/monitor';
import type { Page } from '../../monitors/page';
import { toSince, type StatusRun } from '../../monitors/since';
import { toCommandUri } from '../commandUri';
import { html, toButton, toFacts, toStatusIcon, toTable } from '../panels/html';
import type { Fact, Html } from '../panels/html';
import type { PanelContent } from '../panels/panels';
import type { Translator } from '../texts/formats';
import {
  toErrorSummary,
  toFieldText,
  toMonitorName,
  toNewsText,
  toSinceTexts,
} from '../texts/monitorText';
import { toStatusHeading } from '../texts/statusText';
import { isStale } from '../texts/summaryText';
import type { Mute } from '../../account/choices';
import { toNotableFacts } from './notableFacts';

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

export interface DetailsSources {
  readonly id: string;
  readonly found:
    | { readonly monitor: Monitor; readonly page: Pick<Page, 'index' | 'call' | 'headers'> }
    | undefined;
  /** Oldest first. */
  readonly runs: readonly StatusRun[];
  readonly problems: readonly Monitor[];
  /** Whether the service has a page for it. */
  readonly isInService: boolean;
  readonly isPinned: boolean;
  readonly mute: Mute | undefined;
  readonly rowFields: Pick<RowFields, 'paths' | 'of'>;
  /** Absent for an example. */
  readonly refreshCost: SafeText | undefined;
  readonly nowMs: number;
}

type Found = NonNullable<DetailsSources['found']>;

export function toDetails(t: Translator, sources: DetailsSources): PanelContent {
  const { found, id, runs, rowFields, nowMs } = sources;
  const history = toHistory(t, sources);
  if (found === undefined) {
    const text = t(
      "This monitor isn't loaded. Sign in, load more monitors or refresh to see it here.",
    );
    return {
      tab: toSafeText(id, 60),
      body: html`<header>
          <h1>${toPlainText(id, 200)}</h1>
          <div class="buttons">
            ${toButton(t('Show Monitors'), 'monitors.focus', [], 'primary')}
          </div>
        </header>
        <p class="warning">${text}</p>
        ${history}`,
    };
  }
  const { monitor, page } = found;
  const name = toMonitorName(t, monitor);
  const fields = Object.values(rowFields.of(monitor)).map((field) =>
    toFieldText(t, field, serviceNow(page, nowMs)),
  );
  const news = toNewsText(t, monitor, toSince(monitor, runs), nowMs);
  const icon = monitor.status === 'unknown' ? undefined : toStatusIcon(monitor.status);
  const warning = t('This was loaded more than an hour ago and may have changed.');
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1>
          <span class="name">${name}</span>${news && html`<span class="news">${icon}${news}</span>`}
        </h1>
        <p>${joinTexts(fields, ' · ')}</p>
        ${toButtons(t, monitor, sources)}
      </header>
      ${isStale(page.call.ended, nowMs) ? html`<p class="warning">${warning}</p>` : undefined}
      ${history} ${toFacts(toMonitorFacts(t, found, sources))} ${toFields(t, monitor, sources)}`,
  };
}

function toButtons(t: Translator, { id, target }: Monitor, sources: DetailsSources): Html {
  const { problems, isInService, isPinned, refreshCost } = sources;
  const position = problems.findIndex((problem) => problem.id === id) + 1;
  const openTarget = isOpenable(target) ? 'openTarget' : undefined;
  const open = isInService ? 'openInService' : openTarget;
  const problemButtons = html`<div class="buttons" role="group">
    ${toButton(t('Previous Problem'), 'showPreviousProblem')}
    ${toButton(t('Next Problem'), 'showNextProblem')}
    ${position > 0 ? html`<small>${t('Problem {0} of {1}', position, problems.length)}</small>` : undefined}
  </div>`;
  return html`<div class="buttons" role="group" aria-label="${t('Actions')}">
      ${open && toButton(t('Open'), open, [id], 'primary')}
      ${toButton(t('Copy as Markdown'), 'copyMarkdown', [id])}
      ${isPinned ? toButton(t('Unpin'), 'unpin', [id], undefined, 'pin') : toButton(t('Pin'), 'pin', [id])}
      ${refreshCost && toButton(t('Refresh ({0})', refreshCost), 'refreshThisPage', [id])}
      ${refreshCost && toButton(t('Choose Fields…'), 'chooseFields')}
    </div>
    ${problems.some((problem) => problem.id !== id) ? problemButtons : undefined}`;
}

/** Lists seen statuses or changes, newest first. Skips a single one, because the headline shows it. */
function toHistory(t: Translator, { found, runs, nowMs }: DetailsSources): Html | undefined {
  const hasZone = found !== undefined && !found.monitor.timesLackZone;
  const items = runs.toReversed().map(({ status, changedAt, from, to }) => {
    if (typeof changedAt === 'number') {
      const { dateTime, dayReceived } = t.formats;
      return html`<li>${t('Changed {0}', (hasZone ? dateTime : dayReceived)(changedAt))}</li>`;
    }
    const first = t.formats.moment(from, nowMs);
    const last = t.formats.moment(to, nowMs);
    const time = first === last ? first : joinTexts([first, last], ' – ');
    return html`<li>
      ${toStatusIcon(status)}${toStatusHeading(t, status)} <small>${time}</small>
    </li>`;
  });
  const lacksStatuses = runs.every(
    ({ status, changedAt }) => status === 'paused' || (status === 'unknown' && !changedAt),
  );
  return runs.length < 2 || lacksStatuses
    ? undefined
    : html`<section id="seen">
        <h2>${t('Seen Here')}</h2>
        <ol class="strip">
          ${items}
        </ol>
        <small
          >${t("When it was loaded on this machine. It's kept here until you sign out.")}</small
        >
      </section>`;
}

/** Lists what the headline leaves out, each fact once. */
function toMonitorFacts(
  t: Translator,
  found: Found,
  { runs, mute, nowMs }: DetailsSources,
): Fact[] {
  const { monitor, page } = found;
  const { id, status, rawStatus = '', target, lastError = '', timesLackZone, intervalMs } = monitor;
  const { age, dateTime, dayReceived, interval } = t.formats;
  const since = toSince(monitor, runs);
  const toText = (term: SafeText, text: string, max: number) => ({
    term,
    value: toSafeText(text, max),
  });
  const toTime = (term: SafeText, at: number | undefined, showsAge = true): Fact | undefined => {
    if (at === undefined) {
      return undefined;
    }
    const exact = timesLackZone ? dayReceived(at) : dateTime(at);
    return showsAge && !timesLackZone
      ? { term, value: age(at, serviceNow(page, nowMs)), note: exact }
      : { term, value: exact };
  };
  // The service's word may say more.
  const isStatusShown = status === 'unknown' || rawStatus.trim().toLowerCase() === status;
  const isErrorShown = isProblem(monitor) && !toErrorSummary(monitor)?.endsWith('…');
  const notable = toNotableFacts(t, monitor, nowMs);
  // Services often repeat one text in these fields.
  const labels = [
    toText(t('Type'), monitor.type ?? '', 60),
    toText(t('Part of'), monitor.parent ?? '', 200),
    toText(t('Tags'), monitor.tags.join(', '), 1_000),
  ].filter((fact, index, all) =>
    [...notable, ...all.slice(0, index)].every(({ value }) => value !== fact.value),
  );
  const address = toPlainText(target ?? '', 500);
  const link = html`<a id="address" href="${toCommandUri('openTarget', [id])}">${address}</a>`;
  const loadedAt = t('{0}, page {1}', dateTime(page.call.ended), page.index + 1);
  const loadedAgo = nowMs - page.call.ended < MINUTE ? t('just now') : age(page.call.ended, nowMs);
  const facts = [
    since && (status !== 'unknown' || rawStatus !== '') ? toSinceTexts(t, since, nowMs) : undefined,
    toText(t('Status in the service'), isStatusShown ? '' : rawStatus, 60),
    toText(t('Last error'), isErrorShown ? '' : lastError, 300),
    toText(t('Muted'), mute ? (mute.note ?? t('yes')) : '', 200),
    toTime(t('Last change'), monitor.changedAt, status !== 'unknown'),
    toTime(t('Last check'), monitor.lastCheckedAt),
    ...notable,
    ...labels,
    toText(t('Interval'), intervalMs === undefined ? '' : t('every {0}', interval(intervalMs)), 60),
    { term: t('Address'), value: isOpenable(target) ? link : address },
    { term: t('Loaded'), value: loadedAgo, note: loadedAt },
    { term: t('ID'), value: toPlainText(id, 200) },
  ];
  return facts.filter((fact): fact is Fact => fact !== undefined && fact.value !== '');
}

function toFields(t: Translator, { raw }: Monitor, { rowFields }: DetailsSources): Html {
  const fields = [...fieldsOf(raw)];
  const rows = fields.slice(0, MAX_FIELDS).map(([steps, value], index) => {
    const path = toPath(steps);
    const label = rowFields.paths.includes(path) ? t('Hide in Rows') : t('Show in Rows');
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
  const entries =
    isObject(value) && steps.length < MAX_DEPTH ? firstEntries(value, MAX_FIELDS) : [];
  if (entries.length === 0) {
    yield [steps, value];
  }
  for (const [key, inner] of entries) {
    yield* fieldsOf(inner, [...steps, key]);
  }
}
