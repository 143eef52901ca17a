import type { CallRequest } from '../monitors/call';
import type { CallLimits, CallOutcome, CallRecord, Day, DayCalls } from '../credits/calls';
import type { Database } from './database';
import { sql } from './sql';

/** The table `call`. Other kinds than calls: `allowance` (more calls today), `unknown` (lost calls of today). */
export function createCalls(database: Database) {
  const calls = sql`kind IN ('token', 'list')`;
  const sumsOf = ({ dayStartsAt, dayEndsAt }: Day) => {
    const ofDay = sql`FROM call WHERE at >= ${dayStartsAt} AND at < ${dayEndsAt}`;
    return {
      used: sql`(SELECT count(*) ${ofDay} AND ${calls})`,
      allowance: sql`(SELECT coalesce(sum(calls), 0) ${ofDay} AND kind = 'allowance')`,
      unknown: sql`(SELECT count(*) ${ofDay} AND kind = 'unknown')`,
    };
  };

  return {
    /** Saves a call before it is sent. @returns its id, or undefined if a limit forbids it */
    admit: async (
      call: CallRequest,
      at: number,
      limits: CallLimits,
    ): Promise<number | undefined> => {
      const { account, kind, caller, pageIndex } = call;
      const { limit } = limits;
      const { used, allowance, unknown } = sumsOf(limits);
      const [admitted] = await database.execute<{ id: number }>`
        INSERT INTO call (at, account, kind, caller, page_index, outcome)
        SELECT ${at}, ${account}, ${kind}, ${caller}, ${pageIndex}, 'unknown'
        WHERE (${limit} = 0 OR (${used} < ${limit} + ${allowance} AND (${unknown} = 0 OR ${allowance} > 0)))
        RETURNING id`;
      return admitted?.id;
    },

    finish: (id: number, outcome: CallOutcome): void =>
      database.executeLater`UPDATE call SET outcome = ${outcome} WHERE id = ${id}`,

    remove: (id: number): void => database.executeLater`DELETE FROM call WHERE id = ${id}`,

    allowMore: (at: number, more: number): Promise<unknown> =>
      database.execute`INSERT INTO call (at, account, kind, calls) VALUES (${at}, '', 'allowance', ${more})`,

    readDay: async (day: Day): Promise<DayCalls> => {
      const { used, allowance, unknown } = sumsOf(day);
      const [sums] = await database.execute<DayCalls>`
        SELECT ${used} AS used, ${allowance} AS allowance, ${unknown} > 0 AS mayBeMissing`;
      return { ...sums!, mayBeMissing: Boolean(sums!.mayBeMissing) };
    },

    list: (since: number): Promise<readonly CallRecord[]> =>
      database.execute<CallRecord>`
        SELECT at, account, caller, page_index AS pageIndex, outcome
        FROM call WHERE ${calls} AND at >= ${since} ORDER BY at, id`,

    /** Anonymizes calls, which count even after a sign-out. */
    forget: (account: string): Promise<unknown> =>
      database.execute`UPDATE call SET account = '' WHERE account = ${account}`,

    deleteUntil: (at: number): Promise<unknown> =>
      database.execute`DELETE FROM call WHERE at < ${at}`,
  };
}
