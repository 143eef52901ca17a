import { createAccounts } from '../storage/accounts';
import { createCalls } from '../storage/calls';
import type { Database } from '../storage/database';
import { createMappings } from '../storage/mappings';
import { createPages } from '../storage/pages';
import { createRuns } from '../storage/runs';
import { createViews } from '../storage/views';

/** Runs work in a transaction. Logs why it fails, and returns undefined then. */
export type Attempt = <T>(work: () => T) => T | undefined;

/** The same by the number of an account's sign-in. Returns undefined if the account is signed out, too. */
export type AccountAttempt = <T>(work: (number: number) => T) => T | undefined;

export type Tables = ReturnType<typeof createTables>;

export function createTables(database: Database) {
  const views = createViews(database);
  return {
    accounts: createAccounts(database),
    calls: createCalls(database),
    pages: createPages(database),
    runs: createRuns(database),
    views,
    mappings: createMappings(views),
  };
}
