import { Emitter, type Disposable } from '../base/event';
import type { PlainText } from '../base/text';
import type { Sample } from '../mapping/candidates';
import { NO_PICKS, toStatusKey, type Field, type Path, type Picks } from '../mapping/mapping';
import type { Choice } from '../mapping/picking';
import type { Monitor, MonitorStatus } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import { isCallError } from '../service/errors';
import type { KnownServices, Service } from './knownServices';

/** What a user is asked: a field, or which list has the monitors. */
export type Question = Field | 'list';

/** A field, and where it is read now. */
export interface FieldPaths {
  readonly field: Field;
  readonly paths: readonly Path[];
  /** By a user or the setting, and not as found. */
  readonly isPicked: boolean;
  /** What is there; untrusted. */
  readonly sample: PlainText;
}

/** A value that the loaded monitors have for their status. */
export interface StatusValue {
  /** As the service writes it; untrusted. */
  readonly value: string;
  readonly status: MonitorStatus;
  readonly count: number;
}

/** Records that choices are made of. */
const LOOKED_AT = 40;
/** More values than these are texts, each of them different. */
const MAX_VALUES = 200;

/** What users say about how responses are read. Nothing here makes a call. */
export class FieldPicks implements Disposable {
  readonly #services: KnownServices;
  readonly #changes = new Emitter<void>();

  readonly onDidChange = this.#changes.event;

  constructor(services: KnownServices) {
    this.#services = services;
  }

  /** What couldn't be told of the loaded pages. */
  openQuestion(list: MonitorList | undefined): Question | undefined {
    const { failure, loaded } = list ?? {};
    const isUnread = isCallError(failure?.error) && (failure.error.facts.choices ?? []).length > 0;
    const fields = (loaded?.pages.at(-1)?.questions?.fields ?? []) as readonly Field[];
    return isUnread ? 'list' : fields[0];
  }

  /** How many status values aren't known. */
  unknownStatusValues(list: MonitorList | undefined): number {
    const pages = list?.loaded.pages ?? [];
    return new Set(pages.flatMap(({ questions }) => questions?.statusValues ?? []).map(toStatusKey)).size;
  }

  /** All fields, and where they are read now. */
  async fields(list: MonitorList, service: Service): Promise<readonly FieldPaths[]> {
    const { FIELDS } = await import('../mapping/mapping.js');
    const { pathsOf, sampleOf } = await import('../mapping/picking.js');
    const { mapping, picks } = await this.#services.mappingOf(service);
    const samples = await samplesOf(list);
    return FIELDS.map((field) => {
      const paths = pathsOf(field, mapping?.lists[0]);
      const isPicked = picks.fields[field] !== undefined;
      return { field, paths, isPicked, sample: sampleOf(paths, samples) };
    });
  }

  /** The paths to choose from for a field, out of the loaded records; the likely ones first. */
  async choices(field: Field, list: MonitorList): Promise<readonly Choice[]> {
    const { findChoices } = await import('../mapping/picking.js');
    return findChoices(field, await samplesOf(list));
  }

  /** Whether monitors have other ids if another path is picked for a field: without an id, they are made of others. */
  async makesIds(field: Field, service: Service): Promise<boolean> {
    const { mapping } = await this.#services.mappingOf(service);
    const hasIds = mapping?.lists.every(({ fields }) => (fields.id ?? []).length > 0) === true;
    return field === 'id' || (!hasIds && (field === 'name' || field === 'target' || field === 'type'));
  }

  /** Every field of the loaded records. */
  async recordFields(list: MonitorList): Promise<readonly Choice[]> {
    const { findAllChoices } = await import('../mapping/picking.js');
    return findAllChoices(await samplesOf(list));
  }

  /** Remembers a pick for the address. No paths: none of these; undefined: as found. */
  pick(service: Service, of: Question | 'token', paths: readonly Path[] | undefined): Promise<void> {
    return this.#change(service, (picks) => {
      if (of === 'list' || of === 'token') {
        return { ...picks, ...(of === 'list' ? { list: paths?.[0] } : { token: paths }) };
      }
      const others = Object.fromEntries(Object.entries(picks.fields).filter(([field]) => field !== of));
      return { ...picks, fields: paths === undefined ? others : { ...others, [of]: paths } };
    });
  }

  /** Each value that the loaded monitors have for their status; what isn't known first, then the most frequent. */
  statusValues({ loaded }: MonitorList): readonly StatusValue[] {
    return countStatusValues(loaded.monitors);
  }

  /** Remembers what status values mean. What the setting says outweighs it. */
  pickStatusValues(service: Service, meanings: Picks['statusValues']): Promise<void> {
    const added = Object.fromEntries(
      Object.entries(meanings).map(([value, status]) => [toStatusKey(value), status]),
    );
    return this.#change(service, (picks) => ({
      ...picks,
      statusValues: { ...picks.statusValues, ...added },
    }));
  }

  /** What is known of the service as the setting `monitorExplorer.reading`. */
  async toSettingText(service: Service): Promise<string> {
    const { toSetting } = await import('../mapping/settings.js');
    const { mapping } = await this.#services.mappingOf(service);
    const { token } = await this.#services.load(service);
    return `"monitorExplorer.reading": ${JSON.stringify(toSetting(mapping, token), undefined, 2)}`;
  }

  /** Where fields are read, with names and types of the records, or of the response that couldn't be read. No values. */
  async toReportText(list: MonitorList, service: Service): Promise<string> {
    const { describePath, describeShape } = await import('../mapping/shape.js');
    const { failure } = list;
    if (isCallError(failure?.error) && failure.error.facts.shape !== undefined) {
      return failure.error.facts.shape;
    }
    const fields = await this.fields(list, service);
    const records = (await samplesOf(list)).map(({ value }) => value);
    const lines = fields.map(({ field, paths, isPicked }) => {
      const where = paths.map(describePath).join(', ') || 'none';
      return `${field}: ${where}${isPicked ? ' (picked)' : ''}`;
    });
    return [...lines, describeShape(records)].join('\n');
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #change(service: Service, change: (picks: Picks) => Picks): Promise<void> {
    await this.#services.save(service, (known) => ({ ...known, picks: change(known.picks ?? NO_PICKS) }));
    this.#changes.fire();
  }
}

/** Records of the loaded pages, spread over all of them. */
async function samplesOf({ loaded }: MonitorList): Promise<readonly Sample[]> {
  const { recordsOf } = await import('../mapping/readPage.js');
  const each = Math.ceil(LOOKED_AT / Math.max(1, loaded.pages.length));
  return loaded.pages.flatMap((page) => recordsOf(page, each)).slice(0, LOOKED_AT);
}
function countStatusValues(monitors: readonly Monitor[]): readonly StatusValue[] {
  const values = new Map<string, StatusValue>();
  for (const { rawStatus, status } of monitors) {
    const key = toStatusKey(rawStatus);
    const known = values.get(key);
    if (rawStatus !== undefined && key !== '' && (known || values.size < MAX_VALUES)) {
      // Of a monitor that is off, the value that it would have.
      const told = status === 'paused' ? (known?.status ?? status) : status;
      values.set(key, { value: known?.value ?? rawStatus, status: told, count: (known?.count ?? 0) + 1 });
    }
  }
  const rank = ({ status }: StatusValue) => Number(status === 'unknown');
  return [...values.values()].sort((a, b) => rank(b) - rank(a) || b.count - a.count);
}
