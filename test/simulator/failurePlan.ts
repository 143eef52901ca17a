import type { BrokenResponse } from './brokenResponses';
import type { Call, CallKind } from './callRecord';

/** The calls that a switch applies to; all kinds by default. */
export interface Which {
  readonly of?: CallKind;
}

type Hook = (call: Call) => void | Promise<void>;

interface Rule<What> {
  readonly what: What;
  readonly matches: (call: Call) => boolean;
  /** How many more calls it applies to. */
  left: number;
}

const isOf =
  ({ of }: Which) =>
  (call: Call) =>
    of === undefined || call.kind === of;

const isNumber =
  (n: number, { of }: Which) =>
  (call: Call) =>
    of === undefined ? call.number === n : call.kind === of && call.numberOfKind === n;

function use<What>(rules: Rule<What>[], call: Call): What | undefined {
  const rule = rules.find((candidate) => candidate.matches(call));
  if (rule && --rule.left === 0) {
    rules.splice(rules.indexOf(rule), 1);
  }
  return rule?.what;
}

/** Which calls fail and how, and what happens before a call is answered. */
export class FailurePlan {
  private failures: Rule<BrokenResponse>[] = [];
  private hooks: Rule<Hook>[] = [];

  next(what: BrokenResponse, { times = 1, ...which }: Which & { readonly times?: number }): void {
    this.failures.push({ what, matches: isOf(which), left: times });
  }

  at(n: number, what: BrokenResponse, which: Which): void {
    this.failures.push({ what, matches: isNumber(n, which), left: 1 });
  }

  before(n: number, what: Hook, which: Which): void {
    this.hooks.push({ what, matches: isNumber(n, which), left: 1 });
  }

  stop(): void {
    this.failures = [];
  }

  /** Returns the failure for this call, and uses it up. */
  take(call: Call): BrokenResponse | undefined {
    return use(this.failures, call);
  }

  async prepare(call: Call): Promise<void> {
    for (let hook = use(this.hooks, call); hook; hook = use(this.hooks, call)) {
      await hook(call);
    }
  }
}
