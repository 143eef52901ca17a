import { rankedWords, wordSet } from '../base/words';

// Words of fields, lists, statuses and tokens, in plain form (`lastcheckedat`). The best come before the first `|`.

export const NOUNS = rankedWords(`
  monitor watch watcher | healthcheck check synthetic | heartbeat sensor tracker canary |
  probe test website endpoint target keyword | service host device site cron cronjob domain transaction component
  server certificate feed | url page job agent entity application product | node instance resource app system
  hostname pool | api object task gateway location queue item |
  alert rule
`);
/** Things besides monitors: lists, objects and keys of these aren't the monitor's. */
export const OTHER_THINGS = wordSet(`
  user org organization team group project owner account customer tenant policy parent template contact profile
  subscription region location workspace company incident integration notification recipient webhook category file trace
  role plan zone client source session version environment folder relationship threshold credential escalation history
  permission previous assignee dependency proxy tag outage
`);
/** Keys of objects that contain the record's own fields. */
export const WRAPPERS = wordSet(`
  attributes attrs attr properties fields node data item spec source resource object details detail info general
  metadata meta record entity value labels summary overview config configuration settings definition options params
  parameters registration global common id description
`);
/** Words of keys that aren't the monitor's: `webhook_url`, `previous_status`, `ssl: {issuer}`. */
const OTHER_WORDS = wordSet(`
  api entry trigger alert link links label log ssl tls cert auth authentication geo maintenance condition header by
  acknowledged admin archive attribute avatar badge billing blacklist branch brand build callback certificate change channel checkin
  confirmation content currency dashboard default delay delete deploy deployment desired details diff dnssec docs
  downtime draft edit email enrollment env error errors event expected exclude excluded favicon field filter first grace
  hook html http icon image include included interview invitation issuer login logo mac mail manage match media message method
  metric model next notify old onboarding pairing parameter pause payment performance period ping prev price prior
  process processing provisioning public publish push realert reason record recovery redirect refresh repeat report
  request resolver response resume retention retry retries run runbook scheduling screenshot self share sms snapshot
  state stats status stock store sub success successful sync thumbnail trend ttl type unit update vendor verification view
  vulnerability
`);
/** Keys of products, and words of their availability, which is no status. */
export const OFFER_KEYS = wordSet(
  'price prices sku asin product productname brand seller currency',
);
export const OFFER_WORDS = wordSet('available availability stock instock outofstock');
/** Words that don't change the meaning of a key, like nouns. */
const FILLERS = wordSet('is has public current last latest overall full uptime monitoring health');

/** Words of objects and texts that describe a failure, whatever the status. */
export const FAILURE_WORDS = wordSet(`
  error err failure fail failed reason cause fault exception down incident outage downtime alarm issue problem
`);

export const CHECK_WORDS = wordSet(`
  check checked test tested poll polled ping probe probed scrape scraped run evaluated evaluation executed
  execution heartbeat seen measured measurement result report reported received scan scanned completed processed
  monitored outcome refresh sync sample collection contact fetch fetched crawled crawl attempt attempted query data
  reading activity checkin in captured communication schedule heard output visit clock
`);
export const STATUS_KEY_WORDS = wordSet(
  'status state health availability transition outcome connectivity',
);

/** Whether a word is of something else than the monitor. */
export const isOther = (word: string): boolean => OTHER_THINGS.has(word) || OTHER_WORDS.has(word);

/** Words for a monitor: `monitor_url`, `site_name`. */
const SUBJECTS = new Set([
  'http',
  ...[...NOUNS.keys(), ...FILLERS].filter((word) => !isOther(word)),
]);
/** Words for the monitor itself: `monitor_enabled`, but not `keyword_enabled`. */
export const OWN_SUBJECTS: ReadonlySet<string> = new Set([
  ...wordSet('is monitor monitoring watch check heartbeat'),
  ...STATUS_KEY_WORDS,
]);
/** Words for the monitor or what it watches: `host_up`, but not `agent_up`. */
const STATUS_SUBJECTS = new Set([
  ...OWN_SUBJECTS,
  ...FILLERS,
  ...CHECK_WORDS,
  ...wordSet(`test site website service host server endpoint target url device node system domain instance component
    application app resource product`),
]);

export interface FieldWords {
  readonly names: ReadonlyMap<string, number>;
  /** Words that may follow a name, such as units. */
  readonly ends: ReadonlySet<string>;
  /** Words that may come before a name. */
  readonly subjects: ReadonlySet<string>;
}

function fieldWords(names: string, ends = '', subjects: ReadonlySet<string> = SUBJECTS) {
  return { names: rankedWords(names), ends: wordSet(ends), subjects };
}

/**
 * Scores words of keys: best if they are a name, less if a name follows words of the monitor, least after words that
 * aren't known, and 0 after words of other things.
 */
export function scoreWords(
  words: readonly string[],
  { names, ends, subjects }: FieldWords,
): number {
  const key = words.slice(0, 1 + words.findLastIndex((word) => !ends.has(word)));
  const scores = key.map((_, start) => names.get(key.slice(start).join('')));
  const start = scores.findIndex((score) => score !== undefined);
  if (start <= 0) {
    return names.get(words.join('')) ?? scores[0] ?? 0;
  }
  const { [start]: score = 0 } = scores;
  const before = key.slice(0, start).filter((word) => !subjects.has(word));
  if (before.some(isOther)) {
    return 0;
  }
  return before.length === 0 ? score - 0.02 : score * 0.8;
}

export const ID = fieldWords(
  `id | uuid guid publicid | arn objid uid objectid identifier oid | pk key | slug fingerprint |
  token handle ref sku asin | serial | mac | name`,
);
export const NAME_KEYS = fieldWords(
  `displayname friendlyname publicname | name certname | title caption | label alias nickname display
  alertname | sysname | hostname | keyword query searchterm term commonname product |
  host domain fqdn job sensor subject node instance sku symbol topic device monitor check service site test names nm |
  event slug | description summary tag key queue`,
);
export const TARGET = fieldWords(
  `targeturl | url urls | target uri website address fqdn | endpoint domainname domain hostname |
  host hostaddress hostip ipaddress ip destination servername | ipaddresses addr addresses instance server link |
  hosts site page resource node`,
  '',
  new Set([...SUBJECTS, ...wordSet('request tcp dns type entry')]),
);
export const TYPE = fieldWords(`typename | type | kind jobtype protocol checkcommand | category`);
export const INTERVAL = fieldWords(
  `interval frequency periodicity freq | period intervals cadence | polling poll cycle cron every schedule | delay`,
  `in seconds secs sec minutes mins min ms hours hour days s h m expression`,
  new Set([...SUBJECTS, 'schedule', 'run']),
);
export const TAGS = fieldWords(`tags taglist | labels | tag keywords categories`);
/** An error's text must be about one of these. */
export const ERROR_SUBJECTS: ReadonlySet<string> = new Set([
  ...FAILURE_WORDS,
  ...CHECK_WORDS,
  ...STATUS_KEY_WORDS,
]);
export const LAST_ERROR = fieldWords(
  `errormessage failurereason downreason errordescription errortext | error err errmsg exception fault problem |
  cause reason failure explanation | statusmessage message msg output detail description response`,
  '',
  new Set([...SUBJECTS, ...ERROR_SUBJECTS]),
);
/** Words that only mean "time", or the end of something. */
export const TIME_WORDS = wordSet(`
  at on time date utc timestamp ts ms stamp seconds is completed finished end
`);
export const START_WORDS = wordSet('begin started start from created');
export const LAST_WORDS = wordSet('last latest recent most current live now newest');
export const CHANGE_WORDS = wordSet('change changed changes transition diff difference');
/** Words of changes to settings rather than to the target. */
export const OTHER_CHANGES = wordSet(`
  owner plan role policy version schedule name password address billing alerting config configuration settings
`);
/** Words of keys that say when the status began: `down_since`, unlike `customer_since`. */
export const SINCE_WORDS = wordSet(`
  since monitor this status state health up online down offline unhealthy
  unreachable failing failed broken degraded alarm problem outage
`);
export const STATUS_KEYS = fieldWords(
  `status statusname statustext | state | health availability reachability connectivity | result outcome condition
  lifecycle | color led phase`,
  `text name label value description class summary display`,
  STATUS_SUBJECTS,
);
/** Keys of yes-or-no values by what "true" means; for "on", "false" means "paused". */
const flagWords = (names: string, subjects: ReadonlySet<string> = STATUS_SUBJECTS) =>
  fieldWords(names, '', subjects);
export const FLAGS = {
  up: flagWords(`
    up online healthy alive operational reachable accessible | passing responding working ok stateisup |
    status state health | connected passed success successful succeeded valid running lastresult
  `),
  down: flagWords(`
    down offline unhealthy failing unreachable | problem broken firing inalarm alarm | exception dead triggered errors
    failures failure failed infected | expired
  `),
  degraded: flagWords('degraded | slow warning'),
  paused: flagWords(
    `paused disabled suspended inactive deactivated suspend pause pausedat pausedsince suspendedat disabledat
    disabledsince deactivatedat archivedat | stopped archived maintenance inmaintenance undermaintenance maintenancemode
    indowntime scheduleddowntimedepth downtimedepth`,
    OWN_SUBJECTS,
  ),
  on: flagWords('enabled active activated enable on | monitored monitoring', OWN_SUBJECTS),
};
/** Words in a status that change nothing: "is down", "DNS_ERROR", "STOPPED_BY_USER", "Waiting for first check". */
export const STATUS_FILLERS: ReadonlySet<string> = new Set([
  ...NOUNS.keys(),
  ...FILLERS,
  ...STATUS_KEY_WORDS,
  ...wordSet(`in under the all performance systems core by user manually unconfirmed soon first for start create update
    dns http https ssl tls tcp ping`),
]);
/** Words of checks and settings that say a status, by status. A compound of known words needs no entry. */
export const STATUS_WORDS = {
  up: `
    up ok okay online healthy good fine alive available reachable operational passing pass passed success successful
  succeeded normal clear green responding working connected recovered resolved valid reporting
  ontime
  `,
  down: `
    down offline unhealthy bad dead unavailable unreachable critical crit failing fail failed failure error errored
  err alert alerting alarm outage red disconnected firing triggered major fatal timeout timedout
  expired missing missed broken disaster problem acknowledged notok nok notreachable crashed severe high invalid fault
  faulted lost overdue refused notready revoked exited aborted outofservice majorincident danger
  `,
  degraded: `
    partialoutage minoroutage minorincident degraded degradation issue issues warning warnings warn partial
  partially minor impaired slow unstable trouble flapping yellow orange amber late grace recovering disrupted
  disruption delayed investigating expiring
  `,
  paused: `
    maintenance maint
  `,
  pending: `
    pending new waiting initializing starting validating notcheckedyet notyetchecked unchecked notchecked
  queued created creating progress provisioning awaiting processing notstarted restarting building deploying
  `,
  unknown: `
    unknown nodata insufficientdata gray grey na notavailable none undefined unspecified skipped
  stale
  `,
  paused_setting: `
    paused pause disabled inactive suspended stopped deactivated archived unmonitored notmonitored
  onhold disable suppressed off
  `,
  unknown_setting: `
    active enabled live running started monitored monitoring activated ready open closed on completed
  complete finished done
  `,
};

/** Array names that only mean "results". */
export const GENERIC_LISTS = wordSet(`
  data item items result results value values content contents records rows list entries elements objects nodes edges
  payload response body docs hits resources collection members d features json
`);
/** Lists of these have parts or events of monitors. */
export const OTHER_LISTS = wordSet(`
  probe agent alarm event container result outage channel included
`);
/** Keys that may count all monitors or only this page. */
export const COUNT_WORDS = wordSet(`
  count cnt matches matching hits rowcount odatacount recordcount treesize numfound itemcount resultcount results items
  records entries rows elements objects iotcount
`);
/** Words of objects whose totals aren't of the list. */
export const NO_TOTAL_HOLDERS = wordSet('quota credit limit usage');
export const TOTAL_HEADERS = [
  'X-Total-Count',
  'X-Total',
  'Total-Count',
  'X-WP-Total',
  'Content-Range',
];

export const TOKEN_WORDS = rankedWords(`
  accesstoken accessjwt bearertoken | plaintexttoken token tokenvalue authtoken apitoken authenticationtoken
  jwt | clienttoken usertoken logintoken bearer sessiontoken | sessionkey
  access authorization sessionid ticket accesskey apikey apppassword | session auth secret key sid
  credential | idtoken sha1
`);
/** Keys of the text in a token object: `{token: {value: …}}`. */
export const TOKEN_VALUE_WORDS = wordSet(
  'value raw plain plaintext string id key encoded content text',
);
export const NO_TOKENS = wordSet(`
  bearer basic jwt mac token access refresh none null undefined true false ok success error service
`);
export const TOKEN_HEADERS = [
  'X-Subject-Token',
  'X-Auth-Token',
  'X-Access-Token',
  'Authorization',
  'Token',
];
