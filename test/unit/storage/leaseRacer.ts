import { appendFileSync } from 'node:fs';
import { Leases } from '../../../src/storage/lease';

/** A window of its own, as a process: takes the lease a few times and notes when it came and went. */
async function race(folder: string, log: string): Promise<void> {
  const leases = new Leases({ folder, now: () => Date.now() });
  for (let round = 0; round < 5; round += 1) {
    const lease = await leases.acquire('the one', 10_000, { timeoutMs: 15_000 });
    if (!lease) {
      throw new Error('no lease in time');
    }
    appendFileSync(log, 'in\n');
    await new Promise((resolve) => setTimeout(resolve, 3));
    appendFileSync(log, 'out\n');
    await lease.release();
  }
}

const [folder, log] = process.argv.slice(2);
if (folder && log) {
  void race(folder, log);
}
