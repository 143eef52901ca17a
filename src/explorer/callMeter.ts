import { randomUUID } from 'node:crypto';
import { localCalendar } from '../credits/calendar';
import { Meter, type CallEnd } from '../credits/meter';
import { CancelledError, HttpError } from '../service/errors';
import type { CallGate } from '../service/serviceClient';
import type { LedgerFile } from '../storage/ledgerFile';
import type { Budget } from './budget';

export interface CallMeterOptions {
  readonly ledger: LedgerFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls a day; 0 is no limit. */
  readonly limit: () => number;
  readonly onLedgerError: (error: unknown) => void;
}

/** The meter on the local calendar, over the ledger that all windows share. */
export function createMeter(options: CallMeterOptions): Meter {
  return new Meter({ ...options, calendar: localCalendar, newId: randomUUID, readFailure: toCallEnd });
}

/** The way of every call: through the meter, with an ear for what the service says of credits. */
export function createGate(meter: Meter, budget: Pick<Budget, 'recordResponse' | 'update'>): CallGate {
  return async (purpose, call) => {
    try {
      const answer = await meter.run(purpose, call);
      budget.recordResponse(answer);
      return answer;
    } finally {
      void budget.update();
    }
  };
}

function toCallEnd(error: unknown): CallEnd {
  if (error instanceof CancelledError) {
    return { outcome: 'cancelled' };
  }
  return error instanceof HttpError ? { outcome: 'failed', status: error.status } : { outcome: 'failed' };
}
