import type { FieldNames } from './fieldWords';
import { scoredWords, wordSet } from './wordTable';

/** Names of the time of the last check, in plain form. */
export const lastCheckNames: FieldNames = {
  names: scoredWords(
    [0.96, 'lastcheck lastchecked lastcheckdate'],
    [0.97, 'lastcheckedat lastcheckat lastchecktime lastchecktimestamp'],
    [0.95, 'lasttesttime lasttestedat'],
    [0.9, 'checkedat lastevaluatedat lastrunat lastheartbeat'],
    [0.82, 'checktime dateexecutionfinished'],
    [0.94, 'lastpolledtime lastpolled'],
    [0.92, 'lastping lastscrape lastheartbeatat'],
    [0.88, 'lastrun'],
    [0.75, 'lastseen lastseenat'],
    [0.78, 'lastcontact lastcontactat'],
    [0.66, 'lastupdate lastupdatetime'],
    [0.64, 'lastupdated'],
    [0.62, 'timestamp'],
    [0.5, 'stamp'],
    [0.4, 'time'],
  ),
  kindred: new Map(),
  refused: wordSet(`
    next create created creation modified modify error down downstart downend fail failed failure change
    changed triggered trigger alert incident outage response duration took timetaken timeout expiry expires
    expiration ssl cert notified notification acknowledged discovered login log start since until due
    hard soft up ok problem recovery password stop
  `),
};

/** What was done when a service checked: `checked_in_at`, `tested_on`. */
export const checkedWords: ReadonlySet<string> = wordSet(
  'checked tested polled pinged probed scraped evaluated executed reported completed',
);

/** What a service does when it checks; `last` before one of these is the time of the last check. */
export const checkVerbs: ReadonlySet<string> = wordSet(`
    check checked test tested poll polled ping pinged probe probed scrape scraped run ran evaluated
    evaluation executed execution heartbeat beat seen measured measurement sample result report reported
    received scan completed processed monitored refresh sync collected collection
  `);

/** Inside an object that is the last check (`last_run: {…}`), the names of its time. */
export const checkTimeNames: ReadonlySet<string> = wordSet(`
    time at timestamp stamp date createdat created completedat finishedat startedat checkedat executedat
    runat ranat endedat endtime starttime receivedat datetime ts
  `);

/** Names of the time between two checks, in plain form and without their unit. */
export const intervalNames: FieldNames = {
  names: scoredWords(
    [0.93, 'interval'],
    [0.8, 'intervals'],
    [0.92, 'frequency runinterval'],
    // Of how long it has been up, or of how often that is checked.
    [0.9, 'uptimecheckinterval uptimecheckfrequency'],
    [0.85, 'period'],
    [0.9, 'periodicity'],
    [0.75, 'resolution'],
    [0.95, 'monitoringinterval pollinginterval pollinterval scrapeinterval'],
    [0.7, 'rate every schedule'],
    [0.8, 'runevery checkevery'],
    [0.72, 'cron'],
    [0.66, 'delay'],
  ),
  kindred: scoredWords([0.64, 'interval frequency']),
  refused: wordSet(`
    retry realert reminder notification resend grace timeout alert recovery ssl escalation confirmation
    repeat renotify report aggregation maintenance display unit type value low down failure error success
    uptime data rollup ocsp
  `),
};

/** Names of a record's tags. */
export const tagNames: ReadonlyMap<string, number> = scoredWords(
  [0.95, 'tags'],
  [0.92, 'taglist tagnames'],
  [0.8, 'labels'],
  [0.62, 'tag'],
);

/** What an object in a list of tags calls its text. */
export const tagTextNames: readonly string[] = [
  'name',
  'label',
  'key',
  'tag',
  'title',
  'value',
  'text',
  'slug',
];
