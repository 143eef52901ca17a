import type { CallOutcome, CallRecord, CallRequest, DayCalls } from '../monitors/call';
import type { Database } from './database';
import { sql } from './sql';

const IS_CALL = sql`kind IN ('token', 'list')`;

// Calls of the future are those of a wrong clock.
const sumsSince = (dayStartsAt: number) => sql`
  SELECT count(*) FILTER (WHERE ${IS_CALL}) AS used,
    total(calls) FILTER (WHERE kind = 'allowance') AS allowance
  FROM call WHERE at >= ${dayStartsAt}`;

/**
 * The table `call`. Another kind than calls is `allowance`: more calls today. For transactions. Times are epoch
 * milliseconds.
 */
export class Calls {
  constructor(private readonly database: Database) {}

  /**
   * Saves a call before it is sent.
   * @param limit calls since the start of the day; 0 means no limit
   * @returns its number, or undefined if the limit forbids it
   */
  admit(call: CallRequest, at: number, limit: number, dayStartsAt: number): number | undefined {
    return this.database.all<{ readonly id: number }>`
      INSERT INTO call (at, account, kind, caller, page_index, outcome)
      SELECT ${at}, ${call.account}, ${call.kind}, ${call.caller}, ${call.pageIndex}, 'unknown'
      FROM (${sumsSince(dayStartsAt)})
      WHERE ${limit} = 0 OR used < ${limit} + allowance
      RETURNING id`[0]?.id;
  }

  finish(id: number, outcome: CallOutcome): void {
    this.database.all`UPDATE call SET outcome = ${outcome} WHERE id = ${id}`;
  }

  allowMore(at: number, more: number): void {
    this.database.all`
      INSERT INTO call (at, account, kind, calls) VALUES (${at}, '', 'allowance', ${more})`;
  }

  readDay(dayStartsAt: number): DayCalls {
    return this.database.all<DayCalls>`${sumsSince(dayStartsAt)}`[0]!;
  }

  /** Lists calls, oldest first. */
  list(since: number) {
    return this.database.all<CallRecord>`
      SELECT at, account, kind, caller, page_index AS pageIndex, outcome
      FROM call WHERE ${IS_CALL} AND at >= ${since} ORDER BY at, id`;
  }

  /** Lists the times of an account's latest calls for a first page. */
  listTimes(account: number): readonly number[] {
    const rows = this.database.all<{ readonly at: number }>`
      SELECT at FROM call WHERE account = ${String(account)} AND kind = 'list' AND page_index = 0
      ORDER BY id DESC LIMIT 100`;
    return rows.map(({ at }) => at);
  }

  /**
   * Moves calls of the future to now, so that they count today and on no other day, and keeps the last 90 days with
   * calls. Days without calls don't count, because the clock may have been wrong.
   */
  tidy(now: number): void {
    const day = sql`at / 86400000`;
    this.database.all`UPDATE call SET at = ${now} WHERE at > ${now}`;
    this.database.all`
      DELETE FROM call
      WHERE ${day} NOT IN (SELECT DISTINCT ${day} AS day FROM call ORDER BY day DESC LIMIT 90)`;
  }

  /** Returns the number of the oldest call that is kept; 0 if there is none. */
  oldest(): number {
    return this.database.all<{ readonly id: number }>`SELECT min(id) AS id FROM call`[0]?.id ?? 0;
  }
}
