import type { Run } from '../monitors/run';
import { Results } from './results';

/** Which value each monitor had, and when. The runs that one call began are one result. For transactions. */
export class Runs extends Results<readonly Run[]> {
  /** Loads the runs of an account, the oldest first. */
  loadAll(account: number): readonly Run[] {
    return this.load(account).flat();
  }

  /** Adds runs, or replaces them, and then removes others. */
  saveAll(account: number, changed: readonly Run[], removed: readonly Run[]): void {
    const gone = new Set(removed);
    for (const [call, runs] of Map.groupBy([...changed, ...removed], (run) => run.call)) {
      const all = [...this.load(account, call, call).flat(), ...runs];
      // Another window may have read a monitor later, while this one couldn't save.
      all.sort((a, b) => a.lastCall - b.lastCall);
      const byKey = new Map(all.map((run) => [JSON.stringify([run.monitor, run.field]), run]));
      const kept = [...byKey.values()].filter((run) => !gone.has(run));
      if (kept.length > 0) {
        this.save(account, call, kept);
      } else {
        this.remove(account, call);
      }
    }
  }
}
