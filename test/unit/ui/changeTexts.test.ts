import type { Account } from '../../../src/account/account';
import assert from 'node:assert/strict';
import { changesSince } from '../../../src/monitors/changes';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { STATUS, toStatusValue, type MonitorRuns } from '../../../src/monitors/run';
import { sinceOf } from '../../../src/monitors/since';
import {
  toChangeLines,
  toChangeSummary,
  toEventText,
  toLastingEventText,
  toNotificationText,
  toChangeTime,
  withEvents,
  type ChangeEvent,
} from '../../../src/ui/texts/changeTexts';
import { toHandoverNote } from '../../../src/ui/export/exportText';
import { aMonitor } from '../../support/aMonitor';
import { runsAt } from '../../support/aRun';
import { anExport } from '../../support/anExport';

const NOW = new Date(2026, 10, 21, 14, 30).getTime();
const at = (hour: number, minute = 0): number => new Date(2026, 10, 21, hour, minute).getTime();

interface Told extends Partial<Monitor> {
  /** What the user last saw, and when. */
  readonly was: MonitorStatus | 'absent';
  readonly until?: number;
  /** When it was seen first. Default: with the last refresh. */
  readonly from?: number;
  readonly isGone?: true;
}

/** Monitors that the user has seen, and what they are now; by name. */
function aService(monitors: Readonly<Record<string, Told>>) {
  const loaded = new Map<string, Monitor>();
  const runs = new Map<string, MonitorRuns>();
  for (const [id, { was, until = at(8), from = at(14, 10), isGone, ...now }] of Object.entries(
    monitors,
  )) {
    const monitor = aMonitor({ id, name: id, ...now });
    const is = isGone ? 'absent' : toStatusValue(monitor);
    const statuses = runsAt(
      was === is
        ? [[was, until, from]]
        : [
            [was, until],
            [is, from],
          ],
    );
    runs.set(id, new Map([[STATUS, statuses]]));
    if (!isGone) {
      loaded.set(id, monitor);
    }
  }
  const source = {
    list: { loaded: { find: (id: string) => loaded.get(id) } },
    memory: {
      lastOf: (id: string) => ({ monitor: aMonitor({ id, name: id }) }),
      sinceOf: (monitor: Monitor) => sinceOf(monitor, runs.get(monitor.id)!.get(STATUS)),
      rowFields: { of: () => ({}) },
    },
  };
  const changes = changesSince(runs, 1, [], 1);
  const lines = toChangeLines(changes, source as unknown as Account, NOW);
  return { lines, monitors: [...loaded.values()], sinceOf: source.memory.sinceOf };
}

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

describe('A change since the user last looked', () => {
  it('is listed with the worst first', () => {
    const { lines } = aService({
      better: { was: 'down', status: 'degraded' },
      back: { was: 'degraded', status: 'up' },
      worse: { was: 'up', status: 'degraded' },
      fell: { was: 'up', status: 'down' },
      paused: { was: 'up', status: 'paused' },
      odd: { was: 'up', status: 'unknown', rawStatus: 'zesty' },
      old: { was: 'up', isGone: true },
      same: { was: 'up' },
      fresh: { was: 'absent' },
      born: { was: 'absent', status: 'down' },
      blank: { was: 'unknown', status: 'down' },
    });
    assert.deepEqual(
      lines.map(({ name, text }) => `${name} ${text}`),
      [
        'fell was up',
        'better was down',
        'worse was up',
        'born first seen: down',
        'blank changed',
        'paused was up',
        'odd up → status zesty',
        'old no longer in the account',
        'fresh first seen',
        'back was degraded',
      ],
    );
    assert.equal(
      toChangeSummary(lines, 2),
      '1 went down, 4 down or degraded, 2 changed, 1 removed, 1 first seen, 1 recovered',
    );
    assert.equal(toChangeSummary([], 2), '2 down or degraded meanwhile');
  });

  /** The first has its time in the record, the second in readings, the others only in the last reading. */
  const someChanges = () =>
    aService({
      seen: { was: 'up', from: at(9), status: 'down' },
      known: { was: 'up', name: '`known`', status: 'down', since: at(11, 5), lastError: '503' },
      gone: { was: 'up', isGone: true },
      fresh: { was: 'absent', since: at(3) },
      lasting: { was: 'degraded', status: 'degraded', until: at(7) },
    });

  it('is listed with its time, and with the newest first among equal kinds', () => {
    const { lines } = someChanges();
    const times = lines.map((line) => `${line.name}: ${toChangeTime(line, NOW)}`);
    assert.deepEqual(times.map(plain), [
      '`known`: 11:05 AM',
      'seen: between 8:00 AM and 9:00 AM',
      'gone: by 2:10 PM',
      'fresh: 3:00 AM',
    ]);
  });

  it("is in a handover note with what is still a problem, with the service's texts as plain text", () => {
    const { lines, monitors, ...source } = someChanges();
    const mute = { id: 'lasting', until: 'unmuted', note: 'waiting for `DNS`' } as const;
    const content = anExport(monitors, {
      total: 5,
      oldestReadAt: at(14, 10),
      mutes: [mute],
      ...source,
    });
    const note = toHandoverNote(lines, content, at(8, 2));
    const toUtc = (hour: number, minute = 0) =>
      new Date(at(hour, minute)).toISOString().replace(/T(.{5}).*/, ' $1 UTC');
    assert.deepEqual(note.split('\n'), [
      `# Changes since ${toUtc(8, 2)}`,
      '',
      `2 down of 4 loaded, read ${toUtc(14, 10)}`,
      '',
      `- \`'known'\` **down** \`was up\` since ${toUtc(11, 5)} (reported by the service) \`503\``,
      `- \`seen\` **down** \`was up\` since sometime between ${toUtc(8)} and ${toUtc(9)} (seen here)`,
      '- `gone` `no longer in the account`',
      `- \`fresh\` **up** \`first seen\` since ${toUtc(3)} (reported by the service)`,
      '',
      '## Still down or degraded',
      '',
      `- \`lasting\` **degraded** \`waiting for 'DNS'\` since ${toUtc(7)} or earlier (seen here)`,
      '',
    ]);
  });

  it('is in a notification with the names of the first three monitors, the worst first', () => {
    const { lines, monitors } = aService({
      billing: { was: 'down', status: 'up' },
      checkout: { was: 'up', status: 'down' },
      mail: { was: 'up', status: 'paused' },
      cart: { was: 'up', status: 'degraded' },
    });
    const entries = withEvents(lines, monitors);
    const toText = (from: number) => toNotificationText(entries.slice(from), NOW);
    assert.equal(toText(0), 'checkout is down, cart is degraded, mail: was up and 1 more');
    assert.equal(toText(2), 'mail: was up, billing is up');
  });

  it('is one line with others at nearly the same time, and one notification', () => {
    const down = (minute: number): Told => ({
      was: 'up',
      status: 'down',
      since: at(14, minute),
      tags: ['eu'],
    });
    const others = Object.fromEntries([...'123456789'].map((id) => [id, { was: 'up' } as const]));
    const { lines, monitors } = aService({
      ...others,
      a: down(2),
      b: down(4),
      c: down(3),
      far: { was: 'up', status: 'down', since: at(9) },
    });
    const entries = withEvents(lines, monitors);
    const [first, second] = entries;
    assert.ok('event' in first! && 'id' in second!);
    assert.deepEqual([first.lines.length, second.id, entries.length], [3, 'far', 2]);
    const text = '3 went down 2:02 PM to 2:04 PM · 3 tagged eu';
    assert.equal(plain(toEventText(first, NOW)), text);
    const notification = plain(toNotificationText(entries, NOW));
    assert.equal(notification, `${text}, far is down`);
    const lasting = plain(toLastingEventText(first.event, NOW));
    assert.equal(lasting, '3 down since 2:02 PM, 3 tagged eu');
    const seen: ChangeEvent = { ...first, event: { ...first.event, source: 'seen' } };
    const between = '3 went down between 2:02 PM and 2:04 PM · 3 tagged eu';
    assert.equal(plain(toEventText(seen, NOW)), between);
    const seenSince = plain(toLastingEventText(seen.event, NOW));
    assert.equal(seenSince, '3 seen down since 2:04 PM, 3 tagged eu');
  });
});
