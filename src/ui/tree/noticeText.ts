import type { QuestionField } from '../../service/mapping/mapping';
import { toCountText } from '../texts/costText';
import type { Notice } from './notices';
import type { RowText } from './rowText';
import { joinTexts, type SafeText, type Translate } from '../../base/text';
import type { Translator } from '../texts/formats';

/** What a notice says, why it matters, and what can be done. */
export interface NoticeText {
  readonly label: SafeText;
  /** A codicon's name. */
  readonly icon: string;
  readonly detail: SafeText;
  readonly action?: {
    /** With the cost, where there is one. */
    readonly title: SafeText;
    /** Name of a command, without the extension's prefix. */
    readonly command: string;
    /** Whether it makes calls without a further question: then a click on the row only offers it. */
    readonly costs: boolean;
  };
}

type TextOf<Id extends Notice['id']> = (
  t: Translator,
  notice: Extract<Notice, { id: Id }>,
  now: number,
) => NoticeText;

const TEXTS: { readonly [Id in Notice['id']]: TextOf<Id> } = {
  sessionEnds: (t, { msLeft }) => ({
    label: t('Session ends in {0}', t.formats.duration(msLeft)),
    icon: 'clock',
    detail: t('The rows stay. To read more after that, sign in again.'),
    action: { title: t('Sign In (1 call)'), command: 'signIn', costs: true },
  }),
  sessionExpired: (t, { readAt }, now) => ({
    // Short, so that a narrow view has room for the cost.
    label: t('Session ended'),
    icon: 'account',
    detail:
      readAt === undefined
        ? t('The rows show what was read last. To read more, sign in again.')
        : t('The rows were read {0}. To read more, sign in again.', t.formats.age(readAt, now)),
    action: { title: t('Sign In (1 call)'), command: 'signIn', costs: true },
  }),
  windowOnly: (t) => ({
    label: t('Signed in for this window only'),
    icon: 'key',
    detail: t('No keyring was found, so the session ends with this window.'),
    action: { title: t('Learn More'), command: 'explainKeyring', costs: false },
  }),
  limitNear: (t, { left }) => ({
    label: t('{0} left today', toCountText(t, left)),
    icon: 'dashboard',
    detail: t('You set a daily limit of calls in the settings.'),
    action: { title: t('Show Calls'), command: 'showCalls', costs: false },
  }),
  limitReached: (t, { resetsAt }, now) => ({
    label: t('Daily limit of calls reached'),
    icon: 'dashboard',
    detail: t('No call is made until it resets at {0}.', t.formats.moment(resetsAt, now)),
    action: { title: t('Allow One More Call'), command: 'allowOneMoreCall', costs: true },
  }),
  shift: (t, { shift, refreshCalls }) => ({
    label:
      shift.mayMiss === 1
        ? t('The list changed while paging; 1 monitor may be missing')
        : t('The list changed while paging; up to {0} monitors may be missing', shift.mayMiss),
    icon: 'info',
    detail: t('Monitors were added or removed between two pages. A refresh of all loaded pages fixes that.'),
    action: { title: t('Refresh ({0})', toCountText(t, refreshCalls)), command: 'refresh', costs: true },
  }),
  question: (t, { field }) => ({
    label: toQuestionText(t, field),
    icon: 'question',
    detail: t('You can pick it from the last response. That takes no call.'),
    action: { title: t('Choose'), command: 'chooseResponseMapping', costs: false },
  }),
  statusValues: (t, { count }) => ({
    label: count === 1 ? t("1 status value isn't known") : t("{0} status values aren't known", count),
    icon: 'question',
    detail: t(
      'Monitors with such a value can be down without being shown as down. Mapping it takes no call.',
    ),
    action: { title: t('Map Status Values'), command: 'mapStatusValues', costs: false },
  }),
  mappingChanged: (t) => ({
    label: t("The service's responses have changed"),
    icon: 'info',
    detail: t('They were read anew, at no call. Monitors may have other IDs than before.'),
    action: { title: t('Show Response Mapping'), command: 'showResponseMapping', costs: false },
  }),
  autoRefreshStopped: (t) => ({
    label: t('Auto refresh stopped after a failure'),
    icon: 'debug-disconnect',
    detail: t('It starts again with your next refresh.'),
    action: { title: t('Refresh'), command: 'refresh', costs: true },
  }),
  cut: (t, { shown, entries }) => ({
    label: t('Showing {0} of {1} entries', shown, entries),
    icon: 'info',
    detail: t('A response held more entries than were asked for. The others were left out.'),
  }),
};

export function toNoticeText(t: Translator, notice: Notice, now: number): NoticeText {
  return (TEXTS[notice.id] as TextOf<Notice['id']>)(t, notice, now);
}

/** One row for all notices: the notice itself where there is one, else how many there are and the first of them. */
export function toNoticesRow(t: Translate, notices: readonly NoticeText[]): RowText | undefined {
  const [first] = notices;
  if (first === undefined) {
    return undefined;
  }
  const only = notices.length === 1;
  const label = only ? first.label : t('{0} notices', notices.length);
  const description = only ? first.action?.title : first.label;
  return {
    id: 'row:notices',
    label,
    description,
    icon: only ? first.icon : 'info',
    tooltip: joinTexts(
      notices.map(({ label }) => label),
      ' · ',
    ),
    aria: joinTexts([label, description], ': '),
    role: 'button',
    command: 'showNotices',
    contextValue: 'notices',
  };
}

function toQuestionText(t: Translate, field: QuestionField): SafeText {
  switch (field) {
    case 'token':
      return t("The access token couldn't be identified");
    case 'list':
      return t("The list of monitors couldn't be identified");
    case 'id':
      return t("The IDs couldn't be identified");
    case 'name':
      return t("The names couldn't be identified");
    case 'status':
      return t("The status couldn't be identified");
  }
}
