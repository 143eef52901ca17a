import type { HttpResponse } from '../httpResponse';
import { applyExpression } from './expressions';
import { isArray, isObject, typeName } from './json';
import type { ListChoice } from './listChoice';
import { choosePlaceAt } from './listChoice';
import type { JudgedPlace } from './listEvidence';
import { judgeLists } from './listEvidence';
import { toFieldQuestions, toListQuestion } from './listQuestions';
import type { ListReading, ListReadingOptions } from './listResult';
import type { MonitorPlan } from './monitorPlan';
import { planMonitors } from './monitorPlan';
import type { PageNotes } from './monitorReading';
import { readMonitors } from './monitorReading';
import { readPaging, toSaidTotal } from './pagingReading';
import { readPathText } from './paths';
import { chooseListOrRecord } from './singleRecord';
import type { ReadingProblem } from './reading';
import { isTaken } from './reading';
import type { ReadingSettings } from './readingSettings';
import type { Records } from './records';
import { recordsAt } from './records';

export type { ListReading, ListReadingOptions } from './listResult';

/** One list of the answer; a sibling has a name to tell its ids from those of the first. */
interface NamedRecords {
  readonly records: Records;
  readonly place: string;
}

/** Reads one page of monitors: where they stand, what their fields are, how many there are in all. */
export function readList(answer: HttpResponse, options: ListReadingOptions): ListReading {
  const { settings, pageIndex, pageSize } = options;
  const problems: ReadingProblem[] = [];
  const said = saidRecords(answer.json, settings, problems);
  const choice = said
    ? saidChoice
    : (pickedList(answer.json, settings, problems) ?? chooseListOrRecord(answer.json));
  if (!choice || !isTaken(choice)) {
    return notFound(answer.json, problems);
  }
  const lists = said ? [{ records: said, place: '' }] : listsOf(answer.json, choice);
  const { monitors, plan, unknownStatusWords } = readLists(lists, settings, problems);
  const count = lists.reduce((total, { records }) => total + records.values.length, 0);
  return {
    found: true,
    monitors,
    ...toPlaceReading(choice),
    ...readPaging(answer, { listPath: choice.place.path, count, pageIndex, pageSize }),
    ...saidTotal(answer.json, settings, problems),
    fields: plan?.fields ?? {},
    unknownStatusWords,
    questions: plan ? toFieldQuestions(plan.profile, plan.fields, lists[0]?.records.values ?? []) : [],
    problems,
  };
}

function notFound(json: unknown, problems: readonly ReadingProblem[]): ListReading {
  const questions = toListQuestion(judgeLists(json));
  return {
    found: false,
    monitors: [],
    alsoPaths: [],
    fields: {},
    unknownStatusWords: [],
    questions,
    problems,
  };
}

function listsOf(json: unknown, { place, also }: ListChoice): readonly NamedRecords[] {
  const siblings = also.map(({ path, kind }) => ({
    records: recordsAt(json, path, kind),
    place: String(path.at(-1) ?? ''),
  }));
  return [{ records: recordsAt(json, place.path, place.kind), place: '' }, ...siblings];
}

function readLists(
  lists: readonly NamedRecords[],
  settings: ReadingSettings,
  problems: ReadingProblem[],
): Pick<ListReading, 'monitors' | 'unknownStatusWords'> & { readonly plan: MonitorPlan | undefined } {
  const notes: PageNotes = { ids: new Map(), unknownWords: new Set(), problems };
  const plans = lists.map(({ records }) => planMonitors(records, settings, problems));
  const pages = lists.map(({ records, place }, i) =>
    readMonitors(records, plans[i] as MonitorPlan, notes, place),
  );
  const monitors = pages.length === 1 ? (pages[0] ?? []) : pages.flat();
  return { monitors, plan: plans[0], unknownStatusWords: [...notes.unknownWords] };
}

function toPlaceReading(choice: ListChoice): Pick<ListReading, 'itemsPath' | 'itemsKind' | 'alsoPaths'> {
  const { place, also, others, sureness, reason } = choice;
  const toAlternative = ({ path, score }: JudgedPlace) => ({
    value: path,
    path,
    sureness: Math.min(score, 0.59),
    reason: 'recordsLikeMonitors' as const,
  });
  const alternatives = others.filter(({ count }) => count > 0).map(toAlternative);
  return {
    itemsPath: { value: place.path, path: place.path, sureness, reason, alternatives },
    itemsKind: also.length > 0 ? 'multi' : place.kind,
    alsoPaths: also.map(({ path }) => path),
  };
}

/** Stands for the list that an expression gave, which has no place in the answer. */
const saidChoice: ListChoice = {
  place: {
    path: [],
    kind: 'array',
    name: { kind: 'root', strength: 1 },
    sample: [],
    count: 0,
    score: 1,
    evidence: 1,
    telling: true,
    standing: true,
  },
  sureness: 1,
  reason: 'expression',
  also: [],
  others: [],
};

/** The list as the person's own expression gives it. */
function saidRecords(
  json: unknown,
  { expressions }: ReadingSettings,
  problems: ReadingProblem[],
): Records | undefined {
  if (!expressions.monitors) {
    return undefined;
  }
  const result = applyExpression(expressions.monitors, json);
  if ('value' in result && (isArray(result.value) || isObject(result.value))) {
    return recordsAt(result.value, [], isArray(result.value) ? 'array' : 'map');
  }
  const message = 'message' in result ? result.message : `expected an array, got ${typeName(result.value)}`;
  problems.push({ field: 'monitors', message });
  return undefined;
}

/** The list that the person picked for this address. */
function pickedList(
  json: unknown,
  { choices }: ReadingSettings,
  problems: ReadingProblem[],
): ListChoice | undefined {
  const path = choices.list === undefined ? undefined : readPathText(choices.list);
  if (path === undefined) {
    return undefined;
  }
  const place = choosePlaceAt(json, path);
  if (place) {
    return { place, sureness: 1, reason: 'chosen', also: [], others: [] };
  }
  problems.push({ field: 'list', message: 'no list stands at the place you picked' });
  return undefined;
}

function saidTotal(
  json: unknown,
  { expressions }: ReadingSettings,
  problems: ReadingProblem[],
): Pick<ListReading, 'total'> {
  if (!expressions.total) {
    return {};
  }
  const result = applyExpression(expressions.total, json);
  const total = 'value' in result ? toSaidTotal(result.value) : result;
  if (!('message' in total)) {
    return { total };
  }
  problems.push({ field: 'total', message: total.message });
  return {};
}
