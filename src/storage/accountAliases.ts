import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, ensureFolder, isMissing, listFolder, PRIVATE_FILE, removeFile, toFileKey } from './files';
import { writeAtomically } from './files';

const FILE = /^account-[0-9a-f]{32}\.json$/;
const ALIAS = /^[0-9a-f-]{36}$/;
const JUST_WRITTEN_MS = 30;

interface Naming {
  readonly alias: string;
  readonly account: string;
}

/**
 * Random stand-ins for the names of accounts, one small file for each account.
 *
 * The ledger holds aliases alone. To forget an account is to remove its one file: the ledger's rows have then
 * lost their name for good, without any rewriting of files to which other windows append. An account that comes
 * back gets a new alias.
 */
export class AccountAliases {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The alias of an account, made if there is none. Read anew each time: another window may have forgotten it. */
  async toAlias(account: string): Promise<string> {
    const path = this.#path(account);
    const known = await readNaming(path);
    if (known?.account === account) {
      return known.alias;
    }
    await ensureFolder(this.#folder);
    const naming: Naming = { alias: randomUUID(), account };
    try {
      await writeFile(path, JSON.stringify(naming), { flag: 'wx', mode: PRIVATE_FILE });
      return naming.alias;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw error;
      }
    }
    // Another window is just making it, or has crashed while it did.
    await delay(JUST_WRITTEN_MS);
    const made = await readNaming(path);
    if (made?.account === account) {
      return made.alias;
    }
    await writeAtomically(path, JSON.stringify(naming));
    return naming.alias;
  }

  /** Account by alias, of all accounts that are not forgotten. */
  async readAll(): Promise<ReadonlyMap<string, string>> {
    const names = (await listFolder(this.#folder)).filter((name) => FILE.test(name));
    const namings = await Promise.all(names.map((name) => readNaming(join(this.#folder, name))));
    return new Map(namings.filter((naming) => naming !== undefined).map((n) => [n.alias, n.account]));
  }

  async forget(account: string): Promise<void> {
    await removeFile(this.#path(account));
  }

  #path(account: string): string {
    return join(this.#folder, `account-${toFileKey(account)}.json`);
  }
}

async function readNaming(path: string): Promise<Naming | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
  try {
    const { alias, account } = JSON.parse(text) as Record<string, unknown>;
    if (typeof alias !== 'string' || !ALIAS.test(alias) || typeof account !== 'string') {
      return undefined;
    }
    return { alias, account };
  } catch {
    return undefined;
  }
}
