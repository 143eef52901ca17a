import { mkdirSync, watch, type FSWatcher } from 'node:fs';

/** What ends a subscription. Structurally a `vscode.Disposable`. */
export interface Subscription {
  dispose(): void;
}

export interface FolderWatchOptions {
  readonly folder: string;
  /** Names of files that matter. */
  readonly matches: (fileName: string) => boolean;
  /** Milliseconds of quiet after which changes are told, once for each file. */
  readonly debounceMs: number;
  readonly onChange: (fileName: string) => void;
}

/**
 * Tells of files that any window changed. The folder is made if it is not there.
 *
 * A hint, not a promise: some file systems report nothing, and the system may be out of watches. Then this
 * stays silent, and what is in the files is found at the next read.
 */
export function watchFolder({ folder, matches, debounceMs, onChange }: FolderWatchOptions): Subscription {
  const timers = new Map<string, NodeJS.Timeout>();
  const note = (fileName: string | null) => {
    if (fileName === null || !matches(fileName)) {
      return;
    }
    clearTimeout(timers.get(fileName));
    const tell = () => {
      timers.delete(fileName);
      onChange(fileName);
    };
    timers.set(fileName, setTimeout(tell, debounceMs).unref());
  };
  const watcher = startWatching(folder, note);
  return {
    dispose: () => {
      watcher?.close();
      timers.forEach((timer) => clearTimeout(timer));
      timers.clear();
    },
  };
}

function startWatching(folder: string, note: (fileName: string | null) => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, fileName) => note(fileName));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
