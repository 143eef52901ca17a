import assert from 'node:assert/strict';
import {
  chooseIntervalUnit,
  findFieldCandidates,
  isOfTrouble,
  isNoTime,
  toChoice,
  withoutNouns,
} from '../../../../src/service/mapping/learn/fieldRules';
import { profileRecords } from '../../../../src/service/mapping/learn/profile';
import { RuleSet } from '../../../../src/service/mapping/learn/rules';
import { toPathText, type Path, type PlainField } from '../../../../src/service/mapping/mapping';

const rules = new RuleSet();

/** The places that may hold a field, the surest first: "url 0.951 usualName, …". */
function findIn(field: PlainField, records: readonly object[], idPath?: Path): string {
  return findFieldCandidates(field, profileRecords(records, rules), rules, idPath)
    .map(({ path, confidence, reason }) => `${toPathText(path)} ${confidence.toFixed(3)} ${reason}`)
    .join(', ');
}

/** What two monitors have, by key. A key whose second value is undefined is in the first alone. */
type Two = Readonly<Record<string, readonly [unknown, unknown]>>;

const toRecords = (two: Two): readonly object[] =>
  [0, 1].map((which) =>
    Object.fromEntries(
      Object.entries(two).flatMap(([key, values]) =>
        values[which] === undefined ? [] : [[key, values[which]]],
      ),
    ),
  );

const urls = (one: string, other: string): Two => ({ id: [7, 8], url: [one, other] });
const SHOP = 'https://shop.example';
const MAIL = 'https://mail.example';

/** By field: records, and what is found in them. */
const FOUND: Readonly<Partial<Record<PlainField, readonly (readonly [Two, string])[]>>> = {
  id: [
    [{ monitor_id: [1, 2] }, 'monitor_id 0.935 usualName'],
    [{ MonitorArn: ['a', 'b'] }, 'MonitorArn 0.935 usualName'],
    [{ url_guid: ['a', 'b'] }, 'url_guid 0.935 usualName'],
    [{ team_id: [1, 2] }, ''],
    [{ check_owner_id: [1, 2] }, ''],
    [{ monitor_count: [1, 2] }, ''],
    [{ name: ['a', 'b'] }, 'name 0.659 uniqueName'],
    // Of one thing each, and not of the same.
    [{ id: [1, 1] }, ''],
    [{ id: [1, '1'] }, ''],
    [{ id: [1, null] }, ''],
    [{ id: [1, undefined] }, ''],
    [{ id: ['a', ' '] }, ''],
    [{ id: ['a', 'x'.repeat(400)] }, 'id 0.968 usualName'],
    [{ id: ['a', 'x'.repeat(401)] }, ''],
    [{ id: [{}, {}] }, ''],
    [{ ids: [[1], [2]] }, ''],
    // By the form of a code, where its name leaves open what it is.
    [
      { code: ['b7f0c0f0-1d2e-4f00-8a00-0123456789ab', 'c7f0c0f0-1d2e-4f00-8a00-0123456789ab'] },
      'code 0.745 valueForm',
    ],
    [{ number: ['S-014', 'S-015'] }, 'number 0.745 valueForm'],
    [{ handle: ['ab12', 'ab13'] }, 'handle 0.745 valueForm'],
    [{ code: ['S-014', 'S-014'] }, ''],
    [{ no: ['A_1', undefined] }, ''],
    [{ code: ['red', 'blue'] }, 'code 0.631 usualName'],
    [{ code: ['S-014', 'red'] }, 'code 0.631 usualName'],
    [{ error_code: ['E14', 'E15'] }, ''],
    [{ node: ['web1', 'web2'] }, ''],
    [{ code: [1, 2] }, 'code 0.631 usualName'],
    [{ x: [{ code: 'S-014' }, { code: 'S-015' }] }, 'x.code 0.621 usualName'],
    // In an object: of the record where that holds all of it, or is its id.
    [{ attributes: [{ id: 1 }, { id: 2 }] }, 'attributes.id 0.954 usualName'],
    [{ id: [{ uuid: 1 }, { uuid: 2 }] }, 'id.uuid 0.941 usualName'],
    [
      {
        site: [
          { id: 1, name: 'A' },
          { id: 2, name: 'B' },
        ],
      },
      'site.id 0.954 usualName, site.name 0.649 uniqueName',
    ],
  ],
  name: [
    [{ description: ['Shop', 'Mail'] }, 'description 0.600 weakName'],
    [{ summary: ['x'.repeat(100), 'y'] }, 'summary 0.600 weakName'],
    [{ summary: ['x'.repeat(101), 'y'] }, 'summary 0.400 usualName'],
    [{ description: ['Shop', 'Shop'] }, 'description 0.400 usualName'],
    [{ text: [' ', 'y'] }, ''],
    [{ descr: ['a', undefined] }, ''],
    [{ text_color: ['red', 'blue'] }, ''],
    [{ o: [{ comment: 'a' }, { comment: 'b' }] }, ''],
    [{ comment: ['a', 'b'], name: ['c', 'd'] }, 'name 0.905 usualName, comment 0.600 weakName'],
    // Where a machine stands, and what it is called.
    [
      { site_name: ['A', 'A'], hostname: ['a1', 'a2'] },
      'hostname 0.657 usualName, site_name 0.421 usualName',
    ],
    [
      { site_name: ['A', 'B'], hostname: ['a1', 'a2'] },
      'site_name 0.842 usualName, hostname 0.657 usualName',
    ],
    [
      { site_name: ['A', 'A'], hostname: ['a1', 'a1'] },
      'site_name 0.842 usualName, hostname 0.657 usualName',
    ],
    [{ name: ['A', 'A'], hostname: ['a1', 'a2'] }, 'name 0.905 usualName, hostname 0.657 usualName'],
    [
      { site_name: ['A', 'A'], x: [{ hostname: 'a1' }, { hostname: 'a2' }] },
      'site_name 0.842 usualName, x.hostname 0.419 usualName',
    ],
    [{ site_name: ['A', 'A'], serialnumber: ['a1', 'a2'] }, 'site_name 0.842 usualName'],
    [
      { service_display_name: ['A', 'A'], hostname: ['a1', 'a2'] },
      'hostname 0.657 usualName, service_display_name 0.449 usualName',
    ],
  ],
  target: [
    [{ site_url: [SHOP, MAIL] }, 'site_url 0.884 usualName'],
    [{ HEALTHURL: [SHOP, MAIL] }, 'HEALTHURL 0.745 kindredName'],
    [{ checked_ip: ['1.2.3.4', '1.2.3.5'] }, 'checked_ip 0.607 kindredName'],
    [{ checkedip: ['1.2.3.4', '1.2.3.5'] }, ''],
    [{ webhook_url: [SHOP, MAIL] }, ''],
    // An object for a URL and its parts.
    [
      { url: [{ full: SHOP, domain: 'x.example' }, { full: MAIL }] },
      'url.full 0.921 usualName, url.domain 0.841 usualName',
    ],
    [{ endpoint: [{ raw: SHOP }, { raw: MAIL }] }, 'endpoint.raw 0.921 usualName'],
    [{ image: [{ href: SHOP }, { href: MAIL }] }, ''],
    [{ target: [{ other: SHOP }, { other: MAIL }] }, ''],
    [
      {
        url: [
          { icon_href: SHOP, original_image: SHOP },
          { icon_href: MAIL, original_image: MAIL },
        ],
      },
      '',
    ],
    [{ webhook_url: [{ href: SHOP }, { href: MAIL }] }, ''],
    [{ target_image: [{ href: SHOP }, { href: MAIL }] }, ''],
    // What is empty says nothing; what is no target speaks against it.
    [{ url: [SHOP, ''] }, 'url 0.951 usualName'],
    [{ url: [SHOP, null] }, 'url 0.951 usualName'],
    [{ url: [SHOP, ' n/a '] }, 'url 0.951 usualName'],
    [{ url: [SHOP, ` ${MAIL} `] }, 'url 0.951 usualName'],
    [{ url: ['https://', '-'] }, ''],
    [{ url: [SHOP, 'a b c'] }, 'url 0.475 usualName'],
    [{ url: [SHOP, `${MAIL}/${'x'.repeat(4_000)}`] }, 'url 0.475 usualName'],
    // One of several, unless they come one after the other.
    [{ urls: [[SHOP], [MAIL]] }, 'urls[0] 0.708 usualName'],
    [{ origins: [[{ address: '1.2.3.4' }], [{ address: '1.2.3.6' }]] }, 'origins[0].address 0.739 usualName'],
    [
      { origins: [[{ address: '1.2.3.4' }, { address: '1.2.3.5' }], [{ address: '1.2.3.6' }]] },
      'origins[0].address 0.370 usualName',
    ],
    [{ steps: [[{ url: SHOP }, { url: MAIL }], [{ url: SHOP }]] }, 'steps[0].url 0.808 usualName'],
    // Links to the records themselves.
    [urls(`${SHOP}/monitors/7`, `${SHOP}/monitors/8/`), ''],
    [urls(`${SHOP}/m?id=7`, `${SHOP}/m?id=8`), ''],
    [urls(`${SHOP}/m17`, `${SHOP}/m18`), 'url 0.951 usualName'],
    [urls(`${SHOP}/monitors/7`, MAIL), 'url 0.951 usualName'],
    [urls(`${SHOP}/monitors/7`, ''), ''],
    [urls(`${SHOP}/api/s/101`, `${SHOP}/api/s/102`), ''],
    [urls('https://api.shop.example/v2/s/101', 'https://api.shop.example/v2/s/102'), ''],
    [urls('http://shop.example/v12.10/s/101', 'http://shop.example/v12.10/s/102'), ''],
    [
      urls(
        `${SHOP}/api/s/b7f0c0f0-1d2e-4f00-8a00-0123456789ab`,
        `${SHOP}/api/s/c7f0c0f0-1d2e-4f00-8a00-0123456789ab`,
      ),
      '',
    ],
    [urls(`${SHOP}/api/s/1st`, `${SHOP}/api/s/2nd`), 'url 0.951 usualName'],
    [urls(`${SHOP}/s/101`, `${SHOP}/s/102`), 'url 0.951 usualName'],
    [urls(`${SHOP}/api/s/a`, `${SHOP}/api/s/b`), 'url 0.951 usualName'],
    [urls(`${SHOP}/api/s/101`, `${SHOP}/api/s/101`), 'url 0.951 usualName'],
    [urls(`${SHOP}/api/s/101`, `${SHOP}/api/t/102`), 'url 0.951 usualName'],
    [{ id: ['', ''], url: [`${SHOP}/monitors/`, `${SHOP}/m/`] }, 'url 0.951 usualName'],
  ],
  type: [
    [
      {
        type: [
          { id: 9, name: 'http' },
          { id: 1, name: 'ping' },
        ],
      },
      'type.name 0.888 usualName',
    ],
    [{ kind: [{ label: 'http' }, { label: 'ping' }] }, 'kind.label 0.844 usualName'],
    [{ check_type: [{ value: 'http' }, { value: 'ping' }] }, 'check_type.value 0.826 usualName'],
    [{ owner: [{ name: 'http' }, { name: 'ping' }] }, ''],
    [{ type: ['http', 'http'] }, 'type 0.915 usualName'],
    [{ type: [1, 2] }, 'type 0.622 usualName'],
    [{ type: ['http', 1] }, 'type 0.458 usualName'],
    [{ type: ['a/b', 'http'] }, 'type 0.458 usualName'],
    [{ type: ['x'.repeat(40), 'http'] }, 'type 0.915 usualName'],
    [{ type: ['x'.repeat(41), 'http'] }, 'type 0.458 usualName'],
    [{ type: ['', null] }, ''],
    // What all of them are is no type of one.
    [{ type: ['monitor', 'monitor'] }, 'type 0.686 usualName'],
    [{ type: ['HttpMonitors', 'HttpMonitors'] }, 'type 0.686 usualName'],
    [{ type: ['monitor', 'probe'] }, 'type 0.915 usualName'],
    // The software that checks, and not the application that is checked.
    [{ app: ['ping', 'fping'] }, 'app 0.645 usualName'],
    [{ app_type: ['HTTP', 'Ping'] }, 'app_type 0.851 usualName'],
    [{ plugin: ['check_ping', null] }, 'plugin 0.645 usualName'],
    [{ app: ['Billing', 'Shop'] }, ''],
    [{ app: ['web shop', 'mail'] }, ''],
    [{ app: [1, 2] }, ''],
  ],
  lastCheck: [
    [{ last_run: [{ at: 1 }, { at: 2 }] }, 'last_run.at 0.921 usualName, last_run 0.870 usualName'],
    [{ latest: [{ time: 1 }, { time: 2 }] }, 'latest.time 0.921 usualName'],
    [{ next_run: [{ at: 1 }, { at: 2 }] }, ''],
    [{ lastcheck: [1, 2] }, 'lastcheck 0.955 usualName'],
    [{ tested_on: [1, 2] }, 'tested_on 0.845 kindredName'],
    [{ tested_by: [1, 2] }, ''],
    [{ measured_uptime: [1, 2] }, ''],
    [{ reported_attempts: [1, 2] }, ''],
    [{ tested_ssl_at: [1, 2] }, ''],
    [{ checked: [1, 2] }, ''],
    [{ last_scan: [1, 2] }, 'last_scan 0.845 kindredName'],
    [{ latest_poll_time: [1, 2] }, 'latest_poll_time 0.845 kindredName'],
    [{ first_scan: [1, 2] }, ''],
    [{ last_ssl_check: [1, 2] }, ''],
    [{ last_login: [1, 2] }, ''],
    [{ last_check_error: [1, 2] }, ''],
    [{ probes: [[{ last_check: 1 }], [{ last_check: 2 }]] }, 'probes[0].last_check 0.812 usualName'],
  ],
  since: [
    [{ down_since: [1, 2] }, 'down_since 0.935 usualName'],
    [{ status_since: [1, 2] }, 'status_since 0.935 usualName'],
    [{ last_change: [1, 2] }, 'last_change 0.745 usualName'],
    [
      { current_incident: [{ started_at: 1 }, { started_at: 2 }] },
      'current_incident.started_at 0.745 kindredName',
    ],
    [{ outage: [{ since: 1 }, { since: 2 }] }, 'outage.since 0.845 usualName'],
    [{ incident: [{ started_at: 1 }, { started_at: 2 }] }, 'incident.started_at 0.745 kindredName'],
    [{ incident: [{ restarted_at: 1 }, { restarted_at: 2 }] }, ''],
    [{ incident: [{ started_by: 1 }, { started_by: 2 }] }, ''],
    [{ alert_settings: [{ start: 1 }, { start: 2 }] }, ''],
    // Of two that are named alike, the record's own.
    [
      { last: [{ since: 1 }, { since: 2 }], since: [1, 2] },
      'since 0.845 usualName, last.since 0.845 usualName',
    ],
    [{ past_incident: [{ started_at: 1 }, { started_at: 2 }] }, ''],
    [{ incident: [{ ended_at: 1 }, { ended_at: 2 }] }, ''],
    [{ changes: [[{ since: 1 }], [{ since: 2 }]] }, ''],
  ],
  interval: [
    [{ interval_seconds: [1, 2] }, 'interval_seconds 0.945 usualName'],
    [{ intervalInSeconds: [1, 2] }, 'intervalInSeconds 0.945 usualName'],
    [{ check_interval: [1, 2] }, 'check_interval 0.879 usualName'],
    [{ check_every_seconds: [60, 60] }, 'check_every_seconds 0.820 usualName'],
    [{ seconds: [1, 2] }, ''],
    [{ retry_interval: [1, 2] }, ''],
  ],
  tags: [
    [{ monitor_tags: [['a'], ['b']] }, 'monitor_tags 0.870 usualName'],
    [{ x: [[{ tags: 'a' }], [{ tags: 'b' }]] }, ''],
  ],
  lastError: [
    [{ last_result: [{ error: 'a' }, { error: 'b' }] }, 'last_result.error 0.808 usualName'],
    [{ error_minutes: [3, 5] }, ''],
  ],
};

describe('where a field is found', () => {
  for (const [field, cases] of Object.entries(FOUND) as [PlainField, readonly (readonly [Two, string])[]][]) {
    for (const [two, found] of cases) {
      const shown = JSON.stringify(two);
      it(`${field}: ${found || 'nowhere'} in ${shown.slice(0, 120)}`, () => {
        const idPath = field === 'target' && 'id' in two ? ['id'] : undefined;
        assert.equal(findIn(field, toRecords(two), idPath), found);
      });
    }
  }

  it('is not doubted as a link to the record where nothing is known of its id', () => {
    const records = toRecords(urls(`${SHOP}/monitors/7`, `${SHOP}/monitors/8`));
    assert.equal(findIn('target', records), 'url 0.951 usualName');
  });

  it('is doubted less where one id of twenty comes twice than where one of ten does', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at % (count - 1) }));
    assert.equal(findIn('id', ids(20)), 'id 0.823 usualName');
    assert.equal(findIn('id', ids(10)), 'id 0.436 usualName');
  });

  it('is no class of all where there is one record alone', () => {
    assert.equal(findIn('type', [{ type: 'monitor' }]), 'type 0.915 usualName');
  });

  it('keeps of a place what a mapping has of it, and the next best', () => {
    const place = { path: ['a'], confidence: 0.9, reason: 'usualName', claimed: 0.9 } as const;
    const kept = { path: ['a'], confidence: 0.9, reason: 'usualName' };
    assert.deepEqual(toChoice(place), kept);
    assert.deepEqual(toChoice(place, { ...place, path: ['b'] }), {
      ...kept,
      runnerUp: { ...kept, path: ['b'] },
    });
  });
});

describe('a time since when something is wrong', () => {
  const isTrouble = (record: object): boolean => isOfTrouble(profileRecords([record], rules).fields.at(-1)!);

  it('is known by its name, or by the incident that it is in', () => {
    assert.ok(isTrouble({ down_since: 1 }));
    assert.ok(isTrouble({ open_incident: { begin: 1 } }));
    assert.ok(!isTrouble({ status_since: 1 }));
    assert.ok(!isTrouble({ open_incident: { closed_at: 1 } }));
    assert.ok(!isTrouble({ reopened_incident_log: { begin: 1 } }));
  });
});

describe('the unit of an interval', () => {
  const MINUTE = 60_000;
  const cases: readonly (readonly [words: string, values: readonly unknown[], unit: number | undefined])[] = [
    ['interval seconds', [1], 1_000],
    ['interval ms', [1], 1],
    // Alone, the name of a unit names something else.
    ['minutes', [60], 1_000],
    ['interval', [5_000, 60_000], 1],
    ['interval', [5_000, 61], 1_000],
    ['interval', [5_001], 1_000],
    ['interval', [4_000], 1_000],
    ['interval', [9, 1_440], MINUTE],
    ['interval', [9, 1_441], 1_000],
    ['interval', [10], undefined],
    ['interval', [29, 89], undefined],
    ['interval', [29, 90], 1_000],
    ['interval', [30], 1_000],
    ['interval', ['60'], 1_000],
    ['interval', ['x', 0], 1_000],
    ['interval', [0, 5], MINUTE],
    ['interval', [], 1_000],
  ];
  for (const [name, values, unit] of cases) {
    it(`is ${unit ?? 'open'} of ${name} ${JSON.stringify(values)}`, () => {
      const words = name.split(' ');
      assert.equal(chooseIntervalUnit({ words, plain: words.join('') }, values), unit);
    });
  }
});

describe('names', () => {
  it('are looked up without the nouns that they begin with', () => {
    const bare = (name: string): string => withoutNouns(name.split(' ')).join(' ');
    assert.equal(bare('monitor status'), 'status');
    assert.equal(bare('service http status'), 'http status');
    assert.equal(bare('http status'), 'http status');
    assert.equal(bare('check service'), 'service');
    assert.deepEqual(withoutNouns([]), []);
  });

  it('of a time that was never set are those of the first ten years', () => {
    assert.ok(isNoTime('0001-01-01T00:00:00Z'));
    assert.ok(!isNoTime('2001-01-01T00:00:00Z'));
    assert.ok(!isNoTime('0010-01-01T00:00:00Z'));
    assert.ok(!isNoTime('x0001-'));
    assert.ok(!isNoTime(1));
  });
});
