import type { ChoicePrompt, ConfirmPrompt, PromptExit, Prompter, TextPrompt } from './prompter.ts';

/** Asks through another prompter, in whose place a test may put its own. */
export class ReplaceablePrompter implements Prompter {
  readonly #defaultPrompter: Prompter;
  #current: Prompter;

  constructor(standard: Prompter) {
    this.#defaultPrompter = standard;
    this.#current = standard;
  }

  /** Null: the standard one again. */
  replace(prompter: Prompter | null): void {
    this.#current = prompter ?? this.#defaultPrompter;
  }

  text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit> {
    return this.#current.text(step);
  }

  choose<Value>(step: ChoicePrompt<Value>): Promise<{ readonly value: Value } | PromptExit> {
    return this.#current.choose(step);
  }

  confirm(question: ConfirmPrompt): Promise<boolean> {
    return this.#current.confirm(question);
  }

  notify(
    kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined> {
    return this.#current.notify(kind, message, buttons);
  }
}
