import assert from 'node:assert/strict';
import { median, toParts, toReport, type BenchResult } from '../bench/report';

describe('The report of the bench', () => {
  it('counts the bundle by folder and by package, largest first', () => {
    const inputs = {
      'src/ui/tree/rows.ts': { bytesInOutput: 10 },
      'src/ui/screen.ts': { bytesInOutput: 5 },
      'src/extension.ts': { bytesInOutput: 1 },
      'node_modules/@a/b/lib/c.js': { bytesInOutput: 20 },
    };
    const outputs = { 'dist/extension.js': { inputs }, 'dist/extension.js.map': { inputs: {} } };
    assert.deepEqual(toParts({ outputs }), [
      { name: 'node_modules/@a/b', bytes: 20 },
      { name: 'src/ui', bytes: 15 },
      { name: 'src/extension.ts', bytes: 1 },
    ]);
  });

  it('takes the middle of what was measured', () => {
    assert.equal(median([9, 1, 2]), 2);
    assert.equal(median([9, 1, 2, 4]), 3);
  });

  it('tells each pair with its ratio', () => {
    const run = { ms: 640, shownMs: 900, questions: 7, keptBytes: 300_000, longestBlockMs: 12 };
    const series = (ms: number) => ({
      pages: Array.from({ length: 20 }, () => ({ ms, questions: 3 })),
      keptBytes: 2e6,
    });
    const result: BenchResult = {
      machine: 'a machine',
      quick: false,
      activation: { nothing: [100, 110, 300], declared: [99, 165, 200], ours: [198, 198, 198] },
      signedIn: { activation: { nothing: [10], declared: [20], ours: [25] }, badge: [60, 80, 70] },
      pages: [{ title: 'Pages', result: { bare: series(200), ours: series(250) } }],
      loadAll: [{ title: 'All', loops: [1000], ours: [run] }],
      huge: {
        monitors: 100,
        pageSize: 10,
        result: run,
        clicksMeanwhile: [20, 80],
        clicksAfter: [],
        opening: undefined,
      },
      bundle: { packed: 1000, parts: [] },
      scripts: { mapping: 'worst ratio', filter: 'longest block' },
    };
    const report = toReport(result, 'picture.png');
    const rows = report.split('\n').filter((line) => line.startsWith('| '));
    const row = (start: string) => rows.find((line) => line.startsWith(`| ${start}`));
    assert.equal(row('Pages: per page, last ten'), '| Pages: per page, last ten | 200 ms | 250 ms | 1.25x |');
    assert.match(row('All, against')!, /\| 1,000 ms \| 640 ms \| 0\.64x \|$/);
    const activation = (who: string, floor: string) =>
      row(`Activation, ${who}, against an extension that ${floor}`)!;
    assert.match(
      activation('nobody signed in', 'only declares the same'),
      /\| 165 ms \| 198 ms \| 1\.20x \|$/,
    );
    assert.match(activation('nobody signed in', 'does nothing'), /\| 110 ms \| 198 ms \| 1\.80x \|$/);
    assert.match(activation('signed in', 'only declares the same'), /\| 20 ms \| 25 ms \| 1\.25x \|$/);
    assert.match(row('From the activation to the badge')!, /\| 70 ms \|/);
    assert.match(row('Load all of 100 by 10: memory kept per monitor')!, /\| 3\.0 kB \|/);
    assert.match(
      row('Load all of 100 by 10: a click selects a row, meanwhile')!,
      /\| 50 ms, at most 80 ms \|/,
    );
    assert.match(row('Load all of 100 by 10: a click selects a row, after')!, /\| not measured \|/);
  });
});
