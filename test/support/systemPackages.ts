import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

const APT_GET = '/usr/bin/apt-get';

/** Whether it can install packages without asking: as root, on Debian and its relatives. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync(APT_GET);

/**
 * Installs a package. First it prints the package and its purpose.
 * @param purpose for example "to show VS Code's screen to the tests"
 * @throws Error with the last line of `apt-get`
 */
export async function installPackage(name: string, purpose: string, withinMs: number): Promise<void> {
  if (!canInstall()) {
    throw new Error(`${name} is not installed`);
  }
  console.log(`Installing ${name} on this machine (apt-get install -y ${name}), ${purpose} …`);
  const until = Date.now() + withinMs;
  const aptGet = (...args: string[]): Promise<string> =>
    run(APT_GET, ['-o', 'DPkg::Lock::Timeout=60', ...args], Math.max(until - Date.now(), 1));
  const install = (): Promise<string> => aptGet('install', '-y', name);
  try {
    // The package lists may be empty or old.
    await install().catch(() => aptGet('update').then(install));
  } catch (error) {
    throw new Error(`apt-get could not install ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Resolves with the output of a program.
 * @throws Error with its last line, or after the time limit
 */
export function run(program: string, args: readonly string[], timeoutMs: number): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, printed) =>
      error ? reject(new Error(error.message.trim().split('\n').at(-1), { cause: error })) : resolve(printed),
    );
  });
}
