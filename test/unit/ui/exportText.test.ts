import assert from 'node:assert/strict';
import { toSince, type StatusRun } from '../../../src/monitors/since';
import type { Monitor } from '../../../src/monitors/monitor';
import {
  toCopyText,
  toExportText,
  toScopeText,
  toProblemsText,
  type ExportContent,
  type ExportFormat,
} from '../../../src/ui/export/exportText';
import { aMonitor } from '../../support/aMonitor';
import { inEnglish } from '../../support/inEnglish';

const READ_AT = Date.UTC(2026, 2, 4, 16, 20);

function aContent(monitors: readonly Monitor[], filter?: ExportContent['filter']): ExportContent {
  const loaded = { monitors, total: 340, complete: false, readAt: READ_AT };
  return filter === undefined ? { loaded } : { loaded, filter };
}

const exported = (format: ExportFormat, ...monitors: Monitor[]): string =>
  toExportText(inEnglish, format, aContent(monitors));

/** The cells of a CSV document, read as RFC 4180 says. */
function parseCsv(text: string): string[][] {
  assert.ok(text.endsWith('\r\n'));
  return text
    .slice(0, -2)
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare!,
      ),
    );
}

describe('All problems as Markdown', () => {
  it('has a line for each monitor that is down, then degraded, and says how many of all they are', () => {
    const { loaded } = aContent([
      aMonitor({ id: 'a', name: 'Slow', status: 'degraded' }),
      aMonitor({ id: 'b', name: 'Fine', status: 'up' }),
      aMonitor({ id: 'c', name: '[Gone](https://evil.test)', status: 'down' }),
    ]);
    const [scope, empty, ...lines] = toProblemsText(inEnglish, loaded).split('\n');
    assert.equal(scope, '2 match “status:problem” in 3 of 340 loaded, read 2026-03-04 16:20 UTC');
    assert.equal(empty, '');
    assert.match(lines[0]!, /^- \*\*down\*\* `\[Gone\]\(https:\/\/evil\.test\)`/);
    assert.match(lines[1]!, /^- \*\*degraded\*\* `Slow`/);
    assert.deepEqual(lines.slice(2), ['']);
  });

  it('says since when, how that is known, and the last error', () => {
    const gone = { name: 'API', status: 'down', lastError: '503 `x`' } as const;
    const { loaded } = aContent([
      aMonitor({ ...gone, id: 'a', since: READ_AT - 660_000 }),
      aMonitor({ ...gone, id: 'b' }),
      aMonitor({ ...gone, id: 'c' }),
    ]);
    const runs: Record<string, readonly StatusRun[]> = {
      b: [{ status: 'down', from: READ_AT, to: READ_AT }],
      c: [
        { status: 'up', from: READ_AT - 600_000, to: READ_AT - 600_000 },
        { status: 'down', from: READ_AT, to: READ_AT },
      ],
    };
    const text = toProblemsText(inEnglish, loaded, (monitor) => toSince(monitor, runs[monitor.id] ?? []));
    assert.deepEqual(text.split('\n').slice(2, 5), [
      "- **down** since 2026-03-04 16:09 UTC (from the service) `API` `503 'x'`",
      "- **down** since 2026-03-04 16:20 UTC or earlier (seen here) `API` `503 'x'`",
      "- **down** since sometime between 2026-03-04 16:10 UTC and 2026-03-04 16:20 UTC (seen here) `API` `503 'x'`",
    ]);
  });
});

describe('An export', () => {
  it('says how much of the account it covers, and its age', () => {
    const content = aContent([aMonitor(), aMonitor({ id: 'mon_2' })]);
    assert.equal(toScopeText(inEnglish, content), '2 of 340 loaded, read 2026-03-04 16:20 UTC');
    const { loaded } = content;
    assert.equal(
      toScopeText(inEnglish, { loaded: { ...loaded, total: undefined } }),
      '2 loaded, total unknown, read 2026-03-04 16:20 UTC',
    );
    assert.equal(
      toScopeText(inEnglish, { loaded: { ...loaded, total: 2, complete: true, readAt: undefined } }),
      'all 2',
    );
    const filter = { text: 'status:down', monitors: [aMonitor()] };
    assert.equal(
      toScopeText(inEnglish, { loaded, filter }),
      '1 match “status:down” in 2 of 340 loaded, read 2026-03-04 16:20 UTC',
    );
  });

  it('has only filtered monitors if a filter is exported', () => {
    const [one, other] = [aMonitor({ id: 'one' }), aMonitor({ id: 'other' })];
    const content = aContent([one, other], { text: 'one', monitors: [one] });
    for (const format of ['csv', 'json', 'markdown'] as const) {
      const text = toExportText(inEnglish, format, content);
      assert.ok(text.includes('Monitor one') && !text.includes('Monitor other'), format);
    }
  });

  it('has the fields of the rows, and mentions a status only if there is one', () => {
    const changed = { changedAt: READ_AT - 90_000, target: 'https://a.example.com/' };
    const monitor = aMonitor({ name: 'Boots', status: 'unknown', ...changed });
    const content = { ...aContent([monitor]), fieldsOf: () => ({ price: 39.9, 'evil|path': '=1+1' }) };
    const [head, row] = parseCsv(toExportText(inEnglish, 'csv', content));
    assert.deepEqual(head!.slice(-2), ['record.price', 'record.evil|path']);
    assert.deepEqual(row!.slice(-2), ['39.9', "'=1+1"]);
    assert.match(toExportText(inEnglish, 'markdown', content), /\| `39\.9` \| `=1\+1` \|\n$/);
    assert.equal(
      toCopyText('markdown', [monitor], undefined, content.fieldsOf),
      '- `Boots` `https://a.example.com/` `price: 39.9` `evil|path: =1+1` (changed 2026-03-04 16:18 UTC)',
    );
  });

  it('has only the day of a time without a zone', () => {
    const times = { lastCheckedAt: READ_AT - 1, changedAt: READ_AT - 2, since: READ_AT - 3 };
    const monitor = aMonitor({ ...times, timesLackZone: true, status: 'down' });
    for (const format of ['csv', 'json', 'markdown'] as const) {
      const text = exported(format, monitor);
      assert.match(text, /2026-03-04(?!.16:)/, format);
      assert.doesNotMatch(text, /16:19/, format);
    }
    assert.doesNotMatch(toCopyText('markdown', [monitor]), /16:19/);
  });

  describe('as CSV', () => {
    it('has a line for each monitor, with the scope and the time of reading', () => {
      const monitor = aMonitor({
        name: 'Checkout, "API"',
        status: 'unknown',
        rawStatus: 'AV',
        target: 'https://a.example.com/',
        type: 'http',
        tags: ['a', 'b'],
        lastCheckedAt: READ_AT - 1000,
        changedAt: READ_AT - 90_000,
        since: READ_AT - 660_000,
        lastError: '503, [Service] (unavailable)',
      });
      const [head, row] = parseCsv(exported('csv', monitor));
      assert.deepEqual(head, [
        'name',
        'status',
        'serviceStatus',
        'target',
        'type',
        'parent',
        'tags',
        'lastCheckedAt',
        'changedAt',
        'since',
        'sinceAfter',
        'sinceSource',
        'lastError',
        'intervalMs',
        'id',
        'readAt',
        'scope',
      ]);
      assert.deepEqual(row, [
        'Checkout, "API"',
        'unknown',
        'AV',
        'https://a.example.com/',
        'http',
        '',
        'a, b',
        '2026-03-04T16:19:59.000Z',
        '2026-03-04T16:18:30.000Z',
        '2026-03-04T16:09:00.000Z',
        '',
        'service',
        '503, [Service] (unavailable)',
        '',
        'mon_1',
        '2026-03-04T16:20:00.000Z',
        '1 of 340 loaded, read 2026-03-04 16:20 UTC',
      ]);
    });
  });

  describe('as JSON', () => {
    interface Document {
      readonly readAt: string;
      readonly loaded: number;
      readonly total: number;
      readonly complete: boolean;
      readonly monitors: readonly { readonly id: string; readonly record: unknown }[];
    }

    it('has every field of the record, and the scope', () => {
      const since = READ_AT - 660_000;
      const text = exported('json', aMonitor({ since, raw: { id: 'mon_1', deep: { a: [1] } } }));
      const { monitors, ...scope } = JSON.parse(text) as Document;
      assert.deepEqual(scope, {
        readAt: '2026-03-04T16:20:00.000Z',
        loaded: 1,
        total: 340,
        complete: false,
      });
      const [{ record, ...fields }] = monitors as [Document['monitors'][0]];
      assert.deepEqual(record, { id: 'mon_1', deep: { a: [1] } });
      const times = { since: '2026-03-04T16:09:00.000Z', sinceSource: 'service' };
      assert.deepEqual(fields, { id: 'mon_1', name: 'Monitor mon_1', status: 'up', tags: [], ...times });
    });

    it('shows invisible characters, and keeps them', () => {
      const text = exported('json', aMonitor({ name: 'a\u202eb\u200b' }));
      assert.ok(text.includes('a\\u202eb\\u200b'));
      assert.ok(!/[\u202e\u200b]/.test(text));
      assert.equal(
        (JSON.parse(text) as { monitors: { name: string }[] }).monitors[0]!.name,
        'a\u202eb\u200b',
      );
    });

    it('is free of tag characters, which users do not see and language models read', () => {
      const hidden = 'a\u{e0001}\u{e0049}\u{e0067}\u{e006e}\u{e007f}';
      const fields = {
        id: hidden,
        name: hidden,
        target: hidden,
        type: hidden,
        tags: [hidden],
        rawStatus: hidden,
      };
      const monitor = aMonitor({ ...fields, raw: { [hidden]: hidden } });
      for (const text of [
        ...(['csv', 'json', 'markdown'] as const).map((format) => exported(format, monitor)),
        ...(['name', 'target', 'id', 'json', 'markdown'] as const).map((kind) => toCopyText(kind, [monitor])),
      ]) {
        assert.ok(text.includes('a'));
        assert.doesNotMatch(text, /[\u{e0000}-\u{e007f}]/u);
      }
    });
  });

  describe('as Markdown', () => {
    it('is a table under its scope', () => {
      const text = exported(
        'markdown',
        aMonitor({ name: 'Checkout', status: 'down', target: 'a.example.com' }),
      );
      assert.deepEqual(text.split('\n'), [
        '# Monitors',
        '',
        '1 of 340 loaded, read 2026-03-04 16:20 UTC',
        '',
        '| Status | Since | Name | Target | Type | Tags | Last check | Last change | Last error |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        '| down |  | `Checkout` | `a.example.com` |  |  |  |  |  |',
        '',
      ]);
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

  it('of several monitors has a line for each with the value', () => {
    assert.equal(toCopyText('name', [down, other]), 'Checkout `API`\nMonitor two');
    assert.equal(toCopyText('id', [down, other]), 'one\ntwo');
    assert.equal(toCopyText('target', [down, other]), 'https://a.example.com/');
    assert.equal(toCopyText('target', [other]), '');
  });

  it('as JSON is the record of one, or an array of several', () => {
    assert.deepEqual(JSON.parse(toCopyText('json', [down])), { id: 'one', n: 1 });
    assert.deepEqual(JSON.parse(toCopyText('json', [down, other])), [{ id: 'one', n: 1 }, { id: 'two' }]);
  });

  it('for a chat is one line of Markdown in which the names are plain text', () => {
    assert.equal(
      toCopyText('markdown', [down]),
      "- **down** `Checkout 'API'` `https://a.example.com/` (checked 2026-03-04 16:20 UTC)",
    );
    assert.equal(toCopyText('markdown', [other]), '- **up** `Monitor two`');
  });

  it('cannot run a command when it is pasted, because it has only lines of monitors', () => {
    const evil = aMonitor({ name: 'x\nrm -rf /\r\u001b[31m', target: 'y\u2028z' });
    assert.equal(toCopyText('name', [evil]), 'x rm -rf / [31m');
    assert.equal(toCopyText('target', [evil]), 'y z');
  });
});
