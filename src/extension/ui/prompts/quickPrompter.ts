import * as vscode from 'vscode';
import { escapeLinks } from '../../../api/sanitizeText.ts';
import { DisposableStore } from '../../base/disposable.ts';
import {
  type Choice,
  type ChoicePrompt,
  type ConfirmPrompt,
  isAccepted,
  type PromptExit,
  type Prompter,
  type PromptOptions,
  type TextPrompt,
  type ValidationMessage,
} from './prompter.ts';

export const quickPrompter: Prompter = { text, choose, confirm, notify };

function text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit> {
  const box = vscode.window.createInputBox();
  applyOptions(box, step);
  box.prompt = step.prompt;
  box.placeholder = step.placeholder ?? '';
  box.value = step.value ?? '';
  box.password = step.isSecret === true;
  const complain = (complaint: ValidationMessage | null) => {
    box.validationMessage =
      complaint === null
        ? undefined
        : { message: complaint.message, severity: severities[complaint.severity] };
  };
  // No validation message before the user types.
  if (box.value !== '') complain(step.validate(box.value));
  return waitForInput(box, (resolve, own) => {
    own.add(box.onDidChangeValue((value) => complain(step.validate(value))));
    own.add(
      box.onDidAccept(() => {
        const complaint = step.validate(box.value);
        complain(complaint);
        if (isAccepted(complaint)) resolve({ text: box.value });
      }),
    );
  });
}

interface Item<Value> extends vscode.QuickPickItem {
  readonly value?: Value;
}

function choose<Value>(step: ChoicePrompt<Value>): Promise<{ readonly value: Value } | PromptExit> {
  const pick = vscode.window.createQuickPick<Item<Value>>();
  applyOptions(pick, step);
  pick.placeholder = step.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const { choices, choicesForText } = step;
  pick.items = choices.flatMap((choice) => toItems(choice));
  const current = choices.find(({ isCurrent }) => isCurrent === true);
  const active = pick.items.filter(({ value }) => value !== undefined && value === current?.value);
  // The editor makes the first row active; an empty list would leave Enter without a choice.
  if (active.length > 0) pick.activeItems = active;
  return waitForInput(pick, (resolve, own) => {
    if (choicesForText !== undefined) {
      own.add(
        pick.onDidChangeValue((text) => {
          const typed = choicesForText(text.trim()).flatMap((choice) => toItems(choice, true));
          pick.items = [...typed, ...choices.flatMap((choice) => toItems(choice))];
          // The editor keeps the old active row, but Enter must choose the typed text.
          if (typed.length > 0) pick.activeItems = typed.slice(0, 1);
        }),
      );
    }
    own.add(
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen !== undefined && 'value' in chosen) resolve({ value: chosen.value as Value });
      }),
    );
  });
}

function toItems<Value>(
  { label, description, detail, value, group }: Choice<Value>,
  alwaysShow = false,
): Item<Value>[] {
  return [
    ...(group === undefined ? [] : [{ label: group, kind: vscode.QuickPickItemKind.Separator }]),
    {
      ...{ label, value, alwaysShow },
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
    },
  ];
}

async function confirm({
  message,
  detail,
  confirmLabel,
  defaultLabel,
}: ConfirmPrompt): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  // Enter presses the first button; the editor adds Cancel, which Escape presses.
  const buttons = defaultLabel === undefined ? [confirmLabel] : [defaultLabel, confirmLabel];
  return (await vscode.window.showWarningMessage(message, options, ...buttons)) === confirmLabel;
}

async function notify(
  kind: 'info' | 'warning' | 'error',
  message: string,
  buttons: readonly string[],
): Promise<string | undefined> {
  // The message may contain text from a service.
  const safe = escapeLinks(message);
  if (kind === 'error') return await vscode.window.showErrorMessage(safe, ...buttons);
  if (kind === 'warning') return await vscode.window.showWarningMessage(safe, ...buttons);
  return await vscode.window.showInformationMessage(safe, ...buttons);
}

const severities = {
  info: vscode.InputBoxValidationSeverity.Info,
  warning: vscode.InputBoxValidationSeverity.Warning,
  error: vscode.InputBoxValidationSeverity.Error,
} as const;

function applyOptions(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  step: PromptOptions,
): void {
  input.title = step.title;
  input.step = step.step;
  input.totalSteps = step.totalSteps;
  // Keeps typed text while the user fetches a key or an address from elsewhere.
  input.ignoreFocusOut = step.staysOpen ?? step.totalSteps !== undefined;
  if (step.hasBack ?? (step.step ?? 1) > 1) input.buttons = [vscode.QuickInputButtons.Back];
}

function waitForInput<Answer>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  listen: (resolve: (answer: Answer) => void, own: DisposableStore) => void,
): Promise<Answer | PromptExit> {
  return new Promise<Answer | PromptExit>((settle) => {
    const own = new DisposableStore();
    own.add(input);
    const resolve = (answer: Answer | PromptExit) => {
      settle(answer);
      own.dispose();
    };
    own.add(
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve('back');
      }),
    );
    // Also fires when another quick input replaces this one.
    own.add(input.onDidHide(() => resolve('cancelled')));
    listen(resolve, own);
    input.show();
  });
}
