import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { clock } from '../../interface/figures.ts';
import type { KeptState } from './keptExports.ts';

/** The state of a kept file in a few words. */
export function stateWords(state: KeptState): string {
  switch (state.kind) {
    case 'waiting':
      return t('waiting for the next refresh');
    case 'written':
      return t('up to date with the answer of {0}', clock(state.answeredAtMilliseconds));
    case 'unsaved':
      return t('not rewritten: it has changes in an editor that are not saved');
    case 'edited':
      return t('not rewritten: somebody else changed it');
    case 'failed':
      return t('not rewritten: {0}', visibleText(state.reason, 200));
  }
}

/** Why a file is not kept up to date at present, in sentences. */
export function troubleWords(name: string, state: KeptState): string {
  const file = visibleText(name, 80);
  switch (state.kind) {
    case 'unsaved':
      return t('{0} has changes that are not saved, so it was not rewritten.', file);
    case 'edited':
      return t('{0} was changed by somebody else, so it was left as it is.', file);
    case 'failed':
      return t(
        '{0} could not be written, and is as it was: {1}',
        file,
        visibleText(state.reason, 200),
      );
    default:
      return `${file}: ${stateWords(state)}`;
  }
}
