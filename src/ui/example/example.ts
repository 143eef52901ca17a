import { Example } from '../../account/example';
import { DAY, HOUR, MINUTE } from '../../base/time';
import { createReader } from '../../mapping/createReader';
import { learnMapping } from '../../mapping/learnMapping';
import { NO_PICKS } from '../../mapping/picker/picks';
import type { Page } from '../../monitors/page';

export type ExampleKind = 'uptime' | 'pages';

/** Returns records as an uptime service could send them. */
function toChecks(nowMs: number): readonly object[] {
  const checks = [
    {
      name: 'Checkout API',
      url: 'https://checkout.example.com/health',
      status: 'down',
      lasts: 42 * MINUTE,
      error: '503 Service Unavailable',
    },
    {
      name: 'Search',
      url: 'https://search.example.com',
      status: 'degraded',
      lasts: 3 * HOUR,
      error: 'Response time above 2 s',
    },
    { name: 'Website', url: 'https://www.example.com', status: 'up', lasts: 20 * DAY },
    { name: 'Customer portal', url: 'https://portal.example.com', status: 'up', lasts: 8 * DAY },
    { name: 'Payments', url: 'https://pay.example.com/status', status: 'up', lasts: 33 * DAY },
    { name: 'Name server', url: 'ns1.example.com', status: 'up', lasts: 90 * DAY },
    { name: 'Staging', url: 'https://staging.example.com', status: 'paused', lasts: 12 * DAY },
    {
      name: 'Mail',
      url: 'mail.example.com:25',
      status: 'down',
      lasts: 12 * MINUTE,
      error: 'Connection refused',
    },
    { name: 'Documentation', url: 'https://docs.example.com', status: 'up', lasts: 51 * DAY },
    { name: 'Images', url: 'https://images.example.com', status: 'up', lasts: 5 * DAY },
  ];
  return checks.map(({ name, url, status, lasts, error = null }, index) => ({
    id: `check-${index + 1}`,
    name,
    url,
    status,
    last_error: error,
    status_since: toTime(nowMs - lasts),
    last_checked_at: toTime(nowMs - (index + 1) * 20_000),
    tags: index % 3 === 0 ? ['production', 'shop'] : ['production'],
  }));
}

/** Returns records as a watcher of web pages could send them. */
function toWebPages(nowMs: number): readonly object[] {
  const pages = [
    { title: 'Release notes', url: 'https://docs.example.com/releases', age: 35 * MINUTE, n: 41 },
    {
      title: 'Pricing of a competitor',
      url: 'https://shop.example.org/pricing',
      age: 5 * HOUR,
      n: 12,
    },
    { title: 'Terms of service', url: 'https://cloud.example.net/terms', age: 26 * HOUR, n: 3 },
    { title: 'Job openings', url: 'https://www.example.org/jobs', age: 4 * DAY, n: 87 },
    {
      title: 'Conference program',
      url: 'https://conference.example.org/program',
      age: 60 * DAY,
      n: 2,
    },
    { title: 'Status page', url: 'https://status.example.net', age: 2 * DAY, n: 19 },
    { title: 'Tenders', url: 'https://city.example.org/tenders', age: 9 * DAY, n: 24 },
  ];
  return pages.map(({ title, url, age, n }, index) => ({
    id: `page-${index + 1}`,
    title,
    url,
    last_changed_at: toTime(nowMs - age),
    last_checked_at: toTime(nowMs - (index + 1) * 4 * MINUTE),
    change_count: n,
  }));
}

/** Creates monitors without an account. They are read like a response, and make no calls. */
export function createExample(kind: ExampleKind, now: () => number): Example {
  const nowMs = now();
  const monitors = kind === 'pages' ? toWebPages(nowMs) : toChecks(nowMs);
  const size = kind === 'pages' ? 5 : 7;
  const toPage = (index: number): Page => {
    const end = (index + 1) * size;
    const part = monitors.slice(index * size, end);
    return {
      index,
      size,
      call: { number: index + 1, begun: nowMs, ended: nowMs },
      response: { monitors: part, total: monitors.length, hasMore: end < monitors.length },
      headers: {},
    };
  };
  const pages = [toPage(0), toPage(1)];
  const responses = pages.map(({ response }) => response);
  const { mapping } = learnMapping(responses, undefined, NO_PICKS);
  return new Example(pages, createReader(mapping), now);
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
