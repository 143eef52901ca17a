import type { Event } from '../base/event';
import type { BaseUrl } from '../service/address';

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

/** The used part of VS Code's `LogOutputChannel`. */
export type Log = Record<'info' | 'warn' | 'error', (message: string) => void>;
