import type { Workbench } from './workbench';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in by the palette where the address is set already. The one place that knows the order of the steps. */
export async function signIn(workbench: Workbench, account: Account, lifetime = '24 hours'): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Monitor Explorer: Sign In');
  await quickInput.answer(/^e-mail/i, account.email);
  await quickInput.answer(/^password/i, account.password);
  await quickInput.shows(/how long/i);
  await quickInput.choose(lifetime);
  await quickInput.isClosed();
}
