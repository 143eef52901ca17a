import { scoredWords, wordSet } from './wordTable';

/** Names of fields that say in words how a monitor is, in plain form. */
export const statusNames: ReadonlyMap<string, number> = scoredWords(
  [0.97, 'uptimestatus'],
  [0.95, 'status statename statetext statelabel statetitle currentstatus'],
  [0.96, 'statusname statustext statuslabel statusstr statusstring statusdisplay'],
  [0.9, 'statusdescription health availabilitystate'],
  [0.94, 'statustitle currentstate'],
  [0.93, 'statevalue statusvalue state healthstatus overallstate overallstatus'],
  [0.92, 'healthstate monitorstate availabilitystatus'],
  [0.82, 'availability laststate lastcheckresult latestrunresult'],
  [0.8, 'alertstatus alertstate worststate'],
  [0.78, 'alertseverity lastresult lastrunstatus lastrunresult'],
  [0.85, 'stat'],
  [0.84, 'laststatus latestatus lastcheckstatus summarizedcheckresult'],
  [0.76, 'conditionstatus'],
  [0.7, 'condition indicator'],
  [0.66, 'result severity'],
  [0.64, 'outcome'],
  // Made for a style sheet, and named as such: `statusClass: "success"`.
  [0.72, 'statusclass stateclass statuscolor statuscolour'],
  [0.6, 'color colour phase'],
);

/** Inside an object named for the status, what holds the word: `status: {code: 2, name: "Up"}`. */
export const statusPartNames: ReadonlyMap<string, number> = scoredWords(
  [1, 'name label status state'],
  [0.99, 'text'],
  [0.98, 'title current'],
  [0.97, 'value'],
  [0.9, 'description code type phase'],
  [0.92, 'key'],
  [0.95, 'indicator word slug health overall'],
  [0.85, 'level'],
  [0.8, 'id'],
);

/** A status with one of these behind it is the same status in words. */
export const statusTextWords: ReadonlySet<string> = wordSet(
  'text txt label name description desc title string str display word human readable value',
);

/** With one of these among its words, a key tells of another status, or about the status and not what it is. */
export const refusedStatusWords: ReadonlySet<string> = wordSet(`
    default previous prev prior old expected desired target ssl tls cert certificate domain http response
    provisioning processing retry draft hard soft notification subscription billing payment email sms build
    deploy deployment incident publish sync acknowledge acknowledgement page badge reason change changed
    since duration time timestamp at date modified url threshold count window message icon invitation
    verification blacklist dnssec owner type codes level performance apdex scheduling archive order percent
    history minimum available
  `);

/** Yes-or-no fields where yes is good, with how plainly they say so. `status: true` counts as one. */
export const goodFlags: ReadonlyMap<string, number> = scoredWords(
  [0.95, 'up online isalive healthy stateisup'],
  [0.96, 'isup isonline ishealthy'],
  [0.94, 'alive passing ispassing'],
  [0.92, 'reachable operational accessible isaccessible isresponding'],
  [0.93, 'isreachable isoperational'],
  [0.84, 'available lastcheckok'],
  [0.88, 'isavailable isworking isok'],
  [0.9, 'responding'],
  [0.86, 'working ok responsive pingable'],
  [0.85, 'status'],
  [0.8, 'state health'],
  [0.75, 'connected'],
  [0.78, 'isconnected passed'],
  [0.72, 'success successful laststatus lastresult laststate currentstatus currentstate'],
);

/** Yes-or-no fields where yes is bad. */
export const badFlags: ReadonlyMap<string, number> = scoredWords(
  [0.95, 'down isoffline'],
  [0.96, 'isdown'],
  [0.94, 'offline isunhealthy'],
  [0.9, 'failing unreachable'],
  [0.92, 'isfailing'],
  [0.93, 'unhealthy'],
  [0.86, 'alerting isbroken'],
  [0.88, 'isalerting inalarm inalert isproblem isoutage'],
  [0.84, 'firing broken'],
  [0.78, 'triggered iscritical hasoutage'],
  [0.74, 'hasissue hasissues hasproblem'],
  [0.72, 'haserror haserrors hasfailures'],
  [0.7, 'failed'],
  [0.76, 'isfailed'],
  [0.66, 'expired isexpired'],
);

/** Yes-or-no fields where yes means that it works, but not well; no says nothing. */
export const degradedFlags: ReadonlyMap<string, number> = scoredWords(
  [0.9, 'degraded isdegraded impaired isimpaired'],
  [0.72, 'haswarning haswarnings iswarning'],
);

/** Yes-or-no fields that say with yes that a monitor does not check; no says nothing of how it is. */
export const offFlags: ReadonlyMap<string, number> = scoredWords(
  [0.95, 'paused isdisabled'],
  [0.96, 'ispaused'],
  [0.94, 'disabled'],
  [0.92, 'suspended isinactive'],
  [0.93, 'issuspended'],
  [0.9, 'inactive deactivated'],
  [0.85, 'stopped'],
  [0.88, 'isstopped'],
  [0.84, 'unmonitored'],
  [0.75, 'archived isarchived'],
);

/** Yes-or-no fields that say with no that a monitor does not check; yes says nothing of how it is. */
export const onFlags: ReadonlyMap<string, number> = scoredWords(
  [0.93, 'enabled isactive'],
  [0.94, 'isenabled'],
  [0.9, 'enable active'],
  [0.92, 'activated isactivated'],
  [0.85, 'monitored'],
  [0.86, 'ismonitored monitoringenabled'],
  [0.8, 'ismonitoring'],
  [0.7, ''],
);

/** With one of these among its words, a status says of itself that it is the one that counts. */
export const currentWords: ReadonlySet<string> = wordSet('current now live overall actual effective');

/** Who or what may switch a monitor off: words before `enabled` and `disabled` that leave them the monitor's own. */
export const switchOwners: ReadonlySet<string> = wordSet(
  'is user system admin manually monitor monitoring check checks service currently',
);
