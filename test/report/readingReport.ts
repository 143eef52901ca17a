import type { Shelf } from '../unit/service/reading/corpus';
import { listCases, shelves, tokenCases } from '../unit/service/reading/corpus';
import type { Verdict } from '../unit/service/reading/verdicts';
import { judgeList, judgeToken, listFields } from '../unit/service/reading/verdicts';

/** At least this share of all fields is read right, and none is presented as fact that is wrong. */
const goal = 0.97;

const columns = ['token', ...listFields] as const;
type Row = { readonly service: string; readonly cells: Readonly<Partial<Record<string, Verdict>>> };

const details: string[] = [];

const titles: Readonly<Record<Shelf, string>> = {
  known: 'Shapes the rules were written beside',
  heldout: 'Shapes kept back',
  heldout3: 'Shapes kept back, written by someone else',
  heldout4: 'Shapes kept back, written by a third person',
};

function rowsOf(shelf: Shelf): readonly Row[] {
  const tokens = tokenCases(shelf).map((tokenCase) => {
    const { verdicts, details: found } = judgeToken(tokenCase);
    details.push(...found);
    return { service: tokenCase.service, cells: { token: verdicts.token } };
  });
  const lists = listCases(shelf).map((listCase) => {
    const { verdicts, details: found } = judgeList(listCase);
    details.push(...found);
    return { service: listCase.service, cells: verdicts };
  });
  return [...tokens, ...lists];
}

function print(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  console.log(`${'service'.padEnd(46)}${columns.map((column) => column.padEnd(8)).join('')}verdict`);
  for (const { service, cells } of rows) {
    const shown = columns.map((column) => short(cells[column]).padEnd(8)).join('');
    console.log(`${service.slice(0, 44).padEnd(46)}${shown}${isRight(cells) ? 'right' : 'wrong'}`);
  }
}

function short(verdict: Verdict | undefined): string {
  return verdict === undefined || verdict === 'none' ? '-' : verdict === 'sure wrong' ? 'WRONG' : verdict;
}

function isRight(cells: Row['cells']): boolean {
  return columns.every((column) => cells[column] === undefined || ['right', 'none'].includes(cells[column]));
}

interface Share {
  readonly fields: number;
  readonly share: number;
  readonly sureWrong: number;
}

function shareOf(rows: readonly Row[]): Share {
  const verdicts = rows
    .flatMap(({ cells }) => columns.map((column) => cells[column]))
    .filter((verdict) => verdict !== undefined && verdict !== 'none');
  const right = verdicts.filter((verdict) => verdict === 'right').length;
  const sureWrong = verdicts.filter((verdict) => verdict === 'sure wrong').length;
  return { fields: verdicts.length, share: right / verdicts.length, sureWrong };
}

function toSentence({ fields, share, sureWrong }: Share): string {
  return `${(100 * share).toFixed(1)} % of ${fields} fields right, ${sureWrong} wrong ones presented as sure`;
}

const byShelf = shelves.map((shelf) => ({ title: titles[shelf], rows: rowsOf(shelf) }));
for (const { title, rows } of byShelf) {
  print(title, rows);
}
if (details.length > 0) {
  console.log(`\n${details.join('\n')}`);
}
console.log('');
for (const { title, rows } of byShelf) {
  console.log(`${title}: ${toSentence(shareOf(rows))}`);
}
const all = shareOf(byShelf.flatMap(({ rows }) => rows));
console.log(`\n${toSentence(all)} (goal: ${100 * goal} %, 0)`);
process.exitCode = all.share >= goal && all.sureWrong === 0 ? 0 : 1;
