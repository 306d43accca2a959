import { t } from '@vscode/l10n';
import { asSentence } from '../../api/join.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';

/** Null on success. */
export function failureText({ error, calls, isSuccess }: SimulatedTransactionContent): {
  readonly headline: string;
  readonly details: string;
  readonly advice: string;
} | null {
  if (isSuccess) return null;
  if (error === null)
    return { headline: t('Would fail. The node does not say why.'), details: '', advice: '' };
  const { instruction, program, code, name, leg, text, message, advice } = error;
  const details = asSentence(message);
  const named = [code === null ? '' : String(code), name].filter(Boolean).join(' ');
  const top = calls.find((call) => call.depth === 1 && call.instruction === instruction)?.program;
  if (instruction === null || program === '' || named === '') {
    const headline =
      instruction === null
        ? t('Would fail: {0}.', withoutStop(named || text))
        : t('Would fail in instruction {0}: {1}.', instruction + 1, withoutStop(named || text));
    return { headline, details, advice };
  }
  const place = top ?? program;
  return {
    headline:
      leg === null
        ? t(
            'Would fail in instruction {0} ({1}): {2} returned {3}.',
            instruction + 1,
            place,
            program,
            named,
          )
        : t(
            'Would fail in instruction {0} ({1}), leg {2}: {3} returned {4}.',
            instruction + 1,
            place,
            leg + 1,
            program,
            named,
          ),
    details,
    advice,
  };
}

const withoutStop = (text: string): string => text.replace(/[.。]$/, '');
