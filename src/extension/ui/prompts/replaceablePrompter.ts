import type { Prompter } from './prompter.ts';

export interface ReplaceablePrompter extends Prompter {
  /** Null restores the standard prompter. */
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
