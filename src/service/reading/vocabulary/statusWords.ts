import type { MonitorStatus } from '../../../monitors/monitor';
import { otherLanguages } from './statusLanguages';
import { wordSet } from './wordTable';

/**
 * What a status word means. `live` words tell how the target is; the others only how the monitor is set up
 * ("active" says that it is watched, not that it is well). `off` words say that it does not check at all.
 */
export interface StatusMeaning {
  readonly status: MonitorStatus;
  readonly live: boolean;
  readonly off: boolean;
}

type Group = readonly [MonitorStatus, { live?: boolean; off?: boolean }, string];

/** In plain form: no case, no separators. */
const groups: readonly Group[] = [
  // Everything is well.
  [
    'up',
    { live: true },
    `
      up ok okay online healthy good fine alive available reachable operational passing pass passed success
      successful succeeded normal clear green responding respondingnormally working connected recovered
      resolved nominal notalerting noalert noissues noissue stable cleared accessible isup
      fullyoperational allgood inservice nodowntime optimal excellent valid noerror allsystemsoperational
      noproblem noproblems okstate reporting responsive serving functional functioning checkedin ontime
      onschedule withinslo noincident noincidents pong established insync satisfied satisfactory acceptable
      verygood great functionsnormally noerrors allok allclear nofault passes reachableok
    `,
  ],
  // The target does not do what it should, and someone ought to look.
  [
    'down',
    { live: true },
    `
      down offline unhealthy bad dead unavailable unreachable critical crit failing fail failed failure
      error errored err alert alerting alarm outage majoroutage fulloutage completeoutage totaloutage
      servicedown red notresponding notworking disconnected firing triggered major fatal emergency timeout
      timedout expired missing missed broken disaster problem isdown unconfirmeddown confirmeddown seemsdown
      downacknowledged acknowledged notok nok notreachable inaccessible blackout crashed unresponsive severe
      high unsuccessful erroredortimedout faulted faulty stoppedresponding invalid nonoperational notup
      faultservice createfailed hostdown unknowndown allfailed downconfirmed fault breached violated violation
      notserving notready lost overdue absent silent refused rejected dnserror sslerror connectionrefused
      connectionerror connectiontimeout httperror networkerror certerror hung stuck terminated exited killed
      aborted malfunction malfunctioning defective defunct inoperative outofservice outoforder nonresponsive danger
      noresponse noreply noconnection notconnected notonline notalive nothealthy acknowledged acked escalated
      alarmed ko ng lapsed stoppedreporting notoperational notpassing
    `,
  ],
  // It works, but not well, or not everywhere.
  [
    'degraded',
    { live: true },
    `
      degraded degradedperformance performanceissues performancedegraded warning warn partial partialoutage
      partiallydown partiallydegraded partlydown minoroutage minor impaired slow trouble unstable flapping
      yellow orange amber late grace recovering limited attention unusual issue issues intermittent
      degradedservice disrupted disruption servicedisruption moderate medium suspect poor concern
      partiallyavailable partiallyoperational affected noncritical unexpected verifying warnings atrisk
      unreliable lagging delayed highlatency someissues minorissues partially partialfailure partiallyup mixed
      fair caution elevated investigating identified expiring expiringsoon overloaded throttled slowresponse
      needsattention
    `,
  ],
  // It does not check, on purpose.
  [
    'paused',
    { off: true },
    `
      paused pause disabled inactive suspended stopped deactivated archived notactive activestopped
      unmonitored notmonitored onhold snoozed off disable ispaused pausedbyuser manuallypaused adminpaused
      autopaused unmanaged silencedpaused halted notenabled switchedoff turnedoff dormant hibernated
      deprovisioned canceled cancelled frozen ignored asleep sleeping decommissioned retired excluded parked
      suppressed inactivated
    `,
  ],
  // Planned work: nobody is to be alarmed. The checks themselves may go on. "Downtime" alone is not here: to
  // some services it is planned, to others (Better Stack) it is an outage.
  [
    'paused',
    { live: true },
    `
      maintenance undermaintenance inmaintenance maint maintenancemode scheduledmaintenance
      indowntime scheduleddowntime blackoutwindow plannedmaintenance plannedoutage undermaint
      maintenancewindow
    `,
  ],
  // It will check, and has not said anything yet.
  [
    'pending',
    { live: true },
    `
      pending new waiting initializing initialising initialized starting validating notcheckedyet
      notyetchecked unchecked notchecked queued scheduled created creating createinprogress createpending
      inprogress provisioning setup neverrun notrun awaiting awaitingdata waitingfordata neverchecked
      neverpinged unverified learning discovering configuring processing notstarted preparing uninitialized
      awaitingfirstping collecting firstcheck warmingup pendingcheck calculating initial restarting booting
      rebooting installing deploying activating resuming neverran neverreported noruns noresults noresultsyet
      nochecksyet notyetrun awaitingcheckin awaitingheartbeat nevercheckedin gatheringdata evaluating
      awaitingfirstcheck awaitingfirstresult nochecks
    `,
  ],
  // The service says itself that it does not know.
  [
    'unknown',
    { live: true },
    `
      unknown nodata insufficientdata undefined unspecified indeterminate gray grey na notavailable
      undetermined nostatus nodatayet missingdata notreporting none discoveryerror nostate inconclusive
      stale skipped notapplicable other uncertain unsupported notsupported nometrics notdetermined notset unset
    `,
  ],
  // It is set up to check; how the target is, this does not say.
  [
    'unknown',
    {},
    `
      active enabled enable live running started monitored monitoring on published muted activated ready configured unmuted managed silenced open closed registered deployed
      saved draft production operating
    `,
  ],
];

export const statusMeanings: ReadonlyMap<string, StatusMeaning> = new Map(
  [...otherLanguages, ...groups].flatMap(([status, { live = false, off = false }, words]) =>
    [...wordSet(words)].map((word) => [word, { status, live, off }] as const),
  ),
);

/** Words that are hardly used for anything but how a target is, whatever the field is called. */
export const strongStatusWords: ReadonlySet<string> = wordSet(`
  up down online offline healthy unhealthy reachable unreachable operational outage alive dead responding
  notresponding passing failing degraded
`);

/** With one of these in it, a phrase that is not in the table may mean the opposite of its other words. */
export const negations: ReadonlySet<string> = wordSet('not no non never without isnt un was');
