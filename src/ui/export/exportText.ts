import { toPlainText, toSafeText, toVisibleJson, type SafeText, type Translate } from '../../base/text';
import type { LoadedMonitors } from '../../monitors/pagedMonitors';
import type { Monitor } from '../../monitors/monitor';
import { FACT_NAMES, factsOf, noFields, type Facts, type FieldsOf } from '../../monitors/facts';
import { sinceOfRecord, toIsoTime, type Since, type SinceOf } from '../../monitors/since';
import { toProblems } from '../../monitors/problems';

/** Export and clipboard texts. Runs without VS Code. */

export type ExportFormat = 'csv' | 'json' | 'markdown';

export interface ExportContent {
  readonly loaded: LoadedMonitors;
  /** Absent to export all loaded monitors. */
  readonly filter?: { readonly text: string; readonly monitors: readonly Monitor[] };
  /** Default: from the record. */
  readonly sinceOf?: SinceOf;
  readonly fieldsOf?: FieldsOf;
}

export type CopyKind = 'name' | 'target' | 'id' | 'json' | 'markdown';

/** A spreadsheet cell holds 32,767 characters. */
const MAX_VALUE_LENGTH = 30_000;

const MAX_FILTER_LENGTH = 100;

/** Cleans service texts, so that they can't start a formula, link or formatting. */
export function toExportText(t: Translate, format: ExportFormat, content: ExportContent): string {
  return { csv: toCsv, json: toJson, markdown: toMarkdown }[format](t, content);
}

/** Returns one line for each monitor, or JSON. */
export function toCopyText(
  kind: CopyKind,
  monitors: readonly Monitor[],
  sinceOf: SinceOf = sinceOfRecord,
  fieldsOf = noFields,
): string {
  switch (kind) {
    case 'json':
      return toJsonText(monitors.length === 1 ? monitors[0]!.raw : monitors.map(({ raw }) => raw));
    case 'markdown':
      return toLines(
        monitors.map((monitor) => toMarkdownLine(monitor, sinceOf(monitor), '', fieldsOf(monitor))),
      );
    case 'name':
    case 'target':
    case 'id':
      return toLines(monitors.map((monitor) => toValue(monitor[kind])));
  }
}

/** Lists the scope, then down, then degraded monitors. */
export function toProblemsText(
  t: Translate,
  loaded: LoadedMonitors,
  sinceOf: SinceOf = sinceOfRecord,
): string {
  const monitors = toProblems(loaded.monitors);
  const scope = toScopeText(t, { loaded, filter: { text: 'status:problem', monitors } });
  return [scope, '', ...monitors.map((monitor) => toMarkdownLine(monitor, sinceOf(monitor))), ''].join('\n');
}

/** Returns "120 of 340 loaded, read 2026-03-04 16:20 UTC". */
export function toScopeText(t: Translate, { loaded, filter }: ExportContent): SafeText {
  const part = toPartText(t, loaded);
  const scope =
    filter === undefined
      ? part
      : t('{0} match “{1}” in {2}', filter.monitors.length, toSafeText(filter.text, MAX_FILTER_LENGTH), part);
  return loaded.readAt === undefined
    ? scope
    : t(
        { message: '{0}, read {1}', comment: '{0} is such as 100 of 250 loaded, {1} a time' },
        scope,
        toUtcText(loaded.readAt),
      );
}

function toPartText(t: Translate, { monitors, total, complete }: LoadedMonitors): SafeText {
  if (complete) {
    return t(
      { message: 'all {0}', comment: 'All monitors are loaded, and {0} is how many' },
      monitors.length,
    );
  }
  return total === undefined
    ? t('{0} loaded, total unknown', monitors.length)
    : t('{0} of {1} loaded', monitors.length, total);
}

/** Adds the zone, because readers may be in another. */
export const toUtcText = (at: number, lacksZone?: true): SafeText =>
  toSafeText(lacksZone ? toIsoTime(at, true) : `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`, 30);

const toValue = (text: string | undefined): string => toPlainText(text ?? '', MAX_VALUE_LENGTH);

const toLines = (values: readonly string[]): string => values.filter((value) => value !== '').join('\n');

const monitorsIn = ({ loaded, filter }: ExportContent): readonly Monitor[] =>
  filter?.monitors ?? loaded.monitors;

/** Follows RFC 4180: commas, CRLF, quotes if needed, a header line. */
function toCsv(t: Translate, content: ExportContent): string {
  const { sinceOf = sinceOfRecord, fieldsOf = noFields } = content;
  const { readAt } = content.loaded;
  const common = [readAt === undefined ? '' : toIsoTime(readAt), toScopeText(t, content)];
  const paths = pathsIn(content);
  const rows = monitorsIn(content).map((monitor) => {
    const fields = fieldsOf(monitor);
    const facts = factsOf(monitor, sinceOf(monitor));
    const own = paths.map((path) => String(fields[path] ?? ''));
    return [...FACT_NAMES.map((name) => toText(facts[name])), ...common, ...own];
  });
  const head = [...FACT_NAMES, 'readAt', 'scope', ...paths.map((path) => `record.${path}`)];
  return [head, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function pathsIn(content: ExportContent): readonly string[] {
  const { fieldsOf = noFields } = content;
  return [...new Set(monitorsIn(content).flatMap((monitor) => Object.keys(fieldsOf(monitor))))];
}

function toText(fact: Facts[keyof Facts] = ''): string {
  return typeof fact === 'object' ? fact.join(', ') : String(fact);
}

/**
 * Prevents formulas (OWASP, "CSV Injection"): puts an apostrophe before a character that starts one, even after a
 * semicolon (a separator in some languages) or quotes (which spreadsheets remove).
 */
function toCell(text: string): string {
  // Clean first: an invisible character could hide the start of a formula.
  const value = toValue(text).replace(/(?:^|;)[\s"']*(?=[=+\-@＝＋－＠])/g, "$&'");
  return /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function toJson(_: Translate, { loaded, filter, sinceOf = sinceOfRecord }: ExportContent): string {
  const monitors = filter?.monitors ?? loaded.monitors;
  return toJsonText({
    readAt: loaded.readAt === undefined ? null : toIsoTime(loaded.readAt),
    loaded: loaded.monitors.length,
    total: loaded.total ?? null,
    complete: loaded.complete,
    ...(filter && { filter: filter.text, matching: filter.monitors.length }),
    monitors: monitors.map((monitor) => ({ ...factsOf(monitor, sinceOf(monitor)), record: monitor.raw })),
  });
}

const toJsonText = (value: unknown): string => `${toVisibleJson(JSON.stringify(value, undefined, 2))}\n`;

function toMarkdown(t: Translate, content: ExportContent): string {
  const { sinceOf = sinceOfRecord, fieldsOf = noFields } = content;
  const paths = pathsIn(content);
  const columns = [
    ...[t('Status'), t('Since'), t('Name'), t('Target'), t('Type'), t('Tags')],
    ...[t('Last check'), t('Last change'), t('Last error')],
    ...paths.map(toCellCode),
  ];
  const rows = monitorsIn(content).map((monitor) => [
    toStatusText(monitor),
    toSinceText(sinceOf(monitor)),
    ...[monitor.name, monitor.target, monitor.type, monitor.tags.join(', ')].map(toCellCode),
    ...[monitor.lastCheckedAt, monitor.changedAt].map((at) =>
      at === undefined ? '' : toUtcText(at, monitor.timesLackZone),
    ),
    toCellCode(monitor.lastError),
    ...paths.map((path) => toCellCode(String(fieldsOf(monitor)[path] ?? ''))),
  ]);
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const { loaded, filter } = content;
  const text = toCode(toPlainText(filter?.text ?? '', MAX_FILTER_LENGTH - 2));
  const scope = toScopeText(t, filter ? { loaded, filter: { ...filter, text } } : content);
  return [`# ${t('Monitors')}`, '', scope, '', ...lines, ''].join('\n');
}

/**
 * Returns a line for chats: "**down** since 2026-03-04 16:02 UTC (from the service) `Checkout API` `503` `https://…`".
 * Without a status, it shows the last change.
 */
export function toMarkdownLine(
  monitor: Monitor,
  since: Since | undefined,
  change = '',
  fields: ReturnType<FieldsOf> = {},
): string {
  const { status, name, id, lastError, target, lastCheckedAt, changedAt, timesLackZone } = monitor;
  const hasStatus = toStatusText(monitor) !== '';
  const texts = [
    hasStatus ? `**${status}**` : '',
    toCode(change),
    hasStatus && since && (change !== '' || status !== 'up') ? `since ${toSinceText(since)}` : '',
    ...[name || id, lastError, target].map(toCode),
    ...Object.entries(fields).map(([path, value]) => toCode(`${path}: ${value}`)),
    hasStatus || changedAt === undefined ? '' : `(changed ${toUtcText(changedAt, timesLackZone)})`,
    lastCheckedAt === undefined ? '' : `(checked ${toUtcText(lastCheckedAt, timesLackZone)})`,
  ];
  return `- ${texts.filter((text) => text !== '').join(' ')}`;
}

function toSinceText(since: Since | undefined): string {
  if (since === undefined) {
    return '';
  }
  const at = toUtcText(since.at, since.lacksZone);
  if (since.source === 'service') {
    return `${at} (from the service)`;
  }
  return since.before
    ? `sometime between ${toUtcText(since.before.to)} and ${at} (seen here)`
    : `${at} or earlier (seen here)`;
}

function toStatusText({ status, rawStatus }: Monitor): string {
  if (status === 'unknown' && !rawStatus) {
    return '';
  }
  return status === 'unknown' ? `unknown (${toCellCode(rawStatus)})` : status;
}

/** Returns a code span, which disables links, mentions and formatting. */
export function toCode(text: string | undefined): string {
  const value = toValue(text).replaceAll('`', "'");
  return value === '' ? '' : `\`${value}\``;
}

/** Replaces "|", which ends a table cell and which not all renderers can escape. */
function toCellCode(text: string | undefined): string {
  return toCode(text).replaceAll('|', '¦');
}
