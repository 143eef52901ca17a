import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import type { Disposable } from '../base/event';
import { PRIVATE_FOLDER } from './files';

/** Changes in quick succession are reported together, so many milliseconds after the first of them. */
const DELAY_MS = 100;

/**
 * Calls `onChange` after any process has changed a folder's entries, until disposed. Makes the folder if need be.
 *
 * A hint, not a guarantee: some file systems report nothing, and the system may be out of watches. Then it stays
 * silent, and changes are found at the next read.
 */
export function watchFolder(folder: string, onChange: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const notify = () => {
    timer = undefined;
    onChange();
  };
  const watcher = startWatching(folder, () => {
    timer ??= setTimeout(notify, DELAY_MS).unref();
  });
  return {
    dispose: () => {
      watcher?.close();
      clearTimeout(timer);
    },
  };
}

function startWatching(folder: string, onEvent: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
