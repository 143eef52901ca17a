import { toPlainText, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { ExplainedField, Explanation } from '../../service/mapping/explain';
import type { MappingProblem } from '../../service/mapping/extraction';
import { reasons, type Reason } from '../../service/mapping/reasons';
import type { Formats } from '../texts/formats';
import type { Block, Cell, PageContent, Section } from '../webview/pageContent';

export interface MappingPageSources {
  readonly explanations: readonly Explanation[];
  /** What is wrong with the setting. */
  readonly problems: readonly MappingProblem[];
  readonly withValues: boolean;
  readonly formats: Formats;
}

export type MappingAction =
  'showValues' | 'hideValues' | 'copyMarkdown' | 'mapStatusValues' | 'openSettings' | 'reset';

/** How the last responses were read: keys, types and reasons. Values only on demand, and never a token. */
export function toMappingPage(t: Translate, sources: MappingPageSources): PageContent {
  const { explanations, problems, withValues } = sources;
  const nothing: Section[] = [
    {
      blocks: [
        {
          kind: 'text',
          text: t('No response has been read in this window yet. Refresh, or load a page, and look again.'),
        },
      ],
    },
  ];
  return {
    title: t('Response Mapping'),
    tab: t('Response Mapping'),
    subtitle: t('Where Monitor Explorer found each field in what the service sent'),
    actionsLabel: t('Actions'),
    actions: [
      { action: 'copyMarkdown', label: t('Copy as Markdown'), isPrimary: true },
      withValues
        ? { action: 'hideValues', label: t('Hide Values') }
        : { action: 'showValues', label: t('Show Values') },
      { action: 'mapStatusValues', label: t('Map Status Values') },
      { action: 'openSettings', label: t('Open Settings') },
      { action: 'reset', label: t('Reset Choices') },
    ],
    sections: [
      { blocks: [toPrivacyNote(t, withValues)] },
      ...toProblems(t, t('Problems in your settings'), problems),
      ...(explanations.length === 0
        ? nothing
        : explanations.flatMap((one) => toExplanation(t, one, sources))),
    ],
  };
}

function toPrivacyNote(t: Translate, withValues: boolean): Block {
  return withValues
    ? {
        kind: 'text',
        tone: 'warning',
        text: t('This page has values from the last response. Look through it before you share it.'),
      }
    : {
        kind: 'text',
        tone: 'muted',
        text: t(
          'This page has field names and types only: no values and no secrets. It can be shared as it is.',
        ),
      };
}

function toExplanation(
  t: Translate,
  explanation: Explanation,
  { withValues, formats }: MappingPageSources,
): Section[] {
  const { sought, shape, fields, count, unknownStatusValues, problems } = explanation;
  const heading = sought === 'token' ? t('Response to the sign-in') : t('Response with monitors');
  const hasAlternatives = fields.some(({ alternatives }) => alternatives.length > 0);
  const columns = [
    { title: t('Field') },
    { title: t('Found at'), isCode: true },
    ...(withValues ? [{ title: t('Value') }] : []),
    { title: t('Why') },
    ...(hasAlternatives ? [{ title: t('Also considered') }] : []),
  ];
  const unknown = t(
    "{0} status values aren't known. Use Map Status Values to say what they mean.",
    formats.number(unknownStatusValues),
  );
  return [
    {
      heading,
      blocks: [
        ...(count === undefined
          ? []
          : [{ kind: 'text', text: t('{0} monitors in the last page', formats.number(count)) } as const]),
        ...(unknownStatusValues === 0 ? [] : [{ kind: 'text', text: unknown, tone: 'warning' } as const]),
        {
          kind: 'table',
          caption: heading,
          columns,
          rows: fields.map((field) => toFieldRow(t, field, { withValues, hasAlternatives })),
        },
      ],
    },
    ...toProblems(t, t('Problems in this response'), problems),
    {
      heading:
        sought === 'token' ? t('Shape of the sign-in response') : t('Shape of the response with monitors'),
      blocks: [{ kind: 'code', label: t('Field names and types'), text: toPlainText(shape, 6_000) }],
    },
  ];
}

function toFieldRow(
  t: Translate,
  explained: ExplainedField,
  { withValues, hasAlternatives }: { readonly withValues: boolean; readonly hasAlternatives: boolean },
): Cell[] {
  const { field, path, reason, confident, value, alternatives } = explained;
  const name = toFieldName(t, field);
  const nowhere = toSafeText('—', 1);
  const others = alternatives.map((other) =>
    t('{0}: {1}', toPlace(t, other.path), toReasonText(t, other.reason)),
  );
  const why = [
    ...toStated([reason, ...toReasons(explained.for)]).map((spoke) => toReasonText(t, spoke)),
    ...toStated(toReasons(explained.against)).map((spoke) => t('but: {0}', toReasonText(t, spoke))),
  ];
  return [
    confident ? name : [name, t('not certain enough to be used')],
    toPlace(t, path),
    ...(withValues ? [value === undefined ? nowhere : toPlainText(value, 200)] : []),
    why.length === 1 ? why[0]! : why,
    ...(hasAlternatives ? [others.length === 0 ? nowhere : others] : []),
  ];
}

/** In the person's language; the English sentence is in the table of reasons. */
function toReasonText(t: Translate, reason: Reason): SafeText {
  return t(reasons[reason]);
}

function toReasons(spoke: readonly { readonly reason: Reason }[]): Reason[] {
  return spoke.map(({ reason }) => reason);
}

/** Each once. Of a name that is the usual one it goes without saying that it is close to it. */
function toStated(spoke: readonly Reason[]): Reason[] {
  const stated = new Set(spoke);
  if (stated.has('usualName')) {
    stated.delete('kindredName');
  }
  return [...stated];
}

/** A path as it can be pasted into the setting, or in words where there is none for that. */
function toPlace(t: Translate, path: string): SafeText {
  const header = /^"?@header"?\.(.+)$/.exec(path)?.[1];
  const keyed = /^(.+)\."?@key"?$/.exec(path)?.[1];
  if (path === '') {
    return toSafeText('—', 1);
  }
  if (path === '@') {
    return t('the whole response');
  }
  if (header !== undefined) {
    return t('the header {0}', toSafeText(header.replaceAll('"', ''), 80));
  }
  return keyed === undefined ? toSafeText(path, 120) : t('the keys of {0}', toSafeText(keyed, 120));
}

function toProblems(t: Translate, heading: SafeText, problems: readonly MappingProblem[]): Section[] {
  const items = problems.map(({ field, message }) => toProblemText(t, field, message));
  return items.length === 0 ? [] : [{ heading, blocks: [{ kind: 'list', items }] }];
}

/** "Name: unexpected end of expression". The message is the parser's, in English. */
function toProblemText(t: Translate, field: string, message: string): SafeText {
  return t('{0}: {1}', toFieldName(t, field), toSafeText(message, 200));
}

/** A field in words; one that is not known by its own name. */
export function toFieldName(t: Translate, field: string): SafeText {
  switch (field) {
    case 'token':
      return t('Access token');
    case 'expiry':
    case 'expiresAt':
      return t('End of the session');
    case 'list':
    case 'monitors':
      return t('List of monitors');
    case 'total':
      return t('Number of all monitors');
    case 'hasMore':
      return t('Whether more pages follow');
    case 'pageCount':
      return t('Number of pages');
    case 'id':
      return t('ID');
    case 'name':
      return t('Name');
    case 'status':
      return t('Status');
    case 'statusWords':
    case 'statusValues':
      return t('Status values');
    case 'target':
      return t('Target');
    case 'type':
      return t('Type');
    case 'lastCheck':
    case 'lastCheckedAt':
      return t('Last check');
    case 'interval':
    case 'intervalMs':
      return t('Interval');
    case 'tags':
      return t('Tags');
    default:
      return toSafeText(field, 40);
  }
}
