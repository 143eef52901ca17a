import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { toSafeText, type SafeText, type Translate } from '../../base/text';
import { parseMappingSettings } from '../../service/mapping/resolve';
import { findMonitorUrlProblem, type MonitorUrlProblem } from '../details/monitorUrl';
import { toFieldName } from './mappingPage';

/** A setting that can't be used as it is. */
export interface SettingProblem {
  /** Names of the setting and of the field in it. */
  readonly path: readonly string[];
  readonly message: SafeText;
}

/** The same with its place in a settings.json. */
export interface LocatedProblem extends SettingProblem {
  readonly offset: number;
  readonly length: number;
}

const MAPPING = 'monitorExplorer.reading';
const MONITOR_URL = 'monitorExplorer.monitorUrl';

/** What is wrong with the expressions and templates that a person wrote. The parser decides, not a pattern. */
export function findSettingProblems(
  t: Translate,
  values: { readonly mapping: unknown; readonly monitorUrl: unknown },
): SettingProblem[] {
  const { mapping, monitorUrl } = values;
  const urlProblem = typeof monitorUrl === 'string' ? findMonitorUrlProblem(monitorUrl) : undefined;
  const { problems } = parseMappingSettings(mapping);
  return [
    ...problems.map(({ field, message }) => ({
      path: field === 'reading' ? [MAPPING] : [MAPPING, field],
      message: t(
        "{0}: {1}. It's ignored until this is fixed.",
        toFieldName(t, field),
        toSafeText(message.replace(/\.$/, ''), 200),
      ),
    })),
    ...(urlProblem ? [{ path: [MONITOR_URL], message: toMonitorUrlText(t, urlProblem) }] : []),
  ];
}

/** The same for the text of a settings.json, saved or not, with where each problem stands. Never throws. */
export function locateSettingProblems(t: Translate, text: string): LocatedProblem[] {
  const root = parseTree(text);
  const nodeAt = (path: readonly string[]): Node | undefined => root && findNodeAtLocation(root, [...path]);
  const valueAt = (name: string): unknown => {
    const node = nodeAt([name]);
    return node && (getNodeValue(node) as unknown);
  };
  const found = findSettingProblems(t, { mapping: valueAt(MAPPING), monitorUrl: valueAt(MONITOR_URL) });
  return found.flatMap((problem) => {
    const node = nodeAt(problem.path);
    return node ? [{ ...problem, offset: node.offset, length: node.length }] : [];
  });
}

function toMonitorUrlText(t: Translate, problem: MonitorUrlProblem): SafeText {
  switch (problem) {
    case 'idMissing':
      return t('Put {id} where the id of a monitor belongs, as in https://app.example.com/monitors/{id}');
    case 'idInHost':
      return t("{id} can't be part of the host. Put it after the first slash, question mark or #.");
    case 'notHttps':
      return t('Use https://. Plain http:// is for this machine only.');
    case 'userInfo':
      return t('Leave out user and password.');
    case 'empty':
    case 'schemeMissing':
    case 'notAUrl':
    case 'query':
    case 'fragment':
      return t('This is not an address. It should look like https://app.example.com/monitors/{id}');
  }
}
