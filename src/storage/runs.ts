import type { Run } from '../monitors/run';
import { Results } from './results';

/** Returns a key among the runs of a call. */
function toKey({ monitor, field }: Run): string {
  return `${field.length} ${field}${monitor}`;
}

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
      const saved = this.load(account, call, call).flat();
      const byKey = new Map([...saved, ...runs].map((run) => [toKey(run), run]));
      const kept = [...byKey.values()].filter((run) => !gone.has(run));
      if (kept.length > 0) {
        this.save(account, call, kept);
      } else {
        this.remove(account, call);
      }
    }
  }
}
