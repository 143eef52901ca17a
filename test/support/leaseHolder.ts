import { appendFileSync } from 'node:fs';
import { Leases } from '../../src/storage/lease';

// A window of its own, as a process. `race`: takes the lease a few times, and notes when it came and went. `hold`: takes
// it, says so, and goes on for ever.

async function race(leases: Leases, log: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const lease = await leases.acquire('the one', { timeoutMs: 15_000 });
    if (!lease) {
      throw new Error('no lease in time');
    }
    appendFileSync(log, 'in\n');
    await new Promise((resolve) => setTimeout(resolve, 3));
    appendFileSync(log, 'out\n');
    await lease.release();
  }
}

async function hold(leases: Leases): Promise<void> {
  if (!(await leases.tryAcquire('the one'))) {
    throw new Error('no lease');
  }
  setInterval(() => undefined, 1000);
  process.send?.('held');
}

const [task, folder, log] = process.argv.slice(2);
if (folder) {
  const leases = new Leases({ folder, now: () => Date.now() });
  void (task === 'race' ? race(leases, log!) : hold(leases));
}
