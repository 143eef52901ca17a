import type { Workbench } from './workbench';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in at the address of the settings.
 * @param lifetime session length such as "30 days"; unchanged if absent
 */
export async function signIn(
  workbench: Workbench,
  account: Account,
  lifetime?: string,
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runByKey('signIn', /^(e-mail|password)/i);
  // The sign-in starts with the password if it remembers an e-mail.
  if ((await quickInput.state())?.isPassword) {
    await quickInput.back();
  }
  await quickInput.answer(/^e-mail/i, account.email);
  if (lifetime !== undefined) {
    await changeLifetime(workbench, lifetime);
  }
  await quickInput.answer(/^password/i, account.password);
  await quickInput.isClosed();
}

/** Begins to sign in, at the step for the address. */
export async function goToAddress(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runByKey('signIn', /^(address|e-mail|password)/i);
  if ((await quickInput.state())?.isPassword) {
    await quickInput.back();
    await quickInput.shows(/^e-mail/i);
  }
  if ((await quickInput.state())?.placeholder === 'E-mail') {
    await quickInput.back();
  }
  await quickInput.shows(/^address of the monitoring service/i);
}

/** Changes the session length while the password is asked for. */
export async function changeLifetime({ quickInput }: Workbench, lifetime: string): Promise<void> {
  await quickInput.shows(/^password/i);
  await quickInput.clickButton('Session Length…');
  await quickInput.shows(/^How long should the session last/);
  await quickInput.choose(lifetime);
}

/** Signs out with the palette while rows are loaded. */
export async function signOut(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Monitor Explorer: Sign Out');
  await workbench.dialog.shows(/^Sign out /);
  await workbench.dialog.click('Sign Out');
}
