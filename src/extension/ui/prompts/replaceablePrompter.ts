import type { Prompter } from './prompter.ts';

/** Asks with the standard prompter, until a test puts its own in the place. */
export interface ReplaceablePrompter extends Prompter {
  /** Null: the standard one again. */
  replace(prompter: Prompter | null): void;
}

export function createReplaceablePrompter(standard: Prompter): ReplaceablePrompter {
  let current = standard;
  return {
    text: (step) => current.text(step),
    choose: (step) => current.choose(step),
    confirm: (question) => current.confirm(question),
    notify: (...notification) => current.notify(...notification),
    replace: (prompter) => {
      current = prompter ?? standard;
    },
  };
}
