import { scoredWords, wordSet } from './wordTable';

/**
 * What services call the things they watch, singular and plain, with how plainly the word says
 * "an entry of the list of monitors". `monitor` can hardly be anything else; a `host` may be a part of one.
 */
export const nouns: ReadonlyMap<string, number> = scoredWords(
  [1, 'monitor uptimemonitor'],
  [0.95, 'healthcheck'],
  [0.9, 'check webtest httptest synthetic'],
  [0.85, 'heartbeat watchdog snitch sensor'],
  [0.8, 'detector probe watcher test website endpoint'],
  [0.7, 'watch url slo cron'],
  [0.78, 'service host device site target'],
  [0.76, 'component server'],
  [0.75, 'domain journey transaction cronjob'],
  [0.65, 'alarm certificate job agent entity application'],
  [0.62, 'node instance resource app system'],
  [0.6, 'api object'],
  [0.55, 'task'],
  // What watches is also called by what it raises; beside monitors these are something else.
  [0.5, 'alert rule'],
  [0.2, 'page'],
);

/** Names of arrays that say "here are the results" and nothing else. */
export const genericLists: ReadonlySet<string> = wordSet(`
    data item items result results value values content contents record records row rows list entry entries
    element elements objects nodes edges payload response body docs documents hits resources collection
    member members hydramember embedded d page array set output
  `);

/** Ways to put monitors into drawers: what lies in them is the list. */
export const groupings: ReadonlySet<string> = wordSet(`
    group folder category section cluster pool workspace space dashboard statuspage tenant organization
    organisation team project account environment bucket
  `);

/** Suffixes of a list's name that name its form and not what is in it: `hostlist`, `uptimeCheckConfigs`. */
export const formWords: ReadonlySet<string> = wordSet(`
    list set array collection config configuration info detail entry item record data status state summary
    overview row object map
  `);

/** Arrays beside or inside the list that look like it and are something else. */
export const decoyLists: ReadonlySet<string> = wordSet(`
    error message warning notice link tag label incident maintenance outage log event user member contact
    recipient subscriber region location history notification integration channel webhook filter facet count
    column field header cookie permission role scope action step assertion condition threshold metric
    datapoint sample sort order aggregation included breadcrumb dependency parent child policy schedule
    window interface param parameter argument variable selector option attachment comment annotation
    downtime owner plan stat counter total
  `);

/** Words before a noun that turn it into past or discarded things: `recentChecks`, `droppedTargets`. */
export const decoyAdjectives: ReadonlySet<string> = wordSet(`
    recent last latest past previous dropped deleted removed archived excluded ignored historic related
    linked scheduled available supported allowed
  `);

/** What the names of columns stand under, beside rows that are arrays. */
export const columnKeys: ReadonlySet<string> = wordSet(
  'meta columns column cols headers header fields fieldnames columnnames keys heads schema labels attributes',
);

/** What an object that describes a column calls its name, the one made for machines first. */
export const columnNameKeys: readonly string[] = [
  'name',
  'key',
  'field',
  'id',
  'columnName',
  'title',
  'label',
];
