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

const toTold = (monitor: Monitor, minute: number): Occurrence => ({
  monitor,
  since: { source: 'service', at: minute * MINUTE },
});

/** What a refresh shows of a change since the one at minute 0. */
const toSeen = (monitor: Monitor, minute: number): Occurrence => ({
  monitor,
  since: { source: 'seen', at: minute * MINUTE, before: { status: 'up', to: 0 } },
});

const toText = ({ monitors, from, to, shared }: MonitorEvent): string =>
  `${monitors.length} ${from / MINUTE}-${to / MINUTE} ${shared?.count ?? 0} ${shared?.kind ?? ''} ${shared?.value ?? ''}`.trim();

const EU = [1, 2, 3, 4, 5].map((place) => aMonitor({ id: `eu${place}`, tags: ['eu'] }));
const OTHERS = Array.from({ length: 20 }, (_, place) => aMonitor({ id: `o${place}` }));
const ALL = [...EU, ...OTHERS];

const toldAt = (...minutes: readonly number[]) =>
  minutes.map((minute, place) => toTold(ALL[place]!, minute));
const toldOf = (...places: readonly number[]) => places.map((place) => toTold(ALL[place]!, 1));

const CASES: readonly (readonly [string, readonly Occurrence[], readonly string[]])[] = [
  ['is three monitors or more', toldAt(1, 4), []],
  ['has at most 3 minutes between neighbors', toldAt(1, 7, 4), ['3 1-7 3 tag eu']],
  ['is none with more minutes between neighbors', toldAt(1, 4, 7.1), []],
  [
    'is at most 15 minutes long',
    toldAt(0, 3, 6, 9, 12, 15, 18, 21, 24),
    ['6 0-15 5 tag eu', '3 18-24 0'],
  ],
  ['says how many share what most have', toldOf(0, 1, 2, 3, 10), ['5 1-1 4 tag eu']],
  ['says nothing that fewer share', toldOf(0, 1, 2, 10), ['4 1-1 0']],
  [
    'of readings needs two within an hour and something shared',
    EU.map((monitor) => toSeen(monitor, 60)),
    ['5 0-60 5 tag eu'],
  ],
  ['of readings is none after more than an hour', EU.map((monitor) => toSeen(monitor, 61)), []],
  ['of readings is none if nothing is shared', OTHERS.map((monitor) => toSeen(monitor, 60)), []],
  [
    'is none if the times lack a zone',
    EU.map((monitor) => ({ monitor, since: { source: 'service', at: 5, lacksZone: true } })),
    [],
  ],
  [
    'is none if the monitors were not read before',
    EU.map((monitor) => ({ monitor, since: { source: 'seen', at: 5 } })),
    [],
  ],
];

describe('An event', () => {
  for (const [title, occurrences, expected] of CASES) {
    it(title, () => assert.deepEqual(eventsOf(occurrences, ALL).map(toText), expected));
  }

  it('never says what more than a third of all monitors have', () => {
    const events = eventsOf(toldAt(1, 1, 1), ALL.slice(0, 14));
    assert.deepEqual(events.map(toText), ['3 1-1 0']);
  });

  it('is found in 1,000 generated outages, without others and wrong traits', () => {
    const counts = { missed: 0, unnamed: 0, wrong: 0, others: 0 };
    for (let seed = 1_001; seed <= 2_000; seed += 1) {
      const { monitors, trait, failing, times } = anOutage(seed);
      const occurrences = times.map(([monitor, minute]) => toTold(monitor, minute));
      const events = eventsOf(occurrences, monitors);
      const ofOutage = events.filter((event) => {
        return event.monitors.filter((monitor) => failing.includes(monitor)).length >= 3;
      });
      counts.missed += ofOutage.length === 0 ? 1 : 0;
      counts.unnamed += ofOutage.filter(({ shared }) => !shared).length;
      counts.wrong += ofOutage.filter(({ shared }) => shared && shared.value !== trait).length;
      counts.others += events.length - ofOutage.length;
    }
    assert.deepEqual(counts, { missed: 0, unnamed: 2, wrong: 0, others: 0 });
  });
});
