import assert from 'node:assert/strict';
import { MINUTE } from '../../../src/base/time';
import { eventsOf, type MonitorEvent, type Occurrence } from '../../../src/monitors/events';
import type { Monitor } from '../../../src/monitors/monitor';
import { aMonitor } from '../../support/aMonitor';

/** Numbers from 0 to 1 that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const DAY = 24 * 60;

/** A service of which up to 9 monitors fail during a day, and up to 30 with one trait at nearly the same time. */
function anOutage(seed: number) {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(values: readonly T[]) => values[upTo(values.length)]!;
  const count = 60 + upTo(540);
  const monitors = Array.from({ length: count }, (_, place) =>
    aMonitor({
      id: `m${place}`,
      target: `https://h${upTo(count / 6)}.example/${place}`,
      type: `Type ${upTo(4)}`,
      tags: [`Region ${upTo(4)}`, `Team ${upTo(5)}`],
      parent: `Group ${upTo(count / 12)}`,
      lastError: `Error ${upTo(4)}`,
    }),
  );
  const traitOf = pick([
    ({ tags }: Monitor) => tags[0]!,
    ({ tags }: Monitor) => tags[1]!,
    ({ parent }: Monitor) => parent!,
    ({ target }: Monitor) => new URL(target!).host,
  ]);
  const withTrait = [...Map.groupBy(monitors, traitOf)].filter(([, { length }]) => length >= 5);
  const [trait, all] = pick(withTrait);
  const failing = all.slice(0, 5 + upTo(25));
  const begins = upTo(DAY);
  const others = Array.from({ length: upTo(10) }, () => [pick(monitors), upTo(DAY)] as const);
  const times = new Map<Monitor, number>([
    ...others,
    ...failing.map((monitor) => [monitor, begins + random() * 5] as const),
  ]);
  return { monitors, trait, failing, times: [...times] };
}

const toTold = ([monitor, minute]: readonly [Monitor, number]): Occurrence => ({
  monitor,
  since: { source: 'service', at: minute * MINUTE },
});

/** What a refresh shows of changes since the one before, in minutes. */
const toSeen =
  (before: number, after: number) =>
  (monitor: Monitor): Occurrence => ({
    monitor,
    since: {
      source: 'seen',
      at: after * MINUTE,
      before: { status: 'up', to: before * MINUTE },
    },
  });

const toHourly = ([monitor, minute]: readonly [Monitor, number]): Occurrence => {
  const hour = Math.floor(minute / 60) * 60;
  return toSeen(hour, hour + 60)(monitor);
};

const toText = ({ monitors, from, to, shared }: MonitorEvent): string =>
  `${monitors.length} ${from / MINUTE}-${to / MINUTE} ${shared?.count ?? 0} ${shared?.kind ?? ''} ${shared?.value ?? ''}`.trim();

describe('An event', () => {
  const eu = [1, 2, 3, 4, 5].map((place) => aMonitor({ id: `eu${place}`, tags: ['eu'] }));
  const others = Array.from({ length: 20 }, (_, place) => aMonitor({ id: `o${place}` }));
  const all = [...eu, ...others];
  const toTexts = (occurrences: readonly Occurrence[]) => eventsOf(occurrences, all).map(toText);
  const told = (...minutes: readonly number[]) =>
    toTexts(minutes.map((minute, place) => toTold([all[place]!, minute])));

  it('is three monitors or more, with at most 3 minutes between neighbors', () => {
    assert.deepEqual(told(1, 4), []);
    assert.deepEqual(told(1, 7, 4), ['3 1-7 3 tag eu']);
    assert.deepEqual(told(1, 4, 7.1), []);
  });

  it('is at most 15 minutes long', () => {
    assert.deepEqual(told(0, 3, 6, 9, 12, 15, 18, 21, 24), ['6 0-15 5 tag eu', '3 18-24 0']);
  });

  it('says how many share what most have and few others do', () => {
    const event = (...places: readonly number[]) =>
      toTexts(places.map((place) => toTold([all[place]!, 1])));
    assert.deepEqual(event(0, 1, 2, 3, 10), ['5 1-1 4 tag eu']);
    assert.deepEqual(event(0, 1, 2, 10), ['4 1-1 0']);
  });

  it('never says what more than a third of all monitors have', () => {
    const many = all.map((monitor, place) => ({ ...monitor, tags: place < 9 ? ['eu'] : [] }));
    const events = eventsOf(
      many.slice(0, 3).map((monitor) => toTold([monitor, 1])),
      many,
    );
    assert.deepEqual(events.map(toText), ['3 1-1 0']);
  });

  it('without times of the service, needs two readings within an hour and something shared', () => {
    assert.deepEqual(toTexts(eu.map(toSeen(0, 60))), ['5 0-60 5 tag eu']);
    assert.deepEqual(toTexts(eu.map(toSeen(0, 61))), []);
    assert.deepEqual(toTexts(others.slice(0, 5).map(toSeen(0, 60))), []);
  });

  it('is nothing if times lack a zone or the monitors were not read before', () => {
    const at = 5 * MINUTE;
    const lacksZone = eu.map((monitor) => {
      return { monitor, since: { source: 'service', at, lacksZone: true } } as const;
    });
    const unread = eu.map((monitor) => ({ monitor, since: { source: 'seen', at } }) as const);
    assert.deepEqual([...toTexts(lacksZone), ...toTexts(unread)], []);
  });

  for (const [what, toOccurrence, most] of [
    ['the times of the service', toTold, { missed: 0, unnamed: 2, others: 0 }],
    ['hourly readings', toHourly, { missed: 7, unnamed: 0, others: 4 }],
  ] as const) {
    it(`is found by ${what} in 1,000 generated outages, with few others and no wrong trait`, () => {
      const counts = { missed: 0, unnamed: 0, wrong: 0, others: 0 };
      for (let seed = 1_001; seed <= 2_000; seed += 1) {
        const { monitors, trait, failing, times } = anOutage(seed);
        const events = eventsOf(times.map(toOccurrence), monitors);
        const ofOutage = events.filter((event) => {
          return event.monitors.filter((monitor) => failing.includes(monitor)).length >= 3;
        });
        counts.missed += ofOutage.length === 0 ? 1 : 0;
        counts.unnamed += ofOutage.filter(({ shared }) => !shared).length;
        counts.wrong += ofOutage.filter(({ shared }) => shared && shared.value !== trait).length;
        counts.others += events.length - ofOutage.length;
      }
      assert.deepEqual(counts, { ...most, wrong: 0 });
    });
  }
});
