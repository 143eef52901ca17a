import type { Event } from '../base/event';
import type { BaseUrl } from '../service/address';
import type { PostLimits } from '../service/http';
import type { SessionStore } from '../session/sessionStore';
import type { Accounts } from '../storage/accounts';
import type { createCalls } from '../storage/calls';
import type { Database } from '../storage/database';
import type { Leases } from '../storage/leases';
import type { Snapshots } from '../storage/snapshots';
import type { Views } from '../storage/views';

/** Settings that need no screen. */
export interface CoreSettings {
  readonly baseUrl: BaseUrl | undefined;
  /** Monitors per page. */
  readonly pageSize: number;
  readonly limits: PostLimits;
  /** Calls a day in all windows; 0 means no limit. */
  readonly dailyCallLimit: number;
  /** Calls a day, in all windows, that agents may make without asking. */
  readonly agentCallsPerDay: number;
  /** Whether to save loaded pages on disk. */
  readonly keepSnapshot: boolean;
  /** Raw setting `monitorExplorer.reading`; untrusted. */
  readonly reading: unknown;
  readonly onDidChange: Event<void>;
}

/** The used part of VS Code's `LogOutputChannel`. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Shared by the parts of a window. */
export interface Parts {
  readonly settings: CoreSettings;
  readonly sessions: SessionStore;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly snapshots: Snapshots;
  readonly views: Views;
  readonly leases: Leases;
  readonly calls: ReturnType<typeof createCalls>;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Logs an error of the database. */
  readonly onError: (error: unknown) => void;
}
