import { Emitter, type Disposable } from '../base/event';
import { NO_PICKS, toStatusKey, type Field, type Path, type Picks } from '../mapping/mapping';
import type { Choice } from '../mapping/picking';
import type { SettingProblem } from '../mapping/settings';
import type { Monitor, MonitorStatus } from '../monitors/monitor';
import type { MonitorList } from '../monitors/monitorList';
import type { BaseUrl } from '../service/address';
import { isCallError } from '../service/errors';
import type { KnownServices } from './knownServices';

/** What a user may be asked: a field, or which list has the monitors. */
export type Question = Field | 'list';

/** A field with where it is read now. */
export interface FieldPaths {
  readonly field: Field;
  readonly paths: readonly Path[];
  /** By a user or the setting, and not as found. */
  readonly isPicked: boolean;
}

export interface FieldPicksOptions {
  readonly settings: { readonly reading: unknown; readonly baseUrl: BaseUrl | undefined };
  readonly services: KnownServices;
}

/** Records that choices are made of. */
const LOOKED_AT = 40;
/** More values than these are texts, each of them different. */
const MAX_VALUES = 200;

/** A value that the loaded monitors have for their status. */
export interface StatusValue {
  /** As the service writes it. */
  readonly value: string;
  readonly status: MonitorStatus;
  readonly count: number;
}

/** What users say about how responses are read. Nothing here makes a call. */
export class FieldPicks implements Disposable {
  readonly #options: FieldPicksOptions;
  readonly #changes = new Emitter<void>();
  readonly #declined = new Set<string>();

  readonly onDidChange = this.#changes.event;

  constructor(options: FieldPicksOptions) {
    this.#options = options;
  }

  /** What couldn't be told of the loaded pages; absent if the user would rather not say. */
  openQuestion(list: MonitorList | undefined): Question | undefined {
    const error = list?.failure?.error;
    const isUnreadable = isCallError(error) && (error.facts.choices ?? []).length > 0;
    const fields = list?.loaded.pages.at(-1)?.questions?.fields ?? [];
    const asks = isUnreadable ? ['list'] : fields;
    return (asks as readonly Question[]).find((question) => !this.isDeclined(question));
  }

  /** Isn't asked again in this window. */
  decline(question: Question | 'statusValues'): void {
    this.#declined.add(this.#key(question));
    this.#changes.fire();
  }

  isDeclined(question: Question | 'statusValues'): boolean {
    return this.#declined.has(this.#key(question));
  }

  /** All fields, and where they are read now. */
  async fields(): Promise<readonly FieldPaths[]> {
    const { baseUrl } = this.#options.settings;
    const [{ FIELDS }, { pathsOf }] = await Promise.all([
      import('../mapping/mapping.js'),
      import('../mapping/picking.js'),
    ]);
    const { mapping, picks } = baseUrl
      ? await this.#options.services.mappingOf(baseUrl)
      : { mapping: undefined, picks: NO_PICKS };
    const [list] = mapping?.lists ?? [];
    return FIELDS.map((field) => ({
      field,
      paths: pathsOf(field, list),
      isPicked: picks.fields[field] !== undefined,
    }));
  }

  /** The paths to choose from for a field, out of the loaded records; the likely ones first. */
  async choices(field: Field, { loaded }: MonitorList): Promise<readonly Choice[]> {
    const { findChoices } = await import('../mapping/picking.js');
    return findChoices(
      field,
      loaded.monitors.slice(0, LOOKED_AT).map(({ raw }) => ({ value: raw })),
    );
  }

  /** Every field of the loaded records. */
  async recordFields({ loaded }: MonitorList): Promise<readonly Choice[]> {
    const { findAllChoices } = await import('../mapping/picking.js');
    return findAllChoices(loaded.monitors.slice(0, LOOKED_AT).map(({ raw }) => ({ value: raw })));
  }

  /** Remembers a pick for the address. No paths: none of these; undefined: as found. */
  async pick(baseUrl: BaseUrl, of: Question | 'token', paths: readonly Path[] | undefined): Promise<void> {
    await this.#change(baseUrl, (picks) => {
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

  /** How many status values aren't known; none if the user would rather not say. */
  unknownStatusValues(list: MonitorList | undefined): number {
    const pages = this.isDeclined('statusValues') ? [] : (list?.loaded.pages ?? []);
    return new Set(pages.flatMap(({ questions }) => questions?.statusValues ?? []).map(toStatusKey)).size;
  }

  /** Remembers what status values mean. What the setting says outweighs it. */
  async pickStatusValues(baseUrl: BaseUrl, meanings: Picks['statusValues']): Promise<void> {
    const added = Object.fromEntries(
      Object.entries(meanings).map(([value, status]) => [toStatusKey(value), status]),
    );
    await this.#change(baseUrl, (picks) => ({ ...picks, statusValues: { ...picks.statusValues, ...added } }));
  }

  /** What is known of the service as the setting `monitorExplorer.reading`. */
  async toSettingText(): Promise<string> {
    const { services, settings } = this.#options;
    const { toSetting } = await import('../mapping/settings.js');
    const { mapping } = settings.baseUrl
      ? await services.mappingOf(settings.baseUrl)
      : { mapping: undefined };
    const { token } = settings.baseUrl ? await services.load(settings.baseUrl) : {};
    return `"monitorExplorer.reading": ${JSON.stringify(toSetting(mapping, token), undefined, 2)}`;
  }

  /** What is wrong with the setting `monitorExplorer.reading`. */
  async findProblems(): Promise<readonly SettingProblem[]> {
    const { parseSetting } = await import('../mapping/settings.js');
    return parseSetting(this.#options.settings.reading).problems;
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #change(baseUrl: BaseUrl, change: (picks: Picks) => Picks): Promise<void> {
    const { services } = this.#options;
    const { picks = NO_PICKS, ...known } = await services.load(baseUrl);
    await services.save(baseUrl, { ...known, picks: change(picks) });
    this.#changes.fire();
  }

  #key(question: Question | 'statusValues'): string {
    return `${this.#options.settings.baseUrl?.href ?? ''} ${question}`;
  }
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
