import type { TlsOptions } from 'node:tls';
import type { Moment } from './moments';
import type { Operation } from './operations';
import type { World } from './world';

/** How an operation must end. */
export interface End {
  /** What it says itself; `waits` where it has to go on by itself once the fault is over. */
  readonly outcomes: readonly string[];
  /** Kinds of error, or else names, one of which tells it rightly where it fails. */
  readonly errors: readonly string[];
  /** The fewest and the most calls that it may make. */
  readonly calls: readonly [number, number];
  /** What the log must tell beside. */
  readonly logs?: RegExp;
}

/** Something that goes wrong, from the time when it starts until it stops. */
export interface Fault {
  readonly name: string;
  readonly of: 'wire' | 'connection' | 'disk' | 'clock' | 'keyring' | 'process';
  /** Begins when all is loaded that the operation starts from. */
  readonly start: (world: World) => unknown;
  readonly stop: (world: World) => unknown;
  /** Of the operation by itself. */
  readonly endOf: (operation: Operation) => End;
  /** Why it makes no sense with an operation at a moment; `undefined` where it does. */
  readonly excludes?: (operation: Operation, moment: Moment) => string | undefined;
  /** Nothing can be added to a file: calls that are made meanwhile may be missing in the ledger. */
  readonly losesCalls?: boolean;
  /** Pages that were saved are lost. */
  readonly losesPages?: boolean;
  /** Where a call waits for as long as it may take. */
  readonly hangs?: 'before the response' | 'within the response' | undefined;
  /** The service is spoken to in https, with this certificate. */
  readonly tls?: TlsOptions;
}

/** As if nothing went wrong. */
export const goodEnd = ({ ends, calls }: Operation): End => ({ outcomes: [ends], errors: [], calls });

/** It fails, and nothing was called. */
export const failedEnd = (...errors: readonly string[]): End => ({
  outcomes: ['failed'],
  errors,
  calls: [0, 0],
});

/** Nothing happens, and nothing was called. */
export const idleEnd: End = { outcomes: ['idle'], errors: [], calls: [0, 0] };

/** It happens once the fault is over, and as if nothing had been. */
export const waitingEnd = (calls: readonly [number, number] = [0, 0]): End => ({
  outcomes: ['waits'],
  errors: [],
  calls,
});
