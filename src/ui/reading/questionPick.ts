import { l10n, window, type QuickPickItem } from 'vscode';
import type { MonitorStatus } from '../../monitors/monitor';
import { cleanText } from '../../service/reading/text';
import { toStatusName } from '../texts/statusText';
import type { Question, QuestionField } from '../../service/reading/reading';

type Item = QuickPickItem & { readonly choice: string };

/** Asks the one question, on an answer that is already here. `undefined` where the person would rather not say. */
export async function askQuestion(question: Question): Promise<string | undefined> {
  const items = question.candidates.map(({ choice, preview }): Item => ({
    label: preview === '' ? choice : preview,
    description: choice,
    choice,
  }));
  const picked = await window.showQuickPick(items, {
    title: toQuestionTitle(question.field),
    placeHolder: l10n.t('Takes no call. The choice is remembered for this service address.'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** Asks what a word of the service means. `undefined` where the person would rather not say. */
export async function askStatus(word: string): Promise<MonitorStatus | undefined> {
  const statuses: MonitorStatus[] = ['up', 'down', 'degraded', 'paused', 'pending', 'unknown'];
  const picked = await window.showQuickPick(
    statuses.map((status) => ({ label: toStatusName(status), status })),
    {
      title: l10n.t('What does the status "{0}" mean?', cleanText(word, 40)),
      placeHolder: l10n.t('Takes no call. The choice is remembered for this service address.'),
      ignoreFocusOut: true,
    },
  );
  return picked?.status;
}

function toQuestionTitle(field: QuestionField): string {
  switch (field) {
    case 'token':
      return l10n.t('Which of these is the access token?');
    case 'list':
      return l10n.t('Which of these is the list of monitors?');
    case 'id':
      return l10n.t('What tells one monitor from another?');
    case 'name':
      return l10n.t('Which of these is the name of a monitor?');
    case 'status':
      return l10n.t('Which of these says whether a monitor is up or down?');
  }
}
