import { resolve } from 'node:path';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import type { TreeRow } from '../support/driver/treeView';
import { loadMoreRow } from '../support/driver/treeView';
import { Workbench } from '../support/driver/workbench';

const PAGE = 50;
const PAGES = 3;

interface SmokeOptions {
  readonly vsix: string;
  readonly screenshot: string | undefined;
}

/** Does the main job on the real screen. Rejects if something is wrong. */
export async function runSmoke(service: SimulatedService, options: SmokeOptions): Promise<void> {
  const settings = { 'monitorExplorer.baseUrl': service.baseUrl };
  const workbench = await Workbench.open({ vsix: options.vsix, settings });
  try {
    console.log(`VS Code ${workbench.version} (server build)`);
    const rows = await browsePages(workbench, service);
    console.log(
      rows
        .map(
          (row) => `  ${row.icon.padEnd(16)} ${'  '.repeat(row.level - 1)}${row.label}  ${row.description}`,
        )
        .join('\n'),
    );
    console.log(describeCalls(service));
    if (options.screenshot !== undefined) {
      console.log(`Screenshot: ${await workbench.screenshot(resolve(options.screenshot))}`);
    }
    const problems = findProblems(service, rows);
    if (problems.length > 0) {
      throw new Error(problems.join('\n'));
    }
    console.log(`Signed in and saw ${PAGES} pages: all is well.`);
  } catch (error) {
    console.error(`The screen then: ${await workbench.keepEvidence('smoke')}`);
    throw error;
  } finally {
    await workbench.close();
  }
}

async function browsePages(workbench: Workbench, service: SimulatedService): Promise<TreeRow[]> {
  const total = service.accounts[0].monitors.count;
  const { monitors } = workbench;
  await monitors.open();
  await monitors.showsWelcome(/aren.t signed in/);
  await signIn(workbench, service);
  for (let page = 1; page < PAGES; page++) {
    await showsPages(workbench, page);
    const { label } = await monitors.tree.showsAtEnd(loadMoreRow(`${page * PAGE} of ${total}`));
    await monitors.tree.click(label);
  }
  const rows = await showsPages(workbench, PAGES);
  await monitors.tree.showsAtStart(rows[0]!.label);
  return rows;
}

/** Waits until so many pages are shown. */
function showsPages({ monitors }: Workbench, pages: number): Promise<TreeRow[]> {
  return eventually(
    `${pages * PAGE} monitors`,
    () => monitors.tree.allRows(),
    (rows) => rows.filter(isMonitor).length === pages * PAGE,
  );
}

/** Rows with a monitor. */
function isMonitor({ level }: TreeRow): boolean {
  return level === 2;
}

function describeCalls(service: SimulatedService): string {
  const lines = service.calls.map((call) => {
    const page =
      call.pageIndex === undefined ? '' : `, pageIndex ${call.pageIndex}, pageSize ${call.pageSize}`;
    return `  ${call.number}. ${call.method} ${call.path}${page}: ${call.status ?? call.outcome}`;
  });
  return [`${lines.length} calls:`, ...lines].join('\n');
}

function findProblems(service: SimulatedService, rows: readonly TreeRow[]): string[] {
  const problems = service.violations.map((sentence) => `Against the documentation: ${sentence}`);
  const calls = service.calls
    .map((call) => (call.kind === 'list' ? `list ${call.pageIndex}` : call.kind))
    .join(', ');
  const wanted = ['token', ...Array.from({ length: PAGES }, (_, page) => `list ${page}`)].join(', ');
  if (calls !== wanted) {
    problems.push(`The calls must be: ${wanted}. They were: ${calls}.`);
  }
  const headings = rows.filter(({ level }) => level === 1).map(({ label }) => label);
  const last = headings.pop();
  if (headings[0] !== 'Down' || headings.at(-1) !== 'Up' || !last?.startsWith('Load more')) {
    problems.push(
      `The list must go from "Down" to "Up" and end with "Load more", not be: ${headings.join(', ')}, ${last}.`,
    );
  }
  return problems;
}
