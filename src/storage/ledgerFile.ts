import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Disposable } from '../base/event';
import {
  FORGOTTEN_ACCOUNT,
  formatLedgerLine,
  mergeEvents,
  parseLedger,
  type LedgerEvent,
  type LedgerContents,
} from '../credits/ledger';
import type { Ledger } from '../credits/meter';
import { inFolder, isMissing, listFolder, PRIVATE_FILE, removeFile, toFileKey } from './files';
import { watchFolder } from './folderWatch';
import type { Leases } from './lease';

export interface LedgerFileOptions {
  /** A folder for the ledger alone, shared by all windows. Made when first needed. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly leases: Leases;
  /** The accounts whose names may be shown: those that are signed in, and the origins at which somebody signed in. */
  readonly accounts: () => Iterable<string>;
}

/** What was read of one month, so that only what is new must be read again. */
interface MonthRead {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Bytes up to the end of the last whole line. */
  readonly readTo: number;
  /** In the order of the file; lines added since the file was first read aren't brought together yet. */
  readonly events: readonly LedgerEvent[];
  readonly skipped: number;
}

/** Lines that go to one file in one write. */
interface Batch {
  readonly file: string;
  readonly lines: string[];
  readonly written: Promise<void>;
}

const MONTH_FILE = /^calls-(\d{4})-(\d{2})\.jsonl$/;
/** Milliseconds for which a month is kept after its end: 90 days. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
/** Beyond this many bytes only the newest are read: some hundred thousand calls a month. */
const MAX_READ_BYTES = 64_000_000;
/** Longer than the lease of a window that crashed lasts. */
const LOCK_TIMEOUT_MS = 8000;

/**
 * The ledger as files that all windows append to: `calls-<year>-<month>.jsonl`, by the month (UTC) in which the
 * call went out. Nothing is ever rewritten; a month that ended more than 90 days ago is removed as a whole. Lines are
 * added by one write to a file opened for appending, which local file systems don't interleave. They aren't flushed to the
 * disk: they survive the death of a window, but the last seconds may be lost in a power failure. Lines that come while
 * others are being written go out together in the next write, since Load All would else wait for the disk more than for
 * the service.
 *
 * An account stands there as a hash. Its name is known as long as the account is signed in; after that its calls still
 * count.
 */
export class LedgerFile implements Ledger {
  readonly #months = new Map<string, MonthRead>();
  /** Waits for the write that is under way. */
  #batch: Batch | undefined;
  #written: Promise<unknown> = Promise.resolve();

  readonly #options: LedgerFileOptions;

  constructor(options: LedgerFileOptions) {
    this.#options = options;
  }

  /** Resolves once the line is in the file. @throws the file system's error; also where the disk took only a part. */
  readonly append = (event: LedgerEvent): Promise<void> => {
    const file = monthFileOf(event.at);
    const written = 'account' in event ? { ...event, account: toFileKey(event.account) } : event;
    const batch = this.#batch?.file === file ? this.#batch : this.#startBatch(file);
    batch.lines.push(formatLedgerLine(written));
    return batch.written;
  };

  /**
   * The events of all windows.
   * @param since epoch milliseconds; what is older is left out, and months that were over by then aren't even read.
   * @throws the file system's error
   */
  readonly read = async (since = 0): Promise<LedgerContents> => {
    const names = (await listFolder(this.#options.folder)).filter((name) => endOfMonth(name) > since);
    const months = (await Promise.all(names.map((name) => this.#readMonth(name)))).filter(
      (month) => month !== undefined,
    );
    const accounts = new Map([...this.#options.accounts()].map((account) => [toFileKey(account), account]));
    const wanted = months.flatMap((month) => month.events.filter(({ at }) => at >= since));
    const events = mergeEvents(wanted);
    return {
      events: events.map((event) =>
        'account' in event ? { ...event, account: accounts.get(event.account) ?? FORGOTTEN_ACCOUNT } : event,
      ),
      skipped: months.reduce((sum, month) => sum + month.skipped, 0),
    };
  };

  /** Waits until all lines are in their files, as far as they can be. Never rejects. */
  async settled(): Promise<void> {
    await this.#written;
  }

  /** @throws the signal's reason; an Error where another window holds the ledger for longer than a crash explains */
  readonly exclusively = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const lease = await this.#options.leases.acquire('ledger', {
      timeoutMs: LOCK_TIMEOUT_MS,
      ...(signal && { signal }),
    });
    if (!lease) {
      throw new Error('another window holds the ledger');
    }
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };

  /** Removes months that ended more than 90 days ago. @throws the file system's error */
  async sweep(): Promise<void> {
    for (const name of await listFolder(this.#options.folder)) {
      if (endOfMonth(name) <= this.#options.now() - KEPT_MS) {
        await removeFile(join(this.#options.folder, name));
        this.#months.delete(name);
      }
    }
  }

  /** Calls `listener` after any window, this one included, has appended lines. A hint, as of {@link watchFolder}. */
  onDidChange(listener: () => void): Disposable {
    return watchFolder(this.#options.folder, listener);
  }

  #startBatch(file: string): Batch {
    const lines: string[] = [];
    // The line of a call that has ended and that of the one which follows it come in the same turn of the event loop.
    const written = Promise.all([this.#written, setImmediate()]).then(() => {
      if (this.#batch === batch) {
        this.#batch = undefined;
      }
      return this.#write(file, Buffer.from(lines.join('')));
    });
    const batch: Batch = { file, lines, written };
    this.#batch = batch;
    this.#written = written.catch(() => undefined);
    return batch;
  }

  async #write(file: string, lines: Buffer): Promise<void> {
    const { folder } = this.#options;
    const handle = await inFolder(folder, () => open(join(folder, file), 'a', PRIVATE_FILE));
    try {
      const { bytesWritten } = await handle.write(lines);
      if (bytesWritten < lines.length) {
        throw new Error('the disk took only a part of the line');
      }
    } finally {
      await handle.close();
    }
  }

  async #readMonth(name: string): Promise<MonthRead | undefined> {
    const path = join(this.#options.folder, name);
    const known = this.#months.get(name);
    try {
      const { ino, size, mtimeMs } = await stat(path);
      if (known && known.ino === ino && known.size === size && known.mtimeMs === mtimeMs) {
        return known;
      }
      const grown = known && known.ino === ino && known.size < size ? known : undefined;
      const from = Math.max(grown?.readTo ?? 0, size - MAX_READ_BYTES);
      const { text, bytes } = await readWholeLines(path, from, size);
      const tail = parseLedger(text);
      const month: MonthRead = {
        ino,
        size,
        mtimeMs,
        readTo: from + bytes,
        // Not merged with each line that comes: the calls of a month may be tens of thousands.
        events: grown ? [...grown.events, ...tail.events] : mergeEvents(tail.events),
        skipped: (grown?.skipped ?? 0) + tail.skipped,
      };
      this.#months.set(name, month);
      return month;
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }
}

/** Epoch milliseconds at which the month of a file ends; NaN where it is no such file. */
function endOfMonth(fileName: string): number {
  const [, year, month] = MONTH_FILE.exec(fileName) ?? [];
  return Date.UTC(Number(year), Number(month));
}

function monthFileOf(at: number): string {
  return `calls-${new Date(at).toISOString().slice(0, 7)}.jsonl`;
}

/** Leaves what is half-written at the end for the next time, when it may be whole. */
async function readWholeLines(
  path: string,
  from: number,
  to: number,
): Promise<{ text: string; bytes: number }> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(to - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    const bytes = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    return { text: buffer.toString('utf8', 0, bytes), bytes };
  } finally {
    await handle.close();
  }
}
