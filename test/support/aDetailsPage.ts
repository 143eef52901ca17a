import type { App } from '../../src/account/app';
import type { Mute } from '../../src/account/choices';
import type { LastReading } from '../../src/account/memory';
import type { RowFields } from '../../src/account/rowFields';
import type { Monitor } from '../../src/monitors/monitor';
import { STATUS, type MonitorRuns } from '../../src/monitors/run';
import { sinceOf } from '../../src/monitors/since';
import { toDetailsPanel } from '../../src/ui/details/detailsPanel';

const MINUTE = 60_000;

interface Facts {
  readonly isInService?: boolean;
  readonly runs?: MonitorRuns;
  readonly mute?: Mute;
  readonly rowFields?: Pick<RowFields, 'of'>;
  /** The last record of a monitor that is gone. */
  readonly last?: LastReading;
  readonly nowMs?: number;
}

/** The page of a monitor whose page 3 of the list was read 4 minutes ago. */
export function aDetailsPage(monitor: Monitor | undefined, facts: Facts = {}) {
  const {
    runs = new Map<string, never>(),
    mute,
    last,
    nowMs = new Date(2026, 10, 21, 14, 30).getTime(),
  } = facts;
  const { rowFields = { of: () => ({}) } } = facts;
  const call = { number: 1, begun: 0, ended: nowMs - 4 * MINUTE };
  const app: unknown = {
    list: {
      loaded: {
        find: () => monitor,
        readingOf: () => monitor && { monitor, page: { index: 2, headers: {}, call } },
      },
    },
    account: {},
    shown: {
      memory: { of: () => runs, gapMs: 120 * MINUTE, lastOf: () => last },
      sinceOf: (shown: Monitor) => sinceOf(shown, runs.get(STATUS)),
      choices: { isPinned: () => false, muteOf: () => mute },
    },
    rowFields,
    now: () => nowMs,
  };
  return toDetailsPanel(app as App, monitor?.id ?? 'mon_1', facts.isInService ?? false);
}
