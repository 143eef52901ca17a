import { Emitter, type Disposable } from '../base/event';
import { rememberLast } from '../base/rememberLast';
import { MINUTE } from '../base/time';
import { changesSince, type Changes } from '../monitors/changes';
import type { Views } from '../storage/views';
import type { MonitorList } from './monitorList';
import type { AccountAttempt } from './tables';
import type { Memory } from './memory';

/** Milliseconds. Shorter absences keep the shown changes. */
const ABSENCE_MS = 5 * MINUTE;

interface Look {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The number of the last call whose response was visible. */
  readonly call: number;
}

interface SeenChanges extends Changes {
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Knows what the user last saw, and so what changed since. All windows share it, and it survives restarts. Changes stay
 * visible until the user has been away again or marks them as seen.
 */
export class LastLook implements Disposable {
  readonly #changed = new Emitter<void>();
  #isLooking = false;
  #look: Look | undefined;
  /** When the user left the view. */
  #left: Look | undefined;
  readonly #seenChanges = rememberLast((): SeenChanges => ({
    ...this.changesSince(this.#look!.call),
    since: this.#look!.at,
  }));

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly account: {
      readonly list: MonitorList;
      readonly attemptToSave: AccountAttempt;
    },
    private readonly memory: Memory,
    private readonly views: Views,
    private readonly now: () => number,
  ) {
    this.#load();
  }

  /** Changes since the last look; `undefined` if nothing changed, or before the first look. */
  get changes(): SeenChanges | undefined {
    if (this.#look === undefined) {
      return undefined;
    }
    const { version, fields } = this.memory;
    const { tellsStatus } = this.account.list.loaded;
    const changes = this.#seenChanges(this.#look, version, fields.join(), tellsStatus);
    return changes.monitors.length + changes.meanwhile.length > 0 ? changes : undefined;
  }

  /** Sets whether the view is visible and VS Code focused. */
  setLooking(isLooking: boolean): void {
    if (isLooking === this.#isLooking) {
      return;
    }
    this.#isLooking = isLooking;
    if (isLooking) {
      this.#load();
      this.#noteReturn();
    } else {
      this.#left = this.#toLook();
      this.#save('left', this.#left);
    }
  }

  /** Compares with the loaded rows from now on. */
  markSeen(): void {
    this.#keep(this.#toLook());
  }

  /** @param call the number of the last call that was seen */
  changesSince(call: number): Changes {
    const { fields, mapping, runs } = this.memory;
    const { tellsStatus } = this.account.list.loaded;
    return changesSince(runs, call, { fields, mapping, tellsStatus });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #toLook() {
    return { at: this.now(), call: this.account.list.loaded.lastCall };
  }

  /** Loads the latest look of any window. */
  #load(): void {
    const saved = this.account.attemptToSave((account) => this.views.load(String(account)));
    this.#left = toLater(this.#left, saved?.get('left') as Look | undefined);
    this.#look = toLater(this.#look, saved?.get('look') as Look | undefined);
    this.memory.look = this.#look?.call ?? 0;
  }

  /** Compares with the first rows, or after an absence with the rows that the user left. */
  #noteReturn(): void {
    const left = this.#left;
    if (this.#look === undefined) {
      this.#keep(this.#toLook());
    } else if (left && this.now() - left.at >= ABSENCE_MS && isLater(left, this.#look)) {
      this.#keep(left);
    }
    this.#changed.fire();
  }

  #keep(look: Look): void {
    this.#look = look;
    this.memory.look = look.call;
    this.#save('look', look);
    this.#changed.fire();
  }

  #save(name: 'look' | 'left', look: Look): void {
    this.account.attemptToSave((account) => this.views.save(String(account), name, look));
  }
}

function toLater(look: Look | undefined, other: Look | undefined) {
  return look && (other === undefined || isLater(look, other)) ? look : other;
}

/** The clock only decides between looks at the same rows, because it may have been wrong. */
function isLater(look: Look, other: Look): boolean {
  return look.call === other.call ? look.at > other.at : look.call > other.call;
}
