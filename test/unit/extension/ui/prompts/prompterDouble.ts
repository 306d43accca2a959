import assert from 'node:assert/strict';
import {
  type ChoicePrompt,
  type ConfirmPrompt,
  isAccepted,
  type PromptExit,
  type Prompter,
  type TextPrompt,
} from '../../../../../src/extension/ui/prompts/prompter.ts';

/** In the order of the prompts. */
export type Reply =
  /** Text for a box, or part of a label in a list. */
  string | { readonly leave: PromptExit };

export const back = { leave: 'back' } as const;
export const cancel = { leave: 'cancelled' } as const;

/** A user with scripted replies; records prompts and notifications. */
export class PrompterDouble implements Prompter {
  readonly asked: string[] = [];
  readonly told: string[] = [];
  /** Number and total of each step; empty if it is not counted. */
  readonly counts: string[] = [];
  readonly complaints: string[] = [];
  readonly choices: string[][] = [];
  pressed: readonly string[] = [];
  isSure = true;
  typed = '';
  readonly #replies: Reply[];

  constructor(replies: readonly Reply[] = []) {
    this.#replies = [...replies];
  }

  /** Records the validation message of a rejected text, and continues with the next reply. */
  async text(step: TextPrompt): Promise<{ readonly text: string } | PromptExit> {
    this.#count(step);
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
    this.#count(step);
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

  #count({ step, totalSteps }: Pick<TextPrompt, 'step' | 'totalSteps'>): void {
    this.counts.push(step === undefined ? '' : `${step}/${totalSteps}`);
  }

  #next(question: string): Reply {
    const reply = this.#replies.shift();
    assert.ok(reply !== undefined, `Nobody answers: ${question}`);
    return reply;
  }
}
