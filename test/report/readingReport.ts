// npm run reading-report [-- --corpus DIR]
// How each case of the corpora is read. With --corpus, cases of a folder that is not in the project: DIR/list,
// DIR/token and DIR/error, in the format of test/corpus.
import { resolve } from 'node:path';
import type { Corpus, ErrorCase, ListCase, TokenCase } from '../support/corpus';
import { CORPORA, errorCases, listCases, readCases, tokenCases, withTolerances } from '../support/corpus';
import type { Verdict } from '../support/verdicts';
import { judgeError, judgeList, judgeToken, LIST_FIELDS } from '../support/verdicts';

/** At least this share of all fields is read right, and at most that share is presented as fact and wrong. */
interface Goal {
  readonly right: number;
  readonly wrong: number;
}

const GOALS: Readonly<Record<Corpus, Goal>> = {
  documented: { right: 0.97, wrong: 0 },
  remembered: { right: 0.92, wrong: 1 / 300 },
  'made-up': { right: 0, wrong: 1 },
};
/** The goal of a folder that is not in the project. */
const GOAL: Goal = { right: 0.91, wrong: 0.02 };
const TITLES = {
  documented: 'Shapes that documentation or sources show',
  remembered: 'Shapes that were remembered',
  'made-up': 'Shapes that were made up',
};
const COLUMNS = ['token', 'error', ...LIST_FIELDS] as const;

type Row = { readonly service: string; readonly cells: Readonly<Partial<Record<string, Verdict>>> };

interface Section {
  readonly title: string;
  readonly goal: Goal;
  readonly rows: readonly Row[];
}

const details: string[] = [];

function toSection(
  title: string,
  goal: Goal,
  cases: {
    readonly tokens: readonly TokenCase[];
    readonly lists: readonly ListCase[];
    readonly errors: readonly ErrorCase[];
  },
): Section {
  const rows = [
    ...cases.tokens.map((tokenCase) => {
      const { verdicts, details: found } = judgeToken(tokenCase);
      details.push(...found);
      return { service: tokenCase.service, cells: { token: verdicts.token } };
    }),
    ...cases.lists.map((listCase) => {
      const { verdicts, details: found } = judgeList(listCase);
      details.push(...found);
      return { service: listCase.service, cells: verdicts };
    }),
    ...cases.errors.map((errorCase) => {
      const { verdict, details: found } = judgeError(errorCase);
      details.push(...found);
      return { service: errorCase.service, cells: { error: verdict } };
    }),
  ];
  return { title, goal, rows };
}

function sectionsOf(folder: string | undefined): readonly Section[] {
  if (folder !== undefined) {
    const cases = {
      tokens: readCases<TokenCase>(folder, 'token'),
      lists: readCases<ListCase>(folder, 'list').map(withTolerances),
      errors: readCases<ErrorCase>(folder, 'error'),
    };
    return [toSection('The given folder', GOAL, cases)];
  }
  return CORPORA.map((corpus) =>
    toSection(TITLES[corpus], GOALS[corpus], {
      tokens: tokenCases(corpus),
      lists: listCases(corpus),
      errors: errorCases(corpus),
    }),
  );
}

function print({ title, rows }: Section): void {
  console.log(`\n${title}`);
  console.log(`${'service'.padEnd(46)}${COLUMNS.map((column) => column.padEnd(9)).join('')}verdict`);
  for (const { service, cells } of rows) {
    const shown = COLUMNS.map((column) => toShort(cells[column]).padEnd(9)).join('');
    console.log(`${service.slice(0, 44).padEnd(46)}${shown}${isRight(cells) ? 'right' : 'wrong'}`);
  }
}

function toShort(verdict: Verdict | undefined): string {
  return verdict === undefined || verdict === 'none' ? '-' : verdict === 'sure wrong' ? 'WRONG' : verdict;
}

function isRight(cells: Row['cells']): boolean {
  return COLUMNS.every((column) => cells[column] === undefined || ['right', 'none'].includes(cells[column]));
}

interface Share {
  readonly fields: number;
  readonly share: number;
  readonly counts: Readonly<Record<Verdict, number>>;
}

function shareOf(rows: readonly Row[]): Share {
  const counts = { right: 0, asked: 0, 'not told': 0, wrong: 0, 'sure wrong': 0, none: 0 };
  for (const { cells } of rows) {
    for (const column of COLUMNS) {
      counts[cells[column] ?? 'none']++;
    }
  }
  const fields = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.none;
  return { fields, share: fields === 0 ? 0 : counts.right / fields, counts };
}

function toSentence({ fields, share, counts }: Share): string {
  const percent = (100 * share).toFixed(1);
  const rest = `${counts.asked} asked, ${counts['not told']} not told, ${counts.wrong} wrong and shown as unsure`;
  return `${percent} % of ${fields} fields right, ${rest}, ${counts['sure wrong']} wrong ones presented as sure`;
}

const at = process.argv.indexOf('--corpus');
const given = at < 0 ? undefined : process.argv[at + 1];
if (at >= 0 && given === undefined) {
  console.error('--corpus takes a folder.');
  process.exit(2);
}
const sections = sectionsOf(given === undefined ? undefined : resolve(given));
sections.forEach(print);
if (details.length > 0) {
  console.log(`\n${details.join('\n')}`);
}
console.log('');
for (const { title, rows } of sections) {
  console.log(`${title}: ${toSentence(shareOf(rows))}`);
}
const all = shareOf(sections.flatMap(({ rows }) => rows));
console.log(`\n${toSentence(all)} (goal: ${100 * GOAL.right} %, ${100 * GOAL.wrong} %)`);
const missed = sections.filter(({ rows, goal }) => {
  const { share, fields, counts } = shareOf(rows);
  return share < goal.right || counts['sure wrong'] > goal.wrong * fields;
});
process.exitCode = missed.length === 0 ? 0 : 1;
