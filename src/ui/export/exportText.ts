import {
  toPlainText,
  toSafeText,
  toVisibleJson,
  type SafeText,
  type Translate,
} from '../../base/text';
import type { RowFields } from '../../account/rowFields';
import type { LoadedMonitors } from '../../monitors/loadedMonitors';
import { toProblems, type Monitor } from '../../monitors/monitor';
import { toIsoTime, type Since, type SinceOf } from '../../monitors/since';
import type { ChangeLine } from '../texts/changeTexts';
import { FACT_NAMES, factsOf } from './facts';

export type ExportFormat = 'csv' | 'json';

export interface ExportContent {
  readonly loaded: Pick<LoadedMonitors, 'monitors' | 'total' | 'complete' | 'oldestReadAt'>;
  /** What is exported: all that are loaded, or those that match the filter. */
  readonly monitors: readonly Monitor[];
  readonly filter?: string | undefined;
  readonly sinceOf: SinceOf;
  readonly fieldsOf: RowFields['valuesOf'];
}

type CopyContent = Pick<ExportContent, 'sinceOf' | 'fieldsOf'> & {
  readonly loaded?: ExportContent['loaded'] | undefined;
};

export type CopyKind = 'name' | 'target' | 'id' | 'json' | 'markdown';

/** A spreadsheet cell holds 32,767 characters. */
const MAX_VALUE_LENGTH = 30_000;

/** Cleans service texts, so that they can't start a formula, link or formatting. */
export function toExportText(t: Translate, format: ExportFormat, content: ExportContent): string {
  return format === 'csv' ? toCsv(t, content) : toJson(content);
}

/**
 * Returns JSON, Markdown with a headline and a line for each monitor, or one line of values. Security: a line break would run the text
 * before it if somebody pastes it into a shell.
 */
export function toCopyText(
  kind: CopyKind,
  monitors: readonly Monitor[],
  { sinceOf, fieldsOf, loaded }: CopyContent,
): string {
  if (kind === 'json') {
    return toJsonText(monitors.length === 1 ? monitors[0]!.raw : monitors.map(({ raw }) => raw));
  }
  if (kind === 'markdown') {
    const lines = monitors.map((monitor) =>
      toMarkdownLine(monitor, sinceOf(monitor), '', fieldsOf(monitor)),
    );
    return [toHeadline(monitors, loaded), ...lines].filter((line) => line !== '').join('\n');
  }
  const values = monitors.map((monitor) => toValue(monitor[kind]));
  return values.filter((value) => value !== '').join(', ');
}

/** Returns "12 down of 340, read 2026-03-04 16:20 UTC" if these are all that are down; "" otherwise. */
function toHeadline(
  monitors: readonly Monitor[],
  loaded: ExportContent['loaded'] | undefined,
): string {
  const status = monitors[0]?.status ?? 'unknown';
  if (monitors.length < 2 || status === 'unknown' || loaded?.oldestReadAt === undefined) {
    return '';
  }
  const ofStatus = new Set(loaded.monitors.filter((monitor) => monitor.status === status));
  const isAll = monitors.length === ofStatus.size && monitors.every((one) => ofStatus.has(one));
  const count = loaded.monitors.length;
  const scope = loaded.complete ? `${count}` : `${count} loaded`;
  return isAll
    ? `${monitors.length} ${status} of ${scope}, read ${toUtcText(loaded.oldestReadAt)}`
    : '';
}

/** Returns "120 of 340 loaded, read 2026-03-04 16:20 UTC". */
export function toLoadedText(t: Translate, { loaded, monitors, filter }: ExportContent): SafeText {
  const { total, complete, oldestReadAt: readAt } = loaded;
  const count = loaded.monitors.length;
  const some =
    total !== undefined && total > count
      ? t('{0} of {1} loaded', count, total)
      : t('{0} loaded, may not be all', count);
  const part = complete ? t('all {0}', count) : some;
  const scope =
    filter === undefined
      ? part
      : t('{0} match “{1}” in {2}', monitors.length, toSafeText(filter, 100), part);
  return readAt === undefined ? scope : t('{0}, read {1}', scope, toUtcText(readAt));
}

/** Adds the zone, because readers may be in another. */
const toUtcText = (at: number, lacksZone?: true): SafeText =>
  toSafeText(
    lacksZone ? toIsoTime(at, true) : `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`,
    30,
  );

const toValue = (text: string | undefined): string => toPlainText(text ?? '', MAX_VALUE_LENGTH);

/** Follows RFC 4180: commas, CRLF, quotes if needed, a header line. */
function toCsv(t: Translate, content: ExportContent): string {
  const { monitors, sinceOf, fieldsOf } = content;
  const { oldestReadAt: readAt } = content.loaded;
  const paths = [...new Set(monitors.flatMap((monitor) => Object.keys(fieldsOf(monitor))))];
  const head = [...FACT_NAMES, ...paths.map((path) => `record.${path}`), 'readAt', 'scope'];
  const scope = [readAt === undefined ? '' : toIsoTime(readAt), toLoadedText(t, content)];
  const rows = monitors.map((monitor) => {
    const facts = factsOf(monitor, sinceOf(monitor));
    const fields = fieldsOf(monitor);
    return [
      ...FACT_NAMES.map((name) => facts[name]),
      ...paths.map((path) => fields[path]),
      ...scope,
    ];
  });
  return [head, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/**
 * Prevents formulas (OWASP, "CSV Injection"): puts an apostrophe before a character that starts one, even after a
 * semicolon (a separator in some languages) or quotes (which spreadsheets remove). A negative number is no formula,
 * unless it starts a row, which is one cell if the separator is another.
 */
function toCell(fact: string | number | boolean | readonly string[] = '', column: number): string {
  const text = typeof fact === 'object' ? fact.join(', ') : String(fact);
  // Clean first: an invisible character could hide the start of a formula.
  const clean = toValue(text);
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(clean);
  const value =
    isNumber && column > 0 ? clean : clean.replace(/(?:^|;)[\s"']*(?=[=+\-@＝＋－＠])/g, "$&'");
  return /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function toJson({ loaded, monitors, filter, sinceOf }: ExportContent): string {
  const { oldestReadAt: readAt } = loaded;
  return toJsonText({
    readAt: readAt === undefined ? null : toIsoTime(readAt),
    loaded: loaded.monitors.length,
    total: loaded.total ?? null,
    complete: loaded.complete,
    ...(filter !== undefined && { filter, matching: monitors.length }),
    monitors: monitors.map((monitor) => ({
      ...factsOf(monitor, sinceOf(monitor)),
      record: monitor.raw,
    })),
  });
}

const toJsonText = (value: unknown): string =>
  `${toVisibleJson(JSON.stringify(value, undefined, 2))}\n`;

/**
 * Returns a line for chats: "`Checkout API` **down** since 2026-03-04 16:02 UTC (reported by the service) `503` `https://…`".
 * Without a status, it shows the last change.
 */
function toMarkdownLine(
  monitor: Monitor,
  since: Since | undefined,
  change = '',
  fields: ReturnType<RowFields['valuesOf']> = {},
): string {
  const { status, rawStatus = '', name, id, lastCheckedAt, changedAt, timesLackZone } = monitor;
  const hasStatus = status !== 'unknown' || rawStatus !== '';
  const texts = [
    toCode(name || id),
    hasStatus && `**${status}**`,
    status === 'unknown' && toCode(rawStatus),
    toCode(change),
    hasStatus && since && (change !== '' || status !== 'up') && `since ${toSinceText(since)}`,
    ...[monitor.lastError, monitor.target].map(toCode),
    ...Object.entries(fields).map(([path, value]) => toCode(`${path}: ${value}`)),
    !hasStatus && changedAt !== undefined && `(changed ${toUtcText(changedAt, timesLackZone)})`,
    lastCheckedAt !== undefined && `(checked ${toUtcText(lastCheckedAt, timesLackZone)})`,
  ];
  return `- ${texts.filter((text) => text).join(' ')}`;
}

/** Returns Markdown for the next person on duty. @param since epoch milliseconds */
export function toHandoverNote(
  t: Translate,
  lines: readonly ChangeLine[],
  content: ExportContent,
  since: number,
  muted: readonly { readonly monitor: Monitor; readonly note: string | undefined }[],
): string {
  const toLine = (monitor: Monitor, change?: string) =>
    toMarkdownLine(monitor, content.sinceOf(monitor), change);
  const toSection = (heading: SafeText, section: readonly string[]) =>
    section.length === 0 ? [] : [`## ${heading}`, '', ...section, ''];
  const changed = new Set(lines.map(({ id }) => id));
  const lasting = toProblems(content.monitors).filter(({ id }) => !changed.has(id));
  const problems = lasting.map((monitor) => toLine(monitor));
  const mutes = muted.map(({ monitor, note }) => toLine(monitor, note));
  return [
    `# ${t('Changes since {0}', toUtcText(since))}`,
    '',
    toLoadedText(t, content),
    '',
    ...lines.map(({ text, name, monitor }) =>
      monitor ? toLine(monitor, text) : `- ${toCode(name)} ${toCode(text)}`,
    ),
    '',
    ...toSection(t('Still down or degraded'), problems),
    ...toSection(t('Muted on this machine'), mutes),
  ].join('\n');
}

function toSinceText(since: Since): string {
  const at = toUtcText(since.at, since.lacksZone);
  if (since.source === 'service') {
    return `${at} (reported by the service)`;
  }
  return since.before
    ? `sometime between ${toUtcText(since.before.to)} and ${at} (seen here)`
    : `${at} or earlier (seen here)`;
}

/** Returns a code span, which disables links, mentions and formatting. */
function toCode(text: string | undefined): string {
  const value = toValue(text).replaceAll('`', "'");
  return value === '' ? '' : `\`${value}\``;
}
