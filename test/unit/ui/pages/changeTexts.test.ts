import assert from 'node:assert/strict';
import { compare } from '../../../../src/monitors/comparison';
import type { Monitor, MonitorStatus } from '../../../../src/monitors/monitor';
import { toSince, type SinceOf, type StatusRun } from '../../../../src/monitors/since';
import {
  toChangeLines,
  toChangeSummary,
  toNotificationText,
  toChangeTime,
} from '../../../../src/ui/texts/changeTexts';
import { toHandoverNote } from '../../../../src/ui/export/exportText';
import { aMonitor } from '../../../support/aMonitor';
import { anExport } from '../../../support/anExport';
import { inEnglish } from '../../../support/inEnglish';

const NOW = Date.UTC(2026, 10, 21, 14, 30);

const monitors = (statuses: Readonly<Record<string, MonitorStatus>>): Monitor[] =>
  Object.entries(statuses).map(([id, status]) => aMonitor({ id, name: id, status }));

type Statuses = Readonly<Record<string, MonitorStatus>>;

const compared = (before: Statuses, after: Statuses) =>
  compare(
    { monitors: monitors(before), complete: true },
    { monitors: monitors(after), complete: true },
  );

const notification = (comparison: ReturnType<typeof compare>): string =>
  toNotificationText(inEnglish, toChangeLines(inEnglish, comparison, NOW));

describe('A change since the user last looked', () => {
  it('is listed with the worst first', () => {
    const comparison = compared(
      {
        better: 'down',
        back: 'degraded',
        worse: 'up',
        fell: 'up',
        paused: 'up',
        old: 'up',
        same: 'up',
      },
      {
        better: 'degraded',
        back: 'up',
        worse: 'degraded',
        fell: 'down',
        paused: 'paused',
        same: 'up',
        fresh: 'up',
        born: 'down',
      },
    );
    assert.deepEqual(
      toChangeLines(inEnglish, comparison, NOW).map(({ name, text }) => `${name} ${text}`),
      [
        'fell was up',
        'worse was up',
        'born new: down',
        'paused was up',
        'old no longer in the account',
        'fresh new',
        'better was down',
        'back was degraded',
      ],
    );
    assert.equal(
      toChangeSummary(inEnglish, toChangeLines(inEnglish, comparison, NOW)),
      '1 went down, 1 got worse, 1 changed, 1 got better, 1 recovered, 2 new, 1 removed',
    );
  });

  const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 21, hour, minute);
  const runs: Record<string, readonly StatusRun[]> = {
    seen: [
      { status: 'up', from: at(7), to: at(8) },
      { status: 'down', from: at(9), to: at(12) },
    ],
  };
  const sinceOf: SinceOf = (monitor) => toSince(monitor, runs[monitor.id] ?? []);

  /** The first has its time in the record, the second in snapshots, the others only in the last snapshot. */
  const someChanges = () =>
    compare(
      { monitors: monitors({ seen: 'up', known: 'up', gone: 'up', odd: 'down' }), complete: true },
      {
        monitors: [
          ...monitors({ seen: 'down', odd: 'up' }),
          aMonitor({
            id: 'known',
            name: '`known`',
            status: 'down',
            since: at(11, 5),
            lastError: '503',
          }),
          aMonitor({ id: 'fresh', name: 'fresh', since: at(3) }),
        ],
        complete: true,
      },
    );

  it('is listed with its time, and with the newest first among equal kinds', () => {
    const lines = toChangeLines(inEnglish, someChanges(), NOW, sinceOf);
    const times = lines.map(
      (line) => `${line.name}: ${toChangeTime(inEnglish, line, at(14, 10), NOW)}`,
    );
    assert.deepEqual(
      times.map((text) => text.replaceAll('\u202f', ' ')),
      [
        '`known`: 11:05 AM',
        'seen: between 8:00 AM and 9:00 AM',
        'gone: by 2:10 PM',
        'fresh: by 2:10 PM',
        'odd: by 2:10 PM',
      ],
    );
  });

  it("is in a handover note with its scope and age, with the service's texts as plain text", () => {
    const lines = toChangeLines(inEnglish, someChanges(), NOW, sinceOf);
    const loaded = {
      monitors: monitors({ a: 'up', b: 'up' }),
      total: 5,
      complete: false,
      readAt: at(14, 10),
    };
    const muted = [
      { monitor: aMonitor({ id: 'm', name: 'quiet', status: 'down' }), note: 'waiting for `DNS`' },
    ];
    const content = { ...anExport([]), loaded, sinceOf };
    const note = toHandoverNote(inEnglish, lines, content, at(8, 2), muted);
    assert.deepEqual(note.split('\n'), [
      '# Changes since 2026-11-21 08:02 UTC',
      '',
      '2 of 5 loaded, read 2026-11-21 14:10 UTC',
      '',
      "- **down** `was up` since 2026-11-21 11:05 UTC (reported by the service) `'known'` `503`",
      '- **down** `was up` since sometime between 2026-11-21 08:00 UTC and 2026-11-21 09:00 UTC (seen here) `seen`',
      '- `no longer in the account` `gone`',
      '- **up** `new` since 2026-11-21 03:00 UTC (reported by the service) `fresh`',
      '- **up** `was down` `odd`',
      '',
      '## Muted on this machine',
      '',
      "- **down** `waiting for 'DNS'` `quiet`",
      '',
    ]);
  });

  it('is in a notification with the names of the first three monitors, the worst first', () => {
    const before = {
      billing: 'down',
      checkout: 'up',
      mail: 'up',
      search: 'up',
      cart: 'up',
    } as const;
    const after = {
      billing: 'up',
      checkout: 'down',
      mail: 'paused',
      search: 'down',
      cart: 'degraded',
    } as const;
    assert.equal(
      notification(compared(before, after)),
      'checkout is down, search is down, cart is degraded and 2 more',
    );
    assert.equal(notification(compared({ a: 'up' }, { a: 'up', b: 'down' })), 'b is down');
    assert.equal(notification(compared({ a: 'down' }, { a: 'up', b: 'up' })), 'b: new, a is up');
  });
});
