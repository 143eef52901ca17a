import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from './callRecord';
import type { Which } from './failurePlan';

/** Which responses a gate holds back; all of them without any of this. */
export interface Held extends Which {
  /** Responses to pages with this index or a later one. */
  readonly fromPage?: number;
}

/** Holds back responses until it is released. */
export interface Gate {
  /** Lets go of all responses held, and holds no more. */
  release(): void;
}

/** What stands between a response and its client: gates, and a latency that ends with `closing`. */
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

  /** Resolves when `latencyMs` is over and every gate that is shut for this call has been opened. */
  async pass(call: Call, latencyMs: number): Promise<void> {
    const ahead = [...this.shut.values()].filter(
      ({ which }) =>
        (!which.of || which.of === call.kind) &&
        (which.fromPage === undefined || (call.pageIndex ?? -1) >= which.fromPage),
    );
    // Rejects only when the service closes, and then nobody waits for the response any more.
    if (latencyMs > 0) {
      await delay(latencyMs, undefined, { signal: this.closing }).catch(() => undefined);
    }
    await Promise.all(ahead.map(({ opened }) => opened));
  }
}
