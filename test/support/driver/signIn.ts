import type { Workbench } from './workbench';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in where the address is set already. The one place that knows the order of the steps.
 * @param lifetime how long the session lasts, such as "30d"; unchanged where absent.
 */
export async function signIn(workbench: Workbench, account: Account, lifetime?: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runByKey('signIn', /^(e-mail|password)/i);
  // Where the last sign-in here was with an e-mail, it begins at the password of that one.
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

/** At the password: changes how long the session lasts, and comes back there. */
export async function changeLifetime({ quickInput }: Workbench, lifetime: string): Promise<void> {
  await quickInput.shows(/^password/i);
  await quickInput.clickButton('Session Length…');
  await quickInput.answer(/^How long should the session last/, lifetime);
}

/** Signs out by the palette where rows are loaded, with all that belongs to the account. */
export async function signOut(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Monitor Explorer: Sign Out');
  await workbench.dialog.shows(/^Sign out /);
  await workbench.dialog.click('Sign Out');
}
