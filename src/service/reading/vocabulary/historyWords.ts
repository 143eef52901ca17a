import { wordSet } from './wordTable';

/** Arrays inside a record that hold the results of its checks, one after the other. */
export const historyNames: ReadonlySet<string> = wordSet(`
    results checks history runs beats heartbeats checkresults recentresults latestresults lastresults
    recentchecks latestchecks lastchecks recentruns latestruns heartbeatlist pings samples statuses
    statushistory checkhistory executions probes measurements
  `);

/** With one of these that differs, results are of several places at one time, and none is the newest. */
export const placeWords: ReadonlySet<string> = wordSet(
  'region location node agent zone datacenter pop site country city server worker probe',
);
