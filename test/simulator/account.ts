import { generateRecord, type MonitorRecord, type RecordSource } from './monitorRecords';

/** The monitors of one account, in the order of its pages. */
class MonitorCollection {
  /** A number is a record that isn't generated yet. */
  private entries: (number | MonitorRecord)[] = [];
  private nextOrdinal = 0;

  constructor(
    private readonly source: RecordSource,
    count: number,
  ) {
    this.reset(count);
  }

  get count(): number {
    return this.entries.length;
  }

  /** Replaces all monitors with the first `count` monitors of the seed. */
  reset(count: number): void {
    this.entries = Array.from({ length: count }, (_, ordinal) => ordinal);
    this.nextOrdinal = count;
  }

  /** Returns up to `pageSize` records. */
  page(pageIndex: number, pageSize: number): MonitorRecord[] {
    const from = pageIndex * pageSize;
    return this.entries.slice(from, from + pageSize).map((entry) => this.toRecord(entry));
  }

  /** @throws RangeError if there is no such monitor. */
  at(index: number): MonitorRecord {
    const entry = this.entries[index];
    if (entry === undefined) {
      throw new RangeError(`no monitor at ${index}`);
    }
    return this.toRecord(entry);
  }

  /** Inserts a monitor before `index`, and generates missing fields. */
  insert(index: number, fields: Partial<MonitorRecord> = {}): MonitorRecord {
    const record = { ...generateRecord(this.source, this.nextOrdinal++), ...fields };
    this.entries.splice(index, 0, record);
    return record;
  }

  /** @throws RangeError if there is no such monitor. */
  remove(which: string | number): MonitorRecord {
    const index = this.indexOf(which);
    const record = this.at(index);
    this.entries.splice(index, 1);
    return record;
  }

  /** @throws RangeError if there is no such monitor. */
  update(which: string | number, fields: Partial<MonitorRecord>): MonitorRecord {
    const index = this.indexOf(which);
    const record = { ...this.at(index), ...fields };
    this.entries[index] = record;
    return record;
  }

  private indexOf(which: string | number): number {
    return typeof which === 'number'
      ? which
      : this.entries.findIndex((entry) => this.toRecord(entry).id === which);
  }

  private toRecord(entry: number | MonitorRecord): MonitorRecord {
    return typeof entry === 'number' ? generateRecord(this.source, entry) : entry;
  }
}

export interface AccountOptions {
  readonly email: string;
  readonly password: string;
  readonly credits?: number;
  /** How many monitors to generate, 0 to 100,000. */
  readonly monitors?: number;
}

/** An account of the simulated service. All but its e-mail may change while it runs. */
export class SimulatedAccount {
  readonly email: string;
  password: string;
  credits: number;
  readonly monitors: MonitorCollection;

  constructor(options: Required<AccountOptions>, source: RecordSource) {
    this.email = options.email;
    this.password = options.password;
    this.credits = options.credits;
    this.monitors = new MonitorCollection(source, options.monitors);
  }
}
