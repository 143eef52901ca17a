import { join } from 'node:path';
import { FORMER_CLEARED, type Memento } from '../base/memento';
import { maskSecretValues } from '../base/secretValues';
import { toErrorLine } from '../service/errorLine';
import { listFolders, removeFolder } from './files';

/** Where version 1.0.0 saved pages. They aren't read any more. */
const PAGES_FOLDER = 'pages';
/** The folder of an account, and one that 1.0.0 was just removing. */
const FORMER_FOLDER = /^(?:[0-9a-f]{32}-[0-9a-f]{32}|[0-9a-f-]{36}\.removed)$/;

/**
 * Clears what version 1.0.0 has left, which may hold secrets as the service had sent them: saved pages and status values,
 * which nothing reads any more, are removed, and pins are masked, those of all accounts. Only what has a name that 1.0.0
 * made is removed, and no symbolic link is followed. Never rejects: what fails is tried again at the next start.
 */
export async function clearFormerVersion(
  memento: Memento,
  storageFolder: string,
  onError: (line: string) => void,
): Promise<void> {
  try {
    for (const key of memento.keys().filter((each) => /^(?:view|reading):/.test(each))) {
      const kept = memento.get(key);
      const cleared = key.startsWith('reading:') ? undefined : maskSecretValues(kept);
      if (cleared !== kept) {
        await memento.update(key, cleared);
      }
    }
    const folder = join(storageFolder, PAGES_FOLDER);
    for (const name of (await listFolders(folder)).filter((each) => FORMER_FOLDER.test(each))) {
      await removeFolder(join(folder, name));
    }
    await memento.update(FORMER_CLEARED, true);
  } catch (error) {
    onError(toErrorLine(error));
  }
}
