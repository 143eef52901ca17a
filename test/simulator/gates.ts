import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from './callRecord';
import type { Which } from './failurePlan';

/** The responses that a gate holds back; all by default. */
export interface Held extends Which {
  /** Only responses to this page and later ones. */
  readonly fromPage?: number;
}

/** Holds back responses until it is released. */
export interface Gate {
  release(): void;
}

/** Delays responses by gates and by a latency. */
export class Gates {
  private readonly shut = new Map<Gate, { readonly which: Held; readonly opened: Promise<void> }>();

  constructor(private readonly closing: AbortSignal) {
    closing.addEventListener('abort', () => this.releaseAll());
  }

  hold(which: Held): Gate {
    let open: (() => void) | undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const gate: Gate = {
      release: () => {
        this.shut.delete(gate);
        open?.();
      },
    };
    this.shut.set(gate, { which, opened });
    return gate;
  }

  releaseAll(): void {
    for (const gate of [...this.shut.keys()]) {
      gate.release();
    }
  }

  /** Resolves after the latency, when all gates for this call are open. */
  async pass(call: Call, latencyMs: number): Promise<void> {
    const ahead = [...this.shut.values()].filter(
      ({ which }) =>
        (!which.of || which.of === call.kind) &&
        (which.fromPage === undefined || (call.pageIndex ?? -1) >= which.fromPage),
    );
    // Rejects only when the service stops.
    if (latencyMs > 0) {
      await delay(latencyMs, undefined, { signal: this.closing }).catch(() => undefined);
    }
    await Promise.all(ahead.map(({ opened }) => opened));
  }
}
