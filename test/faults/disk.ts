import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Functions of Node's file system that the extension uses; `append` is an open for writing, `write` and `read` of what is open. */
export type DiskCall =
  | 'append'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'read'
  | 'readFile'
  | 'readdir'
  | 'rename'
  | 'rm'
  | 'stat'
  | 'utimes'
  | 'watch'
  | 'write'
  | 'writeFile';

/** What the disk answers in place of doing it, as error codes. */
export type DiskFault = Partial<Record<DiskCall, string>>;

const CHANGES: ReadonlySet<DiskCall> = new Set([
  'append',
  'mkdir',
  'rename',
  'rm',
  'utimes',
  'write',
  'writeFile',
]);

/** The disks under watch, by folder. */
const disks = new Map<string, Disk>();

/**
 * What is below a folder, as the extension in this process finds it. Nothing is changed for anybody else. The files are
 * real, and each operation is done in this thread, a turn of the event loop later: to hand it to another thread and back
 * takes longer than most operations do, and there are hundreds in a cell.
 */
export class Disk {
  readonly folder: string;
  /** A write that is refused has written half before: a full disk. */
  leavesHalf = false;
  fault: DiskFault = {};
  /** Waited for before each access. */
  before: (isChange: boolean) => unknown = () => undefined;

  constructor(folder: string) {
    this.folder = folder;
    disks.set(folder, this);
  }

  /** Nobody is told of an access any more. */
  forget(): void {
    disks.delete(this.folder);
  }

  /** @throws the system's error, where that is what the disk answers. */
  check(call: DiskCall): void {
    const code = this.fault[call];
    if (code !== undefined) {
      throw Object.assign(new Error(`${code}: ${call} failed, as the test wants it`), { code });
    }
  }
}

function diskOf(path: unknown): Disk | undefined {
  return typeof path === 'string'
    ? [...disks.values()].find(({ folder }) => path.startsWith(folder))
    : undefined;
}

type AnyFunction = (path: string, ...rest: unknown[]) => unknown;

/** The original, with what a disk does before it. */
function patch(owner: object, name: string, around: (original: AnyFunction) => AnyFunction): void {
  const functions = owner as Record<string, AnyFunction>;
  functions[name] = around(functions[name]!.bind(owner));
}

/** Does with Node's function of that name that waits what the one does that returns a promise. */
function inThisThread(name: string): (...args: unknown[]) => Promise<unknown> {
  const atOnce = (fs as unknown as Record<string, (...args: unknown[]) => unknown>)[`${name}Sync`]!;
  return async (...args) => {
    await nextTurn();
    return atOnce(...args);
  };
}

for (const name of [
  'lstat',
  'mkdir',
  'readFile',
  'readdir',
  'rename',
  'rm',
  'stat',
  'utimes',
  'writeFile',
] as const) {
  const act = inThisThread(name);
  patch(promises, name, (original) => async (path, ...rest) => {
    const disk = diskOf(path);
    if (!disk) {
      return original(path, ...rest);
    }
    await disk.before(CHANGES.has(name));
    // A folder that is there needs no room.
    if (name !== 'mkdir' || !fs.existsSync(path)) {
      await checked(disk, name, () => act(path, (rest[0] as string).slice(0, 20), ...rest.slice(1)));
    }
    return act(path, ...rest);
  });
}

/** Of what is written, half is there before the disk refuses. */
async function checked(disk: Disk, call: DiskCall, writeHalf: () => unknown): Promise<void> {
  try {
    disk.check(call);
  } catch (error) {
    if (disk.leavesHalf && call === 'writeFile') {
      await writeHalf();
    }
    throw error;
  }
}

const openInThisThread = inThisThread('open');
patch(promises, 'open', (original) => async (path, flags, ...rest) => {
  const disk = diskOf(path);
  if (!disk) {
    return original(path, flags, ...rest);
  }
  const isChange = flags !== 'r';
  await disk.before(isChange);
  disk.check(isChange ? 'append' : 'open');
  return new OpenFile((await openInThisThread(path, flags, ...rest)) as number, disk);
});

/** As much of a `FileHandle` as the extension uses. */
class OpenFile implements Pick<FileHandle, 'close'> {
  readonly #descriptor: number;
  readonly #disk: Disk;

  constructor(descriptor: number, disk: Disk) {
    this.#descriptor = descriptor;
    this.#disk = disk;
  }

  async read(buffer: Buffer, offset: number, length: number, position: number) {
    await this.#disk.before(false);
    this.#disk.check('read');
    return { bytesRead: fs.readSync(this.#descriptor, buffer, offset, length, position) };
  }

  async write(data: Buffer) {
    await this.#disk.before(true);
    const isHalf = this.#disk.leavesHalf && this.#disk.fault.write !== undefined;
    if (!isHalf) {
      this.#disk.check('write');
    }
    return {
      bytesWritten: fs.writeSync(this.#descriptor, isHalf ? data.subarray(0, data.length / 2) : data),
    };
  }

  close(): Promise<void> {
    fs.closeSync(this.#descriptor);
    return Promise.resolve();
  }
}

// Those that wait for nothing: a watch, the folder that it is for, and what a window that closes removes.
for (const [name, call] of [
  ['watch', 'watch'],
  ['mkdirSync', 'mkdir'],
  ['rmSync', 'rm'],
] as const) {
  patch(fs, name, (original) => (path, ...rest) => {
    if (name !== 'mkdirSync' || !fs.existsSync(path)) {
      diskOf(path)?.check(call);
    }
    return original(path, ...rest);
  });
}
