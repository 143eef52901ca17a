import type { MonitorStatus } from '../../../monitors/monitor';
import { splitWords, wordSet } from '../keys';

// All words that rules look up and how strongly they claim, by field. A word is in each list once. Words are in plain
// form (no case, no separators), and those of one strength are in order of preference.

/** How strongly a rule or a word claims: the range of confidence that words of this strength are spread over. */
const BANDS = {
  certain: [0.975, 0.895],
  strong: [0.895, 0.795],
  fair: [0.795, 0.695],
  weak: [0.695, 0.595],
  /** Too little to be taken as fact; a candidate to ask about. */
  hint: [0.5, 0.3],
  trace: [0.25, 0.15],
} as const satisfies Record<string, readonly [number, number]>;

export type Strength = keyof typeof BANDS;

/** The confidence of a claim of this strength: the middle of its band. */
export const STRENGTH: Readonly<Record<Strength, number>> = {
  certain: 0.935,
  strong: 0.845,
  fair: 0.745,
  weak: 0.64,
  hint: 0.4,
  trace: 0.2,
};

type WordList = Readonly<Partial<Record<Strength, string>>>;

/**
 * Words with how strongly each claims. Within a strength, words before a `|` are preferred to those after it:
 * the groups are spread evenly over the band of the strength.
 */
function scoreWords(list: WordList): ReadonlyMap<string, number> {
  const scored = new Map<string, number>();
  for (const [strength, text] of Object.entries(list) as [Strength, string][]) {
    const [top, bottom] = BANDS[strength];
    const groups = text.split('|');
    groups.forEach((group, i) => {
      const value = top - ((top - bottom) * (i + 0.5)) / groups.length;
      for (const word of splitWords(group)) {
        scored.set(word, value);
      }
    });
  }
  return scored;
}

/** What services call the things they watch, singular and plain: how plainly a word says "an entry of the list of monitors". */
export const NOUNS = scoreWords({
  certain: 'monitor uptimemonitor | healthcheck | check webtest httptest synthetic',
  strong: 'heartbeat watchdog snitch sensor | probe watcher test website endpoint',
  fair: `
    service host device site target | component server | domain journey transaction cronjob | watch url
    cron
  `,
  weak: `
    alarm certificate job agent entity application | node instance resource app system | api object | task
  `,
  hint: 'alert rule',
  trace: 'page',
});

/** Other things that records point at; their ids are not the monitor's. */
export const OTHER_THINGS = wordSet(`
  user org organization organisation team group project owner account customer tenant creator author
  policy parent child template contact profile subscription location region page statuspage workspace
  company incident integration notification alert proxy certificate category file class tag request
  trace member role plan zone client modifier event outage run webset source translation
`);

// Whole names of fields, in plain form. A noun before the name (`monitor_type`, `check_interval`) is understood without
// being listed.

export const ID_WORDS = scoreWords({
  certain: 'id | uuid uniqueid | guid | arn objid | uid | objectid identifier',
  strong: 'pk urn uniquekey | oid key',
  fair: 'slug token | shortid',
  weak: 'ref nr | serial serialnumber | name | hostname | code handle | scrapeurl | reference url title',
});

export const NAME_WORDS = scoreWords({
  certain: 'displayname friendlyname | pronounceablename | publicname | name',
  strong: 'title | alias caption | label | nickname display fullname alertname',
  fair: 'sysname',
  weak: 'externalname | hostname instance | job sensor | subject event',
  hint: 'slug description summary key',
});

export const TARGET_WORDS = scoreWords({
  certain: `
    targeturl monitoredurl targetaddress | url websiteurl | requesturl endpointurl | target | uri website
    starturl scrapeurl urlmonitored
  `,
  strong: `
    endpoint networkaddress | address domainname | domain fqdn hostname | host baseurl | ipaddress hostip
    ipaddr | ip destination
  `,
  fair: 'ipaddresses | ipv4 addr | addresses ips | instance server urls targets',
  weak: 'hosts | dns site | resource',
  hint: 'link node | name',
});

/** What the last word of a key says, where none of the others is of {@link NO_TARGET_WORDS}. */
export const TARGET_ENDINGS = scoreWords({
  fair: 'url',
  weak: 'uri | address | hostname target | host domain ip',
});

/** With one of these among its words, a key is of another address. */
export const NO_TARGET_WORDS = wordSet(`
  ping webhook favicon icon image logo badge avatar callback doc docs runbook page statuspage html self
  update pause resume edit delete share dashboard report screenshot proxy redirect login notification
  alert global resolve resolver email mail next previous prev first last mac api public probe source
  team user owner tcp billing group agent template in trigger push hook invoke stats record details
`);

export const TYPE_WORDS = scoreWords({
  certain: 'typename typetext | type',
  strong: 'kind | jobtype',
  fair: 'producttype protocol | checkcommand',
  weak: 'plugin app',
  hint: 'category class',
});

export const LAST_CHECK_WORDS = scoreWords({
  certain: `
    lastcheckedat lastcheckat lastchecktime | lastcheck lastchecked | lasttesttime lasttestedat |
    lastpolledtime lastpolled | lastping lastscrape lastheartbeatat | checkedat lastevaluatedat lastrunat
    lastheartbeat
  `,
  strong: 'lastrun | checktime dateexecutionfinished',
  fair: 'lastcontact lastcontactat | lastseen',
  weak: 'lastupdate lastupdatetime | lastupdated | timestamp',
  hint: 'stamp | time',
});

/** With one of these among its words, a key is of another time. */
export const OTHER_TIME_WORDS = wordSet(`
  next create created creation modified modify error down downstart downend fail failed failure change
  changed triggered trigger alert incident outage response duration took timetaken timeout expiry
  expires expiration ssl cert notified notification acknowledged discovered login log start since until
  due hard soft up ok problem recovery password stop patch backup boot reboot audit install
`);

/** Names of the time between two checks, without their unit. */
export const INTERVAL_WORDS = scoreWords({
  certain: `
    monitoringinterval pollinginterval pollinterval scrapeinterval | interval | frequency runinterval |
    uptimecheckinterval uptimecheckfrequency periodicity healthcheckinterval
  `,
  strong: 'period | intervals runevery checkevery',
  fair: 'resolution polling cycle | cron | checkrate every schedule',
  weak: 'delay',
  hint: 'rate',
});

export const TAG_WORDS = scoreWords({
  certain: 'tags',
  strong: 'labels',
  weak: 'tag',
});

// The last check.

/** What was done when a service checked: `checked_in_at`, `tested_on`. */
export const CHECKED_WORDS = wordSet(
  'checked tested polled pinged probed scraped evaluated executed reported completed contacted measured',
);

/** What a service does when it checks; `last` before one of these is the time of the last check. */
export const CHECK_VERBS = wordSet(`
  check checked test tested poll polled ping pinged probe probed scrape run evaluated evaluation executed
  execution heartbeat beat seen measured result report reported received scan completed processed
  monitored refresh sync collection contact contacted
`);

/** Inside an object that is the last check (`last_run: {…}`), the names of its time. */
export const CHECK_TIME_WORDS = wordSet(`
  time at timestamp stamp date createdat created completedat finishedat startedat checkedat runat ranat
  endedat endtime starttime datetime ts
`);

/** Names of the time since when the status is what it is. */
export const STATUS_SINCE_WORDS = scoreWords({
  certain: `
    statussince statesince statuschangedat statechangedat laststatuschange laststatechange
    laststatuschangeat laststatechangeat laststatuschangedat laststatechangedat
  `,
  strong: `
    laststatechangetime statechangetime statechanged lasttransition lasttransitiontime statusstartedat
    since
  `,
  fair: 'lastchange lastchangeat lastchangedat lastchanged',
});

/** Names of the time since when something is wrong. */
export const TROUBLE_SINCE_WORDS = scoreWords({
  certain: 'downsince downstartedat failingsince unhealthysince offlinesince',
  strong: 'lastdowntime',
});

/** Names of what the last check that failed said. */
export const ERROR_WORDS = scoreWords({
  certain: 'lasterror lasterrormessage | lastfailurereason',
  strong: 'errormessage failurereason failuremessage downreason | error',
  fair: 'lastfailure failure cause',
  weak: 'reason',
});

// The status.

/** Names of fields that say in words how a monitor is. */
export const STATUS_KEYS = scoreWords({
  certain: `
    uptimestatus | statusname statustext statuslabel | status statename statetext statelabel currentstatus
    | currentstate | statevalue statusvalue state healthstatus overallstate overallstatus | healthstate
    monitorstate availabilitystatus | statusdescription health availabilitystate
  `,
  strong: `
    stat | laststatus lastcheckstatus summarizedcheckresult | availability laststate lastcheckresult
    latestrunresult | alertstatus alertstate worststate
  `,
  fair: `
    alertseverity lastresult lastoutcome lastrunstatus lastrunresult | statusclass | condition indicator |
    lifecycle
  `,
  weak: 'result severity | outcome | color colour phase',
});

/** Inside an object named for the status, what holds the word: `status: {code: 2, name: "Up"}`. */
export const STATUS_PARTS = scoreWords({
  certain: `
    name label status state | text human | title current | value | indicator word slug health overall | key |
    description code type phase
  `,
  strong: 'level | id',
});

/** With one of these among its words, a key tells of another status, or about the status and not what it is. */
export const REFUSED_STATUS_WORDS = wordSet(`
  default previous prev prior old expected desired target ssl tls cert certificate domain http response
  provisioning processing retry draft hard soft notification subscription billing payment email sms
  build deploy deployment incident publish sync acknowledge acknowledgement page badge reason change
  changed since duration time timestamp at date modified url threshold count window message icon ttl
  invitation verification blacklist dnssec owner type codes level performance apdex scheduling archive
  order percent history minimum available
`);

/** With one of these among its words, a status says of itself that it is the one that counts. */
export const CURRENT_WORDS = wordSet('current now live overall actual effective');

/** Yes-or-no fields of what a check has found, where yes is good. `status: true` counts as one. */
export const GOOD_FLAGS = scoreWords({
  certain: `
    isup isonline ishealthy | up online isalive healthy stateisup | alive passing | isreachable |
    reachable operational accessible | responding
  `,
  strong: 'isavailable isworking isok | working ok | status | available | state health',
  fair: 'isconnected passed | connected | success successful laststatus lastresult laststate currentstate',
});

/** Yes-or-no fields of what a check has found, where yes is bad. */
export const BAD_FLAGS = scoreWords({
  certain: 'isdown | down isoffline | offline isunhealthy | unhealthy | isfailing | failing unreachable',
  strong: 'isproblem | alerting isbroken | firing broken',
  fair: 'triggered iscritical | haserror haserrors hasfailures | failed',
  weak: 'expired isexpired',
});

/** Yes-or-no fields where yes means that it works, but not well; no says nothing. */
export const DEGRADED_FLAGS = scoreWords({
  certain: 'degraded isdegraded',
});

/** Yes-or-no fields that a user sets, where yes means that the monitor does not check. */
export const OFF_FLAGS = scoreWords({
  certain: `
    ispaused | paused isdisabled | disabled | issuspended | suspended isinactive | inactive deactivated
  `,
  strong: 'stopped',
  fair: 'archived',
});

/** Yes-or-no fields that a user sets, where no means that the monitor does not check. */
export const ON_FLAGS = scoreWords({
  certain: 'isenabled | enabled isactive | activated isactivated | enable active',
  strong: 'ismonitored monitoringenabled | monitored | ismonitoring | monitoring',
});

/** What a user has done to a monitor that is off, with {@link SINCE_WORDS} behind it: `paused_at`. */
export const OFF_VERBS = wordSet('paused pause suspended disabled deactivated archived stopped inactivated');

export const SINCE_WORDS = wordSet('at on since date time');

/** With one of these, a time is of an earlier pause, or of a pause of something else. */
export const REFUSED_SINCE_WORDS = wordSet(`
  last previous prev first next until resumed alert alerts notification notifications account user owner
`);

/** Words for "it is on", which are the good news where a field also tells what has failed: `running`, `exited`. */
export const ON_STATES = wordSet('active running ready started');

/** With one of these in it, a phrase that is not in the table may mean the opposite of its other words. */
export const NEGATIONS = wordSet('not no non never without isnt un was');

/**
 * Words for how a monitor is. Those about a `check` tell what the last check has found; those about a `setting`
 * tell what a user has set ("active" says that it is watched, not that it is well; "paused" that it is not).
 */
export interface StatusWords {
  readonly status: MonitorStatus;
  readonly about: 'check' | 'setting';
  readonly words: string;
}

export const STATUS_WORDS: readonly StatusWords[] = [
  // Everything is well.
  {
    status: 'up',
    about: 'check',
    words: `
      up ok okay online healthy good fine alive available reachable operational passing pass passed
      success successful succeeded normal clear green responding working connected recovered resolved
      nominal notalerting noissues stable cleared accessible inservice excellent valid noproblems
      reporting responsive serving functional ontime established satisfied acceptable noerrors
    `,
  },
  // The target does not do what it should, and someone ought to look.
  {
    status: 'down',
    about: 'check',
    words: `
      down offline unhealthy bad dead unavailable unreachable critical crit failing fail failed failure
      error errored err alert alerting alarm outage majoroutage red notresponding notworking disconnected
      firing triggered major fatal emergency timeout timedout expired missing missed broken disaster
      problem unconfirmeddown acknowledged notok nok notreachable inaccessible crashed unresponsive severe
      high unsuccessful stoppedresponding invalid faultservice createfailed fault violation lost overdue
      absent refused dnserror connectionrefused exited aborted outofservice danger noresponse notconnected
      ko stoppedreporting
    `,
  },
  // It works, but not well, or not everywhere.
  {
    status: 'degraded',
    about: 'check',
    words: `
      degraded degradedperformance performanceissues warning warn partial partialoutage partiallydown
      partlydown minoroutage minor impaired slow trouble unstable flapping yellow orange amber late grace
      recovering limited attention issue issues intermittent disrupted disruption servicedisruption
      moderate medium poor affected warnings atrisk delayed highlatency partially partialfailure fair
      caution elevated investigating identified expiring overloaded throttled
    `,
  },
  // A user has switched it off.
  {
    status: 'paused',
    about: 'setting',
    words: `
      paused pause disabled inactive suspended stopped deactivated archived notactive activestopped
      unmonitored notmonitored onhold snoozed disable notenabled switchedoff turnedoff dormant suppressed
    `,
  },
  // Planned work: nobody is to be alarmed, and checks may go on. "Downtime" alone is not here: to some services it is planned, to others (Better Stack) it is an outage.
  {
    status: 'paused',
    about: 'check',
    words: 'maintenance undermaintenance maint indowntime scheduleddowntime plannedoutage',
  },
  // It will check, and has not said anything yet.
  {
    status: 'pending',
    about: 'check',
    words: `
      pending new waiting initializing initialising initialized starting validating notcheckedyet
      notyetchecked unchecked notchecked queued scheduled created creating createinprogress inprogress
      provisioning setup neverrun notrun awaiting neverchecked processing notstarted preparing
      uninitialized warmingup initial restarting noresults
    `,
  },
  // The service says itself that it does not know.
  {
    status: 'unknown',
    about: 'check',
    words: `
      unknown nodata insufficientdata undefined unspecified indeterminate gray grey na notavailable
      undetermined nostatus missingdata notreporting none discoveryerror inconclusive stale skipped
      notapplicable other notset unset
    `,
  },
  // A user has set it to check; how the target is, this does not say.
  {
    status: 'unknown',
    about: 'setting',
    words: `
      active enabled enable live running started monitored monitoring published muted activated ready
      managed silenced open closed saved draft production
    `,
  },
];

// The list.

/** Names of arrays that say "here are the results" and nothing else. */
export const GENERIC_LISTS = wordSet(`
  data item items result results value values content contents record records row rows list entry
  entries element elements objects nodes edges payload response body docs documents hits resources
  collection member members hydramember embedded d page array set output json
`);

/** What services call groups of monitors: the list is what is in them. */
export const GROUPINGS = wordSet(`
  group folder category section cluster pool workspace space dashboard statuspage tenant organization
  organisation team project account environment bucket
`);

/** Suffixes of a list's name that name its form and not what is in it: `hostlist`, `uptimeCheckConfigs`. */
export const FORM_WORDS = wordSet(`
  list set array collection config configuration info detail entry item record data status state summary
  overview row object map
`);

/** Objects inside a record that hold its own fields: JSON:API, HAL, GraphQL, Icinga, Kubernetes, Checkmk and kin. */
export const TRANSPARENT_WRAPPERS = wordSet(`
  attributes attrs attr properties props fields node data item spec source resource object details
  detail info general basic extensions metadata meta record entity value config configuration settings
  definition parameters params labels summary current overview options registration
`);

/** Objects and arrays inside a record that are someone or something else. */
export const STRANGER_WRAPPERS = wordSet(`
  user owner creator createdby updatedby modifiedby author assignee team group organization organisation
  org project account tenant workspace company policy incident lastincident latestincident
  currentincident latestgroup latestissue outage relationships links assertions assertion notifications
  notification alerts alert integration integrations contacts recipients headers proxy webhook page
  statuspage maintenance maintenancewindow certificate ssl sslcertificate cert tags category parent
  location locations region regions schedule thresholds conditions conditiongroup discoveredlabels auth
  authentication credentials validationrules escalation downtime downtimes logs history annotations
  permissions stats statistics domain client customer responsible alarm alarms
`);

// Paging.

/** Names of the number of all entries. */
export const TOTAL_WORDS = scoreWords({
  certain: `
    totalcount totalelements totalitems totalrecords | totalresults totalrows | total totalsize odatacount
    numfound
  `,
  strong: 'treesize',
  fair: 'resultcount recordcount | totalfiltered itemcount',
  weak: 'available',
});

/** May be the number of all or of this page; the numbers themselves have to tell. */
export const COUNT_WORDS = wordSet(`
  count size length num number nb quantity matches hits rowcount results items records entries rows
  elements objects
`);

/** Counts that are certainly not of all: of this page, or of pages. */
export const REFUSED_TOTALS = wordSet(`
  page pages per limit returned up down paused unread time bytes ms duration offset failed error errors
  selected credits current percent uptime
`);

/** Yes-or-no names that say whether more follows. */
export const MORE_WORDS = wordSet('hasmore more hasnext hasnextpage istruncated truncated');

/** Links, tokens, numbers and offsets of the next page; present and empty where there is none. */
export const NEXT_WORDS = wordSet(`
  next nexttoken nextpagetoken nextcursor nextlink odatanextlink nextpage nexturl nextpageurl nexthref
  nextpagelink continuationtoken continuation nextpagekey nextmarker nextpageid hydranext
`);

// The token.

/** Names under which services hand out the token that later calls carry; RFC 6749's first. */
export const TOKEN_WORDS = scoreWords({
  certain: `
    accesstoken | accessjwt bearertoken | plaintexttoken | token authtoken jwttoken | apitoken
    authenticationtoken authorizationtoken jwt | clienttoken usertoken logintoken | securitytoken bearer
    sessiontoken
  `,
  strong: 'sessionkey | access authorization | sessionid | ticket | accesskey apikey apppassword',
  fair: 'session auth | secret key | sid credential',
  weak: 'idtoken | sha1',
});

/** Inside an object that is itself named for the token, these hold it: `{token: {value: …}}`. */
export const TOKEN_VALUE_WORDS = wordSet('value raw plain plaintext string id key encoded content text');

/** Envelopes; one opaque text in them is what was asked for: `{result: "0424bd59b807674191e7d77572075f33"}`. */
export const TOKEN_WRAPPERS = wordSet('result data response value body payload content d');

/** Values beside a token that are no credentials. */
export const NO_TOKEN_VALUES = wordSet(`
  bearer basic jwt mac token access refresh none null undefined true false ok success error service
`);

/** Response headers in which some services put the token instead of the body, most telling first. */
export const TOKEN_HEADERS = [
  'X-Subject-Token',
  'X-Auth-Token',
  'X-Access-Token',
  'Access-Token',
  'Authorization',
  'Token',
  'X-Token',
  'X-Authorization',
  'X-Session-Token',
] as const;

/** Names of the time at which a token ends, and of the length of time for which it is good. */
export const EXPIRY_WORDS = scoreWords({
  certain: `
    expiresat | expireson | expireat expirydate expirytime expirationdate expirationtime validuntil |
    expiretime expiredate | expires validto | expiry notafter | expire exp | expiresin | expirein |
    leaseduration validfor | expirationin lifetime ttl timetolive
  `,
  strong: 'expiredat | expiration | validtill | validity',
  fair: 'duration timeout sessiontimeout valid',
});

/** Words before an expiry that say it is the access token's own. */
export const OWN_EXPIRY_WORDS = wordSet('token access auth session jwt bearer api key login ticket');
