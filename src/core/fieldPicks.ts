import { mergePicks, NO_PICKS, toStatusKey, type Field, type Picks } from '../mapping/mapping';
import type { Choice } from '../mapping/picking';
import type { Sample } from '../mapping/records';
import type { MonitorStatus } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import { isCallError } from '../service/errors';
import type { KnownServices, Service } from './knownServices';

/** Asks for the path of a field, or for the list of monitors. */
export type Question = Field | 'list';

export interface StatusValue {
  /** As sent by the service; untrusted. */
  readonly value: string;
  readonly status: MonitorStatus;
  readonly count: number;
}

/** Number of records to search for choices. */
const LOOKED_AT = 40;
/** A field with more distinct values holds free text. */
const MAX_VALUES = 200;

/** User's choices of how to read responses. Costs no calls. */
export class FieldPicks {
  constructor(private readonly services: KnownServices) {}

  openQuestion(list: MonitorList | undefined): Question | undefined {
    const { failure, loaded } = list ?? {};
    const isUnread = isCallError(failure?.error) && (failure.error.facts.choices ?? []).length > 0;
    const fields = (loaded?.pages.at(-1)?.questions?.fields ?? []) as readonly Field[];
    return isUnread ? 'list' : fields[0];
  }

  /** Counts status values of unknown meaning. */
  unknownStatusValues(list: MonitorList | undefined): number {
    const pages = list?.loaded.pages ?? [];
    return new Set(pages.flatMap(({ questions }) => questions?.statusValues ?? []).map(toStatusKey)).size;
  }

  /** Returns the paths of each field, a sample, and whether the user or the setting chose the paths. */
  async fields(list: MonitorList, service: Service) {
    const { FIELDS } = await import('../mapping/mapping.js');
    const { pathsOf, sampleOf } = await import('../mapping/picking.js');
    const { mapping, picks } = await this.services.load(service);
    const samples = await samplesOf(list);
    // Records without an id get one from name, target and type.
    const hasIds = mapping?.lists.every(({ fields }) => (fields.id ?? []).length > 0) === true;
    const idFields: readonly Field[] = hasIds ? ['id'] : ['id', 'name', 'target', 'type'];
    return FIELDS.map((field) => {
      const paths = pathsOf(field, mapping?.lists[0]);
      const isPicked = picks.fields[field] !== undefined;
      return { field, paths, isPicked, makesIds: idFields.includes(field), sample: sampleOf(paths, samples) };
    });
  }

  /** Finds possible paths for a field, likely ones first; without a field, all paths. */
  async choices(list: MonitorList, field?: Field): Promise<readonly Choice[]> {
    const { findAllChoices, findChoices } = await import('../mapping/picking.js');
    const samples = await samplesOf(list);
    return field ? findChoices(field, samples) : findAllChoices(samples);
  }

  /** Saves choices for the address. A field's `[]`: the field is absent; `undefined`: automatic. */
  pick(service: Service, picked: Partial<Picks>): Promise<void> {
    return this.services.save(service, ({ picks = NO_PICKS, ...known }) => {
      const merged = mergePicks({ ...NO_PICKS, ...picked }, picks);
      // JSON leaves out choices that are undefined.
      return { ...known, picks: JSON.parse(JSON.stringify(merged)) as Picks };
    });
  }

  /** Returns status values: unknown ones first, then by frequency. */
  statusValues({ loaded }: MonitorList): readonly StatusValue[] {
    const values = new Map<string, StatusValue>();
    for (const { rawStatus = '', status } of loaded.monitors) {
      const key = toStatusKey(rawStatus);
      const known = values.get(key);
      if (key !== '' && (known || values.size < MAX_VALUES)) {
        // "Paused" hides what the value means, so use another monitor's status.
        const meaning = status === 'paused' ? (known?.status ?? status) : status;
        const count = (known?.count ?? 0) + 1;
        values.set(key, { value: known?.value ?? rawStatus, status: meaning, count });
      }
    }
    const rank = ({ status }: StatusValue): number => Number(status === 'unknown');
    return [...values.values()].sort((a, b) => rank(b) - rank(a) || b.count - a.count);
  }

  /** Formats the mapping as the setting `monitorExplorer.reading`. */
  async toSettingText(service: Service): Promise<string> {
    const { toSetting } = await import('../mapping/settings.js');
    const { mapping, picks, known } = await this.services.load(service);
    const setting = toSetting(mapping, known.token, picks);
    return `"monitorExplorer.reading": ${JSON.stringify(setting, undefined, 2)}`;
  }

  /** Describes paths, names and types of the fields, or the unreadable response. Contains no values. */
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
}

/** Samples all loaded pages evenly. */
async function samplesOf({ loaded }: MonitorList): Promise<readonly Sample[]> {
  const { recordsOf } = await import('../mapping/readPage.js');
  const each = Math.ceil(LOOKED_AT / Math.max(1, loaded.pages.length));
  const records = loaded.pages.map((page) => recordsOf(page, each));
  const samples = records.flatMap(({ values, places }) =>
    values.map((value, i) => ({ value, key: places[i]?.key })),
  );
  return samples.slice(0, LOOKED_AT);
}
