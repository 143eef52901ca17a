import type { App } from '../../src/account/app';
import type { Mute } from '../../src/account/choices';
import type { Path } from '../../src/base/path';
import { RecordFields } from '../../src/mapping/picker/recordFields';
import type { MonitorChange } from '../../src/monitors/changes';
import type { Monitor } from '../../src/monitors/monitor';
import type { Since } from '../../src/monitors/since';
import { createMonitorRow } from '../../src/ui/tree/monitorRow';
import type { RowContent } from '../../src/ui/tree/rows';

interface RowSituation {
  readonly nowMs: number;
  /** By default, the page was read now. */
  readonly readAt?: number;
  readonly isUnderStatus?: boolean;
  readonly isNotReadAgain?: boolean;
  readonly since?: Since;
  readonly mute?: Mute;
  readonly change?: MonitorChange;
  readonly paths?: readonly Path[];
  readonly others?: readonly Monitor[];
}

/** The row of a monitor, in English. By default, the list has only this monitor. */
export function aRow(monitor: Monitor, situation: RowSituation): RowContent {
  const { nowMs, readAt = nowMs, isUnderStatus = false, isNotReadAgain = false } = situation;
  const { since, mute, change, paths = [], others = [] } = situation;
  const page = { index: 0, headers: {}, call: { number: 1, begun: readAt, ended: readAt } };
  const monitors = [monitor, ...others];
  const loaded = {
    monitors,
    tellsStatus: true,
    pageOf: () => page,
    readingOf: () => ({ monitor, page }),
    notReadAgain: { has: () => isNotReadAgain },
  };
  const app = {
    account: { lastLook: { changes: change && { monitors: new Map([[monitor.id, change]]) } } },
    list: { loaded },
    shown: {
      list: { loaded },
      choices: { isPinned: () => false, muteOf: () => mute },
      sinceOf: () => since,
    },
    rowFields: Object.assign(new RecordFields(), { paths }),
    now: () => nowMs,
  };
  return createMonitorRow(app as unknown as App, isUnderStatus)(monitor);
}
