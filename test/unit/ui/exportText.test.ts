import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import type { Run } from '../../../src/monitors/run';
import { toHash } from '../../../src/base/toHash';
import { sinceOf as toSince, type Since } from '../../../src/monitors/since';
import type { Monitor } from '../../../src/monitors/monitor';
import { toCopyText, toCsvExport, toJsonExport } from '../../../src/ui/export/exportText';
import { runsAt } from '../../support/aRun';
import { aMonitor } from '../../support/aMonitor';
import { anExport } from '../../support/anExport';

const READ_AT = Date.UTC(2026, 2, 4, 16, 20);
const OF_340 = { oldestReadAt: READ_AT, total: 340 };

const FORMATS = { csv: toCsvExport, json: toJsonExport };

const exported = (format: keyof typeof FORMATS, ...monitors: Monitor[]): string =>
  FORMATS[format](anExport(monitors, OF_340), monitors);

const toRecords = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' });

describe('An export', () => {
  it('contains the fields that rows show', () => {
    const changed = { changedAt: READ_AT - 90_000, target: 'https://a.example.com/' };
    const monitor = aMonitor({ name: 'Boots', status: 'unknown', ...changed });
    const fieldsOf = () => ({ price: 39.9, 'evil|path': '=1+1' });
    const content = anExport([monitor], { ...OF_340, fieldsOf });
    const [row] = toRecords(toCsvExport(content, content.list.loaded.monitors));
    assert.deepEqual([row!['record.price'], row!['record.evil|path']], ['39.9', "'=1+1"]);
    assert.equal(
      toCopyText('markdown', [monitor], content),
      '- `Boots` `https://a.example.com/` `price: 39.9` `evil|path: =1+1` (changed 2026-03-04 16:18 UTC)',
    );
  });

  it('as CSV has numbers as numbers, also negative ones, and no formula', () => {
    const numbers = [-18.5, 39.9, -1e-7, '-18.5', '-7'];
    const formulas = ['-2+3+cmd', '-18.5;=1', '+1', '-', '--1', '-1-1', '-1 1', '-1e', '-.5'];
    const fields = Object.fromEntries([...numbers, ...formulas].entries());
    const content = anExport([aMonitor()], { fieldsOf: () => fields });
    const [row] = toRecords(toCsvExport(content, content.list.loaded.monitors));
    const cells = Object.keys(fields).map((key) => row![`record.${key}`]!);
    assert.deepEqual(cells.splice(0, numbers.length), numbers.map(String));
    assert.deepEqual(
      cells.map(([first]) => first),
      formulas.map(() => "'"),
    );
  });

  it('has only the day of a time without a zone', () => {
    const times = { lastCheckedAt: READ_AT - 1, changedAt: READ_AT - 2, since: READ_AT - 3 };
    const monitor = aMonitor({ ...times, timesLackZone: true, status: 'down' });
    const copy = toCopyText('markdown', [monitor], anExport([]));
    for (const text of [exported('csv', monitor), exported('json', monitor), copy]) {
      assert.match(text, /2026-03-04(?!.16:)/);
      assert.doesNotMatch(text, /16:19/);
    }
  });

  it('as CSV has a line for each monitor, with the scope and the time of reading', () => {
    const monitor = aMonitor({ name: 'Checkout, "API"', tags: ['a', 'b'] });
    const before = { status: 'up', from: READ_AT - 900_000, to: READ_AT - 720_000 } as const;
    const sinceOf = (): Since => ({ source: 'seen', at: READ_AT - 660_000, before });
    const csv = toCsvExport(anExport([monitor], { ...OF_340, sinceOf }), [monitor]);
    const [record] = toRecords(csv);
    const { name, tags, since, sinceAfter, sinceSource, parent, readAt, scope } = record!;
    assert.deepEqual([name, tags, parent], ['Checkout, "API"', 'a, b', '']);
    assert.deepEqual(
      [since, sinceAfter, sinceSource],
      ['2026-03-04T16:09:00.000Z', '2026-03-04T16:08:00.000Z', 'seen'],
    );
    const read = ['2026-03-04T16:20:00.000Z', '1 of 340, read 2026-03-04 16:20 UTC'];
    assert.deepEqual([readAt, scope], read);
    assert.equal(
      Object.keys(record!).join(),
      'name,status,serviceStatus,target,type,parent,tags,lastCheckedAt,changedAt,since,sinceAfter,sinceSource,lastError,intervalMs,id,readAt,scope',
    );
  });

  it('as JSON has every field of the record, and the scope', () => {
    const since = READ_AT - 660_000;
    const raw = { id: 'mon_1', deep: { a: [1, 'a\u{e0061}'] } };
    const text = exported('json', aMonitor({ since, raw }));
    assert.doesNotMatch(text, /\u{e0061}/u, 'tag characters, which only language models read');
    assert.deepEqual(JSON.parse(text), {
      ...{ readAt: '2026-03-04T16:20:00.000Z', loaded: 1, total: 340, complete: false },
      monitors: [
        {
          ...{ id: 'mon_1', name: 'Monitor mon_1', status: 'up', tags: [] },
          ...{ since: '2026-03-04T16:09:00.000Z', sinceSource: 'service' },
          record: raw,
        },
      ],
    });
  });
});

describe('A copy', () => {
  const down = aMonitor({
    id: 'one',
    name: 'Checkout `API`',
    status: 'down',
    target: 'https://a.example.com/',
    lastCheckedAt: READ_AT,
    raw: { id: 'one', n: 1 },
  });
  const other = aMonitor({ id: 'two', raw: { id: 'two' } });
  const copied = (kind: Parameters<typeof toCopyText>[0], ...monitors: Monitor[]): string =>
    toCopyText(kind, monitors, anExport([]));

  it('of several monitors has the name, ID, address or Markdown of each', () => {
    assert.deepEqual(
      (['name', 'id', 'target', 'markdown'] as const).map((kind) => copied(kind, down, other)),
      [
        'Checkout `API`, Monitor two',
        'one, two',
        'https://a.example.com/',
        "- `Checkout 'API'` **down** `https://a.example.com/` (checked 2026-03-04 16:20 UTC)\n- `Monitor two` **up**",
      ],
    );
    assert.equal(copied('target', other), '');
  });

  it('and an export leave out an ID that was made here', () => {
    const made = aMonitor({ id: toHash('a record') });
    assert.equal(copied('id', made, other), 'two');
    const ids = toRecords(exported('csv', made, other)).map(({ id }) => id);
    assert.deepEqual(ids, ['', 'two']);
  });

  it('as Markdown says since when, how that is known, and the last error', () => {
    const gone = { name: 'API', status: 'down', lastError: '503 `x`' } as const;
    const monitors = [
      aMonitor({ ...gone, id: 'a', since: READ_AT - 660_000 }),
      aMonitor({ ...gone, id: 'b' }),
      aMonitor({ ...gone, id: 'c' }),
    ];
    const runs: Record<string, readonly Run[]> = {
      b: runsAt([['down', READ_AT]]),
      c: runsAt([
        ['up', READ_AT - 600_000],
        ['down', READ_AT],
      ]),
    };
    const sinceOf = (monitor: Monitor) => toSince(monitor, runs[monitor.id] ?? []);
    assert.deepEqual(toCopyText('markdown', monitors, anExport([], { sinceOf })).split('\n'), [
      "- `API` **down** since 2026-03-04 16:09 UTC (reported by the service) `503 'x'`",
      "- `API` **down** since 2026-03-04 16:20 UTC or earlier (seen here) `503 'x'`",
      "- `API` **down** since sometime between 2026-03-04 16:10 UTC and 2026-03-04 16:20 UTC (seen here) `503 'x'`",
    ]);
  });

  it('as Markdown begins with a headline if they are all that are down', () => {
    const api = aMonitor({ id: 'api', status: 'down' });
    const web = aMonitor({ id: 'web', status: 'down' });
    const begins = (chosen: Monitor[], monitors: Monitor[], total = monitors.length): string =>
      toCopyText('markdown', chosen, anExport(monitors, { oldestReadAt: READ_AT, total })).slice(
        0,
        45,
      );
    const all = [down, other, api];
    assert.equal(begins([api, down], all), '2 down of 3, read 2026-03-04 16:20 UTC\n- `Mon');
    assert.equal(begins([api, down], all, 340), '2 down of 3 loaded, read 2026-03-04 16:20 UTC');
    for (const some of [[down], [down, other], all]) {
      assert.match(begins(some, all), /^- `/);
    }
    assert.match(begins([api, down], [...all, web]), /^- `/, 'not all that are down');
  });

  it('of names, hosts and IDs is one line, so that pasted into a shell it runs nothing', () => {
    const text = 'rm -rf ~\nrm -rf /\r\n\u001b[201~\u0085x\u2028y\u0000';
    const evil = aMonitor({ id: text, name: text, target: text });
    for (const kind of ['id', 'name', 'target'] as const) {
      assert.equal(copied(kind, evil), 'rm -rf ~ rm -rf / [201~ x y');
      assert.doesNotMatch(copied(kind, evil, evil, other), /[\p{Cc}\u2028\u2029]/u);
    }
  });
});
