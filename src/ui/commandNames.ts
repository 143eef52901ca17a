/** Works while everything else waits for the keyring. */
export const CONTINUE_WITHOUT_KEYRING = 'monitorExplorer.continueWithoutKeyring';
