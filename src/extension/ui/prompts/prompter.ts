/** What a step of a conversation came to, where it is no answer. */
export type PromptExit =
  /** The user wants the step before. */
  | 'back'
  /** The user wants no more of it. */
  | 'cancelled';

export const isPromptExit = (value: unknown): value is PromptExit =>
  value === 'back' || value === 'cancelled';

/**
 * What is wrong as one types. An `info` is a hint, but the text is not accepted either; a `warning`
 * leaves the decision to the user.
 */
export interface ValidationMessage {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface PromptOptions {
  /** Of the whole conversation: "Add Connection". */
  readonly title: string;
  /** From 1; no step has a way back before the second. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Stays when another part of the editor takes the focus; conversations of several steps do. */
  readonly staysOpen?: boolean;
}

/** Whether a text with this complaint is taken. */
export const isAccepted = (complaint: ValidationMessage | null): boolean =>
  complaint === null || complaint.severity === 'warning';

export interface TextPrompt extends PromptOptions {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Shown as dots, and kept nowhere. */
  readonly isSecret?: boolean;
  readonly validate: (text: string) => ValidationMessage | null;
}

export interface Choice<Value> {
  /** With codicons. */
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: Value;
  /** A line above this entry. */
  readonly group?: string;
  readonly isCurrent?: boolean;
}

export interface ChoicePrompt<Value> extends PromptOptions {
  readonly placeholder: string;
  readonly choices: readonly Choice<Value>[];
  /** Choices that what is typed makes; they stand first, and no filter hides them. */
  readonly choicesForText?: (text: string) => readonly Choice<Value>[];
}

export interface ConfirmPrompt {
  readonly message: string;
  readonly detail?: string;
  /** The button that says yes. */
  readonly confirmLabel: string;
  /** A button that says no and that Enter presses, where a careless yes is dangerous. */
  readonly defaultLabel?: string;
}

/** Asks the user. Conversations are written against this, so that they can be held without one. */
export interface Prompter {
  text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit>;
  choose<Value>(step: ChoicePrompt<Value>): Promise<{ readonly value: Value } | PromptExit>;
  /** Modal. */
  confirm(question: ConfirmPrompt): Promise<boolean>;
  /** A notification; the title of the button that was pressed, if any. */
  notify(
    kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined>;
}

/** The choices with a line above the first of them. */
export const withGroup = <Value>(
  group: string,
  choices: readonly Choice<Value>[],
): Choice<Value>[] => choices.map((choice, index) => (index === 0 ? { ...choice, group } : choice));
