import { visibleText } from '../../interface/displayText.ts';
import { clock } from '../../interface/figures.ts';
import type { KeptState } from './keptExports.ts';

/** The state of a kept file in a few words. */
export function stateWords(state: KeptState): string {
  switch (state.kind) {
    case 'waiting':
      return 'waiting for the next refresh';
    case 'written':
      return `up to date with the answer of ${clock(state.answeredAtMilliseconds)}`;
    case 'unsaved':
      return 'not rewritten: it has changes in an editor that are not saved';
    case 'edited':
      return 'not rewritten: somebody else changed it';
    case 'failed':
      return `not rewritten: ${visibleText(state.reason, 200)}`;
  }
}

/** Why a file is not kept up to date at present, in sentences. */
export function troubleWords(name: string, state: KeptState): string {
  const file = visibleText(name, 80);
  switch (state.kind) {
    case 'unsaved':
      return `${file} has changes that are not saved, so it was not rewritten.`;
    case 'edited':
      return `${file} was changed by somebody else, so it was left as it is.`;
    case 'failed':
      return `${file} could not be written, and is as it was: ${visibleText(state.reason, 200)}`;
    default:
      return `${file}: ${stateWords(state)}`;
  }
}
