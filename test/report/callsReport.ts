// Plays every scenario against the simulated service and compares the calls it recorded with those needed:
//   node callsReport.js
import { callsScenarios, playScenario, type CallsMade, type CallsScenario } from './callsScenarios';

interface Row extends CallsMade {
  readonly scenario: CallsScenario;
}

async function playAll(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scenario of callsScenarios) {
    rows.push({ scenario, ...(await playScenario(scenario)) });
  }
  return rows;
}

function toTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ scenario, made }) => `| ${scenario.name} | ${scenario.needed} | ${made} |`,
  );
  return ['| Scenario | Calls needed | Calls made |', '|:--|--:|--:|', ...lines].join('\n');
}

/** Rows with a wrong number of calls, or with a count of the extension that differs from the service's. */
function findProblems(rows: readonly Row[]): string[] {
  return rows.flatMap(({ scenario: { name, needed }, made, writtenDown, violations }) => [
    ...violations,
    ...(made === needed ? [] : [`${name}: ${needed} calls are needed, ${made} were made.`]),
    ...(made === writtenDown
      ? []
      : [`${name}: ${made} calls were made, ${writtenDown} written down.`]),
  ]);
}

async function main(): Promise<number> {
  const rows = await playAll();
  console.log(toTable(rows));
  const problems = findProblems(rows);
  problems.forEach((problem) => console.error(problem));
  return problems.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
