import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';
import { findMonitorUrlProblem, type MonitorUrlProblem } from './details/monitorUrl';
import { toFieldName } from './texts/fieldName';

export interface SettingProblem {
  /** Full name, with prefix. */
  readonly setting: string;
  readonly message: SafeText;
}

const MAPPING = 'monitorExplorer.reading';
const MONITOR_URL = 'monitorExplorer.monitorUrl';

/** Finds errors in the user's expressions and URL template. */
export function findSettingProblems(
  t: Translate,
  values: { readonly mapping: unknown; readonly monitorUrl: unknown },
): SettingProblem[] {
  const { mapping, monitorUrl } = values;
  const urlProblem = typeof monitorUrl === 'string' ? findMonitorUrlProblem(monitorUrl) : undefined;
  const { problems } = parseSetting(mapping);
  return [
    ...problems.map(({ field, message }) => ({
      setting: MAPPING,
      message: t(
        "{0}: {1}. It's ignored until this is fixed.",
        toFieldName(t, field),
        toSafeText(message.replace(/\.$/, ''), 200),
      ),
    })),
    ...(urlProblem ? [{ setting: MONITOR_URL, message: toMonitorUrlText(t, urlProblem) }] : []),
  ];
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
      return t('Enter a valid URL, such as https://app.example.com/monitors/{id}');
  }
}
