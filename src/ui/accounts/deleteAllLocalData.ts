import type { ExtensionContext } from 'vscode';
import type { SignOut } from '../../core/signOut';
import type { SessionStore } from '../../session/sessionStore';
import type { Database } from '../../storage/database';
import { t } from '../l10n';
import { window } from '../window';

export interface LocalData {
  readonly sessions: Pick<SessionStore, 'sessions' | 'load'>;
  readonly signOut: Pick<SignOut, 'run'>;
  readonly database: Pick<Database, 'deleteAll'>;
  readonly secrets: Pick<ExtensionContext['secrets'], 'keys' | 'delete'>;
  readonly memory: Pick<ExtensionContext['globalState'], 'keys' | 'update'>;
  readonly onDidFail: (error: unknown) => void;
}

/** Asks, then signs out all accounts and deletes all data. */
export async function deleteAllLocalData(data: LocalData): Promise<void> {
  const question = t('Delete all data that Monitor Explorer keeps on this machine?');
  const detail = t(
    "All accounts are signed out. Saved monitors, history, pins, what was learned of the service, and the record of calls are deleted, so a daily limit counts from 0. Settings stay. This can't be undone.",
  );
  const deleteAll = t('Delete All');
  if ((await window.showWarningMessage(question, { modal: true, detail }, deleteAll)) !== deleteAll) {
    return;
  }
  if (await removeAll(data)) {
    void window.showInformationMessage(t('All local data is deleted, and all accounts are signed out.'));
  } else {
    const failed = t(
      "Some local data couldn't be deleted. Close other windows and try again; the log says why.",
    );
    void window.showWarningMessage(failed);
  }
}

/** @returns whether everything was deleted; a failure doesn't stop it */
async function removeAll({
  sessions,
  signOut,
  database,
  secrets,
  memory,
  onDidFail,
}: LocalData): Promise<boolean> {
  const signOutAll = async (): Promise<void> => {
    await sessions.load();
    for (const session of sessions.sessions) {
      await signOut.run(session, { keepsPages: false });
    }
  };
  const works = [
    signOutAll,
    // Includes unreadable secrets.
    async () => void (await Promise.all((await secrets.keys()).map((key) => secrets.delete(key)))),
    async () => void (await Promise.all(memory.keys().map((key) => memory.update(key, undefined)))),
    () => database.deleteAll(),
  ];
  let isComplete = true;
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      isComplete = false;
      onDidFail(error);
    }
  }
  return isComplete;
}
