import { DAY, HOUR, MINUTE } from '../../base/time';
import { NOTHING_KNOWN } from '../../monitors/knownPaging';
import type { Monitor } from '../../monitors/monitor';
import { MonitorList } from '../../monitors/monitorList';

/** Returns what a website monitor would find. */
function toChecks(nowMs: number): readonly Monitor[] {
  const checks = [
    [
      'Checkout API',
      'https://checkout.example.com/health',
      'down',
      42 * MINUTE,
      '503 Service Unavailable',
    ],
    ['Search', 'https://search.example.com', 'degraded', 3 * HOUR, 'Response time above 2 s'],
    ['Website', 'https://www.example.com', 'up', 20 * DAY],
    ['Customer portal', 'https://portal.example.com', 'up', 8 * DAY],
    ['Payments', 'https://pay.example.com/status', 'up', 33 * DAY],
    ['Name server', 'ns1.example.com', 'up', 90 * DAY],
    ['Staging', 'https://staging.example.com', 'paused', 12 * DAY],
  ] as const;
  return checks.map(([name, target, status, lasts, lastError], index) => ({
    id: `check-${index + 1}`,
    name,
    target,
    status,
    lastError,
    since: nowMs - lasts,
    lastCheckedAt: nowMs - (index + 1) * 20_000,
    tags: index % 3 === 0 ? ['production', 'shop'] : ['production'],
    raw: { name, url: target, status, lastError },
  }));
}

/** Returns what a page-change monitor would find. */
function toPages(nowMs: number): readonly Monitor[] {
  const pages = [
    ['Release notes', 'https://docs.example.com/releases', 35 * MINUTE, 41],
    ['Pricing of a competitor', 'https://shop.example.org/pricing', 5 * HOUR, 12],
    ['Terms of service', 'https://cloud.example.net/terms', 26 * HOUR, 3],
    ['Job openings', 'https://www.example.org/jobs', 4 * DAY, 87],
    ['Conference program', 'https://conference.example.org/program', 60 * DAY, 2],
  ] as const;
  return pages.map(([name, target, age, changeCount], index) => ({
    id: `page-${index + 1}`,
    name,
    target,
    status: 'unknown',
    tags: [],
    changedAt: nowMs - age,
    lastCheckedAt: nowMs - (index + 1) * 4 * MINUTE,
    raw: { title: name, url: target, changeCount },
  }));
}

/** Creates a list without an account, which makes no calls. */
export async function toExampleList(kind: 'uptime' | 'pages', nowMs: number): Promise<MonitorList> {
  const monitors = kind === 'pages' ? toPages(nowMs) : toChecks(nowMs);
  const list = new MonitorList({
    fetchPage: ({ snapshotId, pageIndex, pageSize }, _signal, take) =>
      Promise.resolve(
        take({ snapshotId, pageIndex, pageSize, monitors, hasMore: false, readAt: nowMs }),
      ),
    pageSize: () => monitors.length,
    paging: { known: NOTHING_KNOWN, learn: () => undefined },
    onDidChange: () => undefined,
  });
  await list.loadMore();
  return list;
}
