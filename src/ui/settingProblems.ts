import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';
import { findMonitorUrlProblem, type MonitorUrlProblem } from './details/monitorUrl';
import { toFieldName } from './texts/fieldName';

interface SettingProblem {
  readonly setting: string;
  readonly message: SafeText;
}

/** Finds errors in the user's paths and URL template. */
export function findSettingProblems(t: Translate, reading: unknown, monitorUrl: string): SettingProblem[] {
  const urlProblem = findMonitorUrlProblem(monitorUrl);
  const problems = parseSetting(reading).problems.map(({ field, message }) => ({
    setting: 'monitorExplorer.reading',
    message: t(
      "{0}: {1}. It's ignored until this is fixed.",
      toFieldName(t, field),
      toSafeText(message.replace(/\.$/, ''), 200),
    ),
  }));
  return urlProblem
    ? [...problems, { setting: 'monitorExplorer.monitorUrl', message: toMonitorUrlText(t, urlProblem) }]
    : problems;
}

function toMonitorUrlText(t: Translate, problem: MonitorUrlProblem): SafeText {
  if (problem === 'idMissing') {
    return t('Put {id} where the id of a monitor belongs, as in https://app.example.com/monitors/{id}');
  }
  return problem === 'idInHost'
    ? t("{id} can't be part of the host. Put it after the first slash, question mark or #.")
    : t('Enter an https:// URL without user and password, such as https://app.example.com/monitors/{id}');
}
