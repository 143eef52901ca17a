import { toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Question } from '../../explorer/fieldPicks';
import type { Path } from '../../mapping/mapping';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';

/** Something to choose, with something to recognize it by. */
interface Choice {
  readonly path: Path;
  readonly preview: string;
}

/** Asks one question about a response that is already here. `undefined` if the user would rather not say. */
export async function askQuestion(
  question: Question | 'token',
  choices: readonly Choice[],
): Promise<Path | undefined> {
  const items = choices.map(({ path, preview }): SafeQuickPickItem & { readonly path: Path } => ({
    label: toSafeText(preview === '' ? path : preview, 100),
    description: toSafeText(path, 100),
    path,
  }));
  const picked = await window.showQuickPick(items, {
    title: toQuestionTitle(question),
    placeHolder: t('Takes no call. The choice is remembered for this service address.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.path;
}

/** Asks what a value means that is taken for `current` now. `undefined` if the user would rather not say. */
export async function askStatus(value: string, current: MonitorStatus): Promise<MonitorStatus | undefined> {
  const items = MONITOR_STATUSES.map((status): SafeQuickPickItem & { readonly status: MonitorStatus } => ({
    label: withIcon(STATUS_ICONS[status], toStatusName(t, status)),
    status,
    ...(status === current && { description: t('as now') }),
  }));
  const picked = await window.showQuickPick(items, {
    title: t('What does the status "{0}" mean?', toSafeText(value, 40)),
    placeHolder: t('Takes no call. The choice is remembered for this service address.'),
    ignoreFocusOut: true,
  });
  return picked?.status;
}

function toQuestionTitle(question: Question | 'token'): SafeText {
  return question === 'token'
    ? t('Which of these is the access token?')
    : question === 'list'
      ? t('Which of these is the list of monitors?')
      : question === 'name'
        ? t('Which of these is the name of a monitor?')
        : t('Which of these says whether a monitor is up or down?');
}
