import * as vscode from 'vscode';
import type { Path } from '../../base/path';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { App, Shown } from '../../account/app';
import { describeFields, findAllChoices } from '../../mapping/picker/findChoices';
import {
  toArrangementChoice,
  toFieldKey,
  type ArrangementChoice,
  type Grouping,
  type Order,
} from '../../monitors/arrangement';
import type { Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';

type Item = SafeQuickPickItem & { readonly run?: () => unknown };

/** What rows can be grouped or ordered by. */
interface Part {
  readonly name: SafeText;
  /** Offered if a monitor has it; by default always. */
  readonly field?: Exclude<keyof Monitor, 'raw' | 'place'>;
  readonly grouping?: Grouping;
  readonly order?: Order;
}

/** Fields with choices of their own. */
const USUAL = ['name', 'status', 'tags', 'changedAt'];

const USUAL_PARTS: readonly Part[] = [
  { name: t('Status'), grouping: 'status', order: 'status' },
  { name: t('Last Change'), field: 'changedAt', order: 'change' },
  { name: t('Tag'), field: 'tags', grouping: 'tag' },
  { name: t('Host'), field: 'target', grouping: 'host' },
  { name: t('Name'), order: 'name' },
];

/** Asks for another grouping or another order of the rows. */
export async function askArrangement(app: App) {
  const { shown } = app;
  if (!shown) {
    return;
  }
  const { tellsStatus, monitors } = shown.list.loaded;
  const current = toArrangementChoice(shown.choices.arrangement, tellsStatus);
  const toItem = (label: SafeText, choice: Partial<ArrangementChoice>) => {
    const isCurrent = choice.grouping === current.grouping || choice.order === current.order;
    return {
      label,
      description: joinTexts([isCurrent && t('current')]),
      run: () => shown.choices.arrange(choice),
    };
  };
  const isThere = ({ order, field }: Part) => {
    const isFilled = !field || monitors.some((monitor) => String(monitor[field] ?? '') !== '');
    return isFilled && (tellsStatus || order !== 'status');
  };
  const parts = [...USUAL_PARTS.filter(isThere), ...findOtherParts(shown)];
  await pick(t('Arrange Monitors'), t('Arranges loaded monitors; no calls'), [
    toHeading(t('Groups')),
    ...parts.flatMap(({ name, grouping }) =>
      grouping ? toItem(t('Group by {0}', name), { grouping }) : [],
    ),
    toItem(t('No Grouping'), { grouping: 'none' }),
    toHeading(t('Order')),
    toItem(t('Service Order'), { order: 'service' }),
    ...parts.flatMap(({ name, order }) =>
      order ? toItem(t('Order by {0}', name), { order }) : [],
    ),
    toHeading(t('Fields')),
    { label: t('Show in Rows…'), run: () => askRowFields(app) },
  ]);
}

/** Returns fields of the records without a choice of their own. */
function findOtherParts({ list, service }: Shown) {
  const { mapping, picks } = service;
  const { pages } = list.loaded;
  const usualPaths = describeFields(mapping, picks, pages)
    .filter(({ field }) => USUAL.includes(field))
    .flatMap(({ paths: [path = ''] }) => [path, `${path}[0]`]);
  return findAllChoices(pages, mapping)
    .filter(({ path }) => !usualPaths.includes(path))
    .map(({ path, isGroup }) => {
      const order = toFieldKey(path);
      return { name: toFieldName(path), order, ...(isGroup && { grouping: order }) };
    });
}

/** Asks which fields of the records to show in rows. */
export async function askRowFields(app: App) {
  const { shown, rowFields } = app;
  const { list, service } = shown ?? {};
  const items = findAllChoices(list?.loaded.pages ?? [], service?.mapping).map(
    ({ path, sample }) => {
      return {
        label: toFieldName(path),
        description: joinTexts([rowFields.paths.includes(path) && t('shown'), toSafeText(sample)]),
        // The fields of another address differ.
        run: () => shown === app.shown && rowFields.toggle(path),
      };
    },
  );
  await pick(t('Show in Rows'), t('Pick a field to show or hide. No calls.'), items);
}

/** Names a path plainly: "labels, first" for `labels[0]`. */
function toFieldName(path: Path) {
  const list = path.replace(/\[0\]$/, '');
  const name = toSafeText(list);
  return list === path ? name : t('{0}, first', name);
}

async function pick(title: SafeText, placeHolder: SafeText, items: readonly Item[]) {
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  await picked?.run?.();
}

function toHeading(label: SafeText) {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
