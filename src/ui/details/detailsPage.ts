import { toAgeText, toMonitorName, toResponseTime, toSinceTexts } from '../texts/monitorText';
import { toStatusHeading } from '../texts/statusText';
import { isStale } from '../texts/summaryText';
import { joinTexts, toPlainText, toSafeText, type SafeText } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import { toSince, type StatusRun } from '../../monitors/since';
import { findNotableFields, type NotableField, type NotableKind } from '../texts/notableFields';
import type { Translator } from '../texts/formats';
import type { Block, Fact, PageButton, PageContent, Section } from '../webview/pageContent';
import { toRecordRows } from './recordRows';

/** Buttons of the page, by the name of what they do. */
export type DetailsAction =
  | 'openTarget'
  | 'openInService'
  | 'copy'
  | 'pin'
  | 'refreshPage'
  | 'previousProblem'
  | 'nextProblem'
  | 'showMonitors'
  | 'signIn';

/** All of them are among the fields of the record. */
const MAX_TAGS = 50;

/** A monitor that is loaded, and the page that it was read on last. */
interface FoundMonitor {
  readonly monitor: Monitor;
  readonly pageIndex: number;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

export interface DetailsSources {
  readonly id: string;
  /** Absent where it isn't loaded. */
  readonly found: FoundMonitor | undefined;
  readonly runs: readonly StatusRun[];
  /** Where the monitor stands among those that are down or degraded, from 1 on; `place` is absent where it's no problem. */
  readonly problems: { readonly place: number | undefined; readonly count: number };
  /** Buttons that have nothing to do here are left out. */
  readonly can: ReadonlySet<DetailsAction>;
  readonly isPinned: boolean;
  /** "1 call". */
  readonly refreshCost: SafeText;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** All that is known of one monitor. */
export function toDetailsPage(t: Translator, sources: DetailsSources): PageContent {
  const { found } = sources;
  return found ? toMonitorPage(t, found, sources) : toMissingPage(t, sources);
}

function toMissingPage(t: Translator, { id, runs, can }: DetailsSources): PageContent {
  const title = toSafeText(id, 200);
  const text = can.has('signIn')
    ? t('Sign in to see this monitor.')
    : t("This monitor isn't loaded. Load more monitors, or refresh, to see it here.");
  return {
    title,
    tab: toSafeText(id, 60),
    actionsLabel: t('Actions'),
    actions: can.has('signIn')
      ? [{ action: 'signIn', label: t('Sign In'), isPrimary: true }]
      : [{ action: 'showMonitors', label: t('Show Monitors'), isPrimary: true }],
    sections: [{ blocks: [{ kind: 'text', text, tone: 'warning' }] }, ...toHistory(t, runs)],
  };
}

function toMonitorPage(t: Translator, found: FoundMonitor, sources: DetailsSources): PageContent {
  const { monitor } = found;
  const { now, runs, problems } = sources;
  const { status, lastCheckedAt } = monitor;
  const name = toMonitorName(t, monitor);
  const checked =
    lastCheckedAt === undefined
      ? undefined
      : t(
          { message: 'checked {0}', comment: '{0} is how long ago: checked 3 minutes ago' },
          toAgeText(t, lastCheckedAt, monitor, now),
        );
  const place =
    problems.place === undefined ? undefined : t('Problem {0} of {1}', problems.place, problems.count);
  return {
    title: name,
    tab: toSafeText(name, 60),
    status,
    subtitle: joinTexts([toStatusHeading(t, status), checked, place], ' · '),
    actionsLabel: t('Actions'),
    ...toButtons(t, sources),
    sections: [
      {
        blocks: [
          ...toAgeWarning(t, found.readAt, sources),
          { kind: 'facts', facts: toFacts(t, found, sources) },
        ],
      },
      ...toHistory(t, runs),
      toFields(t, monitor),
    ],
  };
}

function toButtons(
  t: Translator,
  { can, isPinned, refreshCost }: DetailsSources,
): Required<Pick<PageContent, 'actions' | 'steps'>> {
  const button = (action: DetailsAction, label: SafeText, isPrimary = false): PageButton[] =>
    can.has(action) ? [{ action, label, ...(isPrimary && { isPrimary }) }] : [];
  return {
    actions: [
      ...button('openInService', t('Open in Service')),
      ...button('openTarget', t('Open Target')),
      ...button('copy', t('Copy as Markdown')),
      ...button('pin', isPinned ? t('Unpin') : t('Pin')),
      ...button('refreshPage', t('Refresh This Page ({0})', refreshCost)),
    ],
    steps: [
      ...button('previousProblem', t('Previous Problem')),
      ...button('nextProblem', t('Next Problem'), true),
    ],
  };
}

function toAgeWarning(t: Translator, readAt: number, { now }: DetailsSources): Block[] {
  return !isStale(readAt, now)
    ? []
    : [
        {
          kind: 'text',
          text: t('This was read {0} and may have changed.', t.formats.age(readAt, now)),
          tone: 'warning',
        },
      ];
}

function toFacts(t: Translator, found: FoundMonitor, { runs, now }: DetailsSources): Fact[] {
  const { monitor } = found;
  const { status, rawStatus, lastError, target, type, parent, tags, intervalMs } = monitor;
  const { formats } = t;
  const since = toSince(monitor, runs);
  const facts: (Fact | undefined)[] = [
    {
      term: t('Status'),
      value: toStatusHeading(t, status),
      status,
      // Where the service's word is another one, it may say more.
      ...(rawStatus !== undefined &&
        rawStatus.trim().toLowerCase() !== status && {
          note: t('The service says "{0}"', toSafeText(rawStatus, 60)),
        }),
    },
    since && { term: t('Since'), ...toSinceTexts(t, since, now) },
    lastError === undefined ? undefined : { term: t('Last error'), value: toPlainText(lastError, 300) },
    toTimeFact(t, t('Last change'), monitor.changedAt, monitor, now),
    toTimeFact(t, t('Last check'), monitor.lastCheckedAt, monitor, now),
    ...findNotableFields(monitor.raw)
      .filter(({ kind }) => kind !== 'lastError' || lastError === undefined)
      .map((field) => toNotableFact(t, field, now)),
    target === undefined ? undefined : { term: t('Target'), value: toPlainText(target, 500) },
    type === undefined ? undefined : { term: t('Type'), value: toPlainText(type, 60) },
    parent === undefined ? undefined : { term: t('Part of'), value: toPlainText(parent, 200) },
    tags.length === 0 ? undefined : { term: t('Tags'), value: toTagsText(t, tags) },
    intervalMs === undefined
      ? undefined
      : {
          term: t('Interval'),
          value: t(
            { message: 'every {0}', comment: '{0} is the time between two checks: every 5 min' },
            formats.interval(intervalMs),
          ),
        },
    {
      term: t('Read'),
      value: formats.age(found.readAt, now),
      note: t(
        { message: '{0}, page {1}', comment: '{0} is a time, {1} the number of a page of monitors' },
        formats.dateTime(found.readAt),
        found.pageIndex + 1,
      ),
    },
    { term: t('ID'), value: toPlainText(monitor.id, 200) },
  ];
  return facts.filter((fact) => fact !== undefined);
}

function toTimeFact(
  t: Translator,
  term: SafeText,
  at: number | undefined,
  monitor: Monitor,
  now: number,
): Fact | undefined {
  const note = monitor.timesLackZone ? {} : { note: t.formats.dateTime(at ?? 0) };
  return at === undefined ? undefined : { term, value: toAgeText(t, at, monitor, now), ...note };
}

function toTagsText(t: Translator, tags: readonly string[]): SafeText {
  const more =
    tags.length > MAX_TAGS
      ? t({ message: '+{0}', comment: '{0} is how many more tags there are' }, tags.length - MAX_TAGS)
      : undefined;
  const shown = tags.slice(0, MAX_TAGS).map((tag) => toSafeText(tag, 60));
  return joinTexts([...shown, more], ', ');
}

function toHistory(t: Translator, runs: readonly StatusRun[]): Section[] {
  if (runs.length < 2) {
    return [];
  }
  const facts = [...runs].reverse().map(({ status, from, to }): Fact => {
    const first = t.formats.dateTime(from);
    const last = t.formats.dateTime(to);
    const term =
      first === last
        ? t({ message: 'Read {0}', comment: '{0} is the time at which this status was read' }, first)
        : t(
            {
              message: 'Read {0} to {1}',
              comment: '{0} and {1} are times from which to which this status was read',
            },
            first,
            last,
          );
    return { term, value: toStatusHeading(t, status), status };
  });
  const note = t("Only what was read on this machine. It's kept here until you sign out.");
  return [
    {
      heading: t('Seen here before'),
      blocks: [
        { kind: 'facts', facts },
        { kind: 'text', text: note, tone: 'muted' },
      ],
    },
  ];
}

function toFields(t: Translator, { raw }: Monitor): Section {
  const { rows, more } = toRecordRows(raw);
  const cells = rows.map(({ path, value }) => [
    toPlainText(path, 120) || toPlainText('—', 1),
    toPlainText(value, 500),
  ]);
  const left = t("{0} more fields aren't shown. Copy as JSON has all of them.", more);
  return {
    heading: t('All fields'),
    blocks: [
      {
        kind: 'table',
        caption: t('All fields'),
        columns: [{ title: t('Field'), isCode: true }, { title: t('Value') }],
        rows: cells,
      },
      ...(more === 0 ? [] : [{ kind: 'text', text: left, tone: 'muted' } as const]),
    ],
  };
}

function toNotableFact(t: Translator, { kind, value, unit, at }: NotableField, now: number): Fact {
  const { formats } = t;
  const term = toNotableTerm(t, kind);
  if (at !== undefined) {
    return { term, value: formats.age(at, now, 'future'), note: formats.dateTime(at) };
  }
  if (typeof value === 'string') {
    return { term, value: toPlainText(value, 300) };
  }
  if (kind === 'responseTime' && value >= 0) {
    return { term, value: toResponseTime(formats, value, unit) };
  }
  switch (unit) {
    case 'ms':
      return { term, value: t('{0} ms', value) };
    case 's':
      return { term, value: t('{0} s', value) };
    case '%':
      return { term, value: t('{0}%', value) };
    case 'days':
      return { term, value: t('{0} days', value) };
    case undefined:
      return { term, value: formats.number(value) };
  }
}

function toNotableTerm(t: Translator, kind: NotableKind): SafeText {
  const texts: Readonly<Record<NotableKind, SafeText>> = {
    responseTime: t('Response time'),
    uptime: t('Uptime'),
    statusCode: t('HTTP status'),
    region: t('Region'),
    certificateExpiry: t('Certificate expires'),
    lastError: t('Last error'),
    lastIncident: t('Last incident'),
    group: t('Group'),
    createdAt: t('Created'),
  };
  return texts[kind];
}
