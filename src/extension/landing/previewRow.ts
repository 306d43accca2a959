import type { Choice } from '../ui/prompts/prompter.ts';

/** What pressing Enter on a row of the preview does; rows that only tell do nothing. */
export type PreviewAction =
  | 'send'
  | 'protect'
  | 'details'
  | 'simulation'
  | 'copy-signature'
  | 'blocked'
  | 'nothing';

/** The list cuts both lines where there is little room: the label is short, essence first. */
export const row = (
  icon: string,
  label: string,
  description = '',
  more: Partial<Choice<PreviewAction>> = {},
): Choice<PreviewAction> => ({
  label: `$(${icon}) ${label}`,
  description,
  value: 'nothing',
  ...more,
});
