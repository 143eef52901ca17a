import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

describe('of the faults that npm run faults plays,', function () {
  // Some hundred starts of VS Code's windows; nothing is measured.
  this.timeout(600_000);

  // In a process of its own, as it puts something in front of Node's file system and timers.
  it('500 that a seed has chosen do no harm', () => {
    const program = join(__dirname, '..', 'faults', 'faults.js');
    const { stdout } = spawnSync(process.execPath, [program, '--sample', '500', '--seed', '29'], {
      encoding: 'utf8',
    });
    assert.match(stdout, /^500 passed, 0 failed, 0 skipped$/m);
  });
});
