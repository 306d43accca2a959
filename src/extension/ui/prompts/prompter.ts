export type PromptExit =
  | 'back'
  /** Cancels the whole dialog. */
  | 'cancelled';

export const isPromptExit = (value: unknown): value is PromptExit =>
  value === 'back' || value === 'cancelled';

/** `info` is a hint, but the text is not accepted; `warning` leaves the decision to the user. */
export interface ValidationMessage {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface PromptOptions {
  /** Title of the whole dialog: "Add Connection". */
  readonly title: string;
  /** From 1. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Whether there is a way back; by default from step 2 on. */
  readonly hasBack?: boolean;
  /** Stays open when the focus moves elsewhere; default for dialogs with several steps. */
  readonly staysOpen?: boolean;
}

export const isAccepted = (complaint: ValidationMessage | null): boolean =>
  complaint === null || complaint.severity === 'warning';

export interface TextPrompt extends PromptOptions {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Shown as dots and not stored. */
  readonly isSecret?: boolean;
  readonly validate: (text: string) => ValidationMessage | null;
}

export interface Choice<Value> {
  /** May contain codicons. */
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: Value;
  /** Separator above this entry. */
  readonly group?: string;
  readonly isCurrent?: boolean;
}

export interface ChoicePrompt<Value> extends PromptOptions {
  readonly placeholder: string;
  readonly choices: readonly Choice<Value>[];
  /** Choices created from the typed text; listed first and never filtered out. */
  readonly choicesForText?: (text: string) => readonly Choice<Value>[];
}

export interface ConfirmPrompt {
  readonly message: string;
  readonly detail?: string;
  readonly confirmLabel: string;
  /** Title of a button that cancels and is pressed by Enter, for dangerous actions. */
  readonly defaultLabel?: string;
}

/** An interface, so that tests can replace the user. */
export interface Prompter {
  text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit>;
  choose<Value>(step: ChoicePrompt<Value>): Promise<{ readonly value: Value } | PromptExit>;
  confirm(question: ConfirmPrompt): Promise<boolean>;
  /** Shows a notification; resolves with the title of the pressed button, if any. */
  notify(
    kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined>;
}

export const withGroup = <Value>(
  group: string,
  choices: readonly Choice<Value>[],
): Choice<Value>[] => choices.map((choice, index) => (index === 0 ? { ...choice, group } : choice));
