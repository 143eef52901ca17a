import { setImmediate } from 'node:timers/promises';
import { toSince, type SinceOf } from '../monitors/since';
import { Meter } from '../credits/meter';
import { createServiceClient } from '../service/serviceClient';
import { DatabaseError } from '../storage/database';
import { createMappings } from '../storage/mappings';
import { createRuns } from '../storage/runs';
import { Budget } from './budget';
import { LastLook } from './lastLook';
import { ListController } from './listController';
import { withMetering } from './pages';
import { createParts, type CoreOptions } from './parts';
import { KnownServices } from './knownServices';
import { ResponseMapping } from './responseMapping';
import { RowFields } from './rowFields';
import { KEPT_FOR_MS, SignIns } from './signIns';
import { StatusHistory } from './statusHistory';

export type Core = ReturnType<typeof createCore>;

/** Creates storage, meter, client and list, which work without a screen. Costs no calls. */
export function createCore(options: CoreOptions) {
  const parts = createParts(options);
  const { settings, sessions, database, userAgent, now, accounts, calls, onError } = parts;
  const runs = createRuns(database);
  const signIns = new SignIns(parts);
  const meter = new Meter({
    calls,
    now,
    limit: () => settings.dailyCallLimit,
    forbidsCalls: (error) => error instanceof DatabaseError && error.kind === 'unsupported',
    onError,
  });
  const budget = new Budget(meter, parts);
  const services = new KnownServices(createMappings(database), onError);
  const mapping = new ResponseMapping(services, () => setImmediate());
  const client = createServiceClient(userAgent, withMetering(meter, budget, parts));
  const controller = new ListController({ ...parts, signIns, services, mapping, client });
  const history = new StatusHistory(parts, controller, runs);
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
    await calls.deleteUntil(now() - KEPT_FOR_MS).catch(onError);
    await runs.deleteUntil(now() - KEPT_FOR_MS).catch(onError);
  };

  parts.subscriptions.push(
    database.onDidEncounterProblem(({ error }) => onError(error)),
    settings.onDidChange(() => void removeUnwanted().catch(onError)),
    parts.leases,
  );
  return {
    ...parts,
    history,
    sinceOf,
    lastLook,
    rowFields,
    meter,
    budget,
    mapping,
    services,
    signIns,
    client,
    controller,
    start,
    dispose: (): void => parts.subscriptions.forEach((part) => part.dispose()),
  };
}
