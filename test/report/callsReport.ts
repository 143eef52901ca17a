// Plays every scenario against the simulated service and compares the calls it recorded with those needed:
//   node callsReport.js [--write]
// --write puts the table into docs/calls.md.
import { readFile, writeFile } from 'node:fs/promises';
import { callsScenarios, type CallsScenario } from './callsScenarios';
import { Stage, type CallsMade } from './stage';

interface Row extends CallsMade {
  readonly scenario: CallsScenario;
}

const DOCUMENT = 'docs/calls.md';
const MARKED = /(<!-- calls-report -->\n)[^]*(<!-- \/calls-report -->)/;

async function playAll(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scenario of callsScenarios) {
    rows.push({ scenario, ...(await Stage.play(scenario.service ?? {}, scenario.run)) });
  }
  return rows;
}

function toTable(rows: readonly Row[]): string {
  const lines = rows.map(({ scenario, made }) => `| ${scenario.name} | ${scenario.needed} | ${made} |`);
  return ['| Scenario | Calls needed | Calls made |', '|:--|--:|--:|', ...lines].join('\n');
}

/** Rows with a wrong number of calls, or with a count of the extension that differs from the service's. */
function findProblems(rows: readonly Row[]): string[] {
  return rows.flatMap(({ scenario: { name, needed }, made, writtenDown }) => [
    ...(made === needed ? [] : [`${name}: ${needed} calls are needed, ${made} were made.`]),
    ...(made === writtenDown ? [] : [`${name}: ${made} calls were made, ${writtenDown} written down.`]),
  ]);
}

async function writeInto(file: string, table: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!MARKED.test(text)) {
    throw new Error(`${file} has no place for the table: <!-- calls-report --> and <!-- /calls-report -->.`);
  }
  const { format, resolveConfig } = await import('prettier');
  const changed = text.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  await writeFile(file, await format(changed, { ...(await resolveConfig(file)), filepath: file }));
}

async function main(): Promise<number> {
  const rows = await playAll();
  const table = toTable(rows);
  console.log(table);
  const problems = findProblems(rows);
  problems.forEach((problem) => console.error(problem));
  if (problems.length === 0 && process.argv.includes('--write')) {
    await writeInto(DOCUMENT, table);
  }
  return problems.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
