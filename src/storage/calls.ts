import type { CallRequest } from '../monitors/call';
import type { CallEnd, CallLimits, CallRecord, DayCalls } from '../credits/calls';
import type { Database } from './database';

const KEPT_FOR_MS = 90 * 24 * 60 * 60_000;

/**
 * The table `call`: all calls of all windows. Other kinds: `allowance` (more calls today), `agentAllowance` (agents'
 * calls for an account today), `unknown` (lost calls of today).
 */
export function createCalls(database: Database) {
  const calls = `kind IN ('token', 'list')`;
  const today = `at >= $dayStartsAt AND at < $dayEndsAt`;
  const sumOf = (what: string, where: string): string =>
    `(SELECT coalesce(${what}, 0) FROM call WHERE ${where} AND ${today})`;
  const allowance = sumOf('sum(calls)', `kind = 'allowance'`);
  const unknown = sumOf('count(*)', `kind = 'unknown'`);
  const used = sumOf('count(*)', calls);
  const agentUsed = sumOf('count(*)', `${calls} AND caller = 'agent'`);
  const agentUsedHere = sumOf('count(*)', `${calls} AND caller = 'agent' AND account = $account`);
  const agentAllowed = sumOf('max(calls)', `kind = 'agentAllowance' AND account = $account`);
  const admit = database.statement(
    `INSERT INTO call (at, account, kind, reason, caller, page_index, action, announced, outcome)
     SELECT $at, $account, $kind, $reason, $caller, $pageIndex, $action, $announced, 'unknown'
     WHERE ($limit = 0 OR (${used} < $limit + ${allowance} AND (${unknown} = 0 OR ${allowance} > 0)))
       AND ($agentLimit IS NULL OR ${agentUsed} < $agentLimit OR ${agentUsedHere} < ${agentAllowed})
     RETURNING id`,
  );
  const finish = database.statement(
    'UPDATE call SET outcome = $outcome, status = $status, duration_ms = $durationMs WHERE id = $id',
  );
  const remove = database.statement('DELETE FROM call WHERE id = $id');
  const note = database.statement(
    'INSERT INTO call (at, account, kind, calls) VALUES ($at, $account, $kind, $calls)',
  );
  const readDay = database.statement(
    `SELECT ${used} AS used, ${allowance} AS allowance, ${unknown} > 0 AS mayBeMissing, ${agentUsed} AS agentUsed,
       ${agentUsedHere} AS agentUsedHere, ${agentAllowed} AS agentAllowed`,
  );
  const select = database.statement(
    `SELECT at, account, kind, reason, caller, outcome, page_index AS pageIndex, action, announced, status,
       duration_ms AS durationMs
     FROM call WHERE ${calls} AND at >= $since ORDER BY at, id`,
  );
  const forget = database.statement(`UPDATE call SET account = '' WHERE account = $account`);
  const sweep = database.statement('DELETE FROM call WHERE at < $before');

  return {
    /** Saves a call before it is sent. @returns its id, or undefined if a limit forbids it */
    admit: (call: CallRequest, at: number, limits: CallLimits): Promise<number | undefined> =>
      database.write(() => admit.get<{ id: number }>({ ...call, ...limits, at })?.id),

    finish: (id: number, { outcome, status }: CallEnd, durationMs: number): Promise<unknown> =>
      database.write(() => finish.run({ id, outcome, status, durationMs })),

    /** Removes an unsent call. */
    remove: (id: number): Promise<unknown> => database.write(() => remove.run({ id })),

    allowMore: (at: number, more: number): Promise<unknown> =>
      database.write(() => note.run({ at, account: '', kind: 'allowance', calls: more })),

    /** Sets an account's limit for agents today, including earlier calls. */
    allowAgents: (at: number, account: string, most: number): Promise<unknown> =>
      database.write(() => note.run({ at, account, kind: 'agentAllowance', calls: most })),

    readDay: (limits: Pick<CallLimits, 'dayStartsAt' | 'dayEndsAt'>, account: string): Promise<DayCalls> =>
      database.read(() => {
        const day = readDay.get<DayCalls>({ ...limits, account })!;
        return { ...day, mayBeMissing: Boolean(day.mayBeMissing) };
      }),

    /** @param since epoch milliseconds */
    list: (since: number): Promise<readonly CallRecord[]> =>
      database.read(() => select.all<CallRecord>({ since }).map(withoutNulls)),

    /** Anonymizes calls, which count even after a sign-out. */
    forget: (account: string): Promise<unknown> => database.write(() => forget.run({ account })),

    sweep: (now: number): Promise<unknown> => database.write(() => sweep.run({ before: now - KEPT_FOR_MS })),
  };
}

function withoutNulls(call: CallRecord): CallRecord {
  return Object.fromEntries(
    Object.entries(call).filter(([, value]) => value !== null),
  ) as unknown as CallRecord;
}
