import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { readToken, type TokenResult } from '../../../../src/service/mapping/learn/readToken';
import {
  toPathText,
  type Choice,
  type ListMapping,
  type Mapping,
  type Question,
  type StatusMapping,
} from '../../../../src/service/mapping/mapping';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import {
  aResponse,
  CORPORA,
  listCases,
  receivedAt,
  tokenCases,
  type ListCase,
  type TokenCase,
} from './corpus';
import { readPages } from './readPages';

/** What is learned of each case of the corpus, in a form whose changes can be read. */
export const LEARNED_FILE = path.resolve('test', 'corpus', 'learned.txt');

/** Names of the cases, and a function that learns each and tells what was learned. */
export function learnCorpus(): ReadonlyMap<string, () => string> {
  return new Map(
    CORPORA.flatMap((corpus) => [
      ...listCases(corpus).map((one) => [toName(one), () => toListText(one)] as const),
      ...tokenCases(corpus).map((one) => [toName(one), () => toTokenText(one)] as const),
    ]),
  );
}

/** A case a paragraph, with its name as the first line. */
export function readLearned(): ReadonlyMap<string, string> {
  const paragraphs = readFileSync(LEARNED_FILE, 'utf8').trimEnd().split(/\n\n/);
  return new Map(
    paragraphs.map((paragraph) => {
      const end = paragraph.indexOf('\n');
      return [paragraph.slice(0, end), paragraph.slice(end + 1)] as const;
    }),
  );
}

function toName({ file }: ListCase | TokenCase): string {
  return file.replaceAll(path.sep, '/').replace(/\.json$/, '');
}

function toListText({ response, responses = [response], headers = {}, pageSize = 50 }: ListCase): string {
  const { mapping, questions } = readPages(
    responses.map((json) => aResponse(json, { headers })),
    { pageSize },
  );
  const lines: readonly Line[] = mapping ? mappingLines(mapping) : [['no list', '']];
  return toText([...lines, ...questionLines(questions)]);
}

function toTokenText({ response, headers = {} }: TokenCase): string {
  const found = readToken(aResponse(response, { headers }), {
    requestedLifetimeMs: 86_400_000,
    settings: NO_MAPPING_SETTINGS,
  });
  return toText(tokenLines(found));
}

type Line = readonly [what: string, text: string];

const toText = (lines: readonly Line[]): string =>
  lines.map(([what, text]) => `  ${what.padEnd(10)} ${text}`.trimEnd()).join('\n');

function mappingLines({ shapes, isComplete }: Mapping): readonly Line[] {
  const lines = shapes.flatMap(({ lists, paging }) => [
    ...lists.flatMap(listLines),
    ...paging.map((place): Line => [place.says, toChoiceText(place)]),
  ]);
  return isComplete ? lines : [...lines, ['incomplete', '']];
}

function listLines(list: ListMapping): readonly Line[] {
  const fields = Object.entries(list.fields).map(([field, { sources, isUsual, unitMs, ...choice }]): Line => {
    const from = sources.map(
      ({ path: at, ofTrouble }) => `${toPathText(at)}${ofTrouble ? ' (trouble)' : ''}`,
    );
    const more = [
      from.join() === toPathText(choice.path) ? '' : `; from ${from.join(', ') || 'nowhere'}`,
      isUsual ? '' : '; seldom',
      unitMs === undefined ? '' : `; ${unitMs} ms`,
    ];
    return [field, toChoiceText(choice) + more.join('')];
  });
  const repeats: readonly Line[] = list.repeatsIds ? [['repeats', 'ids']] : [];
  return [['list', toChoiceText(list)], ...fields, ...statusLines(list.status), ...repeats];
}

function statusLines({ place, isUsual, yes, values, off, offWords, alarms }: StatusMapping): readonly Line[] {
  const told = [
    ...(yes === undefined ? [] : [`yes=${yes}`]),
    ...Object.entries(values).map(([value, status]) => `${JSON.stringify(value)}=${status}`),
  ].join(' ');
  const lines: Line[] = [
    ['status', place ? `${toChoiceText(place)}${isUsual ? '' : '; seldom'}` : 'not told'],
    ['values', told],
    ['off', off.map(({ path: at, when }) => `${toPathText(at)} (${when})`).join(', ')],
    ['off words', offWords.join(', ')],
    [
      'alarms',
      alarms.map(({ path: at, when, status }) => `${toPathText(at)} (${when}: ${status})`).join(', '),
    ],
  ];
  return lines.filter(([, text]) => text !== '');
}

function tokenLines({ token, expiresAt, nextStep, question }: TokenResult): readonly Line[] {
  return [
    ['token', token ? toChoiceText(token) : 'not found'],
    ['ends', `${toChoiceText(expiresAt)}; after ${expiresAt.value - receivedAt} ms`],
    ...(nextStep === undefined ? [] : [['next step', nextStep] as const]),
    ...questionLines(question ? [question] : []),
  ];
}

const questionLines = (questions: readonly Question[]): readonly Line[] =>
  questions.flatMap(({ field, candidates }) =>
    candidates.map(({ path: at, preview }): Line => [`${field}?`, `${toPathText(at)}: ${preview}`]),
  );

function toChoiceText({ path: at, confidence, reason, runnerUp }: Choice): string {
  const next = runnerUp ? `; then ${toChoiceText(runnerUp)}` : '';
  return `${toPathText(at)} ${confidence.toFixed(3)} ${reason}${next}`;
}
