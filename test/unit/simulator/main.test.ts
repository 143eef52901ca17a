import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(__dirname, '..', '..', 'simulator', 'main.js');

/** Collects all that a process prints. */
class Output {
  text = '';

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk) => (this.text += String(chunk)));
    child.stderr?.on('data', (chunk) => (this.text += String(chunk)));
  }

  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.text);
      if (match) {
        return match;
      }
      assert.equal(this.child.exitCode, null, `ended without ${pattern}: ${this.text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

const run = (...args: string[]) => new Output(spawn(process.execPath, [main, ...args]));

describe('The simulated service by itself', () => {
  it('prints where it is and how to sign in, then a line for each call, and stops when told to', async () => {
    const output = run('--monitors', '12', '--credits-per-call', '5', '--latency', '20');
    try {
      const [, address = ''] = await output.until(/address +(http:\/\/127\.0\.0\.1:\d+)\n/);
      const [, email, password] = await output.until(/e-mail +(.+)\n +password +(.+)\n/);
      const response = await fetch(`${address}/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await response.json()) as { token: string };
      assert.match(output.text, /with 12 monitors/);
      await output.until(/POST \/token 200 \d+ ms, 9995 credits left\n/);
      assert.ok(!output.text.includes(token));
    } finally {
      output.child.kill('SIGTERM');
    }
    const [code, signal] = (await once(output.child, 'exit')) as [number | null, string | null];
    // Windows knows no signals: there the process is ended from outside.
    if (process.platform !== 'win32') {
      assert.deepEqual([code, signal], [0, null]);
    }
  });

  it('says what is wrong with an option', async () => {
    const output = run('--monitors', 'many');
    const [code] = (await once(output.child, 'close')) as [number];
    assert.equal(code, 1);
    assert.equal(output.text, '--monitors must be an integer from 0 to 100000.\n');
  });
});
