import { toSafeText, type SafeText, type Translate } from '../base/text';
import { parseSetting } from '../mapping/settings';
import { isMonitorUrl } from './details/monitorUrl';
import { toFieldName } from './texts/fieldText';

interface SettingProblem {
  readonly setting: string;
  readonly message: SafeText;
}

/** Finds errors in the user's paths and URL template. */
export function findSettingProblems(t: Translate, reading: unknown, monitorUrl: string): SettingProblem[] {
  const problems = parseSetting(reading).problems.map(({ field, message }) => ({
    setting: 'monitorExplorer.reading',
    message: t(
      "{0}: {1}. It's ignored until this is fixed.",
      toFieldName(t, field),
      toSafeText(message.replace(/\.$/, ''), 200),
    ),
  }));
  const message = t(
    'Enter an https:// URL without user and password, and with {id} after the host, such as https://app.example.com/monitors/{id}',
  );
  return isMonitorUrl(monitorUrl)
    ? problems
    : [...problems, { setting: 'monitorExplorer.monitorUrl', message }];
}
