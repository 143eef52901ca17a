// Replaces @vscode/spdlog in a server build, because its native part isn't built without install scripts. Without it,
// VS Code writes no log and shows empty log channels. The compiled file is copied there, so it imports nothing.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const OFF = NAMES.length;

export class Logger {
  private level = 2;
  private bare = false;

  constructor(
    _kind: string,
    _name: string,
    private readonly file: string,
  ) {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace = (message: string): void => this.write(0, message);
  debug = (message: string): void => this.write(1, message);
  info = (message: string): void => this.write(2, message);
  warn = (message: string): void => this.write(3, message);
  error = (message: string): void => this.write(4, message);
  critical = (message: string): void => this.write(5, message);

  getLevel = (): number => this.level;
  setLevel = (level: number): void => void (this.level = level);
  /** VS Code always sets the pattern of `write`. */
  setPattern = (_pattern: string): void => undefined;
  clearFormatters = (): void => void (this.bare = true);
  flush = (): void => undefined;
  drop = (): void => undefined;

  private write(level: number, message: string): void {
    if (level < this.level || this.level >= OFF) {
      return;
    }
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.file, this.bare ? message : `${time} [${NAMES[level]}] ${message}\n`);
  }
}

export const version = 0;
export const setLevel = (_level: number): void => undefined;
export const setFlushOn = (_level: number): void => undefined;

function createLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger('rotating', name, file));
}

export { createLogger as createAsyncRotatingLogger, createLogger as createRotatingLogger };
