import type { ExplainedField, Explanation } from '../../service/mapping/explain';
import type { MappingProblem } from '../../service/mapping/extraction';
import { toReasonText } from './reasonText';
import { t } from '../l10n';
import { toSafeText } from '../../base/text';

export interface ReadingPageSources {
  readonly explanations: readonly Explanation[];
  /** What is wrong with the setting. */
  readonly problems: readonly MappingProblem[];
  readonly withValues: boolean;
}

/** How the last answers were read, as a page of Markdown for a bug report. Keys and types; values only on demand. */
export function toReadingPage({ explanations, problems, withValues }: ReadingPageSources): string {
  const parts = [
    `# ${t('How Answers Are Read')}`,
    withValues
      ? t('This page holds values of the last answer. Look through it before you hand it on.')
      : t('This page holds keys and types of the last answers, no values and no secret.'),
    explanations.length === 0 ? t('No answer has been read in this window yet.') : '',
    ...explanations.map(toSection),
    problems.length === 0 ? '' : `## ${t('Problems in your settings')}\n\n${toProblems(problems)}`,
    t(
      'Something is read wrongly? Say it yourself in the setting `monitorExplorer.reading`, or reset your choices by the command "Reset How Answers Are Read".',
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function toSection(explanation: Explanation): string {
  const { sought, shape, fields, count, kind, unknownStatusValues, problems } = explanation;
  const title = sought === 'token' ? t('The answer to the sign-in') : t('The answer with monitors');
  return [
    `## ${title}`,
    ...(count === undefined ? [] : [t('{0} monitors, from: {1}', count, toSafeText(kind ?? '—', 40))]),
    `| ${t('What')} | ${t('Where')} | ${t('Why')} | ${t('Sure')} | ${t('Else')} |\n|:--|:--|:--|--:|:--|`,
  ]
    .join('\n\n')
    .concat('\n', fields.map(toFieldRow).join('\n'))
    .concat(
      unknownStatusValues === 0 ? '' : `\n\n${t('{0} status words could not be told.', unknownStatusValues)}`,
      problems.length === 0 ? '' : `\n\n${toProblems(problems)}`,
      `\n\n### ${t('Shape')}\n\n${toCodeBlock(shape)}`,
    );
}

function toFieldRow({
  field,
  path,
  reason,
  confidence,
  confident,
  value,
  alternatives,
}: ExplainedField): string {
  const else_ = alternatives.map((other) => toCode(other.path)).join(', ');
  const sure = `${Math.round(confidence * 100)} %${confident ? '' : ` ${t('(not taken)')}`}`;
  const where = value === undefined ? toCode(path) : `${toCode(path)} = ${toCode(value)}`;
  return `| ${field} | ${where} | ${toReasonText(reason)} | ${sure} | ${else_} |`;
}

function toProblems(problems: readonly MappingProblem[]): string {
  return problems.map(({ field, message }) => `- ${toCode(field)}: ${toCode(message)}`).join('\n');
}

/** Keys are the service's own text: they must not end the cell, nor be read as Markdown. */
function toCode(text: string): string {
  const plain = text.replace(/[`|\r\n]/g, ' ').trim();
  return plain === '' ? '—' : `\`${plain}\``;
}

function toCodeBlock(text: string): string {
  return `~~~text\n${text.replaceAll('~~~', '~ ~ ~')}\n~~~`;
}
