import * as vscode from 'vscode';
import { window, type SafeInputBox, type SafeQuickPick, type SafeQuickPickItem } from './window';
import { joinTexts, toSafeText, type SafeText } from '../base/text';
import { t } from './l10n';

/** A user's answer; `'button'` means the step's own button. */
export type Answered<T> = { readonly value: T } | 'back' | 'button' | 'cancel';

export interface StepPosition {
  readonly title: SafeText;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

export interface TextStep {
  readonly prompt: SafeText;
  readonly placeholder?: SafeText;
  readonly value?: string;
  readonly password?: boolean;
  /** Error of the last attempt, shown until the user types. */
  readonly problem?: SafeText;
  /** Button next to Back; keeps the typed text. */
  readonly button?: { readonly icon: string; readonly tooltip: SafeText };
  /** Returns the error in the text; `undefined` if valid. */
  readonly validate?: (text: string) => SafeText | undefined;
  /** Returns a correction to offer once on Enter, if any. */
  readonly suggest?: (text: string) => string | undefined;
  /** Receives the text when the user leaves the step. */
  readonly keep?: (text: string) => void;
}

/** A wizard step. It stores its own answer and returns the direction. */
export type Step = (position: StepPosition) => Promise<'next' | 'back' | 'cancel'>;

/** @returns whether the user finished */
export async function runWizard(title: SafeText, steps: readonly Step[], startAt = 0): Promise<boolean> {
  let at = startAt;
  let first = startAt;
  while (at < steps.length) {
    first = Math.min(first, at);
    const [step, totalSteps] = [at - first + 1, steps.length - first];
    const way = await steps[at]!({ title, step, totalSteps, canGoBack: at > 0 });
    if (way === 'cancel') {
      return false;
    }
    at += way === 'next' ? 1 : -1;
  }
  return true;
}

/** Asks for a line of text. Doesn't trim it, because passwords may have spaces at either end. */
export async function askText(position: StepPosition, step: TextStep): Promise<Answered<string>> {
  const input = window.createInputBox();
  place(input, position);
  input.prompt = step.prompt;
  input.placeholder = step.placeholder;
  input.value = step.value ?? '';
  input.password = step.password ?? false;
  input.validationMessage = step.problem;
  if (step.button) {
    const { icon, tooltip } = step.button;
    input.buttons = [...input.buttons, { iconPath: new vscode.ThemeIcon(icon), tooltip }];
  }
  const offered = new Set<string>();
  const suggest = (text: string): string | undefined =>
    offered.has(text) ? undefined : step.suggest?.(text);
  const validate = (text: string): boolean => {
    const suggestion = suggest(text);
    const offer =
      suggestion === undefined
        ? undefined
        : t('Press Enter to change it to {0}', toSafeText(suggestion, 200));
    const problem = step.validate?.(text);
    input.validationMessage = problem && offer ? joinTexts([problem, offer], ' ') : (problem ?? offer);
    return input.validationMessage === undefined;
  };
  const accept = (answer: (answered: Answered<string>) => void): void => {
    const suggestion = suggest(input.value);
    if (suggestion !== undefined) {
      offered.add(input.value);
      input.value = suggestion;
      validate(suggestion);
    } else if (validate(input.value)) {
      answer({ value: input.value });
    }
  };
  const answered = await untilAnswered<string>(input, (answer) => [
    input.onDidChangeValue(validate),
    input.onDidAccept(() => accept(answer)),
  ]);
  step.keep?.(input.value);
  return answered;
}

export interface ChoiceOptions<T> {
  readonly placeholder: SafeText;
  /** Initial focus. */
  readonly active?: T | undefined;
  /** Buttons that don't close the list. */
  readonly buttons?: readonly (vscode.QuickInputButton & { readonly run: () => unknown })[];
}

export function askChoice<T extends SafeQuickPickItem>(
  position: StepPosition,
  items: readonly T[],
  options: ChoiceOptions<T>,
): Promise<Answered<T>> {
  const pick = window.createQuickPick<T>();
  place(pick, position);
  pick.buttons = [...pick.buttons, ...(options.buttons ?? [])];
  pick.matchOnDescription = true;
  pick.placeholder = options.placeholder;
  pick.items = items;
  if (options.active) {
    pick.activeItems = [options.active];
  }
  return untilAnswered(pick, (answer) => [
    pick.onDidAccept(() => pick.selectedItems[0] && answer({ value: pick.selectedItems[0] })),
  ]);
}

function place(input: SafeInputBox | SafeQuickPick<SafeQuickPickItem>, position: StepPosition): void {
  input.title = position.title;
  if (position.totalSteps > 1) {
    input.step = position.step;
    input.totalSteps = position.totalSteps;
  }
  // Users often copy a password from another window.
  input.ignoreFocusOut = true;
  input.buttons = position.canGoBack ? [vscode.QuickInputButtons.Back] : [];
}

async function untilAnswered<T>(
  input: SafeInputBox | SafeQuickPick<SafeQuickPickItem>,
  listen: (answer: (answered: Answered<T>) => void) => vscode.Disposable[],
): Promise<Answered<T>> {
  const subscriptions: vscode.Disposable[] = [];
  try {
    return await new Promise<Answered<T>>((resolve) => {
      subscriptions.push(
        ...listen(resolve),
        input.onDidTriggerButton((button: vscode.QuickInputButton & { readonly run?: () => unknown }) =>
          button.run
            ? void button.run()
            : resolve(button === vscode.QuickInputButtons.Back ? 'back' : 'button'),
        ),
        input.onDidHide(() => resolve('cancel')),
      );
      input.show();
    });
  } finally {
    vscode.Disposable.from(...subscriptions).dispose();
    input.dispose();
  }
}
