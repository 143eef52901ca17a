import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskCall, DiskFault } from './disk';
import { failedEnd, goodEnd, idleEnd, waitingEnd, type End, type Fault } from './fault';
import type { Operation } from './operations';
import type { World } from './world';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const all = (code: string, ...calls: readonly DiskCall[]): DiskFault =>
  Object.fromEntries(calls.map((call) => [call, code]));

const READS = ['lstat', 'open', 'read', 'readFile', 'readdir', 'stat'] as const;
const WRITES = ['append', 'mkdir', 'rename', 'rm', 'utimes', 'write', 'writeFile'] as const;

const NOT_WRITTEN = /^(?:The record of calls|Pages could not be saved|What was learned|The history)/;

/** What refuses writes: calls that nobody watches aren't made, and what a user asks for is. */
function diskFault(name: string, fault: DiskFault, { leavesHalf = false } = {}): Fault {
  const endOf = (operation: Operation): End => {
    switch (operation.name) {
      case "an agent's call":
        return failedEnd('LedgerError');
      case 'auto refresh':
        return waitingEnd();
      case 'restore':
        // What can't be read is read from the service.
        return fault.readFile ? { outcomes: ['done'], errors: [], calls: [1, 1] } : goodEnd(operation);
      case 'sign out':
        return fault.rename ? { outcomes: ['pages'], errors: [], calls: [0, 0] } : goodEnd(operation);
      default:
        return { ...goodEnd(operation), logs: NOT_WRITTEN };
    }
  };
  return {
    name,
    of: 'disk',
    losesCalls: fault.write !== undefined,
    start: ({ disk }) => {
      disk.fault = fault;
      disk.leavesHalf = leavesHalf;
    },
    stop: ({ disk }) => (disk.fault = {}),
    endOf,
  };
}

/** As after a loss of power: of each file that was written as a whole, and of the last line of the record, half is there. */
const halfWritten: Fault = {
  name: 'half of each file is written',
  of: 'disk',
  start: async (world) => {
    const names = await world.files();
    for (const name of names.filter((each) => !each.startsWith('leases/'))) {
      const path = join(world.disk.folder, name);
      const content = await readFile(path);
      const isRecord = name.startsWith('ledger/');
      const end = isRecord ? content.lastIndexOf('{') + 20 : Math.floor(content.length / 2);
      await truncate(path, end);
    }
  },
  stop: () => undefined,
  losesPages: true,
  endOf: (operation) => {
    switch (operation.name) {
      case 'restore':
        return { outcomes: ['done'], errors: [], calls: [1, 1], logs: /^A saved page could not be used/ };
      default:
        return goodEnd(operation);
    }
  },
  excludes: ({ name }) => (name === 'save' ? 'nothing is on disk that could be half-written' : undefined),
};

/** The session of a day counts as expired, and is good again once the clock is put right. */
const dayAhead: Fault = {
  name: 'the clock is a day ahead',
  of: 'clock',
  start: (world) => world.setClock(DAY),
  stop: (world) => world.setClock(-DAY),
  endOf: (operation) => {
    if (operation.makes !== 'list') {
      return goodEnd(operation);
    }
    switch (operation.name) {
      case 'first page':
        return idleEnd;
      case 'auto refresh':
        return waitingEnd();
      default:
        return failedEnd('SessionExpiredError');
    }
  },
};

const dayBack: Fault = {
  name: 'the clock is a day back',
  of: 'clock',
  start: (world) => world.setClock(-DAY),
  stop: (world) => world.setClock(DAY),
  endOf: goodEnd,
};

const nothingUnderWay = ({ makes }: Operation): string | undefined =>
  makes === 'none' ? 'makes no call during which the machine could sleep' : undefined;

/** Timers stand still, and the clock doesn't: leases are lost to windows that look first. */
const sleepDuringCall = (world: World): void => {
  world.service.beforeCall(world.service.callCount() + 1, () => world.passTime(HOUR));
};

const suspended: readonly Fault[] = [
  {
    name: 'the machine sleeps for an hour during the call',
    of: 'clock',
    start: sleepDuringCall,
    stop: () => undefined,
    endOf: goodEnd,
    excludes: nothingUnderWay,
  },
  {
    name: 'the machine sleeps for an hour, and the connection is gone',
    of: 'clock',
    start: (world) => {
      sleepDuringCall(world);
      world.service.failNext({ kind: 'cut', sent: 'nothing', end: 'RST' }, { times: Infinity });
    },
    stop: ({ service }) => service.stopFailing(),
    endOf: ({ whenFailing }) => ({
      outcomes: ['failed'],
      errors: ['closedBeforeResponse'],
      calls: whenFailing,
    }),
    excludes: nothingUnderWay,
  },
];

/** VS Code is killed before each change of a file or a secret in turn. */
export const KILLED = 'a kill between any two writes';
const killed: Fault = {
  name: KILLED,
  of: 'process',
  start: () => undefined,
  stop: () => undefined,
  endOf: goodEnd,
  excludes: (_, { name }) =>
    name === 'window closing' ? 'a window that is killed does not close' : undefined,
};

export const machineFaults: readonly Fault[] = [
  diskFault('ENOSPC', all('ENOSPC', 'mkdir', 'watch', 'write', 'writeFile'), { leavesHalf: true }),
  diskFault('EIO', all('EIO', ...READS, ...WRITES, 'watch')),
  diskFault('EACCES', all('EACCES', ...READS, ...WRITES, 'watch')),
  diskFault('a read-only folder', all('EROFS', ...WRITES)),
  diskFault('files that are in use', all('EBUSY', 'rename', 'rm')),
  halfWritten,
  dayAhead,
  dayBack,
  ...suspended,
  killed,
];
