import * as vscode from 'vscode';
import type { Path } from '../base/path';
import { toSafeText, type SafeText } from '../base/text';
import { window, type SafeInputBox, type SafeQuickPick, type SafeQuickPickItem } from './window';

/** `text`: what is typed beside a choice. */
export type Answered<T> = { readonly value: T; readonly text?: string } | 'back' | 'cancel';

export interface Question {
  readonly title: SafeText;
  /** Error of the last attempt, shown until the user types. */
  readonly problem?: SafeText | undefined;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
  /** They may show another input; the question comes back after it, unless it is brief. */
  readonly buttons?: readonly (vscode.QuickInputButton & { readonly run: () => unknown })[];
  /** Ends with a button, or when the focus leaves. */
  readonly isBrief?: boolean;
}

interface TextQuestion extends Question {
  readonly prompt: () => SafeText;
  /** Screen readers use it as the input's name. */
  readonly placeholder: SafeText;
  readonly value: string;
  readonly password?: boolean;
  readonly onChange?: (text: string) => void;
  /** Asked after Enter. @returns what is wrong, which is shown until the user types */
  readonly validate: (text: string) => SafeText | undefined;
}

/** Asks for a line of text. Doesn't trim it, because passwords may have spaces at either end. */
export function askText(question: TextQuestion) {
  const input = window.createInputBox();
  input.placeholder = question.placeholder;
  input.value = question.value;
  input.password = question.password ?? false;
  input.validationMessage = question.problem;
  const show = (): void => {
    input.prompt = question.prompt();
    input.show();
  };
  return answerTo<string>(question, input, show, (answer) => [
    input.onDidChangeValue((text) => {
      input.validationMessage = undefined;
      question.onChange?.(text);
    }),
    input.onDidAccept(() => {
      const { value } = input;
      const problem = question.validate(value);
      input.validationMessage = problem;
      if (!problem) {
        answer({ value });
      }
    }),
  ]);
}

export type Item<T> = SafeQuickPickItem & { readonly value: T };

/** @param preview what is there */
export function toPathItem(path: Path, preview: string) {
  return { label: toSafeText(path), description: toSafeText(preview), value: [path] };
}

export function askChoice<T>(
  question: Question & { readonly placeholder: SafeText; readonly active?: Item<T> | undefined },
  items: readonly Item<T>[],
) {
  const pick = window.createQuickPick<Item<T>>();
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  pick.items = items;
  if (question.active) {
    // An empty array would leave no item for Enter.
    pick.activeItems = [question.active];
  }
  const show = () => pick.show();
  return answerTo<T>(question, pick, show, (answer) => [
    pick.onDidAccept(() => {
      const [picked] = pick.selectedItems;
      if (picked) {
        answer({ value: picked.value, text: pick.value });
      }
    }),
  ]);
}

async function answerTo<T>(
  { title, step, totalSteps, canGoBack = false, buttons = [], isBrief = false }: Question,
  input: SafeInputBox | SafeQuickPick<SafeQuickPickItem>,
  show: () => void,
  listen: (answer: (answered: Answered<T>) => void) => vscode.Disposable[],
) {
  input.title = title;
  input.step = step;
  input.totalSteps = totalSteps;
  // Users often copy a password from another window.
  input.ignoreFocusOut = !isBrief;
  input.buttons = [...(canGoBack ? [vscode.QuickInputButtons.Back] : []), ...buttons];
  let runs = false;
  const subscriptions: vscode.Disposable[] = [];
  try {
    return await new Promise<Answered<T>>((answer) => {
      subscriptions.push(
        ...listen(answer),
        input.onDidTriggerButton(async (pressed) => {
          const button = buttons.find((other) => other === pressed);
          if (!button) {
            answer('back');
            return;
          }
          if (isBrief) {
            answer('cancel');
          }
          runs = true;
          await button.run();
          runs = false;
          if (!isBrief) {
            show();
          }
        }),
        input.onDidHide(() => {
          if (!runs) {
            answer('cancel');
          }
        }),
      );
      show();
    });
  } finally {
    vscode.Disposable.from(input, ...subscriptions).dispose();
  }
}

/** Asks for permission in a dialog. */
export async function confirm(question: SafeText, action: SafeText, detail?: SafeText) {
  return (await window.showWarningMessage(question, { modal: true, detail }, action)) === action;
}
