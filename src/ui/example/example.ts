import type { App } from '../../account/app';
import { Example, type ExampleKind } from '../../account/example';
import { DAY, HOUR, MINUTE } from '../../base/time';
import type { Panel } from '../panels/panel';
import type { MonitorsView } from '../tree/monitorsView';

/** Name, address, status, for how long, error. The first three fail together. */
const CHECKS = [
  ['Checkout', 'checkout.example.com/health', 'down', 42 * MINUTE, '503 Service Unavailable'],
  ['Basket', 'basket.example.com/health', 'down', 41 * MINUTE, '503 Service Unavailable'],
  ['Payments', 'pay.example.com/status', 'down', 40 * MINUTE, 'Timeout after 30 s'],
  ['Search', 'search.example.com', 'degraded', 3 * HOUR, 'Response time above 2 s'],
  ['Website', 'www.example.com', 'up', 20 * DAY, null],
  ['Customer portal', 'portal.example.com', 'up', 8 * DAY, null],
  ['Staging', 'staging.example.com', 'paused', 12 * DAY, null],
  ['Images', 'images.example.com', 'up', 5 * DAY, null],
  ['Mail', 'mail.example.com', 'down', 12 * MINUTE, 'Connection refused'],
] as const;

/** Product, shop, price, time since the last change, price before. */
const PRICES = [
  ['Garden chair', 'chairs.example', 39.9, 2 * HOUR, 44.9],
  ['Garden chair', 'outdoor.example', 45, 9 * DAY, 49],
  ['Coffee grinder', 'kitchen.example', 119, 30 * MINUTE, 129],
] as const;

/** Return records as services of two kinds could send them, by the age of what they say last. */
const EXAMPLES = {
  uptime: (toTime: ToTime) =>
    CHECKS.map(([name, host, status, lasts, error], index) => {
      const { at, isBefore } = toTime(lasts);
      return {
        id: `check-${index + 1}`,
        name,
        url: `https://${host}`,
        status: isBefore ? 'up' : status,
        last_error: isBefore ? null : error,
        status_since: at,
        tags: index < 3 ? ['shop'] : [],
      };
    }),
  prices: (toTime: ToTime) =>
    PRICES.map(([name, shop, price, age, before], index) => {
      const { at, isBefore } = toTime(age);
      return {
        id: `price-${index + 1}`,
        name,
        url: `https://${shop}/${name.toLowerCase().replaceAll(' ', '-')}`,
        shop,
        price: isBefore ? before : price,
        currency: 'EUR',
        last_changed_at: at,
      };
    }),
};

type ToTime = (ageMs: number) => { readonly at: string; readonly isBefore: boolean };

/** Creates monitors without an account. They are read like a response, and call nothing. */
export function createExample(kind: ExampleKind, { now }: App) {
  const nowMs = now();
  /** Returns the list as it was so long ago. */
  const toPage = (number: number, agoMs: number, index = 0, size = 100) => {
    const ended = nowMs - agoMs;
    const all = EXAMPLES[kind]((ageMs) => {
      const isBefore = agoMs > ageMs;
      return { at: new Date(nowMs - ageMs - (isBefore ? 2 * DAY : 0)).toISOString(), isBefore };
    });
    const end = (index + 1) * size;
    const monitors = all
      .slice(index * size, end)
      .map((record) => ({ ...record, last_checked_at: new Date(ended - MINUTE).toISOString() }));
    return {
      index,
      size,
      call: { number, begun: ended, ended },
      response: { monitors, total: all.length, hasMore: end < all.length },
      headers: {},
    };
  };
  const size = kind === 'uptime' ? 8 : 3;
  return new Example(
    kind,
    [toPage(4, 0, 0, size), toPage(5, 0, 1, size)],
    [5 * HOUR, 3 * HOUR, HOUR].map((agoMs, place) => toPage(place + 1, agoMs)),
    now,
  );
}

/** Commands that show and leave made-up monitors. */
export function createExampleCommands(app: App, view: MonitorsView, details: Panel) {
  return {
    showExample: async (asked: unknown) => {
      // The walkthrough's link also works while somebody is signed in.
      if (!app.account) {
        const example = createExample(asked === 'prices' ? asked : 'uptime', app);
        example.onDidEnd(() => {
          if (example.list.loaded.find(details.subject ?? '')) {
            details.close();
          }
        });
        app.showExample(example);
      }
      // The focus was on the button of the welcome text, which is gone.
      await view.focus();
    },
    leaveExample: () => app.showExample(undefined),
  };
}
