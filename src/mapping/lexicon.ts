import { rankedWords, wordSet } from '../base/words';

// Words of fields, lists, statuses and tokens, in plain form (`lastcheckedat`). The best come before the first `|`.

export const NOUNS = rankedWords(`
  monitor watch watcher | healthcheck check webtest httptest synthetic | heartbeat watchdog sensor tracker canary |
  probe test website endpoint target keyword | service host device site cron cronjob domain journey transaction
  component server certificate feed | url page job agent entity application product | node instance resource app
  system trigger timer hostname pool tunnel | api object task thing peer station gateway location queue item |
  alert rule
`);
/** Things besides monitors: lists, objects and keys of these aren't the monitor's. */
export const OTHER_THINGS = wordSet(`
  user org organization organisation team group project owner account customer tenant creator author policy parent
  template contact profile subscription region location workspace company incident integration notification recipient
  webhook category file trace role plan zone client source session version environment folder batch external
  relationship assertion threshold credential escalation history permission previous assignee dependency annotation
  proxy tag outage
`);
/** Keys of objects that contain the record's own fields. */
export const OWN_WRAPPERS = wordSet(`
  attributes attrs attr properties fields node data item spec source resource object details detail info general
  metadata meta record entity value labels summary overview registration global common id description
`);
/** Objects and lists of these aren't the monitor's, but keys may be. */
export const OTHER_HOLDERS = wordSet(`
  by link alert ssl tls cert certificate log label rule auth geo maintenance condition header authentication
`);
/** Words for the monitor itself: `monitor_enabled`, but not `keyword_enabled`. */
export const OWN_NOUNS = wordSet('is monitor monitoring watch check heartbeat config settings');
/** Words for what a monitor watches: `host_up`, but not `agent_up`. */
export const WATCHED = wordSet(`
  test site website service host server endpoint target url device node system domain instance component application
  app resource product
`);
/** Keys of products, and words of their availability, which is no status. */
export const OFFER_KEYS = wordSet(
  'price prices sku asin product productname brand seller currency',
);
export const OFFER_WORDS = wordSet('available availability stock instock outofstock');
/** Prefixes that don't change the meaning, like nouns. */
export const FILLERS = wordSet('is has public current last latest overall full uptime monitoring');

export interface FieldWords {
  readonly names: ReadonlyMap<string, number>;
  /** Words of other keys besides {@link OTHER_THINGS}. */
  readonly not: ReadonlySet<string>;
  /** Words that may follow a name, such as units. */
  readonly ends: ReadonlySet<string>;
}

function fieldWords(names: string, not = '', ends = '') {
  return { names: rankedWords(names), not: wordSet(not), ends: wordSet(ends) };
}

/** Scores a key: best if it is a name, less if a name follows nouns or fillers, least after other words. */
export function scoreWords(
  words: readonly string[],
  { names, not, ends }: FieldWords,
  isSubject = (word: string): boolean => NOUNS.has(word) || FILLERS.has(word),
): number {
  const key = words.slice(0, 1 + words.findLastIndex((word) => !ends.has(word)));
  const scores = key.map((_, start) => names.get(key.slice(start).join('')));
  const whole = names.get(words.join('')) ?? scores[0];
  const start = scores.findIndex((score) => score !== undefined);
  const { [start]: end = 0 } = scores;
  if (
    end === 0 ||
    whole !== undefined ||
    key.some((word) => not.has(word) || OTHER_THINGS.has(word))
  ) {
    return whole ?? 0;
  }
  return key.slice(0, start).every(isSubject) ? end - 0.02 : end * 0.8;
}

export const ID = fieldWords(
  `id | uuid guid | arn objid uid objectid identifier oid | pk key | slug fingerprint |
  token handle ref sku asin | serial | mac | name`,
  `request event run`,
);
export const NAME_KEYS = fieldWords(
  `displayname friendlyname publicname | name certname | title caption | label alias nickname display
  alertname | sysname | hostname | keyword query searchterm term commonname product |
  host domain fqdn job sensor subject node instance sku symbol topic device monitor check service site test names nm |
  event slug | description summary tag key queue`,
  `location type status state first last page env branch repo webhook channel http event method id field parameter
  metric attribute process bucket issuer store brand etag vendor manufacturer model unit currency version`,
);
export const TARGET = fieldWords(
  `targeturl | url urls | target uri website address fqdn | endpoint domainname domain hostname |
  host hostaddress hostip ipaddress ip destination servername | ipaddresses addr addresses instance server link |
  hosts site page resource node`,
  `ping webhook favicon icon image logo avatar badge callback html self update pause resume delete dashboard
  report redirect login alert resolver email next previous mac public billing agent trigger push hook details edit
  history admin id name checkin app api docs runbook screenshot snapshot manage view doc thumbnail share global
  resolve mail prev first last stats record diff invoke`,
);
export const TYPE = fieldWords(
  `typename | type | kind jobtype protocol checkcommand | category`,
  `match keyword content auth schedule media mime resource alert period object response sub location status`,
);
export const INTERVAL = fieldWords(
  `interval frequency periodicity freq | period intervals cadence | polling poll cycle cron every schedule | delay`,
  `retry retries alert alerts notify resend reminder confirmation grace report maintenance downtime repeat
  response ssl recovery retention error success refresh next last realert recheck renotify remind cooldown aggregation
  sample baseline delay`,
  `in seconds secs sec minutes mins min ms hours hour days s h m expression`,
);
export const TAGS = fieldWords(
  `tags taglist | labels | tag keywords categories`,
  `alert image include included exclude excluded filter`,
);
export const LAST_ERROR = fieldWords(`
  errormessage failurereason downreason errordescription errortext | error err errmsg exception fault problem |
  cause reason failure explanation | statusmessage message msg output detail description response
`);
/** Words of objects and texts that describe a failure, whatever the status. */
export const FAILURE_WORDS = wordSet(`
  error err failure fail failed reason cause fault exception down incident outage downtime alarm issue problem
`);

/** Words that only mean "time", or the end of something. */
export const TIME_WORDS = wordSet(`
  at on time date utc timestamp ts ms stamp seconds is completed finished end
`);
export const START_WORDS = wordSet('begin started start from created');
export const LAST_WORDS = wordSet('last latest recent most current live now newest');
export const CHECK_WORDS = wordSet(`
  check checked test tested poll polled ping probe probed scrape scraped run evaluated evaluation executed
  execution heartbeat seen measured measurement result report reported received scan scanned completed processed
  monitored outcome refresh sync sample collection contact fetch fetched crawled crawl attempt attempted query data
  reading activity checkin in captured communication schedule heard output visit clock
`);
/** Words of times other than the last check. */
export const OTHER_TIMES = wordSet(`
  next error down failed failure success successful alert incident expires first updated paused scheduled created
`);
export const CHANGE_WORDS = wordSet('change changed changes transition diff difference');
/** Words of changes to settings rather than to the target. */
export const OTHER_CHANGES = wordSet(`
  config configuration settings owner plan role policy version schedule name password address billing alerting
`);
/** Words of keys that say when the status began: `down_since`, unlike `customer_since`. */
export const SINCE_WORDS = wordSet(`
  since monitor this status state health up online down offline unhealthy
  unreachable failing failed broken degraded alarm problem outage
`);
export const STATUS_KEY_WORDS = wordSet(
  'status state health availability transition outcome connectivity',
);

export const STATUS_KEYS = fieldWords(
  `status statusname statustext | state | health availability reachability connectivity | result outcome condition
  lifecycle | color led phase`,
  `default previous prev old expected target ssl tls cert certificate domain http response provisioning interview
  processing retry draft subscription billing payment email sms deploy deployment publish sync acknowledged page badge
  change url message reason verification ttl performance history trend stock price desired vulnerability alert error
  errors prior build archive pairing onboarding enrollment invitation blacklist dnssec scheduling`,
  `text name label value description class summary display`,
);
/** Keys of yes-or-no values by what "true" means; for "on", "false" means "paused". */
export const FLAGS = {
  up: fieldWords(`
    up online healthy alive operational reachable accessible | passing responding working ok stateisup |
    status state health | connected passed success successful succeeded valid running lastresult
  `),
  down: fieldWords(`
    down offline unhealthy failing unreachable | problem broken firing inalarm alarm | exception dead triggered errors
    failures failure failed infected | expired
  `),
  degraded: fieldWords('degraded | slow warning'),
  paused: fieldWords(`
    paused disabled suspended inactive deactivated suspend pause pausedat pausedsince suspendedat disabledat
    disabledsince deactivatedat archivedat | stopped archived maintenance inmaintenance undermaintenance maintenancemode
    indowntime scheduleddowntimedepth downtimedepth
  `),
  on: fieldWords('enabled active activated enable on | monitored monitoring'),
};
/** Words in a status that change nothing: "is down", "DNS_ERROR", "STOPPED_BY_USER", "Waiting for first check". */
export const STATUS_FILLERS = wordSet(`
  is in under the all performance systems core by user manually unconfirmed soon first for start create update dns
  http https ssl tls tcp ping
`);
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
/** Last words for the form of a list: `hostlist`, `uptimeCheckConfigs`. */
export const FORM_WORDS = wordSet(`
  list collection config configuration info detail entry item record data status state summary object
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
