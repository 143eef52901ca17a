import { firstEntries, isObject } from '../../base/json';
import { joinTexts, toPlainText, toSafeText, type SafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import { toPath } from '../../base/path';
import type { RowFields } from '../../account/rowFields';
import { serviceNow } from '../../mapping/clock';
import { changeSummaryOf } from '../../mapping/picker/recordFields';
import { isProblem, type Monitor, type RecordField } from '../../monitors/monitor';
import { toFieldKey } from '../../monitors/arrangement';
import type { Page } from '../../monitors/page';
import { historyOf, pastOf, type HistoryItem } from '../../monitors/runHistory';
import {
  ABSENT,
  fromStatusValue,
  LAST_CHANGE,
  NAME,
  STATUS,
  type MonitorRuns,
} from '../../monitors/run';
import { sinceOf } from '../../monitors/since';
import { toCommandUri } from '../commandUri';
import { html, toButton, toFacts, toStatusIcon, toTable } from '../panels/html';
import type { Fact, Html } from '../panels/html';
import type { PanelContent } from '../panels/panels';
import type { Translator } from '../texts/formats';
import {
  toAgeText,
  toFieldText,
  toMonitorName,
  toNewsText,
  toSavedFieldText,
  toSinceTexts,
} from '../texts/monitorText';
import { toStatusHeading } from '../texts/statusText';
import { isStale } from '../texts/summaryText';
import type { Mute } from '../../account/choices';
import { toNotableFacts } from '../texts/notableFacts';

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

export interface DetailsSources {
  readonly id: string;
  readonly found:
    | {
        readonly monitor: Monitor;
        readonly page: Pick<Page, 'index' | 'call' | 'headers'>;
        readonly isGone?: true;
      }
    | undefined;
  readonly runs: MonitorRuns;
  /** Readings with more time between them leave a gap. */
  readonly gapMs: number;
  readonly problems: readonly Monitor[];
  /** Whether the service has a page for the monitor. */
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
  const { found, runs, nowMs } = sources;
  const history = toHistory(t, sources);
  if (found === undefined) {
    return toMissing(t, sources, history);
  }
  const { monitor, page, isGone } = found;
  const name = toMonitorName(t, monitor);
  const summary = toSafeText(changeSummaryOf(monitor) ?? '', 300);
  const since = sinceOf(monitor, runs.get(STATUS));
  const news = isGone ? undefined : toNewsText(t, monitor, since, page, nowMs);
  const icon = monitor.status === 'unknown' ? undefined : toStatusIcon(monitor.status);
  const stale = t('This was loaded more than an hour ago and may have changed.');
  const gone = t('This monitor is no longer in the account. Its last values are shown.');
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1>
          <span class="name">${name}</span>${news && html`<span class="news">${icon}${news}</span>`}
        </h1>
        ${summary && html`<p>${summary}</p>`} ${toRowFields(t, found, sources)}
        ${isGone ? undefined : toButtons(t, monitor, sources)}
      </header>
      ${isGone || isStale(page.call.ended, nowMs) ? html`<p class="warning">${isGone ? gone : stale}</p>` : undefined}
      ${history} ${toFacts(toMonitorFacts(t, found, sources))} ${toFields(t, monitor, sources)}`,
  };
}

/** Shows what is remembered of a monitor that isn't loaded. */
function toMissing(
  t: Translator,
  { id, runs }: DetailsSources,
  history: Html | undefined,
): PanelContent {
  const name = toSafeText(runs.get(NAME)?.at(-1)?.value ?? id, 200);
  const notLoaded = t(
    "This monitor isn't loaded. Sign in, load more monitors or refresh to see it here.",
  );
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1>${name}</h1>
        <div class="buttons">${toButton(t('Show Monitors'), 'monitors.focus', [], 'primary')}</div>
      </header>
      <p class="warning">${notLoaded}</p>
      ${history}`,
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
      ${open && toButton(isInService ? t('Open in Service') : t('Open Address'), open, [id], 'primary')}
      ${toButton(t('Copy as Markdown'), 'copyMarkdown', [id])}
      ${isPinned ? toButton(t('Unpin'), 'unpin', [id], undefined, 'pin') : toButton(t('Pin'), 'pin', [id])}
      ${refreshCost && toButton(t('Refresh ({0})', refreshCost), 'refreshThisPage', [id])}
      ${refreshCost && toButton(t('Choose Fields…'), 'chooseFields')}
    </div>
    ${problems.some((problem) => problem.id !== id) ? problemButtons : undefined}`;
}

/** Says what the fields in rows are, and what they were. */
function toRowFields(
  t: Translator,
  { monitor, page }: Found,
  sources: DetailsSources,
): readonly Html[] {
  const { rowFields, runs, nowMs } = sources;
  const { moment } = t.formats;
  const same: SafeText[] = [];
  const changed: SafeText[] = [];
  for (const [path, field] of Object.entries(rowFields.of(monitor))) {
    const value = toFieldText(t, field, serviceNow(page, nowMs));
    const past = pastOf(runs.get(toFieldKey(path)), (saved) => toNumberLike(field, saved));
    if (past === undefined) {
      same.push(value);
      continue;
    }
    const { since, before, lowest } = past;
    const toText = (saved: string) => toSavedFieldText(t, saved, field, nowMs);
    const texts = [
      t(
        { message: '{0} since {1}', comment: '{0} is a value such as a price' },
        value,
        moment(since, nowMs),
      ),
      t({ message: '{0} before', comment: '{0} is the value before' }, toText(before)),
      lowest && t('lowest since {0}: {1}', moment(lowest.since, nowMs), toText(lowest.value)),
    ];
    changed.push(joinTexts(texts, ' · '));
  }
  const texts = [joinTexts(same, ' · '), ...changed].filter((text) => text !== '');
  return texts.map((text) => html`<p>${text}</p>`);
}

/** Returns the number of a remembered field if it can be compared with the field now. */
function toNumberLike(field: RecordField, saved: string): number | undefined {
  const { value, currency, at } = JSON.parse(saved) as RecordField;
  const isComparable = at === undefined && currency === field.currency;
  return typeof value === 'number' && isComparable ? value : undefined;
}

/** Lists seen statuses or changes, newest first. Skips a single one, because the headline shows it. */
function toHistory(t: Translator, sources: DetailsSources): Html | undefined {
  const { runs, gapMs } = sources;
  const statuses = historyOf(runs.get(STATUS), gapMs);
  const changes = historyOf(runs.get(LAST_CHANGE), Infinity);
  const hasStatus = statuses.some(({ run }) => run && !/^(?:unknown|paused)$/.test(run.value));
  const items = hasStatus ? statuses : changes;
  if (items.length < 2) {
    return undefined;
  }
  return html`<section id="seen">
    <h2>${t('Seen Here')}</h2>
    <ol class="strip">
      ${items.toReversed().map((item) => toHistoryItem(t, item, sources))}
    </ol>
    <small>${t("When it was loaded on this machine. It's kept here until you sign out.")}</small>
  </section>`;
}

function toHistoryItem(
  t: Translator,
  { run, lastedMs, from, to }: HistoryItem,
  { found, nowMs }: DetailsSources,
): Html {
  const { dateTime, dayReceived, duration, moment } = t.formats;
  if (run?.field === LAST_CHANGE) {
    const hasZone = found !== undefined && !found.monitor.timesLackZone;
    const format = hasZone ? dateTime : dayReceived;
    return html`<li>${t('Changed {0}', format(Number(run.value)))}</li>`;
  }
  const first = moment(from, nowMs);
  const last = moment(to, nowMs);
  const time = first === last ? first : joinTexts([first, last], ' – ');
  if (run === undefined) {
    return html`<li class="gap">${t('Not read')} <small>${time}</small></li>`;
  }
  const lasted = lastedMs === undefined ? undefined : t('for {0}', duration(lastedMs));
  return html`<li>
    ${toStatusWord(t, run.value)} <small>${joinTexts([time, lasted], ' · ')}</small>
  </li>`;
}

function toStatusWord(t: Translator, value: string): Html {
  if (value === ABSENT) {
    return html`${t('Not in the list')}`;
  }
  const { status, rawStatus } = fromStatusValue(value);
  const word = rawStatus ? t('Status {0}', toSafeText(rawStatus, 40)) : toStatusHeading(t, status);
  return html`${toStatusIcon(status)}${word}`;
}

/** Lists what the headline leaves out, each fact once. */
function toMonitorFacts(
  t: Translator,
  found: Found,
  { runs, mute, nowMs }: DetailsSources,
): Fact[] {
  const { monitor, page } = found;
  const { id, status, rawStatus = '', target, lastError = '', timesLackZone, intervalMs } = monitor;
  const { dateTime, dayReceived, interval } = t.formats;
  const since = sinceOf(monitor, runs.get(STATUS));
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
      ? { term, value: toAgeText(t, at, serviceNow(page, nowMs)), note: exact }
      : { term, value: exact };
  };
  // The service's word may say more.
  const isStatusShown = status === 'unknown' || rawStatus.trim().toLowerCase() === status;
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
  const loadedAgo = toAgeText(t, page.call.ended, nowMs);
  const facts = [
    since && (status !== 'unknown' || rawStatus !== '') ? toSinceTexts(t, since, nowMs) : undefined,
    toText(t('Status in the service'), isStatusShown ? '' : rawStatus, 60),
    toText(t('Last error'), isProblem(monitor) ? '' : lastError, 300),
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
