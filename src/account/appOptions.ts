import type { Event } from '../base/event';
import type { BaseUrl } from '../service/address';
import type { Fetch, PostLimits } from '../service/http';
import type { Database } from '../storage/database';
import type { SessionStore } from './sessionStore';

export interface AppSettings {
  readonly baseUrl: BaseUrl | undefined;
  /** Monitors per page. */
  readonly pageSize: number;
  /** Calls a day in all windows; 0 means no limit. */
  readonly dailyCallLimit: number;
  /** Whether rows are saved. */
  readonly keepSnapshot: boolean;
  readonly onDidChange: Event<void>;
}

/** The parts of the window that the app uses. */
export interface AppOptions {
  readonly settings: AppSettings;
  readonly sessions: SessionStore;
  /** Its file is shared by all windows. The caller disposes of it. */
  readonly database: Database;
  /** VS Code's memory of the workspace. */
  readonly workspaceState: {
    readonly get: (key: string) => unknown;
    readonly update: (key: string, value: unknown) => unknown;
  };
  /** The used part of VS Code's `LogOutputChannel`. */
  readonly log: Record<'info' | 'warn', (message: string) => void>;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly now: () => number;
  /** Of each call; default: a minute, and 10 MB after decompression. */
  readonly limits?: PostLimits;
}
