import assert from 'node:assert/strict';
import {
  type ChoicePrompt,
  type ConfirmPrompt,
  isAccepted,
  type PromptExit,
  type Prompter,
  type TextPrompt,
} from '../../../../../src/extension/ui/prompts/prompter.ts';

/** What a test answers, in the order of the questions. */
export type Reply =
  /** Text for a box, or a part of the label for a list. */
  string | { readonly leave: PromptExit };

export const back = { leave: 'back' } as const;
export const cancel = { leave: 'cancelled' } as const;

/** A user who answers by a script; what was asked and told is kept. */
export class PrompterDouble implements Prompter {
  readonly asked: string[] = [];
  readonly told: string[] = [];
  readonly complaints: string[] = [];
  readonly choices: string[][] = [];
  /** Buttons that are pressed when they are offered. */
  pressed: readonly string[] = [];
  isSure = true;
  /** What is typed into a list that makes choices of it. */
  typed = '';
  readonly #replies: Reply[];

  constructor(replies: readonly Reply[] = []) {
    this.#replies = [...replies];
  }

  /** A text that is refused is complained about, and the next reply is taken. */
  async text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit> {
    this.asked.push(`${step.prompt}${step.isSecret === true ? ' (secret)' : ''}`);
    while (true) {
      const reply = this.#next(step.prompt);
      if (typeof reply !== 'string') return reply.leave;
      const typed = reply === '<keep>' ? (step.value ?? '') : reply;
      const complaint = step.validate(typed);
      if (complaint !== null) this.complaints.push(complaint.message);
      if (isAccepted(complaint)) return { text: typed };
    }
  }

  async choose<Value>(step: ChoicePrompt<Value>): Promise<{ readonly value: Value } | PromptExit> {
    this.asked.push(step.placeholder);
    this.choices.push(
      [...(step.choicesForText?.(this.typed) ?? []), ...step.choices].map(({ label }) => label),
    );
    const reply = this.#next(step.placeholder);
    if (typeof reply !== 'string') return reply.leave;
    const choices = [...(step.choicesForText?.(this.typed) ?? []), ...step.choices];
    const choice = choices.find(({ label, isCurrent }) =>
      reply === '<keep>' ? isCurrent === true : label.includes(reply),
    );
    assert.ok(choice !== undefined, `${reply} is not among ${step.choices.map((c) => c.label)}`);
    return { value: choice.value };
  }

  async confirm({ message }: ConfirmPrompt): Promise<boolean> {
    this.asked.push(message);
    return this.isSure;
  }

  async notify(
    _kind: 'info' | 'warning' | 'error',
    message: string,
    buttons: readonly string[],
  ): Promise<string | undefined> {
    this.told.push(message);
    return buttons.find((button) => this.pressed.includes(button));
  }

  #next(question: string): Reply {
    const reply = this.#replies.shift();
    assert.ok(reply !== undefined, `Nobody answers: ${question}`);
    return reply;
  }
}
