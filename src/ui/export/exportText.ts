import { toPlainText, toSafeText, toVisibleJson } from '../../base/text';
import type { Account } from '../../account/account';
import type { Shown } from '../../account/app';
import { toProblems, type Monitor } from '../../monitors/monitor';
import { serviceIdOf } from '../../monitors/identity';
import { toIsoTime, type Since } from '../../monitors/since';
import type { ChangeLine } from '../texts/changeTexts';
import { toScopeText } from '../texts/summaryText';
import { t } from '../l10n';
import { factsOf } from '../texts/monitorFacts';

export type CopyKind = 'name' | 'target' | 'id' | 'json' | 'markdown';

/** A spreadsheet cell holds 32,767 characters. */
const MAX_VALUE_LENGTH = 30_000;

/**
 * Returns JSON, Markdown with a headline and a line for each monitor, or one line of values. Security: a line break would run the text
 * before it if somebody pastes it into a shell.
 */
export function toCopyText(kind: CopyKind, monitors: readonly Monitor[], shown: Shown): string {
  if (kind === 'json') {
    return toJsonText(monitors.length === 1 ? monitors[0]!.raw : monitors.map(({ raw }) => raw));
  }
  if (kind === 'markdown') {
    const headline = monitors.length > 1 ? toHeadline(monitors, shown) : '';
    return headline + monitors.map((monitor) => toMarkdownLine(monitor, shown)).join('\n');
  }
  const values = monitors.map((monitor) =>
    toValue((kind === 'id' ? serviceIdOf(monitor) : monitor[kind]) ?? ''),
  );
  return values.filter((value) => value !== '').join(', ');
}

/** Returns "12 down of 340, read 2026-03-04 16:20 UTC" if these are all that are down; nothing otherwise. */
function toHeadline(chosen: readonly Monitor[], { list }: Shown) {
  const { monitors, complete, oldestReadAt } = list.loaded;
  const status = chosen[0]?.status ?? 'unknown';
  const isOfStatus = (monitor: Monitor) => monitor.status === status;
  const { length } = monitors.filter(isOfStatus);
  if (chosen.length !== length || !chosen.every(isOfStatus) || status === 'unknown') {
    return '';
  }
  const scope = complete ? monitors.length : `${monitors.length} loaded`;
  return `${length} ${status} of ${scope}, read ${toUtcText(oldestReadAt!)}\n`;
}

/** Returns "120 of 340, read 2026-03-04 16:20 UTC". @param matches of the filter */
export function toLoadedText({ list, choices }: Shown, { length: matches }: readonly Monitor[]) {
  const { filter } = choices;
  const { oldestReadAt } = list.loaded;
  const all = toScopeText(list.loaded);
  const scope = filter ? t('{0} match “{1}” in {2}', matches, toSafeText(filter.text), all) : all;
  return oldestReadAt === undefined ? scope : t('{0}, read {1}', scope, toUtcText(oldestReadAt));
}

/** Adds the zone, because readers may be in another. */
function toUtcText(at: number, lacksZone?: true) {
  const minute = `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`;
  return toSafeText(lacksZone ? toIsoTime(at, lacksZone) : minute);
}

const toValue = (text: string) => toPlainText(text, MAX_VALUE_LENGTH);

/**
 * Follows RFC 4180: commas, CRLF, quotes if needed, a header line. Cleans service texts, so that they can't start a
 * formula. @param monitors all, or the matches of the filter
 */
export function toCsvExport(shown: Shown, monitors: readonly Monitor[]) {
  const records = monitors.map((monitor) => {
    const facts: Record<string, CellValue | undefined> = factsOf(monitor, shown.sinceOf(monitor));
    for (const [path, value] of Object.entries(shown.memory.rowFields.valuesOf(monitor))) {
      facts[`record.${path}`] = value;
    }
    return facts;
  });
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const scope = [toReadAt(shown), toLoadedText(shown, monitors)];
  const rows = records.map((record) => [...columns.map((column) => record[column]), ...scope]);
  return [[...columns, 'readAt', 'scope'], ...rows]
    .map((cells) => `${cells.map(toCell).join(',')}\r\n`)
    .join('');
}

/** Something is loaded. */
const toReadAt = ({ list }: Shown) => toIsoTime(list.loaded.oldestReadAt!);

type CellValue = string | number | boolean | readonly string[];

/**
 * Prevents formulas (OWASP, "CSV Injection"): puts an apostrophe before a character that starts one, even after a
 * semicolon (a separator in some languages) or quotes (which spreadsheets remove). A negative number is no formula,
 * unless it starts a row, which is one cell if the separator is another.
 */
function toCell(cell: CellValue = '', column: number) {
  // Clean first: an invisible character could hide the start of a formula.
  const clean = toValue(typeof cell === 'object' ? cell.join(', ') : String(cell));
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(clean);
  const value =
    isNumber && column > 0 ? clean : clean.replace(/(?:^|;)[\s"']*(?=[=+\-@＝＋－＠])/g, "$&'");
  return /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Has records as they came. @param monitors all, or the matches of the filter */
export function toJsonExport(shown: Shown, monitors: readonly Monitor[]) {
  const { count, total, complete } = shown.list.loaded;
  const { filter } = shown.choices;
  return toJsonText({
    readAt: toReadAt(shown),
    loaded: count,
    total: total ?? null,
    complete,
    ...(filter && { filter: filter.text, matching: monitors.length }),
    monitors: monitors.map((monitor) => ({
      ...factsOf(monitor, shown.sinceOf(monitor)),
      record: monitor.raw,
    })),
  });
}

const toJsonText = (value: unknown) => `${toVisibleJson(JSON.stringify(value, undefined, 2))}\n`;

/**
 * Returns a line for chats: "- `Checkout API` **down** since 2026-03-04 16:02 UTC (reported by the service) `503`".
 * @param change what changed, or a note
 */
function toMarkdownLine(monitor: Monitor, { sinceOf, memory }: Shown, change = '') {
  const { status, rawStatus = '', name, id, lastError = '', target = '' } = monitor;
  const hasStatus = status !== 'unknown' || rawStatus !== '';
  const since = hasStatus && sinceOf(monitor);
  const at = hasStatus ? monitor.lastCheckedAt : monitor.changedAt;
  const word = hasStatus ? 'checked' : 'changed';
  const texts = [
    toCode(name || id),
    hasStatus && `**${status}**`,
    status === 'unknown' && toCode(rawStatus),
    toCode(change),
    since && `since ${toSinceText(since)}`,
    toCode(lastError),
    toCode(target),
    ...Object.entries(memory.rowFields.valuesOf(monitor)).map(([path, value]) =>
      toCode(`${path}: ${value}`),
    ),
    at !== undefined && `(${word} ${toUtcText(at, monitor.timesLackZone)})`,
  ];
  return `- ${texts.filter((text) => text).join(' ')}`;
}

/** Returns Markdown for the next person on duty. @param since epoch milliseconds */
export function toHandoverNote(
  lines: readonly ChangeLine[],
  account: Account,
  since: number,
): string {
  const { monitors } = account.list.loaded;
  const down = monitors.filter(({ status }) => status === 'down');
  const headline = toHeadline(down, account) || `${toLoadedText(account, monitors)}\n`;
  const changes = lines.map(({ text, name, monitor }) =>
    monitor ? toMarkdownLine(monitor, account, text) : `- ${toCode(name)} ${toCode(text)}`,
  );
  const changed = new Set(lines.map(({ id }) => id));
  const lasting = toProblems(monitors)
    .filter(({ id }) => !changed.has(id))
    .map((monitor) => toMarkdownLine(monitor, account, account.choices.muteOf(monitor.id)?.note));
  const heading = ['', `## ${t('Still down or degraded')}`, ''];
  return [
    `# ${t('Changes since {0}', toUtcText(since))}`,
    '',
    headline,
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
