import { t } from '@vscode/l10n';
import { type ParsedInput, parseTransactionText } from '../../solana/landing/parseTransactions.ts';
import { type Choice, isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { findInputSources } from './inputSources.ts';
import { formatInputSize, type InputSource, inputErrorMessage } from './landingInput.ts';

export interface PickInputTexts {
  readonly title: string;
  readonly placeholder: string;
  readonly prompt: string;
}

/** `place` is null if the user typed the input. */
type PickedInput = { readonly input: ParsedInput; readonly place: InputSource | null };

/** Null if the user cancels. */
export async function pickTransactionInput(
  prompter: Pick<Prompter, 'choose' | 'text'>,
  { title, placeholder, prompt }: PickInputTexts,
): Promise<PickedInput | null> {
  const places = await findInputSources();
  if (places.length > 0) {
    const choices: Choice<InputSource | null>[] = places.map((place) => ({
      label: `$(${place.icon}) ${place.name}`,
      description: formatInputSize(place.input),
      value: place,
    }));
    choices.push({ label: `$(edit) ${t('Enter a Transaction…')}`, value: null });
    const chosen = await prompter.choose({ title, placeholder, choices });
    if (isPromptExit(chosen)) return null;
    if (chosen.value !== null) return { input: chosen.value.input, place: chosen.value };
  }
  const typed = await prompter.text({
    title,
    prompt,
    placeholder: t('Base58, Base64, hexadecimal, list of bytes, request or response of a swap API'),
    validate: (text) => {
      const read = parseTransactionText(text);
      const complaint = inputErrorMessage(read);
      if (complaint === null) return null;
      return { message: complaint, severity: read.kind === 'empty' ? 'info' : 'error' };
    },
  });
  return isPromptExit(typed) ? null : { input: parseTransactionText(typed.text), place: null };
}
