/** What a step of a conversation came to, where it is no answer. */
export type Leaving =
  /** The user wants the step before. */
  | 'back'
  /** The user wants no more of it. */
  | 'cancelled';

export const isLeaving = (value: unknown): value is Leaving =>
  value === 'back' || value === 'cancelled';

/**
 * What is wrong as one types. An `info` is a hint, but the text is not accepted either; a `warning`
 * leaves the decision to the user.
 */
export interface Complaint {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface Step {
  /** Of the whole conversation: "Add Connection". */
  readonly title: string;
  /** From 1; no step has a way back before the second. */
  readonly step?: number;
  readonly totalSteps?: number;
}

/** Whether a text with this complaint is taken. */
export const isAccepted = (complaint: Complaint | null): boolean =>
  complaint === null || complaint.severity === 'warning';

export interface TextStep extends Step {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Shown as dots, and kept nowhere. */
  readonly isSecret?: boolean;
  readonly check: (text: string) => Complaint | null;
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

export interface ChoiceStep<Value> extends Step {
  readonly placeholder: string;
  readonly choices: readonly Choice<Value>[];
}

export interface Question {
  readonly message: string;
  readonly detail?: string;
  /** The button that says yes. */
  readonly yes: string;
}

/** Asks the user. Conversations are written against this, so that they can be held without one. */
export interface Prompter {
  text(step: TextStep): Promise<{ readonly text: string } | Leaving>;
  choose<Value>(step: ChoiceStep<Value>): Promise<{ readonly value: Value } | Leaving>;
  /** Modal. */
  confirm(question: Question): Promise<boolean>;
  /** A notification; the title of the button that was pressed, if any. */
  tell(
    kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined>;
}
