import { listCases, tokenCases } from '../unit/service/reading/corpus';
import type { Verdict } from '../unit/service/reading/verdicts';
import { judgeList, judgeToken, listFields } from '../unit/service/reading/verdicts';

/** At least this share of all fields is read right, and none is presented as fact that is wrong. */
const goal = 0.97;

const columns = ['token', ...listFields] as const;
type Row = { readonly service: string; readonly cells: Readonly<Partial<Record<string, Verdict>>> };

const details: string[] = [];

function rowsOf(shelf: 'known' | 'heldout'): readonly Row[] {
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

const known = rowsOf('known');
const heldout = rowsOf('heldout');
print('Shapes the rules were written beside', known);
print('Shapes kept back', heldout);

const verdicts = [...known, ...heldout].flatMap(({ cells }) =>
  columns.map((column) => cells[column]).filter((verdict) => verdict !== undefined && verdict !== 'none'),
);
const right = verdicts.filter((verdict) => verdict === 'right').length;
const sureWrong = verdicts.filter((verdict) => verdict === 'sure wrong').length;
const share = right / verdicts.length;
if (details.length > 0) console.log(`\n${details.join('\n')}`);
console.log(
  `\n${(100 * share).toFixed(1)} % of ${verdicts.length} fields right, ${sureWrong} wrong ones presented as sure (goal: ${100 * goal} %, 0)`,
);
process.exitCode = share >= goal && sureWrong === 0 ? 0 : 1;
