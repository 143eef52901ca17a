import type { Event } from '../base/event';
import type { ListChange, MonitorList } from './monitorList';
import type { ServiceMapping } from './serviceMapping';

/** What the parts of an account need of it. */
export interface AccountAccess {
  readonly list: MonitorList;
  readonly service: ServiceMapping;
  readonly onDidChange: Event<ListChange>;

  /**
   * Runs work in a transaction, by the number of the sign-in. Returns undefined if the account is signed out, or if the
   * database fails.
   */
  attempt<T>(work: (number: number) => T): T | undefined;

  /** Like {@link attempt}, but only if the user lets rows be saved. */
  attemptToSave<T>(work: (number: number) => T): T | undefined;
}
