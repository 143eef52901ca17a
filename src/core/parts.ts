import type { Disposable, Event } from '../base/event';
import type { BaseUrl } from '../service/address';
import { toErrorLine } from '../service/errors';
import type { Fetch, PostLimits } from '../service/http';
import type { SessionStore } from '../session/sessionStore';
import { createAccounts } from '../storage/accounts';
import { createCalls } from '../storage/calls';
import { DatabaseError, type Database } from '../storage/database';
import { createLeases } from '../storage/leases';
import { createSnapshots } from '../storage/snapshots';
import { createViewTable } from '../storage/views';

export interface CoreSettings {
  readonly baseUrl: BaseUrl | undefined;
  readonly pageSize: number;
  /** Calls a day in all windows; 0 means no limit. */
  readonly dailyCallLimit: number;
  readonly keepSnapshot: boolean;
  readonly onDidChange: Event<void>;
}

export interface CoreOptions {
  readonly settings: CoreSettings;
  readonly sessions: SessionStore;
  /** Shared by all windows. The caller disposes of it. */
  readonly database: Database;
  /** The used part of VS Code's `LogOutputChannel`. */
  readonly log: Record<'info' | 'warn' | 'error', (message: string) => void>;
  readonly fetch: Fetch;
  readonly limits: PostLimits;
  readonly userAgent: string;
  readonly now: () => number;
}

export type Parts = ReturnType<typeof createParts>;

export function createParts(options: CoreOptions) {
  const { database, log, now } = options;
  return {
    ...options,
    accounts: createAccounts(database),
    snapshots: createSnapshots(database),
    calls: createCalls(database),
    views: createViewTable(database),
    leases: createLeases(database, now),
    /** To dispose of with the window. */
    subscriptions: [] as Disposable[],
    onError: (error: unknown): void => {
      const reasons = error instanceof Error ? [error, error.cause] : [];
      if (!reasons.some((reason) => reason instanceof DatabaseError && reason.kind === 'closed')) {
        log.warn(`The database: ${toErrorLine(error)}`);
      }
    },
  };
}
