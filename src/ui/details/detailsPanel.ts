import { walk } from '../../base/json';
import { joinTexts, toPlainText, toSafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import { toPath } from '../../base/path';
import type { App } from '../../account/app';
import type { LastReading } from '../../account/memory';
import { serviceNow } from '../../mapping/serviceNow';
import { changeSummaryOf } from '../../mapping/picker/recordFields';
import type { Monitor } from '../../monitors/monitor';
import { toFieldKey } from '../../monitors/arrangement';
import { historyOf, pastOf, type HistoryItem } from '../../monitors/runHistory';
import { ABSENT, fromFieldValue, fromStatusValue, LAST_CHANGE, STATUS } from '../../monitors/run';
import { html, toButton, toStatusIcon, toTable } from '../panels/html';
import { toCountText } from '../texts/costText';
import { toFieldText, toMonitorName, toNewsText } from '../texts/monitorText';
import { toStatusHeading } from '../texts/statusText';
import { isStale } from '../texts/summaryText';
import { formats, t } from '../l10n';
import { toMonitorFacts } from '../texts/monitorFacts';

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

/** @param isInService whether the service has a page for the monitor, too */
export function toDetailsPanel(app: App, id: string, isInService: boolean) {
  const current = app.list?.loaded.readingOf(id);
  const reading = current ?? app.shown?.memory.lastOf(id);
  const name = toMonitorName(reading?.monitor ?? { id, name: '' });
  const warning = toWarning(app, current, reading);
  return {
    tab: toSafeText(name, 60),
    body: html`<header>
        <h1><span class="name">${name}</span>${current && toNews(app, current)}</h1>
        ${reading && toRowFields(app, reading)}
        ${current && toButtons(app, current.monitor, isInService)}
      </header>
      ${warning && html`<p class="warning">${warning}</p>`} ${toHistory(app, id)}
      ${reading && toFacts(app, reading)} ${reading && toFields(reading.monitor)}`,
  };
}

function toNews(app: App, reading: LastReading) {
  const { status } = reading.monitor;
  const icon = status !== 'unknown' && toStatusIcon(status);
  const news = toNewsText(app, reading);
  return news && html`<span class="news">${icon}${news}</span>`;
}

function toWarning(app: App, current?: LastReading, reading?: LastReading) {
  if (!reading) {
    return t("This monitor isn't loaded. Sign in, load more or refresh to see it.");
  }
  if (!current) {
    return t('This monitor is no longer in the account. Its last values are shown.');
  }
  return (
    isStale(current.page.call.ended, app.now()) &&
    t('Loaded more than an hour ago, so it may have changed.')
  );
}

function toButtons({ account, shown }: App, { id, target }: Monitor, isInService: boolean) {
  const pin = shown?.choices.isPinned(id)
    ? toButton(t('Unpin'), 'unpin', [id], 'pin')
    : toButton(t('Pin'), 'pin', [id]);
  const refresh = t('Refresh ({0})', toCountText(1));
  return html`<div class="buttons" role="group" aria-label="${t('Actions')}">
    ${isInService && toButton(t('Open in Service'), 'openInService', [id])}
    ${isOpenable(target) && toButton(t('Open Address'), 'openTarget', [id])}
    ${toButton(t('Copy as Markdown'), 'copyMarkdown', [id])} ${pin}
    ${account && toButton(refresh, 'refreshThisPage', [id])}
  </div>`;
}

/** Says what changed, what the fields in rows are, and what they were. */
function toRowFields(app: App, { monitor, page }: LastReading) {
  const nowMs = serviceNow(page, app.now());
  const toTime = (at: number) => formats.moment(at, nowMs);
  const summary = toSafeText(changeSummaryOf(monitor) ?? '');
  const runs = app.shown?.memory.of(monitor.id);
  const fields = Object.entries(app.rowFields.of(monitor)).map(([path, field]) => {
    const toText = (saved: string) => toFieldText(fromFieldValue(saved, field), nowMs);
    const value = toFieldText(field, nowMs);
    const past = pastOf(runs?.get(toFieldKey(path)), (saved) => {
      const { value: was, currency, at } = fromFieldValue(saved);
      const isComparable = at === undefined && currency === field.currency;
      return typeof was === 'number' && isComparable ? was : undefined;
    });
    const texts = past && [
      t('{0} since {1}', value, toTime(past.since)),
      t('{0} before', toText(past.before)),
      past.lowest !== undefined &&
        t('lowest since {0}: {1}', toTime(past.firstReadAt), toText(past.lowest)),
    ];
    return html`<p>${joinTexts(texts ?? [value])}</p>`;
  });
  return html`${summary && html`<p>${summary}</p>`} ${fields}`;
}

/** Lists seen statuses or changes, newest first. Skips a single one, because the headline shows it. */
function toHistory(app: App, id: string) {
  const { memory } = app.shown ?? {};
  const runs = memory?.of(id);
  const statuses = historyOf(runs?.get(STATUS), memory?.gapMs ?? 0);
  const hasStatus = statuses.some(({ run }) => run && !/^(?:unknown|paused)$/.test(run.value));
  const items = hasStatus ? statuses : historyOf(runs?.get(LAST_CHANGE), Infinity);
  if (items.length < 2) {
    return undefined;
  }
  return html`<section id="seen">
    <h2>${t('Seen Here')}</h2>
    <ol class="strip">
      ${items.toReversed().map((item) => toHistoryItem(app, item))}
    </ol>
  </section>`;
}

function toHistoryItem({ list, now }: App, { run, ...item }: HistoryItem) {
  const { dateTime, dayReceived, moment, shortDuration } = formats;
  if (run?.field === LAST_CHANGE) {
    const monitor = list?.loaded.find(run.monitor);
    const format = monitor && !monitor.timesLackZone ? dateTime : dayReceived;
    return html`<li>${t('Changed {0}', format(Number(run.value)))}</li>`;
  }
  const first = moment(item.from, now());
  const last = moment(item.to, now());
  const time = joinTexts([
    joinTexts([first, first !== last && last], ' – '),
    item.lastedMs !== undefined && t('for {0}', shortDuration(item.lastedMs)),
  ]);
  return html`<li>${toStatusWord(run?.value)} <small>${time}</small></li>`;
}

function toStatusWord(value?: string) {
  if (value === undefined) {
    return t('Not read');
  }
  if (value === ABSENT) {
    return t('Not in the list');
  }
  const was = fromStatusValue(value);
  return html`${toStatusIcon(was.status)}${toStatusHeading(was)}`;
}

function toFacts(app: App, reading: LastReading) {
  return html`<dl id="facts" class="facts">
    ${toMonitorFacts(app, reading).map(
      ({ term, value, note }) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}${note && html`<small>${note}</small>`}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Lists each value with its path, outer ones first. */
function toFields({ raw }: Monitor) {
  const fields = walk(raw, MAX_DEPTH, MAX_FIELDS + 1).filter(
    ({ steps, value }) => typeof value !== 'object' || value === null || steps.length === MAX_DEPTH,
  );
  const rows = fields.slice(0, MAX_FIELDS).map(({ steps, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [toPlainText(toPath(steps), 120), toPlainText(text, 500)];
  });
  const note = t('Only the first {0} fields are shown. Copy as JSON has all of them.', MAX_FIELDS);
  return html`<details id="fields">
    <summary>${t('All Fields')}</summary>
    ${toTable([t('Field'), t('Value')], rows)}
    ${fields.length > MAX_FIELDS && html`<small>${note}</small>`}
  </details>`;
}
