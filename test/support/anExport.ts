import type { Account } from '../../src/account/account';
import type { Mute } from '../../src/account/choices';
import type { RowFields } from '../../src/account/rowFields';
import type { LoadedMonitors } from '../../src/monitors/loadedMonitors';
import type { Monitor } from '../../src/monitors/monitor';
import { sinceOf, type SinceOf } from '../../src/monitors/since';

interface Facts extends Partial<Pick<LoadedMonitors, 'total' | 'oldestReadAt' | 'complete'>> {
  readonly sinceOf?: SinceOf;
  readonly fieldsOf?: RowFields['valuesOf'];
  readonly filter?: string;
  readonly mutes?: readonly Mute[];
}

/** An account with all its monitors, unless there are more in `total`. Times are as in the record. */
export function anExport(monitors: readonly Monitor[], facts: Facts = {}): Account {
  const { length: count } = monitors;
  const { fieldsOf = () => ({}), filter, mutes = [], ...more } = facts;
  const { total = count } = facts;
  const loaded = {
    monitors,
    count,
    complete: total === count,
    end: 'end',
    oldestReadAt: 0,
    ...more,
  };
  const account: unknown = {
    list: { loaded: { ...loaded, total } },
    sinceOf: facts.sinceOf ?? sinceOf,
    memory: { rowFields: { valuesOf: fieldsOf } },
    choices: {
      filter: filter && { text: filter },
      muteOf: (id: string) => mutes.find((mute) => mute.id === id),
    },
  };
  return account as Account;
}
