import { toPlainText, toSafeText, toVisibleJson } from '../../base/text';
import type { Mute } from '../../account/choices';
import type { RowFields } from '../../account/rowFields';
import type { LoadedMonitors } from '../../monitors/loadedMonitors';
import { toProblems, type Monitor } from '../../monitors/monitor';
import { serviceIdOf } from '../../monitors/monitorIds';
import { toIsoTime, type Since, type SinceOf } from '../../monitors/since';
import type { ChangeLine } from '../texts/changeTexts';
import { toScopeText } from '../texts/summaryText';
import { t } from '../l10n';
import { factsOf } from './factsOf';

export type ExportFormat = 'csv' | 'json';

/** The shown list, and what is known of its monitors. */
export interface ExportSource {
  readonly loaded: LoadedMonitors;
  readonly sinceOf: SinceOf;
  readonly fieldsOf: RowFields['valuesOf'];
}

export interface ExportContent extends ExportSource {
  /** The exported monitors: all loaded ones, or the matches of the filter. */
  readonly monitors: readonly Monitor[];
  readonly filter?: string | undefined;
}

export type CopyKind = 'name' | 'target' | 'id' | 'json' | 'markdown';

/** A spreadsheet cell holds 32,767 characters. */
const MAX_VALUE_LENGTH = 30_000;

/** Cleans service texts, so that they can't start a formula, link or formatting. */
export function toExportText(format: ExportFormat, content: ExportContent): string {
  return format === 'csv' ? toCsv(content) : toJson(content);
}

/**
 * Returns JSON, Markdown with a headline and a line for each monitor, or one line of values. Security: a line break would run the text
 * before it if somebody pastes it into a shell.
 */
export function toCopyText(
  kind: CopyKind,
  monitors: readonly Monitor[],
  source: ExportSource,
): string {
  if (kind === 'json') {
    return toJsonText(monitors.length === 1 ? monitors[0]!.raw : monitors.map(({ raw }) => raw));
  }
  if (kind === 'markdown') {
    const headline = monitors.length > 1 ? toHeadline(monitors, source) : [];
    return [...headline, ...monitors.map((monitor) => toMarkdownLine(monitor, source))].join('\n');
  }
  const values = monitors.map((monitor) =>
    toValue((kind === 'id' ? serviceIdOf(monitor) : monitor[kind]) ?? ''),
  );
  return values.filter((value) => value !== '').join(', ');
}

/** Returns "12 down of 340, read 2026-03-04 16:20 UTC" if these are all that are down; nothing otherwise. */
function toHeadline(
  chosen: readonly Monitor[],
  { loaded: { monitors, complete, oldestReadAt } }: ExportSource,
): readonly string[] {
  const status = chosen[0]?.status ?? 'unknown';
  const all = monitors.filter((monitor) => monitor.status === status);
  const isAll =
    chosen.length === all.length && chosen.every((monitor) => monitor.status === status);
  if (!isAll || status === 'unknown' || oldestReadAt === undefined) {
    return [];
  }
  const scope = complete ? `${monitors.length}` : `${monitors.length} loaded`;
  return [`${all.length} ${status} of ${scope}, read ${toUtcText(oldestReadAt)}`];
}

/** Returns "120 of 340, read 2026-03-04 16:20 UTC". */
export function toLoadedText({ loaded, monitors, filter }: ExportContent) {
  const all = toScopeText(loaded);
  const scope = filter
    ? t('{0} match “{1}” in {2}', monitors.length, toSafeText(filter), all)
    : all;
  const { oldestReadAt } = loaded;
  return oldestReadAt === undefined ? scope : t('{0}, read {1}', scope, toUtcText(oldestReadAt));
}

/** Adds the zone, because readers may be in another. */
function toUtcText(at: number, lacksZone?: true) {
  const minute = `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`;
  return toSafeText(lacksZone ? toIsoTime(at, lacksZone) : minute, 30);
}

const toValue = (text: string) => toPlainText(text, MAX_VALUE_LENGTH);

/** Follows RFC 4180: commas, CRLF, quotes if needed, a header line. */
function toCsv(content: ExportContent) {
  const { monitors, sinceOf, fieldsOf } = content;
  const records = monitors.map((monitor) => {
    const facts: Record<string, CellValue | undefined> = factsOf(monitor, sinceOf(monitor));
    for (const [path, value] of Object.entries(fieldsOf(monitor))) {
      facts[`record.${path}`] = value;
    }
    return facts;
  });
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const scope = [toReadAt(content), toLoadedText(content)];
  const rows = records.map((record) => [...columns.map((column) => record[column]), ...scope]);
  return [[...columns, 'readAt', 'scope'], ...rows]
    .map((cells) => `${cells.map(toCell).join(',')}\r\n`)
    .join('');
}

function toReadAt({ loaded: { oldestReadAt } }: ExportSource) {
  return oldestReadAt === undefined ? undefined : toIsoTime(oldestReadAt);
}

type CellValue = string | number | boolean | readonly string[];

/**
 * Prevents formulas (OWASP, "CSV Injection"): puts an apostrophe before a character that starts one, even after a
 * semicolon (a separator in some languages) or quotes (which spreadsheets remove). A negative number is no formula,
 * unless it starts a row, which is one cell if the separator is another.
 */
function toCell(cell: CellValue = '', column: number) {
  const text = typeof cell === 'object' ? cell.join(', ') : String(cell);
  // Clean first: an invisible character could hide the start of a formula.
  const clean = toValue(text);
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(clean);
  const value =
    isNumber && column > 0 ? clean : clean.replace(/(?:^|;)[\s"']*(?=[=+\-@＝＋－＠])/g, "$&'");
  return /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function toJson(content: ExportContent) {
  const { loaded, monitors, filter, sinceOf } = content;
  return toJsonText({
    readAt: toReadAt(content) ?? null,
    loaded: loaded.monitors.length,
    total: loaded.total ?? null,
    complete: loaded.complete,
    ...(filter && { filter, matching: monitors.length }),
    monitors: monitors.map((monitor) => ({
      ...factsOf(monitor, sinceOf(monitor)),
      record: monitor.raw,
    })),
  });
}

const toJsonText = (value: unknown) => `${toVisibleJson(JSON.stringify(value, undefined, 2))}\n`;

/**
 * Returns a line for chats: "- `Checkout API` **down** since 2026-03-04 16:02 UTC (reported by the service) `503`".
 * @param change what changed, or a note
 */
function toMarkdownLine(monitor: Monitor, { sinceOf, fieldsOf }: ExportSource, change = '') {
  const { status, rawStatus = '', name, id, lastError = '', target = '' } = monitor;
  const hasStatus = status !== 'unknown' || rawStatus !== '';
  const since = hasStatus ? sinceOf(monitor) : undefined;
  const toTime = (word: string, at: number | undefined) =>
    at !== undefined && `(${word} ${toUtcText(at, monitor.timesLackZone)})`;
  const time = hasStatus
    ? toTime('checked', monitor.lastCheckedAt)
    : toTime('changed', monitor.changedAt);
  const texts = [
    toCode(name || id),
    hasStatus && `**${status}**`,
    status === 'unknown' && toCode(rawStatus),
    toCode(change),
    since && `since ${toSinceText(since)}`,
    toCode(lastError),
    toCode(target),
    ...Object.entries(fieldsOf(monitor)).map(([path, value]) => toCode(`${path}: ${value}`)),
    time,
  ];
  return `- ${texts.filter((text) => text).join(' ')}`;
}

/** Returns Markdown for the next person on duty. @param since epoch milliseconds */
export function toHandoverNote(
  lines: readonly ChangeLine[],
  source: ExportSource,
  since: number,
  mutes: readonly Mute[],
): string {
  const { monitors } = source.loaded;
  const [headline = toLoadedText({ ...source, monitors })] = toHeadline(
    monitors.filter(({ status }) => status === 'down'),
    source,
  );
  const changes = lines.map(({ text, name, monitor }) =>
    monitor ? toMarkdownLine(monitor, source, text) : `- ${toCode(name)} ${toCode(text)}`,
  );
  const changed = new Set(lines.map(({ id }) => id));
  const noteOf = ({ id }: Monitor) => mutes.find((mute) => mute.id === id)?.note;
  const lasting = toProblems(monitors)
    .filter(({ id }) => !changed.has(id))
    .map((monitor) => toMarkdownLine(monitor, source, noteOf(monitor)));
  const heading = ['', `## ${t('Still down or degraded')}`, ''];
  return [
    `# ${t('Changes since {0}', toUtcText(since))}`,
    '',
    headline,
    '',
    ...changes,
    ...(lasting.length > 0 ? heading : []),
    ...lasting,
    '',
  ].join('\n');
}

function toSinceText({ at, lacksZone, source, before }: Since) {
  const time = toUtcText(at, lacksZone);
  if (source === 'service') {
    return `${time} (reported by the service)`;
  }
  return before
    ? `sometime between ${toUtcText(before.to)} and ${time} (seen here)`
    : `${time} or earlier (seen here)`;
}

/** Returns a code span, which disables links, mentions and formatting. */
function toCode(text: string) {
  const value = toValue(text).replaceAll('`', "'");
  return value === '' ? '' : `\`${value}\``;
}
