import { setImmediate } from 'node:timers/promises';
import type { Disposable } from '../base/event';
import { toSince, type SinceOf } from '../monitors/since';
import { localCalendar } from '../credits/calendar';
import type { CallEnd } from '../credits/calls';
import { Meter } from '../credits/meter';
import { isCallError, toErrorLine } from '../service/errors';
import type { Fetch } from '../service/http';
import { ServiceClient } from '../service/serviceClient';
import type { SessionStore } from '../session/sessionStore';
import { createCalls } from '../storage/calls';
import { createAccounts } from '../storage/accounts';
import { DatabaseError, type Database } from '../storage/database';
import { createLeases } from '../storage/leases';
import { createMappings } from '../storage/mappings';
import { createRuns } from '../storage/runs';
import { createSnapshots } from '../storage/snapshots';
import { createViewTable } from '../storage/views';
import { Budget } from './budget';
import { LastLook } from './lastLook';
import { ListController } from './listController';
import { withMetering } from './pages';
import type { CoreSettings, Log, Parts } from './parts';
import { FieldPicks } from './fieldPicks';
import { KnownServices } from './knownServices';
import { ResponseMapping } from './responseMapping';
import { RowFields } from './rowFields';
import { SignIns } from './signIns';
import { StatusHistory } from './statusHistory';

export interface CoreOptions {
  readonly settings: CoreSettings;
  readonly sessions: SessionStore;
  /** Shared by all windows. The caller disposes of it. */
  readonly database: Database;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Core = ReturnType<typeof createCore>;

/** Creates storage, meter, client and list, which work without a screen. Costs no calls. */
export function createCore({ settings, sessions, database, log, fetch, userAgent, now }: CoreOptions) {
  const onError = (error: unknown): void => {
    if (!(error instanceof DatabaseError) || error.kind !== 'closed') {
      log.warn(`The database: ${toErrorLine(error)}`);
    }
  };
  const parts: Parts = {
    ...{ settings, sessions, database, log, now, onError },
    accounts: createAccounts(database),
    snapshots: createSnapshots(database),
    calls: createCalls(database),
    views: createViewTable(database),
    leases: createLeases(database, now),
  };
  const { accounts, calls } = parts;
  const runs = createRuns(database);
  const signIns = new SignIns(parts);
  const meter = new Meter({
    calls,
    now,
    calendar: localCalendar,
    toCallEnd,
    limit: () => settings.dailyCallLimit,
    agentAllowance: () => settings.agentCallsPerDay,
    forbidsCalls: (error) => error instanceof DatabaseError && error.kind === 'unsupported',
    onError,
  });
  const budget = new Budget(meter, parts);
  const services = new KnownServices(settings, createMappings(database), onError);
  const mapping = new ResponseMapping(services, () => setImmediate());
  const call = withMetering({ meter, budget, network: { fetch, now }, settings, log });
  const client = new ServiceClient(userAgent, call);
  const controller = new ListController({ ...parts, signIns, services, mapping, client });
  const history = new StatusHistory(controller, runs);
  const sinceOf: SinceOf = (monitor) => toSince(monitor, history.get(monitor.id));
  const rowFields = new RowFields(parts);
  const lastLook = new LastLook(parts, controller, rowFields);

  const removeUnwanted = async (): Promise<void> => {
    if (!settings.keepSnapshot) {
      await accounts.deleteRows();
      await database.removeTraces();
    }
  };

  /** Loads sessions, and deletes old or unwanted data. Never rejects. */
  const start = async (): Promise<void> => {
    await sessions.load();
    await signIns.finishSignOuts().catch(onError);
    await removeUnwanted().catch(onError);
    await calls.sweep(now()).catch(onError);
    await runs.sweep(now()).catch(onError);
  };

  const owned: Disposable[] = [
    database.onDidEncounterProblem(({ error }) => onError(error)),
    settings.onDidChange(() => void removeUnwanted().catch(onError)),
    ...[history, lastLook, rowFields, controller, signIns, budget, parts.leases],
  ];
  return {
    ...parts,
    history,
    sinceOf,
    lastLook,
    rowFields,
    meter,
    budget,
    mapping,
    picks: new FieldPicks(services),
    signIns,
    client,
    controller,
    start,
    /** Saves the last look. Never rejects. */
    close: () => lastLook.setLooking(false),
    dispose: (): void => owned.forEach((part) => part.dispose()),
  };
}

function toCallEnd(error: unknown): CallEnd {
  if (isCallError(error, 'canceled')) {
    return { outcome: 'canceled' };
  }
  const status = isCallError(error) && error.kind !== 'redirect' ? error.facts.status : undefined;
  return status === undefined ? { outcome: 'failed' } : { outcome: 'failed', status };
}
