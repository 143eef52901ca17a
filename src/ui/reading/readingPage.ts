import { l10n } from 'vscode';
import type { ExplainedField, Explanation } from '../../service/reading/explanation';
import type { ReadingProblem } from '../../service/reading/reading';
import { toReasonText } from './reasonText';

export interface ReadingPageSources {
  readonly explanations: readonly Explanation[];
  /** What is wrong with the setting. */
  readonly problems: readonly ReadingProblem[];
  readonly withValues: boolean;
}

/** How the last answers were read, as a page of Markdown for a bug report. Keys and types; values only on demand. */
export function toReadingPage({ explanations, problems, withValues }: ReadingPageSources): string {
  const parts = [
    `# ${l10n.t('How Answers Are Read')}`,
    withValues
      ? l10n.t('This page holds values of the last answer. Look through it before you hand it on.')
      : l10n.t('This page holds keys and types of the last answers, no values and no secret.'),
    explanations.length === 0 ? l10n.t('No answer has been read in this window yet.') : '',
    ...explanations.map(toSection),
    problems.length === 0 ? '' : `## ${l10n.t('Problems in your settings')}\n\n${toProblems(problems)}`,
    l10n.t(
      'Something is read wrongly? Say it yourself in the setting `monitorExplorer.reading`, or reset your choices by the command "Reset How Answers Are Read".',
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function toSection(explanation: Explanation): string {
  const { sought, shape, fields, count, kind, unknownStatusWords, problems } = explanation;
  const title = sought === 'token' ? l10n.t('The answer to the sign-in') : l10n.t('The answer with monitors');
  return [
    `## ${title}`,
    ...(count === undefined ? [] : [l10n.t('{0} monitors, from: {1}', count, kind ?? '—')]),
    `| ${l10n.t('What')} | ${l10n.t('Where')} | ${l10n.t('Why')} | ${l10n.t('Sure')} | ${l10n.t('Else')} |\n|:--|:--|:--|--:|:--|`,
  ]
    .join('\n\n')
    .concat('\n', fields.map(toFieldRow).join('\n'))
    .concat(
      unknownStatusWords === 0
        ? ''
        : `\n\n${l10n.t('{0} status words could not be told.', unknownStatusWords)}`,
      problems.length === 0 ? '' : `\n\n${toProblems(problems)}`,
      `\n\n### ${l10n.t('Shape')}\n\n${toCodeBlock(shape)}`,
    );
}

function toFieldRow({ field, path, reason, sureness, taken, value, alternatives }: ExplainedField): string {
  const else_ = alternatives.map((other) => toCode(other.path)).join(', ');
  const sure = `${Math.round(sureness * 100)} %${taken ? '' : ` ${l10n.t('(not taken)')}`}`;
  const where = value === undefined ? toCode(path) : `${toCode(path)} = ${toCode(value)}`;
  return `| ${field} | ${where} | ${toReasonText(reason)} | ${sure} | ${else_} |`;
}

function toProblems(problems: readonly ReadingProblem[]): string {
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
