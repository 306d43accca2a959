import type { ChoiceStep, Leaving, Prompter, Question, TextStep } from './prompter.ts';

/** Asks through another prompter, in whose place a test may put its own. */
export class ReplaceablePrompter implements Prompter {
  readonly #standard: Prompter;
  #current: Prompter;

  constructor(standard: Prompter) {
    this.#standard = standard;
    this.#current = standard;
  }

  /** Null: the standard one again. */
  replace(prompter: Prompter | null): void {
    this.#current = prompter ?? this.#standard;
  }

  text(step: TextStep): Promise<{ readonly text: string } | Leaving> {
    return this.#current.text(step);
  }

  choose<Value>(step: ChoiceStep<Value>): Promise<{ readonly value: Value } | Leaving> {
    return this.#current.choose(step);
  }

  confirm(question: Question): Promise<boolean> {
    return this.#current.confirm(question);
  }

  tell(
    kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined> {
    return this.#current.tell(kind, message, buttons);
  }
}
