import type { MonitorStatus } from '../../monitors/monitor';
import { toStatusName } from '../texts/statusText';
import type { Question, QuestionField } from '../../service/mapping/extraction';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';
import { toSafeText, type SafeText } from '../../base/text';

type Item = SafeQuickPickItem & { readonly choice: string };

/** Asks the one question, on an answer that is already here. `undefined` where the person would rather not say. */
export async function askQuestion(question: Question): Promise<string | undefined> {
  const items = question.candidates.map(({ choice, preview }): Item => ({
    label: toSafeText(preview === '' ? choice : preview, 100),
    description: toSafeText(choice, 100),
    choice,
  }));
  const picked = await window.showQuickPick(items, {
    title: toQuestionTitle(question.field),
    placeHolder: t('Takes no call. The choice is remembered for this service address.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** Asks what a word of the service means. `undefined` where the person would rather not say. */
export async function askStatus(word: string): Promise<MonitorStatus | undefined> {
  const statuses: MonitorStatus[] = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'];
  const picked = await window.showQuickPick(
    statuses.map((status) => ({ label: toStatusName(t, status), status })),
    {
      title: t('What does the status "{0}" mean?', toSafeText(word, 40)),
      placeHolder: t('Takes no call. The choice is remembered for this service address.'),
      ignoreFocusOut: true,
    },
  );
  return picked?.status;
}

function toQuestionTitle(field: QuestionField): SafeText {
  switch (field) {
    case 'token':
      return t('Which of these is the access token?');
    case 'list':
      return t('Which of these is the list of monitors?');
    case 'id':
      return t('What tells one monitor from another?');
    case 'name':
      return t('Which of these is the name of a monitor?');
    case 'status':
      return t('Which of these says whether a monitor is up or down?');
  }
}
