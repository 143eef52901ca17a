import { scoredWords, wordSet } from './wordTable';

/**
 * The usual names of a monitor's fields, in plain form (no case, no separators), with how plainly each says so.
 * A noun before the name (`monitor_type`, `check_interval`) is understood without being listed.
 */
export interface FieldNames {
  readonly names: ReadonlyMap<string, number>;
  /** A key whose last word is one of these and whose others are harmless is akin, with this sureness. */
  readonly kindred: ReadonlyMap<string, number>;
  /** A key with one of these words is about something else. */
  readonly refused: ReadonlySet<string>;
}

/** Other things that records point at; their ids, names and states are not the monitor's. */
const others = wordSet(`
  user org organization organisation team group project owner account customer tenant creator author policy
  parent child template contact profile subscription location region page statuspage workspace company
  incident integration notification alert proxy certificate category file class tag request trace member
  role plan zone client modifier event outage run webset source translation
`);

export const idNames: FieldNames = {
  names: scoredWords(
    [0.97, 'id'],
    [0.95, 'uuid uniqueid'],
    [0.94, 'guid'],
    [0.92, 'uid'],
    [0.93, 'arn objid'],
    [0.9, 'objectid identifier'],
    [0.85, 'pk gid urn uniquekey'],
    [0.8, 'oid rid'],
    // Some services file their monitors under a short text: Cronitor and Gatus `key`, updown.io `token`.
    [0.8, 'key'],
    [0.72, 'slug token'],
    [0.62, 'code handle'],
    [0.67, 'ref'],
    [0.6, 'reference'],
    [0.7, 'shortid'],
    [0.66, 'serial serialnumber'],
    // Only where nothing else is unique: names are, in services that file by name.
    [0.64, 'name'],
    [0.63, 'hostname'],
    [0.61, 'scrapeurl'],
    [0.6, 'url title'],
  ),
  kindred: scoredWords([0.45, 'id uuid guid'], [0.4, 'arn']),
  refused: others,
};

export const nameNames: FieldNames = {
  names: scoredWords(
    // Made for people, where there is a second one made for machines.
    [0.97, 'displayname friendlyname'],
    [0.96, 'pronounceablename humanname'],
    [0.9, 'displaylabel'],
    // The one that is shown to everybody, beside one for those who look after it.
    [0.94, 'publicname'],
    [0.93, 'name'],
    [0.88, 'title'],
    [0.86, 'alias caption'],
    [0.85, 'label'],
    [0.8, 'nickname display fullname'],
    [0.75, 'sysname'],
    [0.7, 'shortname'],
    [0.65, 'externalname'],
    [0.6, 'identifiername subject'],
    [0.62, 'hostname instance'],
    [0.61, 'job sensor'],
    [0.8, 'alertname rulename'],
    [0.6, 'event'],
    [0.4, 'slug description summary key'],
  ),
  kindred: scoredWords([0.55, 'name'], [0.5, 'title'], [0.45, 'label']),
  refused: new Set([...others, ...wordSet('path host http method attribute metric unit command')]),
};

export const targetNames: FieldNames = {
  names: scoredWords(
    [0.96, 'targeturl monitoredurl targetaddress'],
    [0.95, 'url websiteurl'],
    [0.94, 'requesturl endpointurl'],
    [0.92, 'fullurl siteurl'],
    [0.93, 'target'],
    [0.9, 'uri website starturl scrapeurl'],
    [0.88, 'endpoint networkaddress'],
    [0.86, 'address domainname'],
    [0.85, 'domain fqdn hostname'],
    [0.84, 'host baseurl'],
    [0.82, 'ipaddress hostip ipaddr'],
    [0.8, 'ip destination'],
    [0.75, 'ipv4 addr'],
    // A machine may have several addresses; the first is the one it is known by.
    [0.78, 'ipaddresses'],
    [0.74, 'addresses ips'],
    [0.7, 'instance server urls targets'],
    [0.62, 'dns site'],
    [0.66, 'hosts'],
    [0.6, 'resource'],
    [0.4, 'link node'],
    [0.3, 'name'],
  ),
  kindred: scoredWords(
    [0.7, 'url'],
    [0.68, 'uri'],
    [0.62, 'host domain ip target'],
    [0.64, 'hostname'],
    [0.66, 'address'],
  ),
  refused: wordSet(`
    ping webhook favicon icon image logo badge avatar callback doc docs runbook page statuspage html self
    update pause resume edit delete share dashboard report screenshot proxy redirect login notification
    alert global resolve resolver email mail next previous prev first last mac api public probe source team
    user owner tcp billing group agent template in trigger push hook invoke stats record details
  `),
};

export const typeNames: FieldNames = {
  names: scoredWords(
    [0.92, 'typename typelabel typetext'],
    [0.9, 'type probetype'],
    [0.88, 'kind'],
    [0.85, 'jobtype'],
    [0.75, 'producttype'],
    [0.75, 'protocol'],
    [0.7, 'checkcommand'],
    [0.62, 'module plugin app'],
    [0.45, 'category class'],
  ),
  kindred: scoredWords([0.5, 'type']),
  refused: new Set([
    ...others,
    ...wordSet(`
      sub keyword match period auth content scheduling http method credential attribute threshold state unit
      interval timezone host device
    `),
  ]),
};
