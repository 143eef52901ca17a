import { Example, type ExampleKind } from '../../account/example';
import { DAY, HOUR, MINUTE } from '../../base/time';
import { createReader } from '../../mapping/createReader';
import { learnMapping } from '../../mapping/learnMapping';
import { NO_PICKS } from '../../mapping/picker/picks';
import type { Page } from '../../monitors/page';

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

/** Returns records as a price tracker could send them. */
function toPrices(nowMs: number): readonly object[] {
  const products = [
    { product: 'Garden chair', shop: 'chairs.example', price: 39.9, age: 2 * HOUR },
    { product: 'Garden chair', shop: 'outdoor.example', price: 45, age: 9 * DAY },
    { product: 'Coffee grinder', shop: 'kitchen.example', price: 119, age: 30 * MINUTE },
    { product: 'Desk lamp', shop: 'lights.example', price: 54.5, age: 3 * DAY },
    { product: 'Tent for two', shop: 'outdoor.example', price: 189.95, age: 16 * DAY },
    { product: 'Backpack', shop: 'outdoor.example', price: 74.9, age: 27 * DAY },
    { product: 'Kettle', shop: 'kitchen.example', price: 29.99, age: 40 * DAY },
  ];
  return products.map(({ product, shop, price, age }, index) => ({
    id: `price-${index + 1}`,
    name: product,
    url: `https://${shop}/${product.toLowerCase().replaceAll(' ', '-')}`,
    shop,
    price,
    currency: 'EUR',
    last_changed_at: toTime(nowMs - age),
    last_checked_at: toTime(nowMs - (index + 1) * 3 * MINUTE),
  }));
}

const EXAMPLES = { uptime: toChecks, pages: toWebPages, prices: toPrices };

/** Creates monitors without an account. They are read like a response, and make no calls. */
export function createExample(kind: ExampleKind, now: () => number): Example {
  const nowMs = now();
  const monitors = EXAMPLES[kind](nowMs);
  const size = kind === 'uptime' ? 7 : 5;
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
  return new Example(kind, pages, createReader(mapping), now);
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
