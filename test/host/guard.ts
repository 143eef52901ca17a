// Runs a program, and ends it with its caller: node guard.js FOLDER COMMAND [ARGUMENTS]. The caller holds stdin open.
// When stdin closes, for example by a crash or a kill, the program and its children end, and FOLDER with temporary
// files is removed, unless the caller wrote "keep".
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [folder = '', command = '', ...args] = process.argv.slice(2);
const keepsFolder = { now: false };
const windows = process.platform === 'win32';
// On Windows only a shell starts .cmd files.
const shell = command.endsWith('.cmd');
const quoted = (text: string): string => (shell ? `"${text}"` : text);
const program = spawn(quoted(command), args.map(quoted), {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: !windows,
  shell,
});

/** Whether a process was still running. */
function signalAll(signal: NodeJS.Signals | 0): boolean {
  if (program.pid === undefined) {
    return false;
  }
  try {
    process.kill(-program.pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function endAll(): Promise<void> {
  if (windows) {
    spawnSync('taskkill', ['/pid', String(program.pid), '/T', '/F']);
    return;
  }
  signalAll('SIGTERM');
  for (let waited = 0; waited < 500 && signalAll(0); waited += 50) {
    await wait(50);
  }
  signalAll('SIGKILL');
}

async function finish(exitCode: number): Promise<void> {
  await endAll();
  if (!keepsFolder.now) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  process.exit(exitCode);
}

program.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  void finish(1);
});
program.on('exit', (code) => void finish(code ?? 1));
process.stdin.on('data', (said) => (keepsFolder.now ||= said.toString().includes('keep')));
process.stdin.on('close', () => void finish(0));
// The caller gets Ctrl-C, too, and decides.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void finish(0));
process.on('SIGHUP', () => void finish(0));
