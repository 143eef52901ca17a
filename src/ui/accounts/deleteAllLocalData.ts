import { setTimeout as delay } from 'node:timers/promises';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { App } from '../../account/app';
import { toErrorLine } from '../../service/errors';
import { confirm } from '../inputs';
import { t } from '../l10n';
import { window } from '../window';

/** Asks, then signs out all accounts and deletes all data. A failure doesn't stop it. */
export async function deleteAllLocalData(
  app: App,
  { workspaceState, secrets }: ExtensionContext,
  log: LogOutputChannel,
) {
  const isConfirmed = await confirm(
    t('Delete all data of Monitor Explorer on this machine?'),
    t('Delete All'),
    t(
      "Signs out all accounts. Deletes saved monitors, history, pins, mutes, what was learned of the service, and the record of calls, so a daily limit counts from 0. This can't be undone.",
    ),
  );
  if (!isConfirmed) {
    return;
  }
  for (const session of app.sessions.sessions) {
    await app.signOut(session);
  }
  // Other windows hear of the sign-outs, and then save nothing more.
  await delay(1_000);
  // Includes unreadable secrets.
  const deleteSecrets = async () =>
    Promise.all((await secrets.keys()).map((key) => secrets.delete(key)));
  const results = await Promise.allSettled([
    deleteSecrets(),
    ...workspaceState.keys().map((key) => workspaceState.update(key, undefined)),
    Promise.resolve().then(() => app.deleteAll()),
  ]);
  const failures = results.filter((result) => result.status === 'rejected');
  failures.forEach(({ reason }) => log.warn(`Deleting local data: ${toErrorLine(reason)}`));
  if (failures.length === 0) {
    void window.showInformationMessage(
      t('All local data is deleted. All accounts are signed out.'),
    );
  } else {
    void window.showWarningMessage(
      t(
        "Some local data couldn't be deleted. Close other windows and try again; the log says why.",
      ),
    );
  }
}
