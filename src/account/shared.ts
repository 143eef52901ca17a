import { toErrorLine } from '../service/errors';
import { createServiceClient } from '../service/serviceClient';
import { Accounts } from '../storage/accounts';
import { Calls } from '../storage/calls';
import { DatabaseError } from '../storage/database';
import { Pages } from '../storage/pages';
import { Runs } from '../storage/runs';
import { Views } from '../storage/views';
import type { AppOptions } from './appOptions';
import { Budget } from './budget';
import { createMakeCall } from './serviceCalls';
import { ServiceMapping } from './serviceMapping';

/** What the accounts of a window share. */
export class Shared {
  readonly services = new Map<string, ServiceMapping>();
  readonly accountLines;
  readonly calls;
  readonly pages;
  readonly runs;
  readonly views;
  readonly budget;
  readonly client;
  readonly now;
  readonly sessions;
  readonly settings;

  constructor(readonly options: AppOptions) {
    const { database, sessions, settings, now, userAgent } = options;
    this.now = now;
    this.sessions = sessions;
    this.settings = settings;
    this.accountLines = new Accounts(database);
    this.calls = new Calls(database);
    this.pages = new Pages(database, 'page');
    this.runs = new Runs(database, 'runs');
    this.views = new Views(database);
    this.budget = new Budget(database, this.calls, settings, now, this.onError);
    this.client = createServiceClient(userAgent, createMakeCall(options, this.budget));
  }

  /** Runs work in a transaction. Logs why it fails, and returns undefined then. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return this.options.database.transact(work);
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }

  /** Logs an error of the database that stops nothing. */
  readonly onError = (error: unknown): void => {
    if (!(error instanceof DatabaseError && error.kind === 'closed')) {
      this.options.log.warn(`The database: ${toErrorLine(error)}`);
    }
  };

  /** Returns how responses of an address are read. */
  serviceAt(address: string) {
    const service =
      this.services.get(address) ??
      new ServiceMapping((work) => this.attempt(() => work(address, this.views)));
    this.services.set(address, service);
    return service;
  }
}
