import { toSafeText, withIcon, type SafeText } from '../../base/text';
import type { MonitorStatus } from '../../monitors/monitor';
import { toPathText, type Path, type Question, type QuestionField } from '../../service/mapping/mapping';
import { t } from '../l10n';
import { STATUS_ICONS, toStatusName } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';

type Item = SafeQuickPickItem & { readonly path: Path };

/** Asks one question about a response that is already here. `undefined` where the user would rather not say. */
export async function askQuestion(question: Question): Promise<Path | undefined> {
  const items = question.candidates.map(({ path, preview }): Item => ({
    label: toSafeText(preview === '' ? toPathText(path) : preview, 100),
    description: toSafeText(toPathText(path), 100),
    path,
  }));
  const picked = await window.showQuickPick(items, {
    title: toQuestionTitle(question.field),
    placeHolder: t('Takes no call. The choice is remembered for this service address.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.path;
}

/** Asks what a value means that is taken for `current` now. `undefined` where the user would rather not say. */
export async function askStatus(value: string, current: MonitorStatus): Promise<MonitorStatus | undefined> {
  const statuses: MonitorStatus[] = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'];
  const items = statuses.map((status): SafeQuickPickItem & { readonly status: MonitorStatus } => ({
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

function toQuestionTitle(field: QuestionField): SafeText {
  const texts: Readonly<Record<QuestionField, SafeText>> = {
    token: t('Which of these is the access token?'),
    list: t('Which of these is the list of monitors?'),
    id: t('Which of these identifies a monitor?'),
    name: t('Which of these is the name of a monitor?'),
    status: t('Which of these says whether a monitor is up or down?'),
  };
  return texts[field];
}
