import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Short, because the paths of VS Code's sockets in it have a limit. */
export const makeTemporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'monex-'));

interface GuardedProgramOptions {
  /** Temporary folder that is removed when the program ends, or an empty text. */
  readonly folder: string;
  readonly cwd?: string;
}

/** A program that ends with this process, along with its children and its temporary folder. */
export class GuardedProgram {
  private readonly guard: ChildProcess;
  private printed = '';

  constructor(command: string, args: readonly string[], options: GuardedProgramOptions) {
    const { folder, cwd } = options;
    this.guard = spawn(process.execPath, [join(__dirname, 'guard.js'), folder, command, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    // It may already have ended.
    this.guard.stdin?.on('error', () => undefined);
    for (const stream of [this.guard.stdout, this.guard.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    }
  }

  get output(): string {
    return this.printed;
  }

  get hasEnded(): boolean {
    return this.guard.exitCode !== null || this.guard.signalCode !== null;
  }

  /** Resolves with the exit code. */
  async ended(): Promise<number> {
    if (!this.hasEnded) {
      await once(this.guard, 'exit');
    }
    return this.guard.exitCode ?? 1;
  }

  /** The first match in the program's output. Rejects if the program ends or `timeoutMs` passes before. */
  async printedMatch(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray> {
    for (let waited = 0; ; waited += 50) {
      const match = pattern.exec(this.printed);
      if (match) {
        return match;
      }
      if (this.hasEnded || waited > timeoutMs) {
        const how = this.hasEnded ? 'ended' : `was silent about it for ${timeoutMs / 1000} s`;
        throw new Error(
          `Waited for ${pattern} but the program ${how}. It printed:\n${this.printed.slice(-4000)}`,
        );
      }
      await wait(50);
    }
  }

  /** Ends the program with its children, and removes its folder unless `keep` was called. May be called again. */
  async stop({ keepFolder = false } = {}): Promise<void> {
    if (this.guard.stdin?.writableEnded === false) {
      this.guard.stdin.end(keepFolder ? 'keep' : undefined);
    }
    await this.ended();
  }
}
