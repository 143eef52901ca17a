import { toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { toStatusValueKey } from '../../service/mapping/mapping';
import { toMonitorName } from '../texts/monitorText';

/** A value that the service gives for the status, and the loaded monitors that have it. */
export interface StatusValue {
  /** As the service writes it. */
  readonly value: string;
  /** What it is taken for now. */
  readonly status: MonitorStatus;
  readonly count: number;
  /** The first monitor that has it. */
  readonly example: Monitor;
}

/** More values than this are no codes but texts, each of them different. */
const MAX_VALUES = 200;

/** Every value among the monitors once, what isn't understood first, then the most frequent. */
export function toStatusValues(
  monitors: readonly Monitor[],
  chosen: ReadonlyMap<string, MonitorStatus> = new Map(),
): StatusValue[] {
  const values = new Map<string, StatusValue>();
  for (const monitor of monitors) {
    const { rawStatus, status } = monitor;
    if (rawStatus === undefined || rawStatus.trim() === '') {
      continue;
    }
    const key = toStatusValueKey(rawStatus);
    const known = values.get(key);
    if (known) {
      values.set(key, { ...known, count: known.count + 1 });
    } else if (values.size < MAX_VALUES) {
      values.set(key, { value: rawStatus, status: chosen.get(key) ?? status, count: 1, example: monitor });
    }
  }
  const isUnknown = ({ status }: StatusValue): number => (status === 'unknown' ? 0 : 1);
  return [...values.values()].sort((a, b) => isUnknown(a) - isUnknown(b) || b.count - a.count);
}

/** "not understood — 12 monitors, e.g. Checkout API". */
export function toStatusValueText(t: Translate, value: StatusValue, statusName: SafeText): SafeText {
  const examples = toExampleText(t, value);
  return value.status === 'unknown'
    ? t('not understood — {0}', examples)
    : t('means {0} — {1}', statusName, examples);
}

/** "12 monitors, e.g. Checkout API". */
function toExampleText(t: Translate, { count, example }: StatusValue): SafeText {
  const name = toSafeText(toMonitorName(t, example), 60);
  return count === 1 ? t('1 monitor: {0}', name) : t('{0} monitors, e.g. {1}', count, name);
}
