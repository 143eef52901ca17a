import { toPlainText, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Explanation } from '../../explorer/responseMapping';
import {
  isConfident,
  toPathText,
  type Choice,
  type ListMapping,
  type MappingProblem,
  type Path,
} from '../../service/mapping/mapping';
import { reasons, type Reason } from '../../service/mapping/reasons';
import type { Block, Cell, PageContent, Section } from '../webview/pageContent';

export interface MappingPageSources {
  readonly explanation: Explanation;
  /** What is wrong with the setting. */
  readonly problems: readonly MappingProblem[];
}

export type MappingAction = 'copySettings' | 'mapStatusValues' | 'openSettings' | 'reset';

/** What was learned of a service: places, reasons and types, and no value. */
export function toMappingPage(t: Translate, { explanation, problems }: MappingPageSources): PageContent {
  const { mapping, token, shape, unknownStatusValues } = explanation;
  const isEmpty = mapping === undefined && token === undefined;
  const unknown = t(
    "{0} status values aren't known. Use Map Status Values to say what they mean.",
    unknownStatusValues,
  );
  return {
    title: t('Response Mapping'),
    tab: t('Response Mapping'),
    subtitle: t('Where Monitor Explorer found each field in what the service sent'),
    actionsLabel: t('Actions'),
    actions: [
      ...(isEmpty
        ? []
        : [{ action: 'copySettings', label: t('Copy as Settings'), isPrimary: true } as const]),
      { action: 'mapStatusValues', label: t('Map Status Values') },
      { action: 'openSettings', label: t('Open Settings') },
      { action: 'reset', label: t('Reset Choices') },
    ],
    sections: [
      { blocks: [isEmpty ? toEmptyNote(t) : toPrivacyNote(t)] },
      ...toProblems(t, t('Problems in your settings'), problems),
      ...(token
        ? [
            toSection(t, t('Response to the sign-in'), [
              ['token', token.token],
              ['expiry', token.expiry],
            ]),
          ]
        : []),
      ...(mapping?.shapes ?? []).flatMap(({ lists, paging }) =>
        lists.map((list) =>
          toSection(
            t,
            t('Response with monitors'),
            [...toListFields(list), ...paging.map((place) => [place.says, place] as const)],
            unknownStatusValues === 0 ? [] : [{ kind: 'text', text: unknown, tone: 'warning' }],
          ),
        ),
      ),
      ...toProblems(t, t('Problems in this response'), explanation.problems),
      ...(shape === undefined
        ? []
        : [
            {
              heading: t('Shape of the response with monitors'),
              blocks: [
                { kind: 'code', label: t('Field names and types'), text: toPlainText(shape, 6_000) } as const,
              ],
            },
          ]),
    ],
  };
}

function toEmptyNote(t: Translate): Block {
  return {
    kind: 'text',
    text: t('No response has been read in this window yet. Refresh, or load a page, and look again.'),
  };
}

function toPrivacyNote(t: Translate): Block {
  return {
    kind: 'text',
    tone: 'muted',
    text: t('This page has field names and types only: no values and no secrets. It can be shared as it is.'),
  };
}

type NamedChoice = readonly [field: string, choice: Choice];

const NO_STATUS: Choice = { path: ['@none'], confidence: 0, reason: 'noStatus' };

function toListFields({ fields, status, ...list }: ListMapping): readonly NamedChoice[] {
  return [['list', list], ...Object.entries(fields), ['status', status.place ?? NO_STATUS]];
}

function toSection(
  t: Translate,
  heading: SafeText,
  choices: readonly NamedChoice[],
  notes: readonly Block[] = [],
): Section {
  const hasRunnerUps = choices.some(([, { runnerUp }]) => runnerUp);
  return {
    heading,
    blocks: [
      ...notes,
      {
        kind: 'table',
        caption: heading,
        columns: [
          { title: t('Field') },
          { title: t('Found at'), isCode: true },
          { title: t('Why') },
          ...(hasRunnerUps ? [{ title: t('Also considered') }] : []),
        ],
        rows: choices.map((choice) => toFieldRow(t, choice, hasRunnerUps)),
      },
    ],
  };
}

function toFieldRow(t: Translate, [field, choice]: NamedChoice, hasRunnerUps: boolean): Cell[] {
  const { path, reason, runnerUp } = choice;
  const name = toFieldName(t, field);
  const other = runnerUp
    ? t('{0}: {1}', toPlace(t, runnerUp.path), toReasonText(t, runnerUp.reason))
    : toSafeText('—', 1);
  return [
    isConfident(choice) ? name : [name, t('not certain enough to be used')],
    toPlace(t, path),
    toReasonText(t, reason),
    ...(hasRunnerUps ? [other] : []),
  ];
}

/** In the user's language; the English sentence is in the table of reasons. */
function toReasonText(t: Translate, reason: Reason): SafeText {
  return t(reasons[reason]);
}

/** A path as it can be pasted into the setting, or in words where there is none for that. */
function toPlace(t: Translate, path: Path): SafeText {
  const [start, name] = path;
  if (start === '@none' || start === '@expression') {
    return toSafeText('—', 1);
  }
  if (start === '@header') {
    return t('the header {0}', toSafeText(String(name), 80));
  }
  if (path.at(-1) === '@key') {
    return t('the keys of {0}', toFieldName(t, 'list'));
  }
  return path.length === 0 ? t('the whole response') : toSafeText(toPathText(path), 120);
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
  const texts: Readonly<Record<string, SafeText>> = {
    token: t('Access token'),
    expiry: t('End of the session'),
    list: t('List of monitors'),
    monitors: t('List of monitors'),
    total: t('Number of all monitors'),
    count: t('Number of all monitors'),
    more: t('Whether more pages follow'),
    next: t('Whether more pages follow'),
    id: t('ID'),
    name: t('Name'),
    status: t('Status'),
    statusValues: t('Status values'),
    target: t('Target'),
    type: t('Type'),
    lastCheck: t('Last check'),
    interval: t('Interval'),
    tags: t('Tags'),
    since: t('Since'),
    lastError: t('Last error'),
  };
  return Object.hasOwn(texts, field) ? texts[field]! : toSafeText(field, 40);
}
