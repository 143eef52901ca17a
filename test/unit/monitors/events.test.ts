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

const REGIONS = ['eu', 'us', 'ap', 'sa'];
const TEAMS = ['shop', 'mail', 'search', 'pay', 'infra'];
const TYPES = ['http', 'ping', 'tcp', 'dns'];

/** A service of 340 monitors, of which 6 fail during a day, and 12 of one region at nearly the same time. */
function anOutage(seed: number) {
  const random = randomFrom(seed);
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)]!;
  const monitors = Array.from({ length: 340 }, (_, place) =>
    aMonitor({
      id: `m${place}`,
      target: `https://h${Math.floor(random() * 60)}.example/${place}`,
      type: pick(TYPES),
      tags: [pick(REGIONS), pick(TEAMS)],
    }),
  );
  const region = pick(REGIONS);
  const begins = random() * 24 * 60;
  const inRegion = monitors.filter(({ tags }) => tags.includes(region)).slice(0, 12);
  const others = Array.from({ length: 6 }, () => monitors[Math.floor(random() * 340)]!);
  const failing = new Map<Monitor, number>([
    ...others.map((monitor) => [monitor, random() * 24 * 60] as const),
    ...inRegion.map((monitor) => [monitor, begins + random() * 4] as const),
  ]);
  return { monitors, region, inRegion, failing: [...failing] };
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

const toText = ({ monitors, from, to, shared }: MonitorEvent): string =>
  `${monitors.length} ${from / MINUTE}-${to / MINUTE} ${shared?.count ?? 0} ${shared?.kind ?? ''} ${shared?.value ?? ''}`.trim();

describe('An event', () => {
  const eu = [1, 2, 3, 4, 5].map((place) => aMonitor({ id: `eu${place}`, tags: ['eu'] }));
  const others = Array.from({ length: 20 }, (_, place) => aMonitor({ id: `o${place}` }));
  const all = [...eu, ...others];
  const told = (...minutes: readonly number[]) =>
    eventsOf(
      minutes.map((minute, place) => toTold([all[place]!, minute])),
      all,
    ).map(toText);

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
      eventsOf(
        places.map((place) => toTold([all[place]!, 1])),
        all,
      ).map(toText);
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
    const seen = (monitors: readonly Monitor[], before: number, after: number) =>
      eventsOf(monitors.map(toSeen(before, after)), all).map(toText);
    assert.deepEqual(seen(eu, 0, 60), ['5 0-60 5 tag eu']);
    assert.deepEqual(seen(eu, 0, 61), []);
    assert.deepEqual(seen(others.slice(0, 5), 0, 60), []);
  });

  it('is nothing if times lack a zone or nobody read the monitors before', () => {
    const at = 5 * MINUTE;
    const lacksZone = eu.map((monitor) => {
      return { monitor, since: { source: 'service', at, lacksZone: true } } as const;
    });
    const unread = eu.map((monitor) => ({ monitor, since: { source: 'seen', at } }) as const);
    assert.deepEqual([...eventsOf(lacksZone, all), ...eventsOf(unread, all)], []);
  });

  it('is found in 1,000 outages that are made up, with few others', () => {
    let found = 0;
    let wrong = 0;
    let others = 0;
    for (let seed = 1_001; seed <= 2_000; seed += 1) {
      const { monitors, region, inRegion, failing } = anOutage(seed);
      for (const event of eventsOf(failing.map(toTold), monitors)) {
        const members = event.monitors.filter((monitor) => inRegion.includes(monitor));
        const isOutage = members.length >= 10;
        found += isOutage && event.shared?.value === region ? 1 : 0;
        wrong += isOutage && event.shared && event.shared.value !== region ? 1 : 0;
        others += isOutage ? 0 : 1;
      }
    }
    assert.deepEqual({ found, wrong }, { found: 1_000, wrong: 0 });
    assert.ok(others <= 3, `${others} events that aren't outages`);
  });
});
