// npm run reading-report [-- --corpus DIR]
// How the cases of the corpora are read. With --corpus, cases of a folder that is not in the project: DIR/list,
// DIR/token and DIR/error, in the format of test/corpus.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPORA, errorCases, listCases, tokenCases, type Corpus } from '../support/corpus';
import type { Judged, Verdict } from '../support/verdicts';
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

interface Section {
  readonly title: string;
  readonly goal: Goal;
  readonly rows: readonly Judged[];
}

const toSection = (title: string, goal: Goal, folder: string): Section => ({
  title,
  goal,
  rows: [
    ...tokenCases(folder).map(judgeToken),
    ...listCases(folder).map(judgeList),
    ...errorCases(folder).map(judgeError),
  ],
});

interface Share {
  readonly fields: number;
  readonly share: number;
  readonly counts: Readonly<Record<Verdict, number>>;
}

function shareOf(rows: readonly Judged[]): Share {
  const counts = { right: 0, asked: 0, 'not told': 0, wrong: 0, 'sure wrong': 0, none: 0 };
  for (const { verdicts } of rows) {
    for (const column of COLUMNS) {
      counts[verdicts[column] ?? 'none']++;
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

const { corpus: given } = parseArgs({ options: { corpus: { type: 'string' } } }).values;
const sections =
  given === undefined
    ? CORPORA.map((corpus) => toSection(TITLES[corpus], GOALS[corpus], corpus))
    : [toSection('The given folder', GOAL, resolve(given))];
const allRows = sections.flatMap(({ rows }) => rows);
const details = allRows.flatMap((row) => row.details);
if (details.length > 0) {
  console.log(`\n${details.join('\n')}`);
}
console.log('');
for (const { title, rows } of sections) {
  console.log(`${title}: ${toSentence(shareOf(rows))}`);
}
const all = shareOf(allRows);
console.log(`\n${toSentence(all)} (goal: ${100 * GOAL.right} %, ${100 * GOAL.wrong} %)`);
const missed = sections.filter(({ rows, goal }) => {
  const { share, fields, counts } = shareOf(rows);
  return share < goal.right || counts['sure wrong'] > goal.wrong * fields;
});
process.exitCode = missed.length === 0 ? 0 : 1;
