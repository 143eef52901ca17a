import assert from 'node:assert/strict';
import { chooseList, findListCandidates } from '../../../../src/service/mapping/learn/lists';
import { RuleSet } from '../../../../src/service/mapping/learn/rules';
import { toPathText } from '../../../../src/service/mapping/mapping';

const rules = new RuleSet();

/** "data 0.869 recordsLikeMonitors, …", the likeliest first. */
const candidatesOf = (json: unknown): string =>
  findListCandidates(json, rules)
    .map(({ path, confidence, reason }) => `${toPathText(path)} ${confidence.toFixed(3)} ${reason}`)
    .join(', ');

/** "hosts 0.847 siblingLists, also services, then data" */
function chosenOf(json: unknown): string {
  const choice = chooseList(json, rules);
  return choice === undefined
    ? 'none'
    : [
        `${toPathText(choice.path)} ${choice.confidence.toFixed(3)} ${choice.reason}`,
        ...choice.also.map((path) => `also ${toPathText(path)}`),
        ...(choice.runnerUp ? [`then ${toPathText(choice.runnerUp.path)}`] : []),
      ].join(', ');
}

const monitor = (id: number): object => ({ id, name: `n${id}`, status: id % 2 === 0 ? 'down' : 'up' });
const MONITORS = [monitor(1), monitor(2)];
/** Records that say nothing of a monitor. */
const OTHERS = [{ a: 1 }, { a: 2 }];

const inDepth = (depth: number): unknown =>
  depth === 0 ? { monitors: MONITORS } : { [`level${depth}`]: inDepth(depth - 1) };

/** What is chosen, and all lists where that is not the one list there is. */
const CASES: readonly (readonly [json: unknown, chosen: string, candidates?: string])[] = [
  // By its name and by what its records say.
  [{ monitors: MONITORS }, 'monitors 0.937 listName'],
  [{ group_monitors: MONITORS }, 'group_monitors 0.937 listName'],
  [{ checkDetails: MONITORS }, 'checkDetails 0.885 listName'],
  [{ services: MONITORS }, 'services 0.847 recordsLikeMonitors'],
  [{ object_list: MONITORS }, 'object_list 0.847 recordsLikeMonitors'],
  [{ nodeStatus: MONITORS }, 'nodeStatus 0.847 recordsLikeMonitors'],
  [{ data: MONITORS }, 'data 0.869 recordsLikeMonitors'],
  [MONITORS, '@ 0.869 rootList'],
  [{ stuff: MONITORS }, 'stuff 0.766 recordsLikeMonitors'],
  [{ monitor_groups: MONITORS }, 'monitor_groups 0.766 recordsLikeMonitors'],
  [{ monitors: OTHERS }, 'monitors 0.856 listName'],
  [{ data: OTHERS }, 'data 0.507 genericList'],
  [OTHERS, '@ 0.507 rootList'],
  [{ stuff: OTHERS }, 'none', 'stuff 0.225 recordsLikeMonitors'],
  [inDepth(8), 'level8.level7.level6.level5.level4.level3.level2.level1.monitors 0.937 listName'],
  [inDepth(9), 'none', ''],

  // With nothing in it.
  [[], '@ 0.640 emptyList'],
  [{ data: [] }, 'data 0.640 emptyList'],
  [{ monitors: [] }, 'monitors 0.962 emptyList'],
  [{ data: [], items: [] }, 'data 0.500 rivals, then items', 'data 0.640 emptyList, items 0.640 emptyList'],
  [{ stuff: [] }, 'none', ''],
  [{ monitors: null }, 'monitors 0.745 emptyList', ''],
  [{ stuff: null }, 'none', ''],
  [{ alerts: null }, 'none', ''],
  [{ d: { monitors: null } }, 'none', ''],
  [{ data: null }, 'data 0.745 emptyObject', ''],
  [{ data: {} }, 'data 0.745 emptyObject', ''],
  [{ response: null }, 'response 0.745 emptyObject', ''],
  [{ items: {} }, 'items 0.745 emptyObject', ''],
  [{ monitors: null, data: {} }, 'monitors 0.745 emptyList', ''],
  [{ data: { a: 1 } }, 'none', ''],
  [{ monitors: {} }, 'none', ''],
  [null, 'none', ''],
  ['x', 'none', ''],

  // Records under keys.
  [{ monitors: { 101: monitor(1), 102: monitor(2) } }, 'monitors 0.937 mapOfRecords'],
  [{ monitors: { shop: monitor(1), mail: monitor(2) } }, 'monitors 0.937 mapOfRecords'],
  [{ monitors: { shop: { a: 1, b: 1 }, mail: { c: 1 } } }, 'none', ''],
  [
    { monitors: { 'abc-12': { a: 1, b: 1, c: 1 }, 'abc-13': { a: 1, b: 2, d: 1 } } },
    'monitors 0.856 mapOfRecords',
  ],
  [{ monitors: { shop: { a: 1, b: 1, c: 1 }, mail: { a: 1, b: 2, d: 1 } } }, 'none', ''],
  [{ data: { 7: monitor(1) } }, 'data 0.869 mapOfRecords'],
  [{ data: { 12: monitor(1) } }, 'data 0.869 mapOfRecords'],
  [{ data: { '5f3a9c1e': monitor(1) } }, 'data 0.869 mapOfRecords'],
  [{ data: { shop: monitor(1) } }, 'none', ''],
  [{ data: { server12: monitor(1) } }, 'none', ''],
  [{ data: { '24h': monitor(1) } }, 'none', ''],
  [{ data: { 'summary of 2026-10': monitor(1) } }, 'none', ''],
  [{ stat: 'ok', 0: monitor(1), 3: monitor(2) }, '@ 0.869 mapOfRecords'],
  [{ stat: 'ok', 10: monitor(1), 12: monitor(2) }, '@ 0.869 mapOfRecords'],
  [{ stat: 'ok', 0: monitor(1), shop: monitor(2) }, 'none', ''],
  [{ stat: 'ok', m1: monitor(1), m2: monitor(2) }, 'none', ''],
  [{ stat: 'ok', '24h': monitor(1), '7d': monitor(2) }, 'none', ''],
  [{ stat: 'ok', x: 1, y: 2, 0: monitor(1), 3: monitor(2) }, 'none', ''],
  [{ monitors: { a: monitor(1), b: monitor(2), c: 1 } }, 'none', ''],
  [
    { monitors: { a: monitor(1), b: monitor(2), c: monitor(3), d: monitor(4), e: 1 } },
    'monitors 0.937 mapOfRecords',
  ],
  [{ services: { db: 'up', cache: 'down' } }, 'services 0.739 mapOfRecords'],
  [{ services: { db: 'up', cache: 'zork' } }, 'none', ''],
  [{ stuff: { db: 'up', cache: 'down' } }, 'none', ''],
  [{ services: {} }, 'none', ''],

  // Lists in the records of others.
  [
    {
      groups: [
        { name: 'A', monitors: MONITORS },
        { name: 'B', monitors: [monitor(3)] },
      ],
    },
    'groups.*.monitors 0.937 nestedLists, then groups',
    'groups.*.monitors 0.937 nestedLists, groups 0.434 recordsLikeMonitors',
  ],
  [
    {
      monitors: [
        { ...monitor(1), checks: [{ id: 7, status: 'up' }] },
        { ...monitor(2), checks: [{ id: 8, status: 'up' }] },
      ],
    },
    'monitors 0.937 listName, then monitors.*.checks',
    'monitors 0.937 listName, monitors.*.checks 0.586 nestedLists',
  ],
  [
    {
      apps: [
        { name: 'A', instances: [monitor(1)] },
        { name: 'B', instances: [monitor(2)] },
      ],
    },
    'apps.*.instances 0.847 nestedLists, then apps',
    'apps.*.instances 0.847 nestedLists, apps 0.610 listName',
  ],
  [
    {
      data: [
        { name: 'A', status: 'up', x: [monitor(1)] },
        { name: 'B', status: 'up', x: [monitor(2)] },
      ],
    },
    'data 0.845 genericList, then data.*.x',
    'data 0.845 genericList, data.*.x 0.521 nestedLists',
  ],
  // What is checked is told by the outer records, or all but how they are.
  [
    {
      apps: [
        { name: 'A', url: 'https://a.example', instances: [monitor(1)] },
        { name: 'B', url: 'https://b.example', instances: [monitor(2)] },
      ],
    },
    'apps 0.775 recordsLikeMonitors, then apps.*.instances',
    'apps 0.775 recordsLikeMonitors, apps.*.instances 0.576 nestedLists',
  ],
  [
    {
      hosts: [
        { id: 1, name: 'A', type: 'http', interval: 60, nodes: [{ status: 'up' }] },
        { id: 2, name: 'B', type: 'ping', interval: 60, nodes: [{ status: 'down' }] },
      ],
    },
    'hosts 0.807 recordsLikeMonitors, then hosts.*.nodes',
    'hosts 0.807 recordsLikeMonitors, hosts.*.nodes 0.415 nestedLists',
  ],
  [[{ ...monitor(1), data: [] }], '@ 0.869 rootList'],
  // By its name alone, as neither says how it is.
  [
    {
      services: [
        { id: 1, name: 'A', monitors: [{ id: 11, name: 'a' }] },
        { id: 2, name: 'B', monitors: [{ id: 12, name: 'b' }] },
      ],
    },
    'services.*.monitors 0.899 nestedLists, then services',
    'services.*.monitors 0.899 nestedLists, services 0.732 listName',
  ],
  [
    {
      monitors: [
        { id: 1, name: 'A', services: [{ id: 11, name: 'a' }] },
        { id: 2, name: 'B', services: [{ id: 12, name: 'b' }] },
      ],
    },
    'monitors 0.899 listName, then monitors.*.services',
    'monitors 0.899 listName, monitors.*.services 0.497 nestedLists',
  ],
  [
    {
      hosts: [
        { id: 1, name: 'A', services: [{ id: 11, name: 'a' }] },
        { id: 2, name: 'B', services: [{ id: 12, name: 'b' }] },
      ],
    },
    'hosts 0.732 listName, then hosts.*.services',
    'hosts 0.732 listName, hosts.*.services 0.497 nestedLists',
  ],
  [[MONITORS, {}], '[0] 0.869 recordsLikeMonitors'],
  [[{}, MONITORS], '[1] 0.869 recordsLikeMonitors'],
  [[MONITORS, {}, {}], '[0] 0.869 recordsLikeMonitors'],

  // Names or numbers alone.
  [{ hosts: ['a.example', 'b.example'] }, 'hosts 0.714 scalars'],
  [{ hosts: [1, 2] }, 'hosts 0.714 scalars'],
  [['a', 'b'], '@ 0.608 scalars'],
  [{ data: ['a', 'b'] }, 'data 0.507 scalars'],
  [{ stuff: ['a', 'b'] }, 'none', 'stuff 0.225 scalars'],
  [{ hosts: ['a', {}] }, 'none', ''],
  [{ hosts: ['a', true] }, 'none', ''],
  [[['a'], ['b']], 'none', ''],

  // Several lists.
  [
    { hosts: [monitor(1)], services: [monitor(2)] },
    'hosts 0.847 siblingLists, also services',
    'hosts 0.847 recordsLikeMonitors, services 0.847 recordsLikeMonitors',
  ],
  [
    { services: [monitor(2)], hosts: [{ ...monitor(1), url: 'https://a.example' }] },
    'services 1.000 siblingLists, also hosts',
    'hosts 1.000 recordsLikeMonitors, services 0.847 recordsLikeMonitors',
  ],
  [
    { hosts: [monitor(1)], services: [{ a: 1 }] },
    'hosts 0.847 recordsLikeMonitors, then services',
    'hosts 0.847 recordsLikeMonitors, services 0.696 listName',
  ],
  [
    { hosts: [monitor(1)], services: [] },
    'hosts 0.847 recordsLikeMonitors, then services',
    'hosts 0.847 recordsLikeMonitors, services 0.782 emptyList',
  ],
  [
    { services: MONITORS, endpoints: [] },
    'services 0.847 recordsLikeMonitors, then endpoints',
    'services 0.847 recordsLikeMonitors, endpoints 0.820 emptyList',
  ],
  [
    { hosts: { 101: monitor(1) }, services: { 102: monitor(2) } },
    'hosts 0.500 rivals, then services',
    'hosts 0.847 mapOfRecords, services 0.847 mapOfRecords',
  ],
  [
    { a: { hosts: [monitor(1)] }, b: { services: [monitor(2)] } },
    'a.hosts 0.500 rivals, then b.services',
    'a.hosts 0.847 recordsLikeMonitors, b.services 0.847 recordsLikeMonitors',
  ],
  [
    { stuff: MONITORS, things: MONITORS },
    'stuff 0.500 rivals, then things',
    'stuff 0.766 recordsLikeMonitors, things 0.766 recordsLikeMonitors',
  ],
  [
    { stuff: MONITORS, things: OTHERS },
    'stuff 0.766 recordsLikeMonitors',
    'stuff 0.766 recordsLikeMonitors, things 0.225 recordsLikeMonitors',
  ],
  [
    { data: [], monitors: MONITORS },
    'monitors 0.937 listName, then data',
    'monitors 0.937 listName, data 0.640 emptyList',
  ],
];

describe('the list of monitors', () => {
  for (const [json, chosen, candidates] of CASES) {
    it(`is ${chosen} in ${JSON.stringify(json).slice(0, 120)}`, () => {
      assert.equal(chosenOf(json), chosen);
      assert.equal(candidatesOf(json), candidates ?? chosen);
    });
  }

  it('has at most twelve of its entries as a sample, and all of them counted', () => {
    const many = Array.from({ length: 500 }, (_, at) => monitor(at));
    for (const json of [many, Object.fromEntries(many.map((one, at) => [`m-${at}`, one]))]) {
      const [list] = findListCandidates(json, rules);
      assert.deepEqual([list?.count, list?.sample.length], [500, 12]);
    }
  });
});
